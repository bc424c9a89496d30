package dev.motif.algorithm.commonneighbors.ktruss;

import dev.motif.algorithm.commonneighbors.oriented.OrientedCpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.PeelRounds;

/**
 * Peels the edges of a graph level by level, all edges of a round at once. The triangles of a peeled edge are found
 * again in the rows of its two ends: the shorter row is looked up in the other one, until as many triangles are found as
 * the edge still has. Rows are in the order of degrees, in which
 * triangles are found soon, and are compacted whenever half of their edges are gone.
 *
 * <p>When a triangle loses edges in a round, the edges of it that remain lose it once: it is taken from them by the only
 * edge of the round, or by the one with the smaller number.
 */
final class KTrussCpu {
    /** The name of the peeling stage, which follows those of counting, as progress shows it. */
    static final String STAGE = "peeling edges";

    private static final long EDGES_PER_BATCH = 1 << 16;
    private static final int LEAST_TRUSS = 2;

    private final ShrinkingAdjacency rows;
    private final PeelRounds rounds;
    private final OffHeapLongs supports;
    private final PeelQueue queue;
    /** The round in which each edge is peeled, by edge, from 1; 0 for edges that no round has had yet. */
    private final OffHeapInts roundOf;

    private int round;
    private long live;
    private long goneInRows;

    private KTrussCpu(ShrinkingAdjacency rows, OffHeapInts triangles, PeelRounds rounds, OffHeapScope scope) {
        this.rows = rows;
        this.rounds = rounds;
        this.live = triangles.length();
        this.supports = scope.longs(live);
        OffHeapInts edges = scope.ints(live);
        for (int edge = 0; edge < live; edge++) {
            edges.set(edge, edge);
            supports.set(edge, triangles.get(edge));
        }
        this.queue = new PeelQueue(rounds, supports, supports, edges, scope);
        this.roundOf = scope.zeroedInts(live);
    }

    static KTrussResult count(UnipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OrientedGraph ranked = scope.own(execution.times().time(Stage.PREPARE, () -> {
                        execution.workers().progress().begin("ranking vertices by degree", 0);
                        return OrientedGraph.formByDegree(
                                graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers());
                    }))
                    .form();
            return execution.times().time(Stage.COMPUTE, () -> count(ranked, execution, scope));
        }
    }

    private static KTrussResult count(OrientedGraph ranked, Execution execution, OffHeapScope scope) {
        Csr toHubs = ranked.adjacency();
        OffHeapInts triangles = scope.zeroedInts(toHubs.slotCount());
        OrientedCpu.count(toHubs, triangles, execution.workers(), execution.memory());
        execution.workers().progress().begin(STAGE, toHubs.slotCount());
        ShrinkingAdjacency rows = new ShrinkingAdjacency(toHubs, execution.workers(), scope);
        KTrussCpu peeling;
        try (PeelRounds rounds = new PeelRounds(execution.workers())) {
            peeling = new KTrussCpu(rows, triangles, rounds, scope);
            scope.close(triangles);
            peeling.peel();
        }
        OffHeapLongs trusses = scope.longs(toHubs.slotCount());
        execution.workers().forRanges(trusses.length(), EDGES_PER_BATCH, (worker, from, to) -> {
            for (long slot = from; slot < to; slot++) {
                trusses.set(ranked.edges().get(slot), peeling.supports.get(slot) + LEAST_TRUSS);
            }
        });
        return new KTrussResult(scope.keep(trusses), peeling.queue.levelCount());
    }

    private void peel() {
        while (queue.nextLevel()) {
            while (queue.nextRound()) {
                round++;
                peelRound(queue.roundStart(), queue.roundEnd());
                rounds.workers().progress().advance(queue.roundEnd() - queue.roundStart());
            }
        }
        queue.end();
    }

    private void peelRound(long start, long end) {
        if (goneInRows > live) {
            rows.compact(edge -> roundOf.get(edge) != 0);
            goneInRows = 0;
        }
        long[] work = {0};
        rounds.runHere(start, end, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                int edge = queue.item(i);
                roundOf.set(edge, round);
                work[0] += supports.get(edge) == 0 ? 0 : rows.length(rows.endOfShorterRow(edge));
            }
        });
        rounds.run(start, end, work[0], (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                breakTriangles(queue.item(i));
            }
        });
        live -= end - start;
        goneInRows += end - start;
    }

    /** Takes the triangles of an edge of this round from their other edges. */
    private void breakTriangles(int edge) {
        // Edges of a round are not lowered any more, so this is the number of triangles before the round.
        long unfound = supports.get(edge);
        if (unfound == 0) {
            return;
        }
        int shorter = rows.endOfShorterRow(edge);
        int longer = rows.otherEnd(edge, shorter);
        long end = rows.end(shorter);
        long otherEnd = rows.end(longer);
        long other = rows.start(longer);
        for (long slot = rows.start(shorter); slot < end && unfound > 0; slot++) {
            int vertex = rows.neighbor(slot);
            other = rows.seek(other, otherEnd, vertex);
            if (other == otherEnd) {
                return;
            }
            if (rows.neighbor(other) == vertex && breakTriangle(edge, rows.edge(slot), rows.edge(other))) {
                unfound--;
            }
        }
    }

    /** Breaks the triangle of an edge of this round and two others; returns whether it was there before the round. */
    private boolean breakTriangle(int edge, int second, int third) {
        int roundOfSecond = roundOf.get(second);
        int roundOfThird = roundOf.get(third);
        if (roundOfSecond != 0 && roundOfSecond != round || roundOfThird != 0 && roundOfThird != round) {
            return false;
        }
        if (roundOfSecond == 0 && (roundOfThird == 0 || edge < third)) {
            queue.lower(second, 1);
        }
        if (roundOfThird == 0 && (roundOfSecond == 0 || edge < second)) {
            queue.lower(third, 1);
        }
        return true;
    }

    static MemoryEstimate estimate(GraphSize size, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate ranked =
                MemoryEstimate.of("ranked graph", OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT));
        MemoryEstimate triangles = MemoryEstimate.of("triangles by slot", edges * Integer.BYTES);
        MemoryEstimate rows =
                MemoryEstimate.of("rows of the edges that are left", ShrinkingAdjacency.bytes(vertices, edges));
        return MemoryEstimate.largest(
                "ktruss",
                MemoryEstimate.of(
                        "ranking the vertices by degree",
                        OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT)),
                MemoryEstimate.sum(
                        "counting",
                        ranked,
                        triangles,
                        MemoryEstimate.of(
                                "graph turned around, marked neighbors of each worker",
                                OrientedCpu.bytes(vertices, edges, concurrency))),
                MemoryEstimate.sum(
                        "peeling",
                        ranked,
                        rows,
                        MemoryEstimate.of(
                                "edges in the order of peeling, their supports and rounds",
                                PeelQueue.bytes(edges) + edges * (Long.BYTES + Integer.BYTES)),
                        MemoryEstimate.of("result", edges * Long.BYTES)));
    }
}
