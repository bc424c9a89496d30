package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/**
 * Chooses the side from which sets of roots are enumerated. A search tree has the roots as its first level and their
 * two-hop neighbors as its second, and each node further down has about {@code t / n} children. So, with {@code n}
 * roots, {@code t} pairs of two-hop neighbors and {@code size} roots in a biclique, the estimate of the nodes is {@code
 * t * (t / n)^(size - 2)}. The pairs are counted for a sample of the roots, which is smaller where roots have many
 * wedges.
 */
public final class RootSides {
    private static final int LARGEST_SAMPLE = 1024;
    private static final int LEAST_SAMPLE = 4;

    /** About the most wedges of a sample that is not the least one: some milliseconds. */
    private static final long MOST_WEDGES = 1 << 22;

    private RootSides() {}

    /** The parameters of a core; it also depends on the graph. {@code side} is null when the cheaper one is chosen. */
    private record Variant(int p, int q, Side side) {}

    /** The core of {@code graph}, seen from the side to start from, as a form of the graph. The caller closes its use. */
    public static DerivedGraphCache.Use<BipartiteCore> core(
            BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        Variant variant = new Variant(config.p(), config.q(), config.side());
        NativeMemory memory = execution.memory();
        return execution.time(
                Stage.PREPARE,
                () -> memory.form(
                        new DerivedGraphCache.Key(graph, "core for sets of roots", variant),
                        execution.workers().cancellation(),
                        () -> newCore(graph, config, memory, execution.workers())));
    }

    private static BipartiteCore newCore(
            BipartiteGraph graph, BicliqueConfig config, NativeMemory memory, Workers workers) {
        if (config.side() != null) {
            return Cores.of(graph, config, config.side(), memory, workers);
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            BipartiteCore core = scope.own(Cores.of(graph, config, Side.LEFT, memory, workers));
            return cheaper(core, config, memory) == Side.LEFT
                    ? scope.keep(core)
                    : Cores.of(graph, config, Side.RIGHT, memory, workers);
        }
    }

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
        int sample = sample(roots, mates);
        long pairs = 0;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts shared = scope.zeroedInts(count);
            for (int i = 0; i < sample; i++) {
                pairs += twoHops(roots, mates, (int) ((2L * i + 1) * count / (2 * sample)), least, shared);
            }
        }
        double perRoot = pairs / (double) Math.max(1, sample);
        if (perRoot == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return Math.log(perRoot * count) + (size - 2) * Math.log(perRoot);
    }

    /** How many roots to look at. */
    private static int sample(Csr roots, Csr mates) {
        long wedges = 0;
        for (int mate = 0; mate < mates.vertexCount(); mate++) {
            wedges += mates.degree(mate) * mates.degree(mate);
        }
        long perRoot = 1 + wedges / Math.max(1, roots.vertexCount());
        long affordable = Math.max(LEAST_SAMPLE, MOST_WEDGES / perRoot);
        return (int) Math.min(roots.vertexCount(), Math.min(LARGEST_SAMPLE, affordable));
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
