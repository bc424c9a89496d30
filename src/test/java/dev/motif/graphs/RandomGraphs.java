package dev.motif.graphs;

import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes random graphs; the same seed gives the same graph. */
public final class RandomGraphs {
    private static final int MAX_SIDE = 40;
    private static final double[] DENSITIES = {0.03, 0.1, 0.3, 0.6, 0.9};
    private static final double[] SKEWS = {1, 2, 4};

    private RandomGraphs() {}

    /** A small bipartite graph, whose size, density and skew depend on the seed. */
    public static EdgeList bipartite(long seed) {
        Random random = new Random(seed);
        int left = 1 + random.nextInt(MAX_SIDE);
        int right = 1 + random.nextInt(MAX_SIDE);
        double density = DENSITIES[random.nextInt(DENSITIES.length)];
        double skew = SKEWS[random.nextInt(SKEWS.length)];
        return bipartite(random, left, right, (int) (density * left * right), skew);
    }

    /**
     * A random bipartite graph.
     *
     * @param edges the number of edges that are drawn, duplicates included
     * @param skew the skew of the degrees, as for {@link #skewed}
     */
    public static EdgeList bipartite(long seed, int left, int right, int edges, double skew) {
        return bipartite(new Random(seed), left, right, edges, skew);
    }

    private static EdgeList bipartite(Random random, int left, int right, int edges, double skew) {
        Set<Edge> drawn = new LinkedHashSet<>();
        for (int i = 0; i < edges; i++) {
            drawn.add(new Edge(skewed(random, left, skew), skewed(random, right, skew)));
        }
        return withRandomIds(left, right, drawn, random);
    }

    /** A small unipartite graph, with all vertices on both sides and {@code left < right} in each edge. */
    public static EdgeList unipartite(long seed) {
        Random random = new Random(seed);
        int vertices = 1 + random.nextInt(MAX_SIDE);
        double density = DENSITIES[random.nextInt(DENSITIES.length)];
        double skew = SKEWS[random.nextInt(SKEWS.length)];
        Set<Edge> drawn = new LinkedHashSet<>();
        for (int i = (int) (density * vertices * vertices / 2); i > 0; i--) {
            int u = skewed(random, vertices, skew);
            int v = skewed(random, vertices, skew);
            if (u != v) {
                drawn.add(new Edge(Math.min(u, v), Math.max(u, v)));
            }
        }
        return new EdgeList(vertices, vertices, List.copyOf(drawn));
    }

    /** A random graph of vertices that are each adjacent with this chance, of the same form. */
    public static EdgeList uniform(int vertices, double density, long seed) {
        Random random = new Random(seed);
        List<Edge> edges = new ArrayList<>();
        for (int u = 0; u < vertices; u++) {
            for (int v = u + 1; v < vertices; v++) {
                if (random.nextDouble() < density) {
                    edges.add(new Edge(u, v));
                }
            }
        }
        return new EdgeList(vertices, vertices, edges);
    }

    /**
     * A random number in {@code [0, count)}: uniform for {@code skew = 1}, small ones are likelier the larger it is.
     */
    public static int skewed(Random random, int count, double skew) {
        return (int) (count * Math.pow(random.nextDouble(), skew));
    }

    /** Gives the vertices random ids, so that those of large degree do not have the small ids. */
    private static EdgeList withRandomIds(int left, int right, Collection<Edge> edges, Random random) {
        return new EdgeList(left, right, List.copyOf(edges)).relabelled(random.nextLong());
    }
}
