package dev.motif.backend.work;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.function.Supplier;

/**
 * What one run of an algorithm works with.
 *
 * @param memory the budget that its off-heap memory is taken from
 * @param workers its threads, cancellation and progress
 * @param times receives the times of its stages
 */
public record Execution(NativeMemory memory, Workers workers, StageTimes times) {
    /** Runs {@code ranking}, which ranks the vertices of a graph by degree, as a stage of its own. */
    public <T> T rank(Supplier<T> ranking) {
        workers.progress().begin("ranking vertices by degree", 0);
        return time(Stage.PREPARE, ranking);
    }

    /** As {@link StageTimes#time(Stage, Supplier)}. */
    public <T> T time(Stage stage, Supplier<T> work) {
        return times.time(stage, work);
    }

    public void time(Stage stage, Runnable work) {
        times.time(stage, work);
    }
}
