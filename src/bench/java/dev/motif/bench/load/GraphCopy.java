package dev.motif.bench.load;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/** Copies graphs: of a copy nothing has been prepared yet, neither here nor on a device. */
public final class GraphCopy {
    private GraphCopy() {}

    /** A graph with the same rows; the caller owns it. */
    @SuppressWarnings("unchecked")
    public static <G extends Graph> G of(G graph, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            if (graph instanceof BipartiteGraph sides) {
                Csr left = scope.own(copy(sides.left(), memory));
                Csr right = scope.own(copy(sides.right(), memory));
                return (G) new BipartiteGraph(scope.keep(left), scope.keep(right));
            }
            return (G) new UnipartiteGraph(copy(((UnipartiteGraph) graph).adjacency(), memory));
        }
    }

    private static Csr copy(Csr rows, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(rows.offsets().length());
            offsets.copyFrom(rows.offsets(), 0, 0, offsets.length());
            OffHeapInts neighbors = scope.ints(rows.neighbors().length());
            neighbors.copyFrom(rows.neighbors(), 0, 0, neighbors.length());
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }
}
