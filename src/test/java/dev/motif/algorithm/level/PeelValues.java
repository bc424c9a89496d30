package dev.motif.algorithm.level;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.tip.TipResult;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graphs.EdgeList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;

/** Computes wing and tip numbers and copies them to the heap, for comparison. */
final class PeelValues {
    private PeelValues() {}

    static List<Long> wings(EdgeList list, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                PeeledEdges counts = backend.run(new WingAlgorithm(), graph, new WingConfig(), memory)) {
            return checked(values(counts.edges()), counts.levels());
        }
    }

    static List<Long> tips(EdgeList list, Side side, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                TipResult counts = backend.run(new TipAlgorithm(), graph, new TipConfig(side), memory)) {
            return checked(values(counts.vertices()), counts.levels());
        }
    }

    private static List<Long> checked(List<Long> numbers, long levels) {
        if (new HashSet<>(numbers).size() != levels) {
            throw new AssertionError(levels + " levels of " + numbers);
        }
        return numbers;
    }

    private static List<Long> values(OffHeapLongs numbers) {
        return LongStream.range(0, numbers.length()).mapToObj(numbers::get).toList();
    }
}
