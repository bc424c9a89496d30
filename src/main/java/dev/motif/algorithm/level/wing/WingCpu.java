package dev.motif.algorithm.level.wing;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Computes wing numbers on the CPU: peels edges level by level on a {@link BloomIndex}, all edges of a round at once.
 *
 * <p>Many threads peel the edges twice: first in ranges of levels, which are few rounds of many edges; then each range
 * level by level by one thread, which waits for nobody. The edges of later ranges stay as long as a range is peeled.
 * Source: Lakhotia, Kannan and Prasanna, "PBNG: Parallel Peeling of Bipartite Networks", IEEE TPDS 2022,
 * doi:10.48550/arXiv.2110.12511.
 *
 * <p>When a bloom of {@code k} wedges loses {@code r} of them in a round, each edge of the wedges that remain loses
 * {@code r} butterflies. A twin of a peeled edge that is not peeled itself loses all its {@code k - 1} butterflies of
 * the bloom.
 */
final class WingCpu {
    /** The name of the peeling stage, which follows the stages of {@link BloomIndex}, as progress shows it. */
    static final String STAGE = "peeling edges";

    /** Fewer edges are not worth a range. */
    private static final long EDGES_OF_RANGE = 1 << 12;

    /**
     * Fewer threads are slower than one, since they add to the supports of the same edges; measured, see
     * docs/benchmarks/scaling.md.
     */
    private static final int LEAST_THREADS = 4;

    private static final long EDGES_PER_TASK = 1 << 14;

    private final BipartiteGraph graph;
    private final Execution execution;
    private final Workers workers;
    private final long ranges;

    WingCpu(BipartiteGraph graph, Execution execution) {
        this(graph, execution, ranges(graph.edgeCount(), execution.workers().concurrency()));
    }

    /** @param ranges about how many ranges; 1 for peeling once */
    WingCpu(BipartiteGraph graph, Execution execution, long ranges) {
        this.graph = graph;
        this.execution = execution;
        this.workers = execution.workers();
        this.ranges = ranges;
    }

    /** About how many ranges of levels {@code edges} edges are peeled in; 1 when all are peeled at once. */
    static long ranges(long edges, int concurrency) {
        return PeelQueue.ranges(edges, EDGES_OF_RANGE, concurrency, LEAST_THREADS);
    }

    /** The bytes beside the index for peeling once. */
    static long bytesAtOnce(long edges, long blooms) {
        return PeelQueue.bytes(edges) + blooms * Integer.BYTES;
    }

    /** The bytes beside the index for finding the ranges. */
    static long bytesToDivide(long edges, long blooms) {
        return bytesAtOnce(edges, blooms) + edges * (Integer.BYTES + Long.BYTES);
    }

    /** The most bytes beside the index for peeling the ranges. */
    static long bytesInRanges(long edges, long parts) {
        return bytesAtOnce(edges, parts) + 2 * edges * Integer.BYTES + BloomIndex.bytesOfParts(parts);
    }

    PeeledEdges count() {
        long edges = graph.edgeCount();
        if (edges > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("wing numbers need fewer than 2^31 relationships, got " + edges);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs supports = scope.longs(edges);
            OffHeapInts numbers = scope.ints(edges);
            long levels = peel(supports, numbers);
            return execution.time(
                    Stage.COMPUTE, () -> new PeeledEdges(supports.at(numbers, execution.memory(), workers), levels));
        }
    }

