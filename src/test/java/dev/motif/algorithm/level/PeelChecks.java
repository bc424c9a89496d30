package dev.motif.algorithm.level;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.backend.Backend;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Finds single k-wings and k-tips of larger graphs by definition: butterflies are counted again after each removal. */
final class PeelChecks {
    private static final BackendCase BACKEND = new BackendCase(Backend.CPU, 2);

    private final NativeMemory memory;

    PeelChecks(NativeMemory memory) {
        this.memory = memory;
    }

    /** The edges of the k-wing, as indexes into the edges in the order of (left, right). */
    List<Integer> wingOf(EdgeList list, long k) {
        List<Edge> edges = list.sorted().edges();
        List<Integer> rest = IntStream.range(0, edges.size()).boxed().toList();
        while (true) {
            List<Long> butterflies = ButterflyValues.of(
                            new EdgeList(
                                    list.left(),
                                    list.right(),
                                    rest.stream().map(edges::get).toList()),
                            new ButterflyConfig(false, true),
                            BACKEND,
                            memory)
                    .edges();
            List<Integer> before = rest;
            List<Integer> kept = IntStream.range(0, rest.size())
                    .filter(i -> butterflies.get(i) >= k)
                    .mapToObj(before::get)
                    .toList();
            if (kept.size() == rest.size()) {
                return rest;
            }
            rest = kept;
        }
    }

    /** The left vertices of the k-tip of the left side, ascending. */
    List<Integer> leftTipOf(EdgeList list, long k) {
        BitSet rest = new BitSet();
        rest.set(0, list.left());
        while (true) {
            BitSet present = rest;
            List<Edge> edges = list.edges().stream()
                    .filter(edge -> present.get(edge.left()))
                    .toList();
            List<Long> butterflies = ButterflyValues.of(
                            new EdgeList(list.left(), list.right(), edges),
                            new ButterflyConfig(true, false),
                            BACKEND,
                            memory)
                    .left();
            BitSet kept = new BitSet();
            rest.stream().filter(u -> butterflies.get(u) >= k).forEach(kept::set);
            if (kept.equals(rest)) {
                return kept.stream().boxed().toList();
            }
            rest = kept;
        }
    }
}
