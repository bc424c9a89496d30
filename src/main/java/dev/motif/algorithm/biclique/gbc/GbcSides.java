package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.Side;

/**
 * Chooses the side that GBC starts from. A search tree has the roots as its first level and their two-hop neighbors as
 * its second, and each node has about as many children further down. So, with {@code n} roots, {@code t} pairs of
 * two-hop neighbors and {@code size} roots in a biclique, the estimate of the nodes is {@code t * (t / n)^(size - 2)}.
 * The pairs are counted for a sample of the roots.
 */
final class GbcSides {
    private static final int SAMPLE = 1024;

    private GbcSides() {}

    /**
     * Returns the side from which the search is estimated to have fewer nodes.
     *
     * @param core the core, seen from the left
     */
    static Side cheaper(BipartiteCore core, BicliqueConfig config, NativeMemory memory) {
        double left = logWork(core.roots(), core.mates(), config.p(), config.q(), memory);
        double right = logWork(core.mates(), core.roots(), config.q(), config.p(), memory);
        return right < left ? Side.RIGHT : Side.LEFT;
    }

    /** The logarithm of the estimated number of nodes; {@code least} is the number of mates of a biclique. */
    private static double logWork(Csr roots, Csr mates, int size, int least, NativeMemory memory) {
        int count = roots.vertexCount();
        int sample = Math.min(SAMPLE, count);
        long pairs = 0;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts shared = scope.zeroedInts(count);
            for (int i = 0; i < sample; i++) {
                pairs += twoHops(roots, mates, (int) ((long) i * count / sample), least, shared);
            }
        }
        double perRoot = pairs / (double) Math.max(1, sample);
        if (perRoot == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return Math.log(perRoot * count) + (size - 2) * Math.log(perRoot);
    }

    /**
     * The number of two-hop neighbors of a root. Each is counted at the mate with which the two share {@code least}
     * mates.
     */
    private static long twoHops(Csr roots, Csr mates, int root, int least, OffHeapInts shared) {
        long found = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            for (long other = mates.start(mate); other < mates.end(mate); other++) {
                found += shared.add(mates.neighbor(other), 1) == least - 1 ? 1 : 0;
            }
        }
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            for (long other = mates.start(mate); other < mates.end(mate); other++) {
                shared.set(mates.neighbor(other), 0);
            }
        }
        return found - 1;
    }
}
