package dev.motif.bench.baseline.kclique;

import dev.motif.graph.Csr;
import java.util.Arrays;

/**
 * The graph among the lower neighbors of a root as lists, numbered from 0 by rank, and the sets of candidates of a search,
 * one a depth. A vertex's neighbors that are in the set of a depth come first in its list, so that a search looks at no
 * others; Danisch, Balalau, Sozio, "Listing k-cliques in Sparse Real-World Graphs", WWW 2018,
 * doi:10.1145/3178876.3186125, and Eppstein, Löffler, Strash, ISAAC 2010. For one thread.
 */
final class LocalLists {
    private final Csr rows;
    private final boolean bothDirections;
    /** For each vertex its number plus 1, otherwise 0. */
    private final int[] numbers;

    private int[][] lists = new int[0][];
    /** The deepest set that a vertex is in, or less. */
    private int[] depths = new int[0];
    /** For each depth how many neighbors a vertex of its set has in that set, as the set was made. */
    private int[][] degrees = new int[0][];

    /** @param bothDirections whether a list also has the neighbors of higher rank */
    LocalLists(Csr rows, boolean bothDirections) {
        this.rows = rows;
        this.bothDirections = bothDirections;
        this.numbers = new int[rows.vertexCount()];
    }

    /** Makes the lists among the lower neighbors of {@code root}, and all of these the set of depth 0. */
    int[] open(int root) {
        int size = (int) rows.degree(root);
        long start = rows.start(root);
        makeRoom(size);
        int[] degree = degrees(0, size);
        for (int v = 0; v < size; v++) {
            numbers[rows.neighbor(start + v)] = v + 1;
            degree[v] = 0;
            depths[v] = 0;
        }
        int[] all = new int[size];
        for (int v = 0; v < size; v++) {
            all[v] = v;
            int vertex = rows.neighbor(start + v);
            for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                int w = numbers[rows.neighbor(slot)] - 1;
                if (w >= 0) {
                    append(v, w, degree);
                    if (bothDirections) {
                        append(w, v, degree);
                    }
                }
            }
        }
        for (int v = 0; v < size; v++) {
            numbers[rows.neighbor(start + v)] = 0;
        }
        return all;
    }

    private void makeRoom(int size) {
        int before = lists.length;
        if (size > before) {
            int length = Math.max(size, 2 * before);
            lists = Arrays.copyOf(lists, length);
            Arrays.fill(lists, before, length, new int[0]);
            depths = new int[length];
        }
    }

    private int[] degrees(int depth, int size) {
        if (depth == degrees.length) {
            degrees = Arrays.copyOf(degrees, depth + 1);
            degrees[depth] = new int[0];
        }
        if (degrees[depth].length < size) {
            degrees[depth] = new int[lists.length];
        }
        return degrees[depth];
    }

    private void append(int v, int w, int[] degree) {
        if (degree[v] == lists[v].length) {
            lists[v] = Arrays.copyOf(lists[v], Math.max(8, 2 * degree[v]));
        }
        lists[v][degree[v]++] = w;
    }

    /** How many neighbors {@code v} had in the set of a depth when that was made. */
    int degree(int depth, int v) {
        return degrees[depth][v];
    }

    /** The neighbor of {@code v} at a place below its degree at that depth; it may have left the set since. */
    int neighbor(int v, int place) {
        return lists[v][place];
    }

    /** Makes the neighbors that {@code v} has in the set of {@code depth} the set of the next depth, and returns it. */
    int[] enter(int v, int depth) {
        int[] set = new int[degrees[depth][v]];
        int size = 0;
        for (int i = 0; i < set.length; i++) {
            int w = lists[v][i];
            if (depths[w] == depth) {
                depths[w] = depth + 1;
                set[size++] = w;
            }
        }
        int[] next = degrees(depth + 1, lists.length);
        for (int i = 0; i < size; i++) {
            next[set[i]] = bringForward(set[i], degrees[depth][set[i]], depth + 1);
        }
        return size == set.length ? set : Arrays.copyOf(set, size);
    }

    /** Moves the neighbors that are in the set of a depth to the front of a list's first part; returns their number. */
    private int bringForward(int v, int length, int depth) {
        int[] list = lists[v];
        int found = 0;
        for (int i = 0; i < length; i++) {
            int w = list[i];
            if (depths[w] == depth) {
                list[i] = list[found];
                list[found++] = w;
            }
        }
        return found;
    }

    /** Ends what {@link #enter} began. */
    void leave(int[] set, int depth) {
        for (int v : set) {
            depths[v] = depth;
        }
    }

    /** Takes a vertex out of the set of a depth, until {@link #leave} puts it back. */
    void remove(int v, int depth) {
        depths[v] = depth - 1;
    }
}
