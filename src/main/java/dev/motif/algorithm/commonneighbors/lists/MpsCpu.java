package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeTasks;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;

/** Runs MPS on the CPU: merges lists of similar length by {@link ListMerge}, others by {@link PivotSkip}. */
public final class MpsCpu {
    /** The name of the stage. */
    public static final String STAGE = "merging neighbor lists";

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
