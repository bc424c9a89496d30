package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeTasks;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;

/** Runs MPS on the CPU: merges lists of similar length by {@link ListMerge}, others by {@link PivotSkip}. */
public final class MpsCpu {
    /** The name of the stage. */
    public static final String STAGE = "merging neighbor lists";

    /** Elements that may be merged between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private MpsCpu() {}

    /**
     * Counts the common neighbors of each edge.
     *
     * @param counts receives the count of each edge, by its number
     */
    public static void count(UnipartiteGraph graph, MpsConfig config, OffHeapInts counts, Workers workers) {
        Csr rows = graph.adjacency();
        EdgeTasks.Visitor[] visitors = new EdgeTasks.Visitor[workers.concurrency()];
        for (int worker = 0; worker < visitors.length; worker++) {
            ListMerge merge = ListMerge.of(config);
            visitors[worker] = (u, slot, edge) ->
                    counts.set(edge, common(rows, u, rows.neighbor(slot), config.skewThreshold(), merge));
        }
        EdgeTasks tasks = new EdgeTasks(rows, config.taskSize(), workers);
        workers.progress().begin(STAGE, rows.slotCount());
        tasks.forEach(visitors);
    }

    /** Receives an edge and how many common neighbors its ends, {@code u < v}, have. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(int u, int v, int common);
    }

    /**
     * Counts the common neighbors of the edges from some vertices to larger ones, one after the other.
     *
     * @param rows symmetric, without self-loops
     */
    public static void forVertices(
            Csr rows, WorkRange vertices, MpsConfig config, Cancellation cancellation, EdgeConsumer consumer) {
        ListMerge merge = ListMerge.of(config);
        long work = 0;
        for (int u = (int) vertices.from(); u < vertices.to(); u++) {
            for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
                int v = rows.neighbor(slot);
                consumer.accept(u, v, common(rows, u, v, config.skewThreshold(), merge));
                work += rows.degree(u) + rows.degree(v);
                if (work > WORK_BETWEEN_POLLS) {
                    cancellation.check();
                    work = 0;
                }
            }
        }
    }

    /** The number of common neighbors of {@code u} and {@code v}, which need not be adjacent. */
    public static int common(Csr rows, int u, int v, int skewThreshold, ListMerge merge) {
        long degreeOfU = rows.degree(u);
        long degreeOfV = rows.degree(v);
        boolean skewed = degreeOfU > skewThreshold * degreeOfV || degreeOfV > skewThreshold * degreeOfU;
        return skewed
                ? PivotSkip.count(rows.neighbors(), rows.start(u), rows.end(u), rows.start(v), rows.end(v), merge)
                : merge.count(rows.neighbors(), rows.start(u), rows.end(u), rows.start(v), rows.end(v));
    }
}
