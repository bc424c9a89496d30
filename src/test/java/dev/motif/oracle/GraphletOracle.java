package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Counts graphlets and orbits by looking at every set of three and of four vertices. */
public final class GraphletOracle {
    /** By number of edges in a set of vertices that are connected, and the degree of a vertex in it, the orbit; or -1. */
    private static final int[][] OF_THREE = {{}, {}, {-1, 1, 2}, {-1, -1, 3}};

    private static final int[] PATH = {-1, 4, 5};
    private static final int[] CLAW = {-1, 6, -1, 7};
    private static final int[] CYCLE = {-1, -1, 8};
    private static final int[] PAW = {-1, 9, 10, 11};
    private static final int[] DIAMOND = {-1, -1, 12, 13};
    private static final int[] CLIQUE = {-1, -1, -1, 14};

    private final boolean[][] adjacent;

    /** By vertex its orbits. */
    public final long[][] orbits;

    /** The numbers of paths of 3, triangles, paths of 4, claws, cycles of 4, paws, diamonds and cliques of 4. */
    public final long[] counts = new long[8];

    public GraphletOracle(EdgeList list) {
        int n = list.left();
        adjacent = new boolean[n][n];
        orbits = new long[n][15];
        list.edges().forEach(e -> {
            adjacent[e.left()][e.right()] = true;
            adjacent[e.right()][e.left()] = true;
            orbits[e.left()][0]++;
            orbits[e.right()][0]++;
        });
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                for (int c = 0; c < b; c++) {
                    look(a, b, c);
                    for (int d = 0; d < c; d++) {
                        look(a, b, c, d);
                    }
                }
            }
        }
    }

    private void look(int... vertices) {
        int[] degrees = IntStream.of(vertices)
                .map(u ->
                        (int) IntStream.of(vertices).filter(v -> adjacent[u][v]).count())
                .toArray();
        int edges = IntStream.of(degrees).sum() / 2;
        boolean connected =
                edges >= vertices.length - 1 && Arrays.stream(degrees).min().getAsInt() > 0;
        if (!connected) {
            return;
        }
        int most = Arrays.stream(degrees).max().getAsInt();
        int[] orbitByDegree = vertices.length == 3
                ? OF_THREE[edges]
                : switch (edges) {
                    case 3 -> most == 2 ? PATH : CLAW;
                    case 4 -> most == 2 ? CYCLE : PAW;
                    case 5 -> DIAMOND;
                    default -> CLIQUE;
                };
        counts[
                vertices.length == 3
                        ? edges - 2
                        : switch (edges) {
                            case 3 -> most;
                            case 4 -> most + 2;
                            default -> edges + 1;
                        }]++;
        for (int i = 0; i < vertices.length; i++) {
            orbits[vertices[i]][orbitByDegree[degrees[i]]]++;
        }
    }
}
