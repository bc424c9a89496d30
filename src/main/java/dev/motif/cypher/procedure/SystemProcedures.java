package dev.motif.cypher.procedure;

import dev.motif.backend.cost.HostSpeed;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.ServerFile;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.job.Jobs;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.projection.ProjectedGraph;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.Version;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** The procedures and functions about the server: its version, its GPUs and its jobs. */
public final class SystemProcedures extends MotifProcedures {
    private static final String OFF_HEAP = "OFF_HEAP";
    private static final String HEAP = "HEAP";

    public record InfoRow(
            @Description("What it is about") String key,
            @Description("What was found") Object value) {}

    public record ListRow(
            @Description("Its name") String name,
            @Description("What it does") String description,
            @Description("Its parameters and columns") String signature,
            @Description("procedure or function") String type,

            @Description("READ, or WRITE if it changes the database; null for a function")
            String mode,

            @Description(
                    "The keys of its configuration, as maps of name, type, default, meaning and values: all of an enumeration, otherwise some")
            List<Map<String, Object>> keys,

            @Description("A call with all that must be given, on a graph 'graph'")
            String example) {
        @SuppressWarnings("unchecked")
        private static ListRow of(Map<String, Object> shown) {
            String name = (String) shown.get("name");
            String type = (String) shown.get("type");
            boolean isFunction = type.equals("function");
            List<Map<String, Object>> arguments = (List<Map<String, Object>>) shown.get("argumentDescription");
            List<String> names = arguments.stream()
                    .filter(argument -> argument.get("name").equals("configuration"))
                    .flatMap(argument -> Stream.of(((String) argument.get("description")).split(", ")))
                    .toList();
            List<ConfigurationKeys.Key> keys = ConfigurationKeys.of(isFunction ? name + "()" : name, names);
            List<String> needed = arguments.stream()
                    .filter(argument -> argument.get("default") == null)
                    .map(argument -> (String) argument.get("name"))
                    .filter(argument -> !argument.equals("configuration"))
                    .toList();
            return new ListRow(
                    name,
                    (String) shown.get("description"),
                    (String) shown.get("signature"),
                    type,
                    (String) shown.get("mode"),
                    keys.stream().map(ConfigurationKeys.Key::asMap).toList(),
                    ConfigurationKeys.example(name, isFunction, needed, keys));
        }
    }

    public record ProgressRow(
            @Description("Who started it") String username,
            @Description("The job's id") String jobId,
            @Description("The procedure") String taskName,
            @Description("What it is doing") String stage,

            @Description("How far it has come; n/a while that is unknown")
            String progress,

            @Description("The same as a bar") String progressBar,

            @Description("RUNNING, FINISHED, CANCELED or FAILED")
            String status,

            @Description("When it started, in the server's time zone")
            LocalDateTime timeStarted,

            @Description("How long it has run, in milliseconds")
            long elapsedMillis,

            @Description("How long it will still take, in milliseconds; null while that is unknown")
            Long remainingMillis,

            @Description("How long this stage will still take, in milliseconds; null while that is unknown")
            Long stageRemainingMillis,

            @Description("Why it failed; null unless it has")
            String message) {
        static ProgressRow of(Job job) {
            return new ProgressRow(
                    job.user(),
                    job.jobId(),
                    job.task(),
                    job.stage(),
                    job.progress(),
                    job.progressBar(),
                    job.status().name(),
                    job.started(),
                    job.elapsed().toMillis(),
                    job.remaining().map(Duration::toMillis).orElse(null),
                    job.stageRemaining().map(Duration::toMillis).orElse(null),
                    job.message());
        }
    }

    public record MemoryRow(
            @Description("Who owns it, of a column the owner of its graph; empty on a server without authentication")
            String username,

            @Description("The database it belongs to") String database,

            @Description(
                    "'GRAPH'; 'COLUMN' of a graph; 'CHANGES', what changed since counts in its columns; 'PREPARED', what calls have prepared of a graph for later calls, which"
                            + " is freed when memory is short; 'DEVICE_COPY', the copies of a graph on GPUs; 'CALL', what a running"
                            + " call has allocated, with what it prepares or makes that is not yet in the catalog")
            String kind,

            @Description("The graph's name, or the job's id of a call")
            String name,

            @Description("The name of the column, or the procedure of the call; null otherwise")
            String part,

            @Description("'OFF_HEAP', 'HEAP' or 'DEVICE'") String memory,

            @Description("Its bytes") long bytes,
            @Description("The same, human-readable") String memoryUsage) {
        private static MemoryRow of(GraphKey key, String kind, String part, String memory, long bytes) {
            return new MemoryRow(
                    key.user(), key.database(), kind, key.name(), part, memory, bytes, Bytes.toText(bytes));
        }

        static Stream<MemoryRow> of(CatalogGraph graph) {
            GraphKey key = graph.key();
            ProjectedGraph projected = graph.projected();
            return Stream.of(
                            Stream.of(of(key, "GRAPH", null, OFF_HEAP, projected.bytes())),
                            graph.columns().list().stream()
                                    .map(column -> of(key, "COLUMN", column.name(), OFF_HEAP, column.bytes())),
                            Stream.of(
                                            of(
                                                    key,
                                                    "CHANGES",
                                                    null,
                                                    OFF_HEAP,
                                                    graph.columns().bytesOfChanges()),
                                            of(
                                                    key,
                                                    "PREPARED",
                                                    null,
                                                    OFF_HEAP,
                                                    OffHeapBudget.memory()
                                                            .forms()
                                                            .bytesOf(projected.graph())),
                                            of(key, "DEVICE_COPY", null, "DEVICE", Gpus.copiedBytes(projected.graph())))
                                    .filter(row -> row.bytes > 0))
                    .flatMap(rows -> rows);
        }

        static Stream<MemoryRow> of(Job job) {
            return Stream.concat(
                    Stream.of(of(job, OFF_HEAP, job.bytes())),
                    Stream.of(of(job, HEAP, job.heapBytes())).filter(row -> row.bytes > 0));
        }

        private static MemoryRow of(Job job, String memory, long bytes) {
            return new MemoryRow(
                    job.user(), job.database(), "CALL", job.jobId(), job.task(), memory, bytes, Bytes.toText(bytes));
        }
    }

