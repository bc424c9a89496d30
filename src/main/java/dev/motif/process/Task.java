package dev.motif.process;

import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.Serializable;

/**
 * Work for a {@link WorkerProcess}, which is sent there by Java serialization.
 *
 * @param <R> its result: null, or serializable but for off-heap arrays and the rows of the task's graph, which are sent
 *     in another way. The task's process closes an {@link AutoCloseable} result once it has been sent; the copy belongs
 *     to the caller.
 */
public interface Task<R> extends Serializable {
    /**
     * Does the work.
     *
     * @param graph the copy of the graph that was given with the task, which stays in the process; null without one
     * @param memory the off-heap budget of the process
     * @param workers threads with the caller's cancellation and progress
     * @throws LostProcessException when the process must not be used again: it is ended then
     */
    R run(Graph graph, NativeMemory memory, Workers workers);
}
