package dev.motif.cypher.job;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes;
import dev.motif.parallel.Progress;
import dev.motif.text.UserText;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.neo4j.graphdb.TransactionTerminatedException;

/** One run of a procedure, as motif.listProgress, SHOW TRANSACTIONS and the log show it. */
public final class Job implements Progress, AutoCloseable {
    private static final int BAR_LENGTH = 10;

    /** The stage in which algorithms wait for memory of GPUs. */
    private static final String WAITING = "waiting for the GPU";

    /** Whether a job is running and, if not, how it ended. */
    public enum Status {
        RUNNING,
        FINISHED,
        CANCELED,
        FAILED
    }

    private final String jobId;
    private final String user;
    private final String databaseId;
    private final String task;
    private final LocalDateTime started = LocalDateTime.now();
    private final LongSupplier nanoTime;
    private final long startNanos;

    // Nothing of the transaction is held once the job has ended: ended jobs are remembered for long.
    private volatile Consumer<String> stageLog;
    private volatile BiConsumer<Status, String> endLog;
    private volatile Consumer<String> statusDetails;
    private volatile Runnable terminate;

    private volatile JobProgress course;
    private volatile Status status = Status.RUNNING;
    private volatile long endNanos;
    private volatile String message;
    private volatile String graph = "none";
    private volatile String backend = "none";
    private volatile StageTimes times = new StageTimes();
    private final LongAdder waitedNanos = new LongAdder();
    private volatile String database = "";
    private volatile LongSupplier bytes = () -> 0;
    private volatile LongSupplier heapBytes = () -> 0;
    private String published = "";

    /** The most threads that it was given. */
    private volatile int threads;

    private Runnable whenEnded = () -> {};

    /**
     * A job that runs from now on.
     *
     * @param task the procedure's name
     * @param stageLog receives the name of every stage when it begins
     * @param endLog receives how the job ended, and what the log is to say of it
     * @param statusDetails receives what SHOW TRANSACTIONS is to show
     * @param terminate kills the transaction that the job runs in
     */
    public Job(
            String jobId,
            String user,
            String databaseId,
            String task,
            Consumer<String> stageLog,
            BiConsumer<Status, String> endLog,
            Consumer<String> statusDetails,
            Runnable terminate) {
        this(jobId, user, databaseId, task, stageLog, endLog, statusDetails, terminate, System::nanoTime);
    }

    /**
     * For tests.
     *
     * @param nanoTime the clock
     */
    Job(
            String jobId,
            String user,
            String databaseId,
            String task,
            Consumer<String> stageLog,
            BiConsumer<Status, String> endLog,
            Consumer<String> statusDetails,
            Runnable terminate,
            LongSupplier nanoTime) {
        this.jobId = jobId;
        this.user = user;
        this.databaseId = databaseId;
        this.task = task;
        this.stageLog = stageLog;
        this.endLog = endLog;
        this.statusDetails = statusDetails;
        this.terminate = terminate;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        this.course = new JobProgress(List.of(), new Stage("starting", 0, nanoTime));
    }

    /**
     * Adds an action that is done once, when the job ends, after the actions that were added later. Called while it
     * runs.
     */
    public synchronized void whenEnded(Runnable action) {
        Runnable earlier = whenEnded;
        whenEnded = () -> {
            action.run();
            earlier.run();
        };
    }

    /** Sets what is shown of the job's memory. */
    public void holding(String databaseName, LongSupplier offHeapBytes, LongSupplier bytesOnHeap) {
        database = databaseName;
        bytes = offHeapBytes;
        heapBytes = bytesOnHeap;
    }

    /** The threads that count for its user: the most that it was given at a time. */
    int threads() {
        return threads;
    }

    /** Called by one thread at a time, under the lock of all jobs. */
    void keepThreads(int given) {
        threads = Math.max(threads, given);
    }

    /** Kills the transaction of the job, which ends soon afterwards. Only called while the transaction is open. */
    void terminate() {
        terminate.run();
    }

    /**
     * Sets what the log says the job is about.
     *
     * @param graphName the name of the graph, or null for one that is projected for this job alone
     * @param itsTimes the times of the job's stages, which are read when it ends
     */
    public void about(String graphName, StageTimes itsTimes) {
        graph = graphName == null ? "projection" : UserText.quoted(graphName);
        times = itsTimes;
    }

    /** Sets the backend that the log names. */
    public void on(Backend chosen) {
        backend = chosen.name();
    }

    /**
     * Sets which stages will take long, before the first stage begins.
     *
     * @param stages their names in order, or none when that is not known
     */
    public void plan(List<String> stages) {
        course = new JobProgress(stages, course.stage());
    }

    @Override
    public void begin(String newStage, long volume) {
        boolean waits = newStage.equals(WAITING);
        if (isWaiting() != waits) {
            waitedNanos.add(waits ? -elapsed().toNanos() : elapsed().toNanos());
        }
        course = course.begin(new Stage(newStage, volume, nanoTime));
        stageLog.accept(newStage);
        publish();
    }

    @Override
    public void advance(long amount) {
        course.stage().advance(amount);
    }

    @Override
    public void publish() {
        course.stage().mark();
        String details = task + ": " + stage() + details();
        if (!details.equals(published)) {
            published = details;
            statusDetails.accept(details);
        }
    }

