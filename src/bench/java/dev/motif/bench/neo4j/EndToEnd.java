package dev.motif.bench.neo4j;

import dev.motif.bench.PeakMemory;
import dev.motif.parallel.Workers;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.DeadlockDetectedException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.server.startup.EntryPoint;
import org.neo4j.values.storable.Values;

/**
 * Measures the whole way in a real server: from a store of users, items and relationships to a property on each
 * relationship, and beside it the same steps of Graph Data Science. Each command is a call of its own on one folder, so that a machine whose calls are short can make them one
 * after the other:
 *
 * <pre>
 * EndToEnd FOLDER import RELATIONSHIPS USERS ITEMS   makes the store
 * EndToEnd FOLDER start HEAP PAGECACHE OFFHEAP       starts a server with the jar of -Dmotif.jar, which outlives this call, and
 *                                                    with the jars of Graph Data Science in the folder -Dmotif.gds
 * EndToEnd FOLDER run STEP...                        runs steps, and prints a row for each
 * EndToEnd FOLDER stop                               stops the server
 * EndToEnd FOLDER kernel THREADS PAGECACHE PROPERTY  without a server: transactions of the kernel that set a property, and nothing else
 * </pre>
 *
 * <p>{@code run list} prints the steps with their statements; a step may also be a statement. {@code STEP@SECONDS} ends a step
 * that takes longer. A row has the step, its milliseconds at the client, the peaks of
 * the server's memory and of the device's in MiB, the size of the transaction logs in MiB, and what the statement returned.
 */
public final class EndToEnd {
    private static final String PROJECT = "CALL motif.graph.project('%s', {left: 'User', right: 'Item'}, 'RATED', {%s})"
            + " YIELD relationshipCount, duplicatesDropped, filteredOut, bytes, projectMillis RETURN *";
    private static final String FIGURES =
            " YIELD %s, backend, preProcessingMillis, transferMillis, computeMillis RETURN *";
    private static final String WRITTEN = " YIELD propertiesWritten, backend, computeMillis, writeMillis RETURN *";

    private static final int SECONDS_OF_A_STEP = 600;

    /** The statements by the names of the steps, in the order in which they run. */
    private static final Map<String, String> STEPS = steps();

    private final Path home;

    private EndToEnd(Path home) {
        this.home = home;
    }

