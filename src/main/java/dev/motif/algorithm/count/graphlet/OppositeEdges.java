package dev.motif.algorithm.count.graphlet;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * The subgraphs, whether or not induced, in which a vertex is off the chord of a diamond, orbit 12: the sum over its
 * triangles of the triangles of the opposite edge, less one.
 *
 * <p>Each triangle {@code u > v > w} by rank is found once more, from {@code u}, whose neighbors of lower rank are marked;
 * what these get is added up by the worker first, so that a vertex is added to once for each edge and not for each triangle.
 */
final class OppositeEdges {
    /** The name of the stage. */
    static final String STAGE = "adding up opposite edges";

    private static final long VERTICES_PER_TASK = 1 << 7;

    private final Csr toHubs;
    private final OffHeapInts vertices;
    private final OffHeapInts triangles;
    private final OffHeapLongs orbits;
    private final Steps steps;

    /** For each neighbor of lower rank of the current vertex its place among these, from 1; 0 for all others. */
    private final OffHeapInts marks;

    /** For each neighbor of lower rank of the current vertex what it gets. */
    private final OffHeapLongs credits;

    private OppositeEdges(
            OrientedGraph ranked,
            OffHeapInts triangles,
            OffHeapLongs orbits,
            Cancellation cancellation,
            OffHeapScope scope) {
        this.toHubs = ranked.adjacency();
        this.vertices = ranked.vertices();
        this.triangles = triangles;
        this.orbits = orbits;
        this.steps = new Steps(cancellation);
        this.marks = scope.zeroedInts(toHubs.vertexCount());
        this.credits = scope.zeroedLongs(ranked.maxDegree());
    }

    /**
     * Adds up.
     *
     * @param triangles of the edge at each slot of {@code ranked}
     * @param orbits receives the sums
     */
    static void add(
            OrientedGraph ranked, OffHeapInts triangles, OffHeapLongs orbits, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OppositeEdges[] adders = new OppositeEdges[workers.concurrency()];
            Arrays.setAll(
                    adders, worker -> new OppositeEdges(ranked, triangles, orbits, workers.cancellation(), scope));
            int vertices = ranked.adjacency().vertexCount();
            workers.progress().begin(STAGE, vertices);
            workers.forEach(vertices, VERTICES_PER_TASK, (worker, u) -> adders[worker].addFrom((int) u));
        }
    }

    /** The off-heap bytes that are needed beside the arguments, where no vertex has more lower neighbors. */
    static long bytes(long vertices, long lowerNeighbors, int workers) {
        return (vertices * Integer.BYTES + lowerNeighbors * Long.BYTES) * workers;
    }

    /** Adds the triangles of which a vertex ranks last. */
    private void addFrom(int u) {
        long first = toHubs.start(u);
        mark(u, 1);
        long ofU = 0;
        for (long slot = first; slot < toHubs.end(u); slot++) {
            if (triangles.get(slot) > 0) {
                ofU = Math.addExact(ofU, addTriangles(first, slot));
            }
        }
        mark(u, 0);
        credit(u, ofU);
        for (long slot = first; slot < toHubs.end(u); slot++) {
            credit(toHubs.neighbor(slot), credits.get(slot - first));
            credits.set(slot - first, 0);
        }
        steps.add(toHubs.end(u) - first);
    }

    /** Adds what the triangles of an edge give to its lower end and to their third vertices; returns what the other gets. */
    private long addTriangles(long first, long slotOfV) {
        int v = toHubs.neighbor(slotOfV);
        int others = triangles.get(slotOfV) - 1;
        long end = toHubs.end(v);
        long ofU = 0;
        long ofV = 0;
        for (long slot = toHubs.start(v); slot < end; slot++) {
            int mark = marks.get(toHubs.neighbor(slot));
            if (mark > 0) {
                ofU += triangles.get(slot) - 1;
                ofV += triangles.get(first + mark - 1) - 1;
                credits.add(mark - 1, others);
            }
        }
        credits.add(slotOfV - first, ofV);
        steps.add(end - toHubs.start(v));
        return ofU;
    }

    private void credit(int rank, long more) {
        if (more > 0) {
            long at = (long) GraphletResult.ORBITS * vertices.get(rank) + 12;
            Math.addExact(orbits.getAndAdd(at, more), more);
        }
    }

    private void mark(int u, int step) {
        int place = 0;
        for (long slot = toHubs.start(u); slot < toHubs.end(u); slot++) {
            place += step;
            marks.set(toHubs.neighbor(slot), place);
        }
    }
}
