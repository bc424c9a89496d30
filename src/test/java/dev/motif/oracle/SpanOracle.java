package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Maximal groups with a span by definition: tries all sets of vertices of a small graph, as bits, in all windows, and drops
 * those that are a part of another one. A group of a bipartite graph has its left vertices in the low bits, and its right ones behind.
 */
public final class SpanOracle {
    private final EdgeList list;
    private final List<EdgeList.Edge> edges;
    private final List<List<Long>> times;
    private final long span;
    private final boolean bipartite;

    /** @param times of each edge, in the order of their ends */
    public SpanOracle(EdgeList list, List<List<Long>> times, long span, boolean bipartite) {
        this.list = list;
        this.edges = list.edges().stream()
                .map(edge ->
                        bipartite || edge.left() < edge.right() ? edge : new EdgeList.Edge(edge.right(), edge.left()))
                .distinct()
                .sorted(Comparator.comparingInt(EdgeList.Edge::left).thenComparingInt(EdgeList.Edge::right))
                .toList();
        this.times = times;
        this.span = span;
        this.bipartite = bipartite;
    }

    /** By vertex the bits of its neighbors in the window that begins at {@code start}. */
    private int[] window(long start) {
        int[] rows = new int[bipartite ? list.left() + list.right() : list.left()];
        for (int edge = 0; edge < times.size(); edge++) {
            if (times.get(edge).stream().anyMatch(time -> time >= start && time - start <= span)) {
                int u = edges.get(edge).left();
                int v = edges.get(edge).right() + (bipartite ? list.left() : 0);
                rows[u] |= 1 << v;
                rows[v] |= 1 << u;
            }
        }
        return rows;
    }

    private int side(int vertex) {
        return bipartite && vertex >= list.left() ? 1 : 0;
    }

    /**
     * All maximal groups in which each vertex misses at most {@code missing} others, or others of the other side.
     *
     * @param wanted says of the bits of a group whether it is large enough
     */
    public Set<Integer> all(int missing, IntPredicate wanted) {
        int vertices = bipartite ? list.left() + list.right() : list.left();
        List<int[]> windows = new ArrayList<>();
        Set<Long> starts = times.stream().flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new));
        starts.forEach(start -> windows.add(window(start)));
        windows.add(new int[vertices]);
        boolean[] is = new boolean[1 << vertices];
        for (int group = 1; group < is.length; group++) {
            int of = group;
            is[group] = windows.stream().anyMatch(rows -> isGroup(of, rows, missing));
        }
        return IntStream.range(1, is.length)
                .filter(group -> is[group]
                        && wanted.test(group)
                        && IntStream.range(0, vertices).noneMatch(v -> (group & 1 << v) == 0 && is[group | 1 << v]))
                .boxed()
                .collect(Collectors.toSet());
    }

    private boolean isGroup(int group, int[] rows, int missing) {
        for (int v = 0; v < rows.length; v++) {
            if ((group & 1 << v) != 0) {
                int others = group & ~(1 << v) & ~sideBits(v);
                if (Integer.bitCount(others & ~rows[v]) > missing) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The vertices that a vertex cannot be joined to: those of its side. */
    private int sideBits(int vertex) {
        if (!bipartite) {
            return 0;
        }
        int left = (1 << list.left()) - 1;
        return side(vertex) == 0 ? left : ~left;
    }
}
