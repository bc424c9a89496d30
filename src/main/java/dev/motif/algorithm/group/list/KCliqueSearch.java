package dev.motif.algorithm.group.list;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.Arrays;

/** Searches the k-cliques whose vertex of highest rank is a root. The state of one worker. Owns its memory. */
final class KCliqueSearch implements AutoCloseable {
    private final OrientedGraph oriented;
    private final Csr rows;
    private final int k;
    private final Cancellation cancellation;
    private final SearchStream.Consumer<int[]> found;

    /** The ranks of the vertices that are chosen, in descending order. */
    private final int[] chosen;

    /**
     * For each number of chosen vertices the candidates for the next one, ascending: {@code width} places each.
     */
    private final OffHeapInts candidates;

    private final long width;
    private final Steps steps;

    /** @param k the number of vertices of a clique, 1 or more */
    KCliqueSearch(
            DegeneracyOriented form,
            int k,
            NativeMemory memory,
            Cancellation cancellation,
            SearchStream.Consumer<int[]> found) {
        this.cancellation = cancellation;
        this.steps = new Steps(cancellation);
        this.oriented = form.oriented();
        this.rows = oriented.adjacency();
        this.k = k;
        this.found = found;
        this.width = form.degeneracy();
        this.chosen = new int[k];
        this.candidates = memory.ints(bytes(k, width) / Integer.BYTES);
    }

    /** The off-heap bytes of the candidates; none where the degeneracy is too small for a clique. */
    static long bytes(int k, long degeneracy) {
        return k - 1 > degeneracy ? 0 : Math.max(0, k - 1) * degeneracy * Integer.BYTES;
    }

    void run(int root) {
        int degree = (int) rows.degree(root);
        steps.add();
        if (degree >= k - 1) {
            chosen[0] = root;
            if (k > 1) {
                candidates.copyFrom(rows.neighbors(), rows.start(root), at(1), degree);
            }
            choose(1, degree);
        }
    }

    /** Chooses the other vertices, of {@code count} candidates for the next one. */
    private void choose(int depth, int count) {
        if (depth == k) {
            pass();
            return;
        }
        int missing = k - depth;
        // The candidate with index i leaves i others.
        for (int index = missing - 1; index < count; index++) {
            chosen[depth] = candidates.get(at(depth) + index);
            if (depth + 1 == k) {
                pass();
            } else {
                int left = intersect(depth, index);
                if (left >= missing - 1) {
                    choose(depth + 1, left);
                }
            }
        }
    }

    /**
     * Stores the candidates for the vertex after the one just chosen at {@code depth}, and returns their number: its
     * lower neighbors among the {@code count} candidates of lower rank.
     */
    private int intersect(int depth, int count) {
        long from = at(depth);
        long end = from + count;
        long slot = rows.start(chosen[depth]);
        long slotEnd = rows.end(chosen[depth]);
        long first = at(depth + 1);
        long to = first;
        steps.add(count + (slotEnd - slot));
        while (from < end && slot < slotEnd) {
            int candidate = candidates.get(from);
            int neighbor = rows.neighbor(slot);
            if (candidate == neighbor) {
                candidates.set(to++, candidate);
            }
            from += candidate <= neighbor ? 1 : 0;
            slot += neighbor <= candidate ? 1 : 0;
        }
        return (int) (to - first);
    }

    /** Where the candidates begin when {@code chosenCount} vertices, one or more, are chosen. */
    private long at(int chosenCount) {
        return (chosenCount - 1) * width;
    }

    private void pass() {
        int[] vertices = new int[k];
        for (int i = 0; i < k; i++) {
            vertices[i] = oriented.vertices().get(chosen[i]);
        }
        Arrays.sort(vertices);
        found.accept(vertices, cancellation);
    }

    @Override
    public void close() {
        candidates.close();
    }
}