    /**
     * Replaces the supports by wing numbers and returns how many different ones there are.
     *
     * @param numbers receives the number of each edge in {@code supports}
     */
    private long peel(OffHeapLongs supports, OffHeapInts numbers) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BloomIndex index = index(supports, numbers, scope);
            return execution.time(Stage.COMPUTE, () -> {
                int concurrency = workers.concurrency();
                try (Team team = new Team(workers, concurrency < LEAST_THREADS ? 1 : concurrency)) {
                    if (ranges > 1) {
                        return peelRanges(index, supports, team, scope);
                    }
                    workers.progress().begin(STAGE, graph.edgeCount());
                    return new Peeling(index, supports, team, edges(scope), scope.ints(index.bloomCount()), 0, scope)
                            .peel();
                }
            });
        }
    }

    private OffHeapInts edges(OffHeapScope scope) {
        OffHeapInts edges = scope.ints(graph.edgeCount());
        for (int e = 0; e < edges.length(); e++) {
            edges.set(e, e);
        }
        return edges;
    }

    private BloomIndex index(OffHeapLongs supports, OffHeapInts numbers, OffHeapScope scope) {
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = building.own(
                            execution.rank(() -> RankedGraph.form(graph, execution.memory(), workers)))
                    .form();
            return execution.time(
                    Stage.COMPUTE, () -> BloomIndex.of(graph, ranked, numbers, supports, execution, scope));
        }
    }

    /** Peels the edges in ranges of levels, then each range; returns the number of levels. */
    private long peelRanges(BloomIndex index, OffHeapLongs supports, Team team, OffHeapScope scope) {
        long edges = graph.edgeCount();
        workers.progress().begin(STAGE, 2 * edges);
        OffHeapInts order = scope.ints(edges);
        List<PeelQueue.Range> found;
        try (OffHeapScope dividing = new OffHeapScope(execution.memory())) {
            OffHeapLongs before = dividing.longs(edges);
            Peeling peeling =
                    new Peeling(index, supports, team, edges(dividing), dividing.ints(index.bloomCount()), 0, dividing);
            found = peeling.queue.peelRanges(ranges, peeling::work, before, peeling::peelRounds);
            workers.forRanges(edges, EDGES_PER_TASK, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    order.set(i, peeling.queue.item(i));
                    supports.set(i, before.get(i));
                }
            });
        }
        OffHeapInts rangeOfEdge = scope.ints(edges);
        workers.forRanges(found.size(), 1, (worker, from, to) -> {
            PeelQueue.Range range = found.get((int) from);
            for (long i = range.start(); i < range.end(); i++) {
                rangeOfEdge.set(order.get(i), (int) from);
            }
        });
        BloomIndex parts = index.inParts(rangeOfEdge, found.size(), workers, scope);
        OffHeapInts touched = scope.ints(parts.bloomCount());
        return PeelQueue.peelEach(found, workers, number -> {
            PeelQueue.Range range = found.get(number);
            try (OffHeapScope own = new OffHeapScope(execution.memory());
                    Team alone = new Team(workers.beside(), 1)) {
                OffHeapInts items = own.ints(range.end() - range.start());
                for (long i = 0; i < items.length(); i++) {
                    items.set(i, order.get(range.start() + i));
                }
                return new Peeling(parts, supports, alone, items, touched, parts.partsBefore(number), own).peel();
            }
        });
    }

    /**
     * The state of one peeling. The support of an edge that was peeled is below 0: {@link #peeling} in the round in which
     * it is peeled, the complement of its level after the level.
     */
    private static final class Peeling {
        private static final int TOUCHED_AT_ONCE = 256;
        private static final int MEMBERS_AT_ONCE = Long.SIZE;

        private final BloomIndex index;
        private final Team team;
        private final OffHeapLongs supports;
        private final PeelQueue queue;

        /** The blooms that lose wedges in this round, from {@link #firstTouched} on. */
        private final OffHeapInts touched;

        private final long firstTouched;
        private final AtomicLong touchedCount = new AtomicLong();
        /** The blooms that come to the list next, by worker. */
        private final int[][] newlyTouched;

        /** The support of the edges of this round, less in each round; levels are below 2^62. */
        private long peeling = Long.MIN_VALUE;

        Peeling(
                BloomIndex index,
                OffHeapLongs supports,
                Team team,
                OffHeapInts edges,
                OffHeapInts touched,
                long firstTouched,
                OffHeapScope scope) {
            this.index = index;
            this.team = team;
            this.supports = supports;
            this.queue = new PeelQueue(team, supports, supports, edges, scope);
            this.touched = touched;
            this.firstTouched = firstTouched;
            this.newlyTouched = new int[team.threads()][TOUCHED_AT_ONCE];
        }

        /** Replaces the supports by levels, and returns how many different ones there are. */
        long peel() {
            while (queue.nextLevel()) {
                peelRounds();
            }
            queue.end();
            return queue.levelCount();
        }

        /** About how long an edge takes. */
        private long work(int edge) {
            return 1 + index.linkEnd(edge) - index.linkStart(edge);
        }

        private void peelRounds() {
            while (queue.nextRound()) {
                peeling++;
                peelRound(queue.roundStart(), queue.roundEnd());
                team.workers().progress().advance(queue.roundEnd() - queue.roundStart());
            }
        }

        private void peelRound(long start, long end) {
            long work = team.sum(start, end, end - start, (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    supports.set(queue.item(i), peeling);
                    sum += work(queue.item(i));
                }
                return sum;
            });
            team.run(start, end, work, (worker, from, to) -> {
                int count = 0;
                for (long i = from; i < to; i++) {
                    count = leaveBlooms(queue.item(i), newlyTouched[worker], count);
                }
                addTouched(newlyTouched[worker], count);
            });
            shrinkBlooms();
        }

        /**
         * Takes the wedges of a peeled edge from its blooms. The sizes of blooms stay what they were before the round.
         *
         * @param newly the first {@code count} blooms that are touched and not yet listed
         * @return how many these are now
         */
        private int leaveBlooms(int edge, int[] newly, int count) {
            boolean alone = team.alone();
            int waiting = count;
            long end = index.linkEnd(edge);
            for (long link = index.linkStart(edge); link < end; link++) {
                int twin = index.twinOf(link);
                long ofTwin = supportOf(twin);
                if (ofTwin >= 0 || ofTwin == peeling && twin > edge) {
                    int bloom = index.bloomOf(link);
                    if (index.lose(bloom, alone) == 0) {
                        newly[waiting++] = bloom;
                        if (waiting == newly.length) {
                            addTouched(newly, waiting);
                            waiting = 0;
                        }
                    }
                    if (ofTwin >= 0 && twin >= 0) {
                        queue.lower(twin, index.size(bloom) - 1L);
                    }
                }
            }
            return waiting;
        }

        /** The support of an edge, or of what is in its place: 0 for one that stays, below 0 for one that is gone. */
        private long supportOf(int edge) {
            return edge >= 0 ? supports.get(edge) : edge == BloomIndex.LATER ? 0 : -1;
        }

        private void addTouched(int[] newly, int count) {
            touched.copyFrom(newly, 0, firstTouched + touchedCount.getAndAdd(count), count);
        }

        /** Shrinks all blooms that lost wedges in this round. */
        private void shrinkBlooms() {
            long count = touchedCount.getAndSet(0);
            long members = team.sum(0, count, count, (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    sum += index.memberCount(touched.get(firstTouched + i));
                }
                return sum;
            });
            team.run(0, count, 2 * members, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    shrink(touched.get(firstTouched + i));
                }
            });
        }

        /**
         * Lowers the support of the edges whose wedges remain, and brings these before the other wedges of the bloom.
         * Supports are read for some wedges at once, so that the processor fetches them side by side before it adds to
         * them atomically.
         */
        private void shrink(int bloom) {
            int losses = index.lost(bloom);
            int members = index.memberCount(bloom);
            int left = members - losses;
            int kept = 0;
            for (int from = 0; kept < left; from += MEMBERS_AT_ONCE) {
                int count = Math.min(MEMBERS_AT_ONCE, members - from);
                long there = 0;
                for (int i = 0; i < count; i++) {
                    long either = supportOf(index.memberFirst(bloom, from + i))
                            | supportOf(index.memberSecond(bloom, from + i));
                    there |= (either >>> 63 ^ 1) << i;
                }
                for (; there != 0; there &= there - 1) {
                    int member = from + Long.numberOfTrailingZeros(there);
                    lower(index.memberFirst(bloom, member), losses);
                    lower(index.memberSecond(bloom, member), losses);
                    if (kept != member) {
                        index.swapMembers(bloom, kept, member);
                    }
                    kept++;
                }
            }
            index.shrink(bloom);
        }

        private void lower(int edge, long amount) {
            if (edge >= 0) {
                queue.lower(edge, amount);
            }
        }
    }
}
