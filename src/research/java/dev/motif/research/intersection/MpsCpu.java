package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeChunks;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Workers;

/** Runs MPS on the CPU: merges the neighbor lists of the two ends of each edge, or searches the longer one. */
final class MpsCpu {
    /** The name of the stage. */
    static final String STAGE = "merging neighbor lists";

    private MpsCpu() {}

    /**
     * Counts the common neighbors of each edge.
     *
     * @param counts receives the count of each edge, by its number
     */
    static void count(UnipartiteGraph graph, MpsConfig config, OffHeapInts counts, Workers workers) {
        Csr rows = graph.adjacency();
        EdgeChunks.Visitor[] visitors = new EdgeChunks.Visitor[workers.concurrency()];
        for (int worker = 0; worker < visitors.length; worker++) {
            Intersection lists = new Intersection(config.skewThreshold(), config.merge());
            visitors[worker] = (u, slot, edge) -> counts.set(edge, lists.common(rows, u, rows.neighbor(slot)));
        }
        EdgeChunks tasks = new EdgeChunks(rows, config.taskSize(), workers);
        workers.progress().begin(STAGE, rows.slotCount());
        tasks.forEach(visitors);
    }
}
