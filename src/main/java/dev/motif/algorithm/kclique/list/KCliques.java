package dev.motif.algorithm.kclique.list;

import dev.motif.algorithm.kclique.kcore.DegeneracyOriented;
import dev.motif.backend.SearchCursor;
import dev.motif.backend.work.SearchProgress;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/** The k-cliques of a graph, each as its vertices, ascending. */
public final class KCliques extends SearchCursor<int[]> {
    /** The stage that searches. */
    static final String STAGE = "listing cliques";

    private final DerivedGraphCache.Use<DegeneracyOriented> use;
    private final OrientedGraph oriented;
    private final Csr rows;
    private final int k;
    private final SearchProgress steps;

    /** The rank of the first vertex of the cliques that are searched now. */
    private int root = -1;

    /** The ranks of the vertices that are chosen, in descending order. */
    private final int[] chosen;

    /** How many are chosen. */
    private int depth;

    /**
     * For each number of chosen vertices the candidates for the next one, ascending: {@code width} places each, of which
     * {@code sizes} are used, and those before {@code tried} have been tried or cannot lead to a clique.
     */
    private final OffHeapInts candidates;

    private final long width;
    private final int[] sizes;
    private final int[] tried;

    private boolean emptyCliqueIsDue;

    /** @param use of the graph; it is taken over, unless this fails */
    KCliques(DerivedGraphCache.Use<DegeneracyOriented> use, int k, NativeMemory memory, Workers workers) {
        this(
                use,
                k,
                memory,
                new SearchProgress(STAGE, use.form().oriented().adjacency().vertexCount(), workers));
    }

    private KCliques(DerivedGraphCache.Use<DegeneracyOriented> use, int k, NativeMemory memory, SearchProgress steps) {
        super(steps);
        this.steps = steps;
        this.use = use;
        this.oriented = use.form().oriented();
        this.rows = oriented.adjacency();
        this.k = k;
        this.width = use.form().degeneracy();
        this.chosen = new int[k];
        this.sizes = new int[k];
        this.tried = new int[k];
        this.emptyCliqueIsDue = k == 0;
        this.candidates = memory.ints(bytes(k, width) / Integer.BYTES);
    }

    /** The off-heap bytes of the candidates; none where the degeneracy is too small for a clique. */
    static long bytes(int k, long degeneracy) {
        return k - 1 > degeneracy ? 0 : Math.max(0, k - 1) * degeneracy * Integer.BYTES;
    }

    @Override
    protected int[] find() {
        if (emptyCliqueIsDue) {
            emptyCliqueIsDue = false;
            return chosen;
        }
        while (depth > 0 || enterRoot()) {
            if (depth == k) {
                depth--;
                return vertices();
            }
            if (tried[depth] == sizes[depth]) {
                depth--;
            } else {
                int index = tried[depth]++;
                chosen[depth] = candidates.get(at(depth) + index);
                depth++;
                if (depth < k) {
                    setCandidates(intersect(index));
                }
            }
        }
        return null;
    }

    /** Chooses the next first vertex, if there is one. */
    private boolean enterRoot() {
        while (k > 0 && ++root < rows.vertexCount()) {
            steps.rootsDone(root);
            steps.add(1);
            long degree = rows.degree(root);
            if (degree >= k - 1) {
                chosen[0] = root;
                depth = 1;
                if (k > 1) {
                    candidates.copyFrom(rows.neighbors(), rows.start(root), at(1), degree);
                    setCandidates((int) degree);
                }
                return true;
            }
        }
        steps.rootsDone(rows.vertexCount());
        return false;
    }

    /** Begins with the candidates at {@code depth}, or takes the last vertex back when there are too few of them. */
    private void setCandidates(int size) {
        // The candidate with index i leaves i others.
        int missing = k - depth;
        if (size < missing) {
            depth--;
        } else {
            sizes[depth] = size;
            tried[depth] = missing - 1;
        }
    }

    /**
     * Stores the candidates for the vertex after the one just chosen, and returns their number: its lower neighbors
     * among the {@code count} candidates of lower rank.
     */
    private int intersect(int count) {
        long from = at(depth - 1);
        long end = from + count;
        long slot = rows.start(chosen[depth - 1]);
        long slotEnd = rows.end(chosen[depth - 1]);
        long first = at(depth);
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

    private int[] vertices() {
        int[] vertices = new int[k];
        for (int i = 0; i < k; i++) {
            vertices[i] = oriented.vertices().get(chosen[i]);
        }
        Arrays.sort(vertices);
        return vertices;
    }

    @Override
    public void close() {
        candidates.close();
        use.close();
    }
}