    public record CancelRow(
            @Description("The job's id") String jobId,

            @Description("The procedure; null when no such job is running")
            String taskName,

            @Description("Whether a job was told to end") boolean canceled) {}

    public record GpuRow(
            @Description("Its number for the driver; null when there is none")
            Long device,

            @Description("Its name; null when there is none")
            String name,

            @Description("Its compute capability, such as 9.0")
            String computeCapability,

            @Description("Its streaming multiprocessors") Long multiprocessors,
            @Description("Its memory in bytes") Long totalBytes,

            @Description("The bytes of it that calls and copies of graphs may use")
            Long limitBytes,

            @Description("The bytes that calls and copies of graphs have reserved")
            Long reservedBytes,

            @Description("The bytes of graphs that stay on it between calls")
            Long graphBytes,

            @Description(
                    "The bytes that are kept for further calls, and given back to the driver after some idle seconds")
            Long keptBytes,

            @Description("The calls that wait for memory") Long waitingCalls,

            @Description("Why it, or the GPUs of this host, cannot be used; null when all is well")
            String reason) {
        static GpuRow of(GpuDevice.Usage device) {
            return new GpuRow(
                    (long) device.info().ordinal(),
                    device.info().name(),
                    device.info().computeCapability(),
                    (long) device.info().multiprocessors(),
                    device.info().totalBytes(),
                    device.limitBytes(),
                    device.reservedBytes(),
                    device.graphBytes(),
                    device.keptBytes(),
                    (long) device.waitingCalls(),
                    device.unusableReason());
        }

        static GpuRow none(String reason) {
            return new GpuRow(null, null, null, null, null, null, null, null, null, null, reason);
        }
    }

    @Procedure(name = "motif.gpu.list", mode = Mode.READ)
    @Description("Lists the GPUs that algorithms can use, or says in a single row why there is none.")
    public Stream<GpuRow> gpuList() {
        Gpus gpus = Gpus.ofThisHost();
        Stream<GpuRow> usable = gpus.usage().stream().map(GpuRow::of);
        return gpus.reason() == null ? usable : Stream.concat(usable, Stream.of(GpuRow.none(gpus.reason())));
    }

    @UserFunction("motif.version")
    @Description("The version of Motif.")
    public String version() {
        return MotifVersion.get();
    }

    @Procedure(name = "motif.list", mode = Mode.READ)
    @Description("Lists the procedures and functions of Motif, by name, with their keys and an example.")
    public Stream<ListRow> list(
            @Name(value = "name", defaultValue = "", description = "Only those whose names contain this; empty for all")
                    String name) {
        return Stream.of(
                        "SHOW PROCEDURES YIELD name, description, signature, argumentDescription, mode"
                                + " RETURN *, 'procedure' AS type",
                        "SHOW FUNCTIONS YIELD name, description, signature, argumentDescription"
                                + " RETURN *, 'function' AS type, null AS mode")
                .flatMap(query -> transaction.execute(query).stream())
                .filter(row -> ((String) row.get("name")).startsWith("motif."))
                .filter(row -> name == null || ((String) row.get("name")).contains(name))
                .map(ListRow::of)
                .sorted(Comparator.comparing(ListRow::name));
    }

