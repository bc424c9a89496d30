package dev.motif.spark;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkException;
import org.apache.spark.SparkJobInfo;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;

/** Runs a function on each of some elements, a task for each, and says in Spark's UI what it is. */
final class Jobs {
    private final JavaSparkContext context;
    private final long endNanos;
    private final Duration timeout;

    /** @param timeout after which time from now on jobs fail; null for never */
    Jobs(JavaSparkContext context, Duration timeout) {
        this.context = context;
        this.timeout = timeout;
        this.endNanos = timeout == null ? 0 : System.nanoTime() + timeout.toNanos();
    }

    /**
     * The results of all tasks, in the order of {@code elements}; each counts once, however often Spark repeated a task.
     *
     * @param name what Spark's UI calls the stage
     * @throws IllegalStateException when a task failed more often than Spark repeats it, or time is over
     */
    <T, R> List<R> collect(String name, List<T> elements, Function<T, R> function) {
        context.setCallSite(name);
        context.setJobDescription(name);
        try {
            JavaRDD<R> results =
                    context.parallelize(elements, Math.max(1, elements.size())).map(function);
            return await(name, results.collectAsync(), elements.size());
        } finally {
            context.clearCallSite();
            context.setJobDescription(null);
        }
    }

    private <R> List<R> await(String name, JavaFutureAction<List<R>> job, int tasks) {
        try {
            return timeout == null
                    ? job.get()
                    : job.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            String done = done(job) + " of " + tasks + " tasks";
            job.cancel(true);
            throw new IllegalStateException(
                    name + " was stopped by `timeout: " + timeout + "` after " + done + " of its last round", e);
        } catch (InterruptedException e) {
            job.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " was interrupted", e);
        } catch (ExecutionException e) {
            throw failure(name, e.getCause());
        }
    }

    private int done(JavaFutureAction<?> job) {
        int done = 0;
        for (int id : job.jobIds()) {
            SparkJobInfo info = context.statusTracker().getJobInfo(id);
            for (int stage : info == null ? new int[0] : info.stageIds()) {
                SparkStageInfo ofStage = context.statusTracker().getStageInfo(stage);
                done += ofStage == null ? 0 : ofStage.numCompletedTasks();
            }
        }
        return done;
    }

    /** The cause of a job's failure, where Spark says it in many lines. */
    static IllegalStateException failure(String name, Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof SparkException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new IllegalStateException(name + " failed: " + cause.getMessage(), failure);
    }
}