    /**
     * Ends the job as failed, or as canceled if {@code reason} is a cancellation; does nothing if it has ended already.
     */
    public void failed(Throwable reason) {
        boolean cancelled = reason instanceof CancellationException || reason instanceof TransactionTerminatedException;
        String text = reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage();
        if (cancelled) {
            end(Status.CANCELED, null, "");
        } else {
            end(Status.FAILED, UserText.message(text), " reason=" + UserText.quoted(text, UserText.MAX_MESSAGE / 2));
        }
    }

    /** Ends the job as finished; does nothing if it has ended already. */
    @Override
    public void close() {
        end(Status.FINISHED, null, "");
    }

    /** Logs that the job was never started, since another one of its id is running. */
    public void skipped() {
        endLog.accept(Status.FINISHED, "skipped: a job with this id is running");
    }

    private synchronized void end(Status newStatus, String newMessage, String logged) {
        if (status == Status.RUNNING) {
            endNanos = nanoTime.getAsLong();
            message = newMessage;
            status = newStatus;
            endLog.accept(newStatus, outcome() + logged);
            whenEnded.run();
            stageLog = line -> {};
            endLog = (how, line) -> {};
            statusDetails = details -> {};
            terminate = () -> {};
            bytes = () -> 0;
            heapBytes = () -> 0;
            whenEnded = () -> {};
        }
    }

    /** How the job ended, with the times of its stages as the columns of its row have them. */
    private String outcome() {
        StringBuilder line = new StringBuilder(
                "graph=" + graph + " " + status.name().toLowerCase(Locale.ROOT) + " backend=" + backend);
        for (StageTimes.Stage each : StageTimes.Stage.values()) {
            line.append(' ').append(each.column()).append('=').append(times.millis(each));
        }
        return line.append(" totalMillis=").append(elapsed().toMillis()).toString();
    }

    public String jobId() {
        return jobId;
    }

    public String user() {
        return user;
    }

    public String databaseId() {
        return databaseId;
    }

    /** The name of the database; empty while that is unknown. */
    public String database() {
        return database;
    }

    /** The off-heap bytes that the job has allocated and not yet freed; 0 when it has ended. */
    public long bytes() {
        return bytes.getAsLong();
    }

    /** The bytes on the heap that the job keeps or has reserved; 0 when it has ended. */
    public long heapBytes() {
        return heapBytes.getAsLong();
    }

    public String task() {
        return task;
    }

    /** The name of the current stage, or of the last one of a job that has ended. */
    public String stage() {
        return course.stage().name();
    }

    public Status status() {
        return status;
    }

    /** Why the job failed, cut and escaped; null unless it has failed. */
    public String message() {
        return message;
    }

    public LocalDateTime started() {
        return started;
    }

    /** The time from the start of the job until now, or until its end. */
    public Duration elapsed() {
        return Duration.ofNanos((status == Status.RUNNING ? nanoTime.getAsLong() : endNanos) - startNanos);
    }

    /** How long the job has waited for memory of GPUs so far. */
    public Duration waited() {
        return Duration.ofNanos(waitedNanos.sum()).plus(isWaiting() ? elapsed() : Duration.ZERO);
    }

    private boolean isWaiting() {
        return stage().equals(WAITING);
    }

    /**
     * How far the job has come, as {@link JobProgress#fraction} says, such as {@code "42%"}; {@code "n/a"} when that is
     * unknown.
     */
    public String progress() {
        OptionalDouble fraction = fraction();
        return fraction.isPresent() ? (int) (fraction.getAsDouble() * 100) + "%" : "n/a";
    }

    /** How far the job has come, as a bar such as {@code "[####~~~~~~]"}; no {@code #} when that is unknown. */
    public String progressBar() {
        int full = (int) (fraction().orElse(0) * BAR_LENGTH);
        return "[" + "#".repeat(full) + "~".repeat(BAR_LENGTH - full) + "]";
    }

    /** How long the job will still take; empty while that is unknown, and for a job that has ended. */
    public Optional<Duration> remaining() {
        return status == Status.RUNNING ? course.remaining() : Optional.empty();
    }

    /** How long the current stage will still take; empty while that is unknown, and for a job that has ended. */
    public Optional<Duration> stageRemaining() {
        return status == Status.RUNNING ? course.stage().remaining() : Optional.empty();
    }

    private OptionalDouble fraction() {
        return status == Status.FINISHED ? OptionalDouble.of(1) : course.fraction();
    }

    /** The text after the stage in SHOW TRANSACTIONS, such as {@code " 42% [####~~~~~~] 1m 5s left"}. */
    private String details() {
        String bar = fraction().isEmpty() ? "" : " " + progress() + " " + progressBar();
        return bar
                + remaining()
                        .map(left -> " " + text(left) + " left")
                        .or(() -> stageRemaining().map(left -> " " + text(left) + " left in this stage"))
                        .orElse("");
    }

    /** The duration in whole seconds, such as {@code 1m 5s}. */
    private static String text(Duration duration) {
        return duration.truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .substring("PT".length())
                .replaceAll("(?<=[HM])(?=\\d)", " ")
                .toLowerCase(Locale.ROOT);
    }
}
