package dev.motif.algorithm.count.butterfly.model;

import dev.motif.backend.work.ExactSum;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/** Counts the paths of three edges: the sum over edges (u,v) of (d(u)-1)(d(v)-1). */
public final class ThreePaths {
    private static final long EDGES_PER_TASK = 1 << 16;

    private ThreePaths() {}

    /** Returns the exact number of paths of three edges, counted by all workers. */
    public static BigInteger of(BipartiteGraph graph, Workers workers) {
        ExactSum[] sums = ExactSum.forWorkers(workers);
        Csr left = graph.left();
        Csr right = graph.right();
        workers.forRanges(graph.edgeCount(), EDGES_PER_TASK, (worker, from, to) -> {
            int l = left.vertexOf(from);
            for (long slot = from; slot < to; l++) {
                long ofLeft = 0;
                long end = Math.min(to, left.end(l));
                for (; slot < end; slot++) {
                    ofLeft += right.degree(left.neighbor(slot)) - 1;
                }
                sums[worker].addProduct(left.degree(l) - 1, ofLeft);
            }
        });
        return ExactSum.of(sums).toBigInteger();
    }
}
