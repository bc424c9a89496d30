package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Communities by definition: for each level, the elements of that level or above are searched from each other along all
 * connections whose elements are all of that level or above.
 */
public final class CommunityOracle {
    private CommunityOracle() {}

    /**
     * The communities of all levels, each as its elements with the least of their levels.
     *
     * @param least the least level of a community
     * @param connections sets of elements, each two of which are connected where all of the set are there
     */
    public static Map<BitSet, Long> communities(List<Long> levels, long least, List<int[]> connections) {
        Map<BitSet, Long> all = new HashMap<>();
        for (long k : new TreeSet<>(levels)) {
            if (k >= least) {
                ofLevel(levels, k, connections).forEach(each -> all.put(each, k));
            }
        }
        return all;
    }

    /** The communities of one level. */
    public static List<BitSet> ofLevel(List<Long> levels, long k, List<int[]> connections) {
        List<List<Integer>> adjacent = new ArrayList<>();
        levels.forEach(level -> adjacent.add(new ArrayList<>()));
        for (int[] connection : connections) {
            boolean there = true;
            for (int element : connection) {
                there &= levels.get(element) >= k;
            }
            for (int i = 1; there && i < connection.length; i++) {
                adjacent.get(connection[0]).add(connection[i]);
                adjacent.get(connection[i]).add(connection[0]);
            }
        }
        List<BitSet> found = new ArrayList<>();
        BitSet seen = new BitSet();
        for (int start = 0; start < levels.size(); start++) {
            if (levels.get(start) >= k && !seen.get(start)) {
                BitSet community = new BitSet();
                Deque<Integer> open = new ArrayDeque<>(List.of(start));
                while (!open.isEmpty()) {
                    int element = open.pop();
                    if (!community.get(element)) {
                        community.set(element);
                        open.addAll(adjacent.get(element));
                    }
                }
                seen.or(community);
                found.add(community);
            }
        }
        return found;
    }

    /** The ends of each edge of a unipartite graph. */
    public static List<int[]> edges(EdgeList list) {
        return list.edges().stream().map(e -> new int[] {e.left(), e.right()}).toList();
    }

    /** Each two edges with a common end, as indexes of the sorted edges. */
    public static List<int[]> sharedEnds(EdgeList list) {
        List<Edge> edges = list.sorted().edges();
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            for (int j = 0; j < i; j++) {
                Edge a = edges.get(i);
                Edge b = edges.get(j);
                if (a.left() == b.left() || a.right() == b.right() || a.left() == b.right() || a.right() == b.left()) {
                    pairs.add(new int[] {i, j});
                }
            }
        }
        return pairs;
    }

    /** The three edges of each triangle, as indexes of the sorted edges. */
    public static List<int[]> triangles(EdgeList list) {
        Map<Edge, Integer> index = indexes(list);
        List<int[]> triangles = new ArrayList<>();
        for (int u = 0; u < list.left(); u++) {
            for (int v = u + 1; v < list.left(); v++) {
                for (int w = v + 1; w < list.left(); w++) {
                    addIfThere(triangles, index, new Edge(u, v), new Edge(u, w), new Edge(v, w));
                }
            }
        }
        return triangles;
    }

    /** The four edges of each butterfly, as indexes of the sorted edges. */
    public static List<int[]> butterflies(EdgeList list) {
        Map<Edge, Integer> index = indexes(list);
        List<int[]> butterflies = new ArrayList<>();
        for (int u = 0; u < list.left(); u++) {
            for (int w = u + 1; w < list.left(); w++) {
                for (int x = 0; x < list.right(); x++) {
                    for (int y = x + 1; y < list.right(); y++) {
                        addIfThere(butterflies, index, new Edge(u, x), new Edge(u, y), new Edge(w, x), new Edge(w, y));
                    }
                }
            }
        }
        return butterflies;
    }

    /** The two left vertices of each butterfly. */
    public static List<int[]> leftPairs(EdgeList list) {
        List<Edge> edges = list.sorted().edges();
        return butterflies(list).stream()
                .map(each ->
                        new int[] {edges.get(each[0]).left(), edges.get(each[2]).left()})
                .toList();
    }

    private static Map<Edge, Integer> indexes(EdgeList list) {
        Map<Edge, Integer> index = new HashMap<>();
        list.sorted().edges().forEach(edge -> index.put(edge, index.size()));
        return index;
    }

    private static void addIfThere(List<int[]> all, Map<Edge, Integer> index, Edge... edges) {
        int[] indexes = new int[edges.length];
        for (int i = 0; i < edges.length; i++) {
            Integer found = index.get(edges[i]);
            if (found == null) {
                return;
            }
            indexes[i] = found;
        }
        all.add(indexes);
    }
}
