package dev.motif.graphs;

import dev.motif.graph.EdgeDirections;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Makes directions of the edges of a unipartite graph. */
public final class Directions {
    private Directions() {}

    /** A random direction for each of {@code edges} edges: forward, backward or, for about a fifth, both. */
    public static List<Long> random(int edges, long seed) {
        Random random = new Random(seed);
        return Stream.generate(() -> random.nextInt(5) == 0
                        ? EdgeDirections.FORWARD + EdgeDirections.BACKWARD
                        : 1L + random.nextInt(2))
                .limit(edges)
                .toList();
    }

    /**
     * One value for each edge, or one for each relationship if there are {@code parallel} ones.
     *
     * @param directions of the edges in the order of their indexes
     */
    public static EdgeDirections of(List<Long> directions, boolean parallel, OffHeapScope scope) {
        if (!parallel) {
            return new EdgeDirections(longs(directions, scope), null);
        }
        List<List<Long>> lists = directions.stream()
                .map(value -> value <= EdgeDirections.BACKWARD
                        ? List.of(value, value)
                        : List.of(EdgeDirections.BACKWARD, EdgeDirections.FORWARD))
                .toList();
        OffHeapLongs offsets = scope.longs(lists.size() + 1L);
        for (int edge = 0; edge <= lists.size(); edge++) {
            offsets.set(edge, 2L * edge);
        }
        return new EdgeDirections(longs(lists.stream().flatMap(List::stream).toList(), scope), offsets);
    }

    /** The arcs of edges with these directions, each as its start and its end. */
    public static List<Edge> arcs(EdgeList list, List<Long> directions) {
        List<Edge> arcs = new ArrayList<>();
        for (int edge = 0; edge < directions.size(); edge++) {
            Edge ends = list.edges().get(edge);
            if ((directions.get(edge) & EdgeDirections.FORWARD) != 0) {
                arcs.add(ends);
            }
            if ((directions.get(edge) & EdgeDirections.BACKWARD) != 0) {
                arcs.add(new Edge(ends.right(), ends.left()));
            }
        }
        return arcs;
    }

    private static OffHeapLongs longs(List<Long> values, OffHeapScope scope) {
        OffHeapLongs array = scope.longs(values.size());
        for (int i = 0; i < values.size(); i++) {
            array.set(i, values.get(i));
        }
        return array;
    }
}