    @Procedure(name = "motif.sysInfo", mode = Mode.READ)
    @Description("Describes the system that Motif runs on, and why it does or does not use a GPU.")
    public Stream<InfoRow> sysInfo() {
        List<InfoRow> rows = new ArrayList<>();
        add(rows, "motifVersion", MotifVersion::get);
        add(rows, "neo4jVersion", Version::getNeo4jVersion);
        add(rows, "javaVersion", () -> Runtime.version().toString());
        add(rows, "operatingSystem", () -> System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        add(rows, "availableProcessors", () -> (long) Runtime.getRuntime().availableProcessors());
        add(rows, "heapMax", () -> Bytes.toText(Runtime.getRuntime().maxMemory()));
        add(rows, "offHeapLimit", () -> Bytes.toText(memory().limitBytes()));
        add(rows, "offHeapLimitOfAUser", OffHeapBudget::limitOfAUser);
        add(rows, "concurrencyLimit", () -> limit(CallConfig.LIMIT_PROPERTY));
        add(rows, "concurrencyLimitOfAUser", () -> limit(CallConfig.USER_LIMIT_PROPERTY));
        add(rows, "offHeapUsed", () -> Bytes.toText(memory().liveBytes()));
        add(rows, "heapLimit", () -> Bytes.toText(OffHeapBudget.heap().limitBytes()));
        add(rows, "heapUsed", () -> Bytes.toText(OffHeapBudget.heap().liveBytes()));
        add(rows, "heapPeak", () -> Bytes.toText(OffHeapBudget.heap().peakBytes()));
        add(rows, "files", () -> System.getProperty(ServerFile.FOLDER_PROPERTY, "none"));
        add(rows, "graphs", () -> (long) GraphCatalog.server()
                .list(call("motif.sysInfo").key("")::sameOwner)
                .size());
        add(rows, "gpuAvailable", () -> !Gpus.ofThisHost().devices().isEmpty());
        add(rows, "gpus", () -> Gpus.ofThisHost().devices().stream()
                .map(device -> device.info().name())
                .toList());
        add(rows, "gpuReason", () -> Gpus.ofThisHost().reason());
        add(rows, "cpuStepsPerSecond", () -> speeds(HostSpeed::cpuStepsPerSecond));
        add(rows, "gpuLaunchMicros", () -> speeds(HostSpeed::gpuLaunchMicros));
        add(rows, "gpuCopyBytesPerSecond", () -> speeds(HostSpeed::gpuCopyBytesPerSecond));
        return rows.stream();
    }

    @Procedure(name = "motif.memory.list", mode = Mode.READ)
    @Description("Lists who holds memory, the most bytes first: the user's own, for administrators that of all users.")
    public Stream<MemoryRow> memoryList(
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        Call call = call("motif.memory.list");
        String username = CallConfig.usernameAlone(configuration);
        Predicate<String> owners = call.owners(username == null && call.isAdmin() ? Call.ALL_USERS : username);
        return Stream.concat(
                        GraphCatalog.server().list(key -> owners.test(key.user())).stream()
                                .flatMap(MemoryRow::of),
                        Jobs.server().running().stream()
                                .filter(job -> owners.test(job.user()))
                                .flatMap(MemoryRow::of))
                .sorted(Comparator.comparing(MemoryRow::bytes).reversed());
    }

    /** The speeds that have been measured with each GPU so far. */
    private static List<Double> speeds(Function<HostSpeed, Double> what) {
        return Gpus.ofThisHost().devices().stream()
                .flatMap(device -> HostSpeed.known(device).stream())
                .map(what)
                .toList();
    }

    private static NativeMemory memory() {
        return OffHeapBudget.memory();
    }

    /**
     * Adds a row whose value is an error's text if the fact cannot be found: this procedure is there to find errors.
     */
    /** The value of a setting that limits threads, {@code none} where there is none. */
    private static Object limit(String property) {
        Integer limit = Integer.getInteger(property);
        return limit == null ? "none" : Long.valueOf(limit);
    }

    private static void add(List<InfoRow> rows, String key, Callable<Object> value) {
        Object found;
        try {
            found = value.call();
        } catch (Exception | LinkageError e) {
            found = "unknown: " + e;
        }
        rows.add(new InfoRow(key, found));
    }

    @Procedure(name = "motif.listProgress", mode = Mode.READ)
    @Description("Lists the jobs of this database and user: those that run, and the last that have ended.")
    public Stream<ProgressRow> listProgress(
            @Name(value = "jobId", defaultValue = "", description = "Only this job; empty for all") String jobId,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        Call call = call("motif.listProgress");
        Predicate<String> owners = call.owners(CallConfig.usernameAlone(configuration));
        return Jobs.server().list(call.databaseId(), owners).stream()
                .filter(job -> jobId == null || jobId.isEmpty() || job.jobId().equals(jobId))
                .map(ProgressRow::of);
    }

    @Procedure(name = "motif.jobs.cancel", mode = Mode.READ)
    @Description(
            "Ends a running job of this database by killing its transaction: the caller's own, or one of the user whom an administrator names.")
    public Stream<CancelRow> cancel(
            @Name(value = "jobId", description = "The job to end") String jobId,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        if (jobId == null) {
            throw new IllegalArgumentException("`jobId` must be a STRING, the id of a running job, got null");
        }
        Call call = call("motif.jobs.cancel");
        String owner = call.owner(CallConfig.usernameAlone(configuration));
        Optional<Job> job = Jobs.server().terminate(call.databaseId(), owner, jobId);
        return Stream.of(new CancelRow(jobId, job.map(Job::task).orElse(null), job.isPresent()));
    }
}