    private static Map<String, String> steps() {
        Map<String, String> steps = new LinkedHashMap<>();
        steps.put(
                "estimate",
                "CALL motif.graph.project.estimate({left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})"
                        + " YIELD requiredMemory RETURN *");
        steps.put("project", PROJECT.formatted("plain", ""));
        steps.put("project-ids", PROJECT.formatted("g", "relationshipIds: true"));
        steps.put("project-property", PROJECT.formatted("dated", "relationshipProperties: 'day', parallel: 'KEEP'"));
        steps.put("project-filter", PROJECT.formatted("late", "relationshipFilter: {property: 'at', min: 536870912}"));
        steps.put(
                "drop",
                "CALL motif.graph.drop(['plain', 'dated', 'late'], false) YIELD graphName RETURN collect(graphName) AS dropped");
        for (String backend : List.of("CPU", "GPU")) {
            String on = "{backend: '" + backend + "'";
            String end = "-" + backend.toLowerCase(Locale.ROOT);
            steps.put(
                    "butterflies" + end,
                    "CALL motif.butterfly.stats('g', " + on + "})" + FIGURES.formatted("countText"));
            steps.put(
                    "butterflies-nodes" + end,
                    "CALL motif.butterfly.mutate('g', " + on + ", mutateProperty: 'n" + backend + "'})"
                            + " YIELD propertiesWritten, computeMillis, transferMillis RETURN *");
            steps.put(
                    "butterflies-relationships" + end,
                    "CALL motif.butterfly.mutate('g', " + on + ", per: 'RELATIONSHIP', mutateProperty: 'r" + backend
                            + "'})" + " YIELD propertiesWritten, computeMillis, transferMillis RETURN *");
            steps.put(
                    "bicliques-3-3" + end,
                    "CALL motif.biclique.count.stats('g', " + on + ", p: 3, q: 3})" + FIGURES.formatted("countText"));
            steps.put("wing" + end, "CALL motif.wing.stats('g', " + on + "})" + FIGURES.formatted("maxWing, levels"));
            steps.put(
                    "similarity" + end,
                    "CALL motif.nodeSimilarity.stats('g', " + on + ", topK: 10})"
                            + FIGURES.formatted("similarityPairs"));
            steps.put(
                    "maximal" + end,
                    "CALL motif.biclique.maximal.stats('g', " + on + ", minLeft: 5, minRight: 5})"
                            + FIGURES.formatted("countText"));
        }
        String write = "CALL motif.butterfly.write('g', {%swriteProperty: 'butterflies'%s})" + WRITTEN;
        steps.put("write-nodes", write.formatted("", ""));
        steps.put("write-relationships", write.formatted("per: 'RELATIONSHIP', ", ""));
        steps.put("write-again", write.formatted("per: 'RELATIONSHIP', ", ", onlyChanged: true"));
        // To be run with few seconds, which end it, and then again; each time the third step says how many are there.
        String killed = "CALL motif.butterfly.write('g', {per: 'RELATIONSHIP', writeProperty: 'killed'%s})" + WRITTEN;
        steps.put("write-killed", killed.formatted(""));
        steps.put("write-killed-again", killed.formatted(", onlyChanged: true"));
        steps.put(
                "count-killed",
                PROJECT.formatted("killed", "relationshipFilter: {property: 'killed', min: 0}")
                        + ", relationshipCount + duplicatesDropped AS killed");
        steps.put("drop-killed", "CALL motif.graph.drop('killed') YIELD graphName RETURN *");
        steps.put(
                "csv",
                "CALL motif.graph.exportCsv('g', 'butterflies', {relationshipProperties: 'rGPU', overwrite: true})"
                        + " YIELD bytes, rows, exportMillis RETURN *");
        steps.put("csv-cpu", steps.get("csv").replace("rGPU", "rCPU"));
        steps.put(
                "csv-read",
                "LOAD CSV WITH HEADERS FROM 'file:///butterflies.csv.gz' AS row"
                        + " RETURN count(*) AS rows, sum(toInteger(coalesce(row.rGPU, row.rCPU))) AS fourButterflies");
        steps.put("csv-4", steps.get("csv").replace("overwrite", "concurrency: 4, overwrite"));
        steps.put("export", "CALL motif.graph.export('g', 'g') YIELD bytes RETURN *");
        steps.put("import", "CALL motif.graph.import('g', {graphName: 'copy'}) YIELD relationshipCount RETURN *");
        steps.put(
                "change",
                "MATCH (u:User) WHERE u.since < 1000 MATCH (u)-[r:RATED]->() WITH r LIMIT 1000000 CALL (r) { DELETE r }"
                        + " IN TRANSACTIONS OF 10000 ROWS RETURN count(*) AS deleted");
        steps.put("project-follow", PROJECT.formatted("followed", "relationshipIds: true, follow: true"));
        steps.put("change-more", steps.get("change").replace("since < 1000", "since >= 1000 AND u.since < 4000"));
        steps.put("refresh", "CALL motif.graph.refresh('g') YIELD relationshipCount, refreshMillis RETURN *");
        steps.put("refresh-follow", steps.get("refresh").replace("'g'", "'followed'"));
        besideGds(steps);
        return steps;
    }

    /** Adds steps that both plugins have. The free edition of Graph Data Science has 4 threads at most. */
    private static void besideGds(Map<String, String> steps) {
        steps.put("project-4", PROJECT.formatted("four", "readConcurrency: 4"));
        steps.put("drop-4", "CALL motif.graph.drop('four') YIELD graphName RETURN *");
        steps.put(
                "project-follows",
                "CALL motif.graph.project('follows', 'User', 'FOLLOWS')"
                        + " YIELD relationshipCount, duplicatesDropped, bytes, projectMillis RETURN *");
        for (String backend : List.of("CPU", "GPU")) {
            steps.put(
                    "triangles-" + backend.toLowerCase(Locale.ROOT),
                    "CALL motif.commonNeighbors.stats('follows', {backend: '" + backend + "'})"
                            + FIGURES.formatted("triangles"));
        }
        steps.put("triangles-4", steps.get("triangles-cpu").replace("'CPU'", "'CPU', concurrency: 4"));
        String project = "CALL gds.graph.project(%s) YIELD nodeCount, relationshipCount, projectMillis RETURN *";
        steps.put("gds-project", project.formatted("'g', ['User', 'Item'], 'RATED', {readConcurrency: 4}"));
        steps.put(
                "gds-project-follows",
                project.formatted("'follows', 'User', {FOLLOWS: {orientation: 'UNDIRECTED', aggregation: 'SINGLE'}},"
                        + " {readConcurrency: 4}"));
        steps.put("gds-drop", "CALL gds.graph.drop('g') YIELD graphName RETURN *");
        steps.put(
                "gds-similarity",
                "CALL gds.nodeSimilarity.stats('g', {topK: 10})"
                        + " YIELD similarityPairs, computeMillis, preProcessingMillis RETURN *");
        steps.put(
                "gds-triangles",
                "CALL gds.triangleCount.stats('follows') YIELD globalTriangleCount, computeMillis RETURN *");
        steps.put(
                "gds-write",
                "CALL gds.degree.write('g', {writeProperty: 'gdsDegree'})"
                        + " YIELD nodePropertiesWritten, computeMillis, writeMillis RETURN *");
    }

