package dev.motif.bench.baseline.biclique;

import dev.motif.bench.load.GraphCollector;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Gorder, the order of vertices that the paper of GBC compares Border with. The vertices of both layers are put into one
 * order, greedily: the next is the one with the most neighbors among the last {@value #WINDOW} vertices and common
 * neighbors with them. Each layer then has the numbers that its vertices have in this order among themselves.
 *
 * <p>Work: {@code O(sum of d(v)^2)} over the vertices {@code v} of degree up to the root of the number of vertices;
 * common neighbors of a larger degree are left out, as in the authors' program.
 *
 * <p>Source: Wei, Yu, Lu and Lin, "Speedup Graph Processing by Graph Ordering", SIGMOD 2016,
 * doi:10.1145/2882903.2915220, Algorithms GO and GO-PQ.
 */
public final class Gorder {
    private static final int WINDOW = 5;
    private static final int NOBODY = -1;

    private final BipartiteGraph graph;
    private final int left;
    private final long largeDegree;

    /** For each vertex that is not placed its score, and the lists of the vertices of each score. */
    private final int[] score;

    private final int[] before;
    private final int[] after;
    private int[] first = new int[64];
    private int most;

    private Gorder(BipartiteGraph graph) {
        this.graph = graph;
        left = graph.leftCount();
        int count = Math.toIntExact(graph.vertexCount());
        largeDegree = (long) Math.sqrt(count);
        score = new int[count];
        before = new int[count];
        after = new int[count];
        Arrays.fill(first, NOBODY);
        for (int v = count - 1; v >= 0; v--) {
            insert(v);
        }
    }

    /** The graph with its vertices in this order. The caller owns it. */
    public static LoadedGraph reordered(BipartiteGraph graph, NativeMemory memory, Workers workers) {
        int[] order = new Gorder(graph).order(workers);
        int[] numbers = new int[order.length];
        int lefts = 0;
        int rights = 0;
        for (int v : order) {
            numbers[v] = v < graph.leftCount() ? lefts++ : rights++;
        }
        try (GraphCollector edges =
                GraphCollector.bipartite(graph.leftCount(), graph.rightCount(), graph.edgeCount(), memory, workers)) {
            try (GraphCollector.Writer writer = edges.writer()) {
                for (int u = 0; u < graph.leftCount(); u++) {
                    for (long slot = graph.left().start(u); slot < graph.left().end(u); slot++) {
                        writer.add(
                                numbers[u],
                                numbers[graph.leftCount() + graph.left().neighbor(slot)]);
                    }
                }
            }
            return edges.build();
        }
    }

    private int[] order(Workers workers) {
        int[] order = new int[score.length];
        for (int i = 0; i < order.length; i++) {
            workers.cancellation().check();
            int v = i == 0 ? ofLargestDegree() : next();
            order[i] = v;
            remove(v);
            score[v] = NOBODY;
            change(v, 1);
            if (i >= WINDOW) {
                change(order[i - WINDOW], -1);
            }
        }
        return order;
    }

    private int ofLargestDegree() {
        int best = 0;
        for (int v = 0; v < score.length; v++) {
            best = rows(v).degree(row(v)) > rows(best).degree(row(best)) ? v : best;
        }
        return best;
    }

    private int next() {
        while (first[most] == NOBODY) {
            most--;
        }
        return first[most];
    }

    /** Adds to the scores of the neighbors of {@code v}, and of those that have a neighbor in common with it. */
    private void change(int v, int by) {
        Csr rows = rows(v);
        for (long slot = rows.start(row(v)); slot < rows.end(row(v)); slot++) {
            int neighbor = rows.neighbor(slot);
            int w = v < left ? left + neighbor : neighbor;
            add(w, by);
            Csr back = rows(w);
            if (back.degree(neighbor) <= largeDegree) {
                for (long other = back.start(neighbor); other < back.end(neighbor); other++) {
                    add(v < left ? back.neighbor(other) : left + back.neighbor(other), by);
                }
            }
        }
    }

    private void add(int v, int by) {
        if (score[v] != NOBODY) {
            remove(v);
            score[v] += by;
            insert(v);
        }
    }

    private void insert(int v) {
        int key = score[v];
        if (key >= first.length) {
            int known = first.length;
            first = Arrays.copyOf(first, 2 * key);
            Arrays.fill(first, known, first.length, NOBODY);
        }
        before[v] = NOBODY;
        after[v] = first[key];
        if (first[key] != NOBODY) {
            before[first[key]] = v;
        }
        first[key] = v;
        most = Math.max(most, key);
    }

    private void remove(int v) {
        if (before[v] == NOBODY) {
            first[score[v]] = after[v];
        } else {
            after[before[v]] = after[v];
        }
        if (after[v] != NOBODY) {
            before[after[v]] = before[v];
        }
    }

    private Csr rows(int v) {
        return v < left ? graph.left() : graph.right();
    }

    private int row(int v) {
        return v < left ? v : v - left;
    }
}
