package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Butterflies within a window of time by definition: every choice of four relationships is tried. */
public final class TemporalButterflyOracle {
    private final List<Edge> edges;
    private final long[] perLeft;
    private final long[] perRight;
    private final long[] perEdge;
    private long total;

    /** @param times those of each edge, in the order of (left, right) */
    public TemporalButterflyOracle(EdgeList list, List<List<Long>> times, long window) {
        edges = list.sorted().edges();
        perLeft = new long[list.left()];
        perRight = new long[list.right()];
        perEdge = new long[edges.size()];
        Map<Edge, Integer> index = new HashMap<>();
        for (Edge edge : edges) {
            index.put(edge, index.size());
        }
        for (int u = 0; u < list.left(); u++) {
            for (int w = u + 1; w < list.left(); w++) {
                for (int v = 0; v < list.right(); v++) {
                    for (int x = v + 1; x < list.right(); x++) {
                        Integer[] four = {
                            index.get(new Edge(u, v)),
                            index.get(new Edge(u, x)),
                            index.get(new Edge(w, v)),
                            index.get(new Edge(w, x))
                        };
                        if (Arrays.stream(four).allMatch(edge -> edge != null)) {
                            add(u, w, v, x, four, choices(four, times, window, 0, null, null));
                        }
                    }
                }
            }
        }
    }

    private static long choices(
            Integer[] four, List<List<Long>> times, long window, int chosen, BigInteger first, BigInteger last) {
        if (chosen == four.length) {
            return last.subtract(first).compareTo(BigInteger.valueOf(window)) <= 0 ? 1 : 0;
        }
        return times.get(four[chosen]).stream()
                .map(BigInteger::valueOf)
                .mapToLong(time -> choices(
                        four,
                        times,
                        window,
                        chosen + 1,
                        first == null ? time : first.min(time),
                        last == null ? time : last.max(time)))
                .sum();
    }

    private void add(int u, int w, int v, int x, Integer[] four, long butterflies) {
        total += butterflies;
        perLeft[u] += butterflies;
        perLeft[w] += butterflies;
        perRight[v] += butterflies;
        perRight[x] += butterflies;
        for (int edge : four) {
            perEdge[edge] += butterflies;
        }
    }

    public BigInteger total() {
        return BigInteger.valueOf(total);
    }

    public List<Long> perLeft() {
        return LongStream.of(perLeft).boxed().toList();
    }

    public List<Long> perRight() {
        return LongStream.of(perRight).boxed().toList();
    }

    /** The count of each edge, in the order of (left, right): those of all its relationships. */
    public List<Long> perEdge() {
        return LongStream.of(perEdge).boxed().toList();
    }
}
