package dev.motif.algorithm.similar.neighbors.oriented;

import static dev.motif.graph.change.ChangedEdges.first;
import static dev.motif.graph.change.ChangedEdges.pair;
import static dev.motif.graph.change.ChangedEdges.second;

import dev.motif.algorithm.count.wedge.BothStates;
import dev.motif.algorithm.count.wedge.BothStates.Rows;
import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.similar.neighbors.model.EdgeNumbers;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Changes the common neighbors of the ends of edges by the triangles that have an edge which was removed or inserted.
 * The triangles of an edge are found by merging the rows of its ends, or by looking the shorter one up in the longer
 * one.
 *
 * <p>Work: for each change the sum of the degrees of both ends, at most about 8 times the smaller one.
 */
public final class CommonNeighborsChanges {
    /** The number of neighbors that are read from a row in about the time of looking one up in it. */
    private static final int LOOK_UP = 8;

    // What copies and steps take, measured on one thread.
    private static final double NANOS_OF_ITEM = 8;
    private static final double NANOS_OF_STEP = 6;

    private static final long STEPS_BETWEEN_POLLS = 1 << 22;

    private CommonNeighborsChanges() {}

    /** The common neighbors of the ends of each edge, by its number. The caller owns them. */
    public static OffHeapInts count(UnipartiteGraph graph, EarlierCounts earlier, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BothStates both = execution.time(
                    Stage.PREPARE,
                    () -> new BothStates(graph.adjacency(), null, earlier.changes(), scope, execution.workers()));
            return execution.time(Stage.COMPUTE, () -> count(graph, earlier, both, execution, scope));
        }
    }

    private static OffHeapInts count(
            UnipartiteGraph graph, EarlierCounts earlier, BothStates both, Execution execution, OffHeapScope scope) {
        Workers workers = execution.workers();
        workers.progress().begin(EdgeTriangles.STAGE, both.changes().count());
        Csr rows = both.left().csr();
        // The graph only lends its rows to the numbers.
        EdgeNumbers numbers = scope.own(EdgeNumbers.of(new UnipartiteGraph(rows), execution.memory()));
        long[] gone = indexes(both.gone(), rows, numbers);
        OffHeapLongs all = BothStates.withGone(earlier.edges(), gone, scope, workers);
        Finder[] finders = new Finder[workers.concurrency()];
        Arrays.setAll(finders, worker -> new Finder(both.left(), numbers, all, workers));
        both.forEachChange(
                finders,
                () -> {
                    for (long edge : indexes(both.changes().inserted(), rows, numbers)) {
                        all.set(edge, 0);
                    }
                },
                workers);
        OffHeapLongs now = BothStates.withoutGone(all, gone, scope, workers);
        OffHeapInts counts = scope.ints(graph.edgeCount());
        workers.beside().forRanges(counts.length(), 1 << 16, (worker, from, to) -> {
            for (long edge = from; edge < to; edge++) {
                counts.set(edge, Math.toIntExact(now.get(edge)));
            }
        });
        return scope.keep(counts);
    }

    private static long[] indexes(long[] edges, Csr rows, EdgeNumbers numbers) {
        return Arrays.stream(edges)
                .map(edge -> numbers.at(first(edge), rows.slotOf(first(edge), second(edge))))
                .toArray();
    }

    /** The off-heap bytes beside the graph. */
    public static MemoryEstimate estimate(String name, GraphSize size, ChangedEdges changes) {
        return MemoryEstimate.sum(
                name,
                MemoryEstimate.of("graph with removed edges", BothStates.bytes(size, changes)),
                MemoryEstimate.of("numbers of its edges", (size.vertices() + changes.goneLeft()) * Long.BYTES),
                MemoryEstimate.of("counts", (2 * size.edges() + changes.gone().length) * Long.BYTES),
                MemoryEstimate.of("result", size.edges() * Integer.BYTES));
    }

    /** About the nanoseconds that one thread takes. */
    public static double nanos(UnipartiteGraph graph, ChangedEdges changes) {
        return NANOS_OF_ITEM * (graph.vertexCount() + graph.edgeCount()) + NANOS_OF_STEP * steps(graph, changes);
    }

    private static double steps(UnipartiteGraph graph, ChangedEdges changes) {
        long[] removed = ChangedEdges.both(changes.removed());
        return BothStates.sampled(changes, edge -> {
            double u = BothStates.degree(graph.adjacency(), removed, first(edge));
            double v = BothStates.degree(graph.adjacency(), removed, second(edge));
            return Math.min(u + v, (1 + LOOK_UP) * Math.min(u, v));
        });
    }

    /** Finds triangles for one worker. */
    private static final class Finder implements BothStates.Counter {
        private final Rows rows;
        private final Csr csr;
        private final EdgeNumbers numbers;
        private final OffHeapLongs counts;
        private final Workers workers;
        private long work;
        private long change;
        private long[] alike;
        private int sign;

        Finder(Rows rows, EdgeNumbers numbers, OffHeapLongs counts, Workers workers) {
            this.rows = rows;
            this.csr = rows.csr();
            this.numbers = numbers;
            this.counts = counts;
            this.workers = workers;
        }

        @Override
        public void count(long edge, long[] ofAll, int direction) {
            change = edge;
            alike = ofAll;
            sign = direction;
            int u = csr.degree(first(edge)) < csr.degree(second(edge)) ? first(edge) : second(edge);
            int v = first(edge) + second(edge) - u;
            boolean merges = csr.degree(v) < LOOK_UP * csr.degree(u);
            long found = 0;
            long other = csr.start(v);
            long end = csr.end(v);
            for (long slot = csr.start(u); slot < csr.end(u); slot++) {
                int w = csr.neighbor(slot);
                if (merges) {
                    while (other < end && csr.neighbor(other) < w) {
                        other++;
                    }
                } else {
                    other = csr.neighbors().lowerBound(other, end, w);
                }
                if (other == end) {
                    break;
                }
                if (csr.neighbor(other) == w && sees(slot, u, w) && sees(other, v, w)) {
                    found++;
                    counts.getAndAdd(numbers.at(u, slot), sign);
                    counts.getAndAdd(numbers.at(v, other), sign);
                }
            }
            if (found > 0) {
                counts.getAndAdd(numbers.at(u, csr.slotOf(u, v)), sign * found);
            }
            work += csr.degree(u) * LOOK_UP;
            if (work > STEPS_BETWEEN_POLLS) {
                workers.cancellation().check();
                work = 0;
            }
        }

        private boolean sees(long slot, int a, int b) {
            return rows.sees(slot, pair(Math.min(a, b), Math.max(a, b)), alike, change);
        }
    }
}