    public static void main(String[] args) throws Exception {
        EndToEnd all = new EndToEnd(Path.of(args[0]).toAbsolutePath());
        switch (args[1]) {
            case "import" -> all.make(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            case "start" -> all.start(args[2], args[3], args[4]);
            case "run" -> all.run(Arrays.asList(args).subList(2, args.length));
            case "stop" -> all.stop();
            case "kernel" -> all.kernel(Integer.parseInt(args[2]), args[3], args[4]);
            default ->
                throw new IllegalArgumentException(
                        "the command must be import, start, run, stop or kernel, got " + args[1]);
        }
    }

    private void make(int relationships, int users, int items) throws IOException {
        Files.createDirectories(home);
        long start = System.nanoTime();
        new ImportedStore(users, items, List.of("RATED", ImportedStore.AMONG_USERS), true).make(home, relationships);
        try (Stream<Path> files = Files.list(home)) {
            for (Path csv :
                    files.filter(file -> file.toString().endsWith(".csv")).toList()) {
                Files.delete(csv);
            }
        }
        System.out.printf(
                "import;%d;store of %d MiB%n",
                millisSince(start), mebibytes(home.resolve("data").resolve("databases")));
    }

    private void start(String heap, String pageCache, String offHeap) throws IOException, InterruptedException {
        Path jar = Path.of(System.getProperty("motif.jar"));
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        Files.copy(jar, plugins.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        String gds = System.getProperty("motif.gds");
        if (gds != null) {
            try (Stream<Path> files = Files.list(Path.of(gds))) {
                for (Path file : files.toList()) {
                    Files.copy(file, plugins.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        Files.createDirectories(home.resolve("files"));
        Files.write(
                Files.createDirectories(home.resolve("conf")).resolve("neo4j.conf"),
                List.of(
                        "server.default_listen_address=localhost",
                        "server.memory.pagecache.size=" + pageCache,
                        "dbms.security.auth_enabled=false",
                        "dbms.usage_report.enabled=false",
                        "server.directories.import=" + home.resolve("files"),
                        "dbms.memory.transaction.total.max=0",
                        "db.tx_log.rotation.retention_policy=1 files"));
        String server = ServiceLoader.load(EntryPoint.class)
                .findFirst()
                .orElseThrow()
                .getClass()
                .getName();
        String jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("apoc-") && !entry.contains("jcuda"))
                .collect(Collectors.joining(File.pathSeparator));
        Path log = home.resolve("server.log");
        Files.deleteIfExists(log);
        Process process = new ProcessBuilder(
                        "setsid",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms" + heap,
                        "-Xmx" + heap,
                        "-XX:+UseG1GC",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-Dmotif.files=" + home.resolve("files"),
                        "-Dmotif.offheap.limit=" + offHeap,
                        "-cp",
                        plugins + "/*" + File.pathSeparator + jars,
                        server,
                        "--home-dir=" + home,
                        "--config-dir=" + home.resolve("conf"),
                        "--console-mode")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Files.writeString(home.resolve("server.pid"), Long.toString(process.pid()));
        long start = System.nanoTime();
        while (!Files.readString(log).contains("Started.")) {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(log));
            }
            Thread.sleep(100);
        }
        System.out.printf("start;%d%n", millisSince(start));
    }

    private void stop() throws IOException, InterruptedException {
        ProcessHandle server = server();
        long start = System.nanoTime();
        server.destroy();
        while (server.isAlive()) {
            Thread.sleep(100);
        }
        System.out.printf("stop;%d%n", millisSince(start));
    }

    private ProcessHandle server() throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(home.resolve("server.pid"))))
                .orElseThrow(() -> new IllegalStateException("no server runs in " + home));
    }

