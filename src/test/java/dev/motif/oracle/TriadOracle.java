package dev.motif.oracle;

import dev.motif.graph.EdgeDirections;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counts triads by looking at every set of three vertices: by the arcs that each of them sends and gets. These also tell apart
 * the places of a triad.
 */
public final class TriadOracle {
    private final boolean[][] arcs;

    /** By the name of a triad how many there are. */
    public final Map<String, Long> counts = new HashMap<>();

    /** For each vertex by the name of a triad, and the arcs that the vertex sends and gets in it, how many there are. */
    public final List<Map<String, Long>> places;

    /** @param directions of the edges, which join a smaller vertex to a larger one */
    public TriadOracle(EdgeList list, List<Long> directions) {
        int n = list.left();
        arcs = new boolean[n][n];
        places = IntStream.range(0, n)
                .<Map<String, Long>>mapToObj(v -> new HashMap<>())
                .toList();
        for (int edge = 0; edge < directions.size(); edge++) {
            Edge ends = list.edges().get(edge);
            arcs[ends.left()][ends.right()] = (directions.get(edge) & EdgeDirections.FORWARD) != 0;
            arcs[ends.right()][ends.left()] = (directions.get(edge) & EdgeDirections.BACKWARD) != 0;
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                for (int c = 0; c < b; c++) {
                    look(a, b, c);
                }
            }
        }
    }

    private void look(int... vertices) {
        int mutual = 0;
        int asymmetric = 0;
        for (int i = 0; i < 3; i++) {
            int u = vertices[i];
            int v = vertices[(i + 1) % 3];
            mutual += arcs[u][v] && arcs[v][u] ? 1 : 0;
            asymmetric += arcs[u][v] != arcs[v][u] ? 1 : 0;
        }
        int[] sent = IntStream.of(vertices)
                .map(u -> (int) IntStream.of(vertices).filter(v -> arcs[u][v]).count())
                .toArray();
        int[] got = IntStream.of(vertices)
                .map(u -> (int) IntStream.of(vertices).filter(v -> arcs[v][u]).count())
                .toArray();
        String numbers = "" + mutual + asymmetric + (3 - mutual - asymmetric);
        String name = numbers + letter(numbers, sent, got);
        counts.merge(name, 1L, Long::sum);
        for (int i = 0; i < 3; i++) {
            places.get(vertices[i]).merge(name + " " + sent[i] + " " + got[i], 1L, Long::sum);
        }
    }

    private static String letter(String numbers, int[] sent, int[] got) {
        boolean sendsTwo = Arrays.stream(sent).anyMatch(arcs -> arcs == 2);
        boolean getsTwo = Arrays.stream(got).anyMatch(arcs -> arcs == 2);
        boolean sendsNone = Arrays.stream(sent).anyMatch(arcs -> arcs == 0);
        boolean getsNone = Arrays.stream(got).anyMatch(arcs -> arcs == 0);
        return switch (numbers) {
            case "021" -> sendsTwo ? "D" : getsTwo ? "U" : "C";
            case "111" -> getsTwo ? "D" : "U";
            case "030" -> sendsTwo ? "T" : "C";
            case "120" -> getsNone ? "D" : sendsNone ? "U" : "C";
            default -> "";
        };
    }
}
