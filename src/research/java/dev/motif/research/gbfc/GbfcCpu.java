package dev.motif.research.gbfc;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * G-BFC on the CPU: each worker takes start vertices {@code u} and counts the wedges u-v-w with {@code w} after {@code
 * u} in a table of its own, or intersects neighbor lists. Techniques that are about threads and memories of a GPU have
 * no effect, so all ways to count in a table are the same.
 *
 * <p>Without edge direction, all start vertices are of the side with fewer vertices. With it they are the vertices of
 * the ranked graph, and {@code v} is after {@code u} too: each butterfly is found from its vertex of the largest
 * degree.
 */
record GbfcCpu(BipartiteGraph graph, GbfcConfig config, Execution execution) {
    private static final int STARTS_PER_TASK = 64;

    /**
     * The rows that wedges are walked in.
     *
     * @param starts the neighbors of the start vertices
     * @param middles the neighbors of these neighbors
     * @param directed whether only middles after the start vertex count
     */
    private record Wedges(Csr starts, Csr middles, boolean directed) {
        /** The first slot of the middles of {@code u} that count. */
        long firstMiddle(int u) {
            return directed ? starts.firstSlotFrom(u, u + 1) : starts.start(u);
        }

        /** The first slot of {@code v} whose neighbor, the end of a wedge, is after {@code u}. */
        long firstEnd(int u, int v) {
            return middles.firstSlotFrom(v, u + 1);
        }
    }

    /**
     * Counts the butterflies that one worker finds from a start vertex; the number is meaningless once the group is
     * stopped.
     */
    @FunctionalInterface
    private interface Counting {
        long from(int u, Workers.Group group);
    }

    /** Counts the butterflies of the graph; the result has only the total. */
    ButterflyResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Wedges wedges = config.edgeDirection() ? directed(scope) : fromFewerVertices();
            BigInteger total = execution.time(Stage.COMPUTE, () -> count(wedges, scope));
            return new ButterflyResult(total, ThreePaths.of(graph, execution.workers()), null, null, null);
        }
    }

    private static boolean intersects(GbfcConfig config) {
        return config.counting() == GbfcConfig.Counting.INTERSECTION;
    }

    private Wedges directed(OffHeapScope scope) {
        Csr rows = scope.own(execution.rank(() -> RankedGraph.form(graph, execution.memory(), execution.workers())))
                .form()
                .adjacency();
        return new Wedges(rows, rows, true);
    }

    private Wedges fromFewerVertices() {
        return graph.leftCount() <= graph.rightCount()
                ? new Wedges(graph.left(), graph.right(), false)
                : new Wedges(graph.right(), graph.left(), false);
    }

    private BigInteger count(Wedges wedges, OffHeapScope scope) {
        int starts = wedges.starts.vertexCount();
        Counting[] countings = new Counting[execution.workers().concurrency()];
        ExactSum[] sums = ExactSum.forWorkers(execution.workers());
        for (int worker = 0; worker < countings.length; worker++) {
            countings[worker] = intersects(config) ? new Intersection(wedges)::from : new Table(wedges, scope)::from;
        }
        execution.workers().progress().begin(FourCycles.STAGE, starts);
        AtomicLong next = new AtomicLong();
        execution.workers().run(countings.length, (worker, group) -> {
            for (long from = next.getAndAdd(STARTS_PER_TASK);
                    from < starts && !group.stopped();
                    from = next.getAndAdd(STARTS_PER_TASK)) {
                long to = Math.min(starts, from + STARTS_PER_TASK);
                for (long u = from; u < to && !group.stopped(); u++) {
                    sums[worker].add(countings[worker].from((int) u, group));
                }
                execution.workers().progress().advance(to - from);
            }
        });
        return ExactSum.of(sums).toBigInteger();
    }

    /** A table that counts the wedges of a start vertex by their end. */
    private static final class Table {
        private final Wedges wedges;
        private final OffHeapInts counts;
        private final OffHeapInts ends;

        Table(Wedges wedges, OffHeapScope scope) {
            this.wedges = wedges;
            this.counts = scope.zeroedInts(wedges.starts.vertexCount());
            this.ends = scope.ints(wedges.starts.vertexCount());
        }

        static long bytes(long starts) {
            return 2 * starts * Integer.BYTES;
        }

        long from(int u, Workers.Group group) {
            long found = 0;
            long lastMiddle = wedges.starts.end(u);
            for (long i = wedges.firstMiddle(u); i < lastMiddle && !group.stopped(); i++) {
                int v = wedges.starts.neighbor(i);
                long lastEnd = wedges.middles.end(v);
                for (long j = wedges.firstEnd(u, v); j < lastEnd; j++) {
                    int w = wedges.middles.neighbor(j);
                    if (counts.add(w, 1) == 0) {
                        ends.set(found++, w);
                    }
                }
            }
            return sumAndClear(found);
        }

        private long sumAndClear(long endCount) {
            long sum = 0;
            for (long i = 0; i < endCount; i++) {
                int w = ends.get(i);
                sum = Math.addExact(sum, Counts.pairs(counts.get(w)));
                counts.set(w, 0);
            }
            return sum;
        }
    }

    /**
     * Finds the butterflies u-v-w-x one by one: {@code x} is a common neighbor of {@code u} and {@code w} after {@code
     * v}.
     */
    private record Intersection(Wedges wedges) {
        long from(int u, Workers.Group group) {
            long sum = 0;
            long lastMiddle = wedges.starts.end(u);
            for (long i = wedges.firstMiddle(u); i < lastMiddle; i++) {
                int v = wedges.starts.neighbor(i);
                long lastEnd = wedges.middles.end(v);
                for (long j = wedges.firstEnd(u, v); j < lastEnd && !group.stopped(); j++) {
                    sum += commonAfter(wedges.middles.neighbor(j), v, i + 1, lastMiddle);
                }
            }
            return sum;
        }

        /**
         * The number of neighbors of {@code w} after {@code v} that are also in the slots {@code [from, to)} of the
         * start vertex.
         */
        private long commonAfter(int w, int v, long from, long to) {
            Csr rows = wedges.starts;
            long common = 0;
            long end = rows.end(w);
            long mine = from;
            for (long k = rows.firstSlotFrom(w, v + 1); k < end && mine < to; ) {
                int difference = Integer.compare(rows.neighbor(k), rows.neighbor(mine));
                common += difference == 0 ? 1 : 0;
                k += difference <= 0 ? 1 : 0;
                mine += difference >= 0 ? 1 : 0;
            }
            return common;
        }
    }

    /** The off-heap memory of a run, without the graph itself. */
    static MemoryEstimate estimate(String name, GraphSize size, GbfcConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long starts = config.edgeDirection() ? vertices : Math.min(size.left(), size.right());
        MemoryEstimate tables = MemoryEstimate.of(
                "tables of wedges, one a worker", intersects(config) ? 0 : Table.bytes(starts) * concurrency);
        if (!config.edgeDirection()) {
            return MemoryEstimate.sum(name, tables);
        }
        return MemoryEstimate.largest(
                name,
                MemoryEstimate.of("ranking the vertices by degree", RankedGraph.peakBytes(vertices, edges)),
                MemoryEstimate.sum(
                        "counting", MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)), tables));
    }
}
