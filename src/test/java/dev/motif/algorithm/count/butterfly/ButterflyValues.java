package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.ButterflyOracle;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Counts of butterflies on the heap, for comparison.
 *
 * @param total the count of the whole graph
 * @param left the count of each left vertex; null when not counted
 * @param right the count of each right vertex; null when not counted
 * @param edges the count of each edge, in the order of (left, right); null when not counted
 */
public record ButterflyValues(BigInteger total, List<Long> left, List<Long> right, List<Long> edges) {
    public static final ButterflyConfig EVERYTHING = new ButterflyConfig(true, true);

    public static ButterflyValues of(EdgeList list, ButterflyConfig config, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                ButterflyResult counts = backend.run(new ButterflyAlgorithm(), graph, config, memory)) {
            return of(counts);
        }
    }

    public static ButterflyValues of(ButterflyResult counts) {
        return new ButterflyValues(
                counts.total(), values(counts.left()), values(counts.right()), values(counts.edges()));
    }

    public static ButterflyValues byDefinition(EdgeList list) {
        ButterflyOracle oracle = new ButterflyOracle(list);
        return new ButterflyValues(oracle.total(), oracle.perLeft(), oracle.perRight(), oracle.perEdge());
    }

    private static List<Long> values(OffHeapLongs counts) {
        return counts == null
                ? null
                : LongStream.range(0, counts.length()).mapToObj(counts::get).toList();
    }
}
