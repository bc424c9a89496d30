package dev.motif.algorithm.butterfly.peel;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.tip.TipCount;
import dev.motif.algorithm.butterfly.tip.TipCounts;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.algorithm.butterfly.wing.WingCount;
import dev.motif.algorithm.butterfly.wing.WingCounts;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;

/** Wing and tip numbers on the heap, for comparison. */
final class PeelResult {
    private PeelResult() {}

    static List<Long> wings(EdgeList list, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                WingCounts counts = backend.run(new WingCount(), graph, new WingConfig(), memory)) {
            return checked(values(counts.edges()), counts.levels());
        }
    }

    static List<Long> tips(EdgeList list, TipConfig.Side side, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                TipCounts counts = backend.run(new TipCount(), graph, new TipConfig(side), memory)) {
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
