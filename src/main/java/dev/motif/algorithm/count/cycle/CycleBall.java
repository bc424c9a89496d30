package dev.motif.algorithm.count.cycle;

import dev.motif.graph.Csr;
import dev.motif.graph.DirectedGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;

/**
 * The vertices from which few arcs lead back to a root, through vertices above a least one. Made for one root after the
 * other. The state of one worker; its scope owns the memory.
 */
final class CycleBall {
    /** The distance of the root, and of vertices that a path must not visit again. */
    private static final int VISITED = Integer.MAX_VALUE;

    private static final int NO_ROOT = -1;

    private final Csr predecessors;

    /** The largest distance that is looked for. */
    private final int radius;

    /** How many arcs lead from each vertex to the root, 0 where there are more than the radius, or {@link #VISITED}. */
    private final OffHeapInts distances;

    /** The number of paths of two arcs from each vertex to the root, where asked for without the vertices of the path. */
    private final OffHeapInts ways;

    private final OffHeapInts reached;
    private long reachedCount;
    private int root = NO_ROOT;

    /** The vertices that are used are greater than this. */
    private int least;

    /** @param maxLength the length of the longest cycle to look for */
    CycleBall(DirectedGraph graph, int maxLength, OffHeapScope scope) {
        this.predecessors = graph.predecessors();
        // Larger ones, which would end paths earlier, took longer on graphs of transactions.
        this.radius = maxLength == 2 ? 1 : Math.max(2, maxLength - 3);
        this.distances = scope.zeroedInts(graph.vertexCount());
        this.ways = scope.zeroedInts(graph.vertexCount());
        this.reached = scope.ints(graph.vertexCount());
    }

    /** The off-heap bytes of one. */
    static long bytes(long vertices) {
        return 3 * vertices * Integer.BYTES;
    }

    /**
     * Finds the vertices around another root; does nothing where it is the same.
     *
     * @param steps counts the arcs that are looked at
     */
    void enter(int newRoot, int newLeast, Steps steps) {
        leave();
        root = newRoot;
        least = newLeast;
        distances.set(root, VISITED);
        add(root, 1, steps);
        long from = 0;
        for (int distance = 2; distance <= radius; distance++) {
            for (long end = reachedCount; from < end; from++) {
                add(reached.get(from), distance, steps);
            }
        }
    }

    private void add(int vertex, int distance, Steps steps) {
        long first = predecessors.start(vertex);
        long slot = predecessors.end(vertex) - 1;
        for (; slot >= first && predecessors.neighbor(slot) > least; slot--) {
            int before = predecessors.neighbor(slot);
            if (distances.get(before) == 0) {
                distances.set(before, distance);
                reached.set(reachedCount++, before);
            }
            if (distance == 2) {
                ways.add(before, 1);
            }
        }
        steps.add(predecessors.end(vertex) - slot);
    }

    /** Forgets the root. */
    void leave() {
        for (long i = 0; i < reachedCount; i++) {
            int vertex = reached.get(i);
            distances.set(vertex, 0);
            ways.set(vertex, 0);
        }
        reachedCount = 0;
        if (root != NO_ROOT) {
            distances.set(root, 0);
            ways.set(root, 0);
            root = NO_ROOT;
        }
    }

    int root() {
        return root;
    }

    boolean hasRoot() {
        return root != NO_ROOT;
    }

    /** Whether no vertex has an arc to the root, so that there are no cycles. */
    boolean isEmpty() {
        return reachedCount == 0;
    }

    int least() {
        return least;
    }

    long reachedCount() {
        return reachedCount;
    }

    int reached(long index) {
        return reached.get(index);
    }

    /** Whether an arc leads from {@code vertex}, which is not visited, to the root. */
    boolean isBefore(int vertex) {
        return distances.get(vertex) == 1;
    }

    /** The number of paths of two arcs from {@code vertex} to the root. */
    int ways(int vertex) {
        return ways.get(vertex);
    }

    /** Whether a path may visit {@code vertex} with {@code arcs} arcs left: it has not yet, and that may be enough. */
    boolean allows(int vertex, int arcs) {
        int distance = distances.get(vertex);
        return distance == 0 ? arcs > radius : distance <= arcs;
    }

    /** Lets a path visit a vertex, and returns what {@link #visitEnds} needs. */
    int visit(int vertex) {
        int distance = distances.get(vertex);
        distances.set(vertex, VISITED);
        return distance;
    }

    void visitEnds(int vertex, int distance) {
        distances.set(vertex, distance);
    }

    /**
     * Takes the paths of two arcs away that a visited vertex is in, and returns what {@link #addWays} needs. The visits that
     * begin later have to end before.
     *
     * @param distance of the vertex, when its visit began
     */
    int takeWays(int vertex, int distance, Steps steps) {
        int own = ways.get(vertex);
        ways.set(vertex, 0);
        if (distance == 1) {
            changeWaysBefore(vertex, -1, steps);
        }
        return own;
    }

    void addWays(int vertex, int distance, int own, Steps steps) {
        ways.set(vertex, own);
        if (distance == 1) {
            changeWaysBefore(vertex, 1, steps);
        }
    }

    /** Changes the numbers of all vertices before {@code vertex} that are not visited. */
    private void changeWaysBefore(int vertex, int more, Steps steps) {
        long first = predecessors.start(vertex);
        long slot = predecessors.end(vertex) - 1;
        for (; slot >= first && predecessors.neighbor(slot) > least; slot--) {
            int before = predecessors.neighbor(slot);
            if (distances.get(before) != VISITED) {
                ways.add(before, more);
            }
        }
        steps.add(predecessors.end(vertex) - slot);
    }
}
