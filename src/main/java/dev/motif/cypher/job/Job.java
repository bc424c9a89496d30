package dev.motif.cypher.job;

import dev.motif.parallel.Progress;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.neo4j.graphdb.TransactionTerminatedException;

/** One run of a procedure, as motif.listProgress, SHOW TRANSACTIONS and the log show it. */
public final class Job implements Progress, AutoCloseable {
    private static final int BAR_LENGTH = 10;

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
    private final long startNanos = System.nanoTime();
    private final Consumer<String> log;
    private final Consumer<String> statusDetails;
    private final Runnable terminate;

    private volatile Course course = new Course(List.of(), new Stage("starting", 0, System::nanoTime));
    private volatile Status status = Status.RUNNING;
    private volatile long endNanos;
    private String published = "";
    private Runnable whenEnded = () -> {};

    /**
     * A job that runs from now on.
     *
     * @param task the procedure's name
     * @param log receives a line for every stage
     * @param statusDetails receives what SHOW TRANSACTIONS is to show
     * @param terminate kills the transaction that the job runs in
     */
    public Job(
            String jobId,
            String user,
            String databaseId,
            String task,
            Consumer<String> log,
            Consumer<String> statusDetails,
            Runnable terminate) {
        this.jobId = jobId;
        this.user = user;
        this.databaseId = databaseId;
        this.task = task;
        this.log = log;
        this.statusDetails = statusDetails;
        this.terminate = terminate;
    }

    /** Sets what is done once, when the job ends. Called before the job's work begins. */
    void whenEnded(Runnable action) {
        whenEnded = action;
    }

    /** Kills the transaction of the job, which ends soon afterwards. Only called while the transaction is open. */
    void terminate() {
        terminate.run();
    }

    /**
     * Sets which stages will take long, before the first stage begins.
     *
     * @param stages their names in order, or none when that is not known
     */
    public void plan(List<String> stages) {
        course = new Course(stages, course.stage());
    }

    @Override
    public void begin(String newStage, long volume) {
        course = course.begin(new Stage(newStage, volume, System::nanoTime));
        log.accept(newStage);
        publish();
    }

    @Override
    public void advance(long amount) {
        course.stage().advance(amount);
    }

    @Override
    public void publish() {
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
        end(cancelled ? Status.CANCELED : Status.FAILED, cancelled ? "canceled" : "failed: " + reason.getMessage());
    }

    /** Ends the job as finished; does nothing if it has ended already. */
    @Override
    public void close() {
        end(Status.FINISHED, "finished");
    }

    private synchronized void end(Status newStatus, String message) {
        if (status == Status.RUNNING) {
            endNanos = System.nanoTime();
            status = newStatus;
            log.accept(message + " after " + elapsed().toMillis() + " ms");
            whenEnded.run();
        }
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

    /** The name of the procedure. */
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

    public LocalDateTime started() {
        return started;
    }

    /** The time from the start of the job until now, or until its end. */
    public Duration elapsed() {
        return Duration.ofNanos((status == Status.RUNNING ? System.nanoTime() : endNanos) - startNanos);
    }

    /**
     * How far the job has come, as {@link Course#fraction} says, such as {@code "42%"}; {@code "n/a"} when that is
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
