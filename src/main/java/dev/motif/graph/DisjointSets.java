package dev.motif.graph;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Steps;
import java.util.function.IntPredicate;

/**
 * A partition of vertices into disjoint sets, which are joined by several threads at once without locks. The root of a set
 * is its smallest vertex, so a parent is never larger than its children.
 *
 * <p>Sources: Tarjan and van Leeuwen, "Worst-Case Analysis of Set Union Algorithms", JACM 31(2), 1984,
 * doi:10.1145/62.2160 (path halving). Anderson and Woll, "Wait-Free Parallel Algorithms for the Union-Find Problem", STOC
 * 1991, doi:10.1145/103418.103458.
 */
public final class DisjointSets {
    private final OffHeapInts parents;

    /**
     * Makes each vertex a set of its own.
     *
     * @param parents one for each vertex; overwritten, and still the caller's
     */
    public DisjointSets(OffHeapInts parents) {
        this.parents = parents;
        for (int v = 0; v < parents.length(); v++) {
            parents.set(v, v);
        }
    }

    /**
     * Joins the sets of two vertices.
     *
     * @return the root that is one no more; -1 when they were in one set
     */
    public int join(int u, int v) {
        if (parents.get(u) == parents.get(v)) {
            return -1;
        }
        int a = root(u);
        int b = root(v);
        while (a != b && !parents.compareAndSet(Math.max(a, b), Math.max(a, b), Math.min(a, b))) {
            // Another thread has given the larger root a parent.
            a = root(a);
            b = root(b);
        }
        return a == b ? -1 : Math.max(a, b);
    }

    /** The root of the set of {@code vertex}; shortens the path to it. Final when no thread joins any more. */
    public int root(int vertex) {
        int v = vertex;
        for (int parent = parents.get(v); parent != v; parent = parents.get(v)) {
            int grandparent = parents.get(parent);
            if (grandparent != parent) {
                parents.set(v, grandparent);
            }
            v = grandparent;
        }
        return v;
    }

    /**
     * Numbers the sets from 0 by their smallest vertices, when no thread joins any more.
     *
     * @param labels receives the number of each vertex's set; may not be the parents
     * @param steps counts one for each vertex
     * @return how many sets there are
     */
    public int number(OffHeapInts labels, Steps steps) {
        return number(labels, v -> true, -1, steps);
    }

    /**
     * Numbers the sets of some vertices only, when no thread joins any more. Vertices of these sets must all be wanted,
     * or none of them.
     *
     * @param labels receives the number of each wanted vertex's set; may not be the parents
     * @param other what {@code labels} receive for the others
     * @param steps counts one for each vertex
     * @return how many sets are numbered
     */
    public int number(OffHeapInts labels, IntPredicate wanted, int other, Steps steps) {
        int count = 0;
        for (int v = 0; v < parents.length(); v++) {
            if (wanted.test(v)) {
                int root = root(v);
                labels.set(v, root == v ? count++ : labels.get(root));
            } else {
                labels.set(v, other);
            }
            steps.add();
        }
        return count;
    }
}
