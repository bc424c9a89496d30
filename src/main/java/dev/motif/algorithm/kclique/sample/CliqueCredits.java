package dev.motif.algorithm.kclique.sample;

import dev.motif.algorithm.kclique.search.BitGraph;
import dev.motif.backend.sample.Population;
import dev.motif.backend.sample.VertexSamples;
import java.util.Arrays;

/**
 * Credits vertices, by their ranks, with the cliques that an estimate finds: those of the path to a node with all of its
 * cliques, and its candidates with those that they are in. The state of one worker.
 */
final class CliqueCredits {
    private final double[] cliques;
    private final int[] named;
    private int namedCount;

    private BitGraph graph;
    private int root;

    /** How many roots the current one stands for. */
    private double times = 1;

    /** For each level of the search and node of it, the node before it and the vertex added. */
    private int[][] before = new int[0][];

    private int[][] added = new int[0][];
    private int level;

    CliqueCredits(int vertices) {
        cliques = new double[vertices];
        named = new int[vertices];
    }

    /** The heap bytes for this many vertices, nodes of a level and levels. */
    static long bytes(long vertices, long nodes, long levels) {
        return vertices * (Double.BYTES + Integer.BYTES) + 2 * nodes * levels * Integer.BYTES;
    }

    /** Says how many roots the next one stands for. */
    void standsFor(double roots) {
        times = roots;
    }

    /** Begins the search from a root. */
    void begin(BitGraph newGraph, int newRoot, int nodes, int levels) {
        graph = newGraph;
        root = newRoot;
        level = 0;
        if (before.length < levels) {
            before = Arrays.copyOf(before, levels);
            added = Arrays.copyOf(added, levels);
        }
        for (int i = 0; i < levels; i++) {
            if (before[i] == null || before[i].length < nodes) {
                before[i] = new int[nodes];
                added[i] = new int[nodes];
            }
        }
    }

    /**
     * Goes on to the next level.
     *
     * @param first the number of the first node of the current level
     */
    void next(Population children, int first) {
        for (int i = 0; i < children.chosenCount(); i++) {
            before[level][i] = children.node(i) - first;
            added[level][i] = children.step(i);
        }
        level++;
    }

    /**
     * Credits the cliques of a node that needs two more vertices, and returns their number.
     *
     * @param set the number of its candidates' set
     * @param list the candidates
     */
    double add(int set, int node, int[] list, int count, double standsFor) {
        double ends = 0;
        for (int i = 0; i < count; i++) {
            int degree = graph.degree(set, list[i]);
            ends += degree;
            credit(graph.rank(list[i]), times * standsFor * degree);
        }
        double edges = ends / 2;
        credit(root, times * standsFor * edges);
        int at = node;
        for (int i = level - 1; i >= 0; i--) {
            credit(graph.rank(added[i][at]), times * standsFor * edges);
            at = before[i][at];
        }
        return edges;
    }

    private void credit(int rank, double amount) {
        if (amount > 0) {
            if (cliques[rank] == 0) {
                named[namedCount++] = rank;
            }
            cliques[rank] += amount;
        }
    }

    /** Ends an estimate. */
    void addTo(VertexSamples vertices) {
        vertices.add(named, namedCount, rank -> cliques[rank]);
        clear();
    }

    /** Forgets what was credited. */
    void clear() {
        for (int i = 0; i < namedCount; i++) {
            cliques[named[i]] = 0;
        }
        namedCount = 0;
    }
}