    private void run(List<String> names) throws IOException, InterruptedException {
        if (names.equals(List.of("list"))) {
            STEPS.forEach((name, statement) -> System.out.println(name + ": " + statement));
            return;
        }
        System.out.println("step;millis;serverMiB;deviceMiB;logMiB;returned");
        try (Driver driver = GraphDatabase.driver(URI.create("bolt://localhost:7687"));
                Session session = driver.session()) {
            for (String name : names) {
                step(session, name);
            }
        }
    }

    private void step(Session session, String step) throws IOException, InterruptedException {
        String name = step.replaceFirst("@\\d+$", "");
        int seconds = name.equals(step) ? SECONDS_OF_A_STEP : Integer.parseInt(step.substring(name.length() + 1));
        String statement = name.contains(" ") ? name : STEPS.get(name);
        if (statement == null) {
            throw new IllegalArgumentException("the step must be one of " + STEPS.keySet() + ", got " + name);
        }
        long pid = server().pid();
        PeakMemory watch = PeakMemory.watch(pid);
        long start = System.nanoTime();
        String returned;
        try {
            TransactionConfig limit = TransactionConfig.builder()
                    .withTimeout(Duration.ofSeconds(seconds))
                    .build();
            returned = session.run(statement, limit).list(row -> new TreeMap<>(row.asMap()).toString()).stream()
                    .collect(Collectors.joining(" "));
        } catch (Neo4jException e) {
            returned = e.getMessage();
        }
        long millis = millisSince(start);
        PeakMemory.Peaks peaks = watch.end();
        System.out.printf(
                "%s;%d;%d;%d;%d;%s%n",
                step,
                millis,
                peaks.host(),
                peaks.device(),
                mebibytes(home.resolve("data").resolve("transactions")),
                returned);
    }

    /**
     * Sets a property of every relationship as a program without Motif would: by the order of ids, in batches that are tried
     * again after a deadlock.
     */
    private void kernel(int threads, String pageCache, String property) throws KernelException {
        DatabaseManagementService server = new DatabaseManagementServiceBuilder(home)
                .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.parse(pageCache))
                .setConfig(GraphDatabaseSettings.keep_logical_logs, "1 files")
                .build();
        try {
            GraphDatabaseAPI database = (GraphDatabaseAPI) server.database("neo4j");
            int key;
            long[] ids;
            try (InternalTransaction transaction = begin(database)) {
                key = transaction.kernelTransaction().tokenWrite().propertyKeyGetOrCreateForName(property);
                ids = transaction.getAllRelationships().stream()
                        .mapToLong(Relationship::getId)
                        .toArray();
                transaction.commit();
            }
            LongAdder deadlocks = new LongAdder();
            long start = System.nanoTime();
            Workers.of(threads).forRanges(ids.length, 5_000, (worker, from, to) -> {
                while (!set(database, key, ids, (int) from, (int) to)) {
                    deadlocks.increment();
                }
            });
            long millis = millisSince(start);
            System.out.printf(
                    "kernel;%d;%d relationships, %d threads, %d thousand a second, %d deadlocks%n",
                    millis, ids.length, threads, ids.length / Math.max(1, millis), deadlocks.sum());
        } finally {
            server.shutdown();
        }
    }

    private static InternalTransaction begin(GraphDatabaseAPI database) {
        return database.beginTransaction(KernelTransaction.Type.EXPLICIT, LoginContext.AUTH_DISABLED);
    }

    private static boolean set(GraphDatabaseAPI database, int key, long[] ids, int from, int to)
            throws KernelException {
        try (InternalTransaction transaction = begin(database)) {
            Write write = transaction.kernelTransaction().dataWrite();
            for (int i = from; i < to; i++) {
                write.relationshipSetProperty(ids[i], key, Values.longValue(i & 0xFFFFF));
            }
            transaction.commit();
            return true;
        } catch (DeadlockDetectedException e) {
            return false;
        }
    }

    private static long mebibytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(file -> file.toFile().length())
                            .sum()
                    >> 20;
        }
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
