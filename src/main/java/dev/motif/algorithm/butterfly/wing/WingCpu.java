package dev.motif.algorithm.butterfly.wing;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Computes wing numbers on the CPU: peels edges level by level on a {@link BloomIndex}, all edges of a round at once.
 *
 * <p>When a bloom of {@code k} wedges loses {@code r} of them in a round, each edge of the wedges that remain loses
 * {@code r} butterflies. A twin of a peeled edge that is not peeled itself loses all its {@code k - 1} butterflies of
 * the bloom.
 */
final class WingCpu {
    /** The name of the peeling stage, which follows those of {@link BloomIndex}, as progress shows it. */
    static final String STAGE = "peeling edges";

    private final BipartiteGraph graph;
    private final Execution execution;
    private final Workers workers;

    WingCpu(BipartiteGraph graph, Execution execution) {
        this.graph = graph;
        this.execution = execution;
        this.workers = execution.workers();
    }

    WingResult count() {
        long edges = graph.edgeCount();
        if (edges > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("wing numbers need fewer than 2^31 relationships, got " + edges);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs supports = scope.longs(edges);
            OffHeapInts numbers = scope.ints(edges);
            long levels = peel(supports, numbers);
            return execution
                    .times()
                    .time(
                            Stage.COMPUTE,
                            () -> new WingResult(supports.at(numbers, execution.memory(), workers), levels));
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
            return execution.times().time(Stage.COMPUTE, () -> {
                workers.progress().begin(STAGE, graph.edgeCount());
                try (Team team = new Team(workers)) {
                    Peeling peeling = new Peeling(index, supports, team, scope);
                    peeling.peel();
                    return peeling.queue.levelCount();
                }
            });
        }
    }

    private BloomIndex index(OffHeapLongs supports, OffHeapInts numbers, OffHeapScope scope) {
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = building.own(execution.times().time(Stage.PREPARE, () -> {
                        workers.progress().begin("ranking vertices by degree", 0);
                        return RankedGraph.form(graph, execution.memory(), workers);
                    }))
                    .form();
            return execution.times().time(Stage.COMPUTE, () -> {
                RankedEdges edges = new RankedEdges(ranked, building);
                edges.number(graph, numbers, workers);
                return BloomIndex.of(edges, supports, execution, scope);
            });
        }
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

        /** The blooms that lose wedges in this round. */
        private final OffHeapInts touched;

        private final AtomicLong touchedCount = new AtomicLong();
        /** By worker: blooms that come to these next. */
        private final int[][] newlyTouched;

        /** The support of the edges of this round, less in each round; levels are below 2^62. */
        private long peeling = Long.MIN_VALUE;

        Peeling(BloomIndex index, OffHeapLongs supports, Team team, OffHeapScope scope) {
            this.index = index;
            this.team = team;
            this.supports = supports;
            OffHeapInts edges = scope.ints(supports.length());
            for (int e = 0; e < edges.length(); e++) {
                edges.set(e, e);
            }
            this.queue = new PeelQueue(team, supports, supports, edges, scope);
            this.touched = scope.ints(index.bloomCount());
            this.newlyTouched = new int[team.threads()][TOUCHED_AT_ONCE];
        }

        void peel() {
            while (queue.nextLevel()) {
                while (queue.nextRound()) {
                    peeling++;
                    peelRound(queue.roundStart(), queue.roundEnd());
                    team.workers().progress().advance(queue.roundEnd() - queue.roundStart());
                }
            }
            queue.end();
        }

        private void peelRound(long start, long end) {
            long links = team.sum(start, end, end - start, (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    int edge = queue.item(i);
                    supports.set(edge, peeling);
                    sum += index.linkEnd(edge) - index.linkStart(edge);
                }
                return sum;
            });
            team.run(start, end, links, (worker, from, to) -> {
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
            int waiting = count;
            long end = index.linkEnd(edge);
            for (long link = index.linkStart(edge); link < end; link++) {
                int twin = index.twinOf(link);
                long ofTwin = supports.get(twin);
                if (ofTwin >= 0 || ofTwin == peeling && twin > edge) {
                    int bloom = index.bloomOf(link);
                    if (index.lose(bloom) == 0) {
                        newly[waiting++] = bloom;
                        if (waiting == newly.length) {
                            addTouched(newly, waiting);
                            waiting = 0;
                        }
                    }
                    if (ofTwin >= 0) {
                        queue.lower(twin, index.size(bloom) - 1L);
                    }
                }
            }
            return waiting;
        }

        private void addTouched(int[] newly, int count) {
            touched.copyFrom(newly, 0, touchedCount.getAndAdd(count), count);
        }

        /** Shrinks all blooms that lost wedges in this round. */
        private void shrinkBlooms() {
            long count = touchedCount.getAndSet(0);
            long members = team.sum(0, count, count, (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    sum += index.size(touched.get(i));
                }
                return sum;
            });
            team.run(0, count, 2 * members, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    shrink(touched.get(i));
                }
            });
        }

        /**
         * Lowers the support of the edges whose wedges remain, and drops the other wedges of the bloom. Supports are read
         * for some wedges at once, so that the processor fetches them side by side before it adds to them atomically.
         */
        private void shrink(int bloom) {
            int losses = index.lost(bloom);
            int left = index.size(bloom) - losses;
            int kept = 0;
            for (int from = 0; kept < left; from += MEMBERS_AT_ONCE) {
                int count = Math.min(MEMBERS_AT_ONCE, index.size(bloom) - from);
                long there = 0;
                for (int i = 0; i < count; i++) {
                    long either = supports.get(index.memberFirst(bloom, from + i))
                            | supports.get(index.memberSecond(bloom, from + i));
                    there |= (either >>> 63 ^ 1) << i;
                }
                for (; there != 0; there &= there - 1) {
                    int member = from + Long.numberOfTrailingZeros(there);
                    int first = index.memberFirst(bloom, member);
                    int second = index.memberSecond(bloom, member);
                    queue.lower(first, losses);
                    queue.lower(second, losses);
                    index.setMember(bloom, kept++, first, second);
                }
            }
            index.shrink(bloom);
        }
    }
}
