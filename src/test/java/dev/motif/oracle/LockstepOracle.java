package dev.motif.oracle;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.graphs.EdgeList;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the maximal lockstep groups of small graphs by looking at all pairs of sets of vertices. */
public final class LockstepOracle {
    private final int left;
    private final int right;
    private final BigInteger window;

    /** By left and right vertex; null for no edge. */
    private final List<Long>[][] times;

    /** @param times those of each edge, in the order of (left, right) */
    @SuppressWarnings("unchecked")
    public LockstepOracle(EdgeList list, List<List<Long>> times, long window) {
        this.left = list.left();
        this.right = list.right();
        this.window = BigInteger.valueOf(window);
        this.times = new List[left][right];
        List<EdgeList.Edge> edges = list.sorted().edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            this.times[edges.get(edge).left()][edges.get(edge).right()] = times.get(edge);
        }
    }

    /** Those of at least {@code minLeft} by {@code minRight} vertices. */
    public Set<Biclique> all(int minLeft, int minRight) {
        Set<Biclique> all = new HashSet<>();
        for (int lefts = 0; lefts < 1 << left; lefts++) {
            for (int rights = 0; rights < 1 << right; rights++) {
                if (Integer.bitCount(lefts) >= minLeft
                        && Integer.bitCount(rights) >= minRight
                        && isGroup(lefts, rights)
                        && isMaximal(lefts, rights)) {
                    all.add(Biclique.of(members(lefts, left), members(rights, right)));
                }
            }
        }
        return all;
    }

    private boolean isMaximal(int lefts, int rights) {
        return IntStream.range(0, left).noneMatch(u -> (lefts >> u & 1) == 0 && isGroup(lefts | 1 << u, rights))
                && IntStream.range(0, right).noneMatch(v -> (rights >> v & 1) == 0 && isGroup(lefts, rights | 1 << v));
    }

    private boolean isGroup(int lefts, int rights) {
        return IntStream.range(0, right).allMatch(v -> (rights >> v & 1) == 0 || haveMet(lefts, v));
    }

    /** Whether all of the left vertices have a time in the window that begins at a time of one of them. */
    private boolean haveMet(int lefts, int v) {
        return IntStream.range(0, left)
                .filter(u -> (lefts >> u & 1) == 1 && times[u][v] != null)
                .boxed()
                .flatMap(u -> times[u][v].stream())
                .map(BigInteger::valueOf)
                .anyMatch(start -> IntStream.range(0, left)
                        .allMatch(u -> (lefts >> u & 1) == 0 || times[u][v] != null && isIn(times[u][v], start)));
    }

    private boolean isIn(List<Long> some, BigInteger start) {
        return some.stream()
                .map(BigInteger::valueOf)
                .anyMatch(time ->
                        time.compareTo(start) >= 0 && time.subtract(start).compareTo(window) <= 0);
    }

    private static int[] members(int set, int count) {
        return IntStream.range(0, count).filter(v -> (set >> v & 1) == 1).toArray();
    }
}
