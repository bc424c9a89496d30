package dev.motif.cypher;

import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.gpu.GpuStatus;
import dev.motif.graph.Bytes;
import dev.motif.graph.NativeMemory;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.Version;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** Says what runs here and what it is doing. */
public final class SystemProcedures extends MotifProcedures {
    /** One fact about the system. */
    public record InfoRow(
            @Description("What it is about") String key,
            @Description("What was found") Object value) {}

    /** How far a job has come. */
    public record ProgressRow(
            @Description("Who started it") String username,
            @Description("The job's id") String jobId,
            @Description("The procedure") String taskName,
            @Description("What it is doing") String stage,

            @Description("How far this stage has come; n/a when that is unknown")
            String progress,

            @Description("The same as a bar") String progressBar,

            @Description("RUNNING, FINISHED, CANCELED or FAILED")
            String status,

            @Description("When it started, in the server's time zone")
            LocalDateTime timeStarted,

            @Description("How long it has run, in milliseconds")
            long elapsedMillis) {
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
                    job.elapsed().toMillis());
        }
    }

    @UserFunction("motif.version")
    @Description("The version of Motif.")
    public String version() {
        return MotifVersion.get();
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
        add(rows, "offHeapUsed", () -> Bytes.toText(memory().liveBytes()));
        add(rows, "graphs", () ->
                (long) GraphCatalog.server().list(call("motif.sysInfo").key("")).size());
        add(rows, "gpuAvailable", () -> false);
        add(rows, "gpuDriver", () -> String.valueOf(GpuStatus.current().driver()));
        add(rows, "gpuReason", () -> GpuStatus.current().reason());
        add(rows, "backend", () -> "CPU");
        return rows.stream();
    }

    private static NativeMemory memory() {
        return OffHeapBudget.memory();
    }

    /** A fact that cannot be had is said, not thrown: this procedure is for finding out what is wrong. */
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
            @Name(value = "jobId", defaultValue = "", description = "Only this job; empty for all") String jobId) {
        Call call = call("motif.listProgress");
        return Jobs.server().list(call.databaseId(), call.user()).stream()
                .filter(job -> jobId == null || jobId.isEmpty() || job.jobId().equals(jobId))
                .map(ProgressRow::of);
    }
}
