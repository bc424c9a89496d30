package dev.motif.backend.work;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The memory, threads, clock and deadline of one run of an algorithm.
 *
 * @param memory the budget that its off-heap memory is taken from
 * @param workers its threads, cancellation and progress
 * @param times receives the times of its stages
 * @param deadline when the run gives up; null while no configuration has set a limit
 */
public record Execution(NativeMemory memory, Workers workers, StageTimes times, Deadline deadline) {
    /** Makes the execution of a run that begins, whose configuration may set a limit. */
    public Execution(NativeMemory memory, Workers workers, StageTimes times) {
        this(memory, workers, times, null);
    }

    /** The same run with other threads or another cancellation. */
    public Execution with(Workers other) {
        return new Execution(memory, other, times, deadline);
    }

    /** The same run, whose stages are timed by themselves. */
    public Execution with(StageTimes other) {
        return new Execution(memory, workers, other, deadline);
    }

    /** The same run with this deadline for all its parts. */
    Execution until(Deadline other) {
        return new Execution(memory, workers, times, other);
    }

    /** When this run gives up. */
    @Override
    public Deadline deadline() {
        return deadline == null ? Deadline.NEVER : deadline;
    }

    /**
     * The deadline by a configuration's limit. It is made where a run begins: a part of a run has the deadline of the whole,
     * whatever its own configuration says.
     *
     * @param timeoutMillis the limit in milliseconds, 0 for none
     */
    public Deadline deadline(long timeoutMillis) {
        return deadline == null ? Deadline.after(timeoutMillis) : deadline;
    }

    /**
     * Does {@code work} within {@link #deadline(long)}: its workers are cancelled once that has passed, and its parts see it.
     *
     * @throws IllegalStateException when the deadline has passed before the work was done
     */
    public <T> T inTime(long timeoutMillis, Function<Execution, T> work) {
        return deadline(timeoutMillis).inTime(this, work);
    }

    /** Does {@code work} as {@link #inTime} does, without a result. */
    public void runInTime(long timeoutMillis, Consumer<Execution> work) {
        inTime(timeoutMillis, timed -> {
            work.accept(timed);
            return null;
        });
    }

    /** Runs {@code ranking}, which ranks the vertices of a graph by degree, as a stage of its own. */
    public <T> T rank(Supplier<T> ranking) {
        workers.progress().begin("ranking vertices by degree", 0);
        return time(Stage.PREPARE, ranking);
    }

    /** Runs {@code work} and counts its time as the stage's; see {@link StageTimes#time(Stage, Supplier)}. */
    public <T> T time(Stage stage, Supplier<T> work) {
        return times.time(stage, work);
    }

    public void time(Stage stage, Runnable work) {
        times.time(stage, work);
    }
}
