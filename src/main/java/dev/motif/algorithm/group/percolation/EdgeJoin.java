package dev.motif.algorithm.group.percolation;

import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

/**
 * Joins edges to communities of cliques of 2 or 3 vertices, by union and find: edges that meet in a vertex, or edges of
 * a triangle. So cliques are neither listed nor kept. Workers take the triangles of vertices, of highest rank in an
 * oriented graph.
 */
final class EdgeJoin implements CommunityItems {
    /** The name of this stage, as progress shows it. */
    static final String STAGE = "joining edges";

    /** The largest k for which edges make up communities. */
    static final int MOST_K = 3;

    private static final long VERTICES_PER_TASK = 64;

    private final OrientedGraph oriented;
    private final Csr rows;
    private final boolean triangles;
    private final DisjointSets sets;

    /** For each vertex, while edges are joined that meet in it, the first one plus 1, or 0; null for triangles. */
    private final OffHeapInts firstEdges;

    /**
     * @param k 2 or 3
     * @param scope owns the memory
     */
    EdgeJoin(OrientedGraph oriented, int k, OffHeapScope scope) {
        this.oriented = oriented;
        this.rows = oriented.adjacency();
        this.triangles = k == MOST_K;
        this.sets = new DisjointSets(scope.ints(rows.slotCount()));
        this.firstEdges = triangles ? null : scope.zeroedInts(rows.vertexCount());
    }

    /** Whether communities of a graph with this many edges can be found so. */
    static boolean suits(int k, long edges) {
        return k <= MOST_K && edges < Integer.MAX_VALUE;
    }

    /** The off-heap bytes beside the oriented graph. */
    static long bytes(int k, long vertices, long edges) {
        return (edges + (k == MOST_K ? 0 : vertices)) * Integer.BYTES;
    }

    void join(Execution execution) {
        Workers workers = execution.workers();
        Deadline deadline = execution.deadline();
        int vertices = rows.vertexCount();
        workers.progress().begin(STAGE, vertices);
        LongAdder done = new LongAdder();
        Workers joining = triangles ? workers : workers.with(1);
        deadline.during(
                () -> joining.forEach(vertices, VERTICES_PER_TASK, (worker, vertex, steps) -> {
                    join((int) vertex, steps);
                    done.increment();
                }),
                () -> deadline.error(done.sum(), vertices, (double) done.sum() / vertices));
    }

    private void join(int v, Steps steps) {
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            if (triangles) {
                steps.add(joinTriangles(v, slot));
            } else {
                steps.add();
                joinMeeting(v, slot);
                joinMeeting(rows.neighbor(slot), slot);
            }
        }
    }

    private void joinMeeting(int v, long edge) {
        int first = firstEdges.get(v);
        if (first == 0) {
            firstEdges.set(v, (int) edge + 1);
        } else {
            sets.join(first - 1, (int) edge);
        }
    }

    /**
     * Joins the edges of the triangles in which an edge of {@code v} leads to the vertex of the middle rank; returns how many
     * slots it has read.
     */
    private long joinTriangles(int v, long edge) {
        int middle = rows.neighbor(edge);
        long a = rows.start(v);
        long b = rows.start(middle);
        long end = rows.end(middle);
        while (a < edge && b < end) {
            int one = rows.neighbor(a);
            int other = rows.neighbor(b);
            if (one == other) {
                sets.join((int) a, (int) edge);
                sets.join((int) b, (int) edge);
            }
            a += one <= other ? 1 : 0;
            b += other <= one ? 1 : 0;
        }
        return 1 + a - rows.start(v) + b - rows.start(middle);
    }

    @Override
    public int count() {
        return (int) rows.slotCount();
    }

    /** Leaves out edges that are in no triangle, when triangles are wanted. */
    @Override
    public int number(OffHeapInts numbers, Steps steps) {
        if (!triangles) {
            return sets.number(numbers, steps);
        }
        for (int edge = 0; edge < count(); edge++) {
            numbers.set(edge, 0);
        }
        for (int edge = 0; edge < count(); edge++) {
            int root = sets.root(edge);
            if (root != edge) {
                numbers.set(edge, 1);
                numbers.set(root, 1);
            }
            steps.add();
        }
        return sets.number(numbers, edge -> numbers.get(edge) != 0, -1, steps);
    }

    @Override
    public void forEachVertex(int edge, IntConsumer action) {
        action.accept(oriented.vertices().get(rows.vertexOf(edge)));
        action.accept(oriented.vertices().get(rows.neighbor(edge)));
    }
}
