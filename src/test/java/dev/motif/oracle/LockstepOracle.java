package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the maximal lockstep groups of small graphs by looking at all pairs of sets of vertices. */
public final class LockstepOracle extends GroupOracle {
    private final BigInteger window;

    /** By left and right vertex; null for no edge. */
    private final List<Long>[][] times;

    /** @param times those of each edge, in the order of (left, right) */
    @SuppressWarnings("unchecked")
    public LockstepOracle(EdgeList list, List<List<Long>> times, long window) {
        super(list.left(), list.right());
        this.window = BigInteger.valueOf(window);
        this.times = new List[left][right];
        List<EdgeList.Edge> edges = list.sorted().edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            this.times[edges.get(edge).left()][edges.get(edge).right()] = times.get(edge);
        }
    }

    @Override
    boolean isGroup(int lefts, int rights) {
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
}
