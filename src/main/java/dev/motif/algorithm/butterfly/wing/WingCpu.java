package dev.motif.algorithm.butterfly.wing;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.PeelRounds;
import dev.motif.graph.order.RankedGraph;
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

    private static final long EDGES_PER_TASK = 64;
    private static final long BLOOMS_PER_TASK = 64;

    private final BipartiteGraph graph;
    private final Execution execution;
    private final Workers workers;

    WingCpu(BipartiteGraph graph, Execution execution) {
        this.graph = graph;
        this.execution = execution;
        this.workers = execution.workers();
    }

    WingResult count() {
        if (graph.edgeCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "wing numbers need fewer than 2^31 relationships, got " + graph.edgeCount());
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs supports = scope.zeroedLongs(graph.edgeCount());
            BloomIndex index = index(supports, scope);
            return execution.times().time(Stage.COMPUTE, () -> {
                Peeling peeling = new Peeling(index, supports, new PeelRounds(workers), scope);
                workers.progress().begin(STAGE, graph.edgeCount());
                peeling.peel();
                return new WingResult(scope.keep(supports), peeling.queue.levelCount());
            });
        }
    }

    private BloomIndex index(OffHeapLongs supports, OffHeapScope scope) {
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = building.own(execution.times().time(Stage.PREPARE, () -> {
                        workers.progress().begin("ranking vertices by degree", 0);
                        return RankedGraph.form(graph, execution.memory(), workers);
                    }))
                    .form();
            return execution
                    .times()
                    .time(Stage.COMPUTE, () -> BloomIndex.of(graph, ranked, supports, workers, scope, building));
        }
    }

    /** The state of one peeling. */
    private static final class Peeling {
        private final BloomIndex index;
        private final PeelRounds rounds;
        private final PeelQueue queue;
        /** The round in which each edge is peeled, by edge, from 1; 0 for edges that no round has had yet. */
        private final OffHeapInts roundOf;
        /** The number of wedges that each bloom loses in this round, by bloom. */
        private final OffHeapInts lost;

        /** The blooms that lose wedges in this round. */
        private final OffHeapInts touched;

        private final AtomicLong touchedCount = new AtomicLong();
        private int round;

        Peeling(BloomIndex index, OffHeapLongs supports, PeelRounds rounds, OffHeapScope scope) {
            this.index = index;
            this.rounds = rounds;
            OffHeapInts edges = scope.ints(supports.length());
            for (int e = 0; e < edges.length(); e++) {
                edges.set(e, e);
            }
            this.queue = new PeelQueue(rounds, supports, supports, edges, scope);
            this.roundOf = scope.zeroedInts(supports.length());
            this.lost = scope.zeroedInts(index.bloomCount());
            this.touched = scope.ints(index.bloomCount());
        }

        void peel() {
            while (queue.nextLevel()) {
                while (queue.nextRound()) {
                    round++;
                    peelRound(queue.roundStart(), queue.roundEnd());
                    rounds.workers().progress().advance(queue.roundEnd() - queue.roundStart());
                }
            }
        }

        private void peelRound(long start, long end) {
            long[] work = {0};
            rounds.runHere(start, end, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    int edge = queue.item(i);
                    roundOf.set(edge, round);
                    work[0] += index.linkEnd(edge) - index.linkStart(edge);
                }
            });
            rounds.run(start, end, work[0], EDGES_PER_TASK, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    leaveBlooms(queue.item(i));
                }
            });
            shrinkBlooms();
        }

        /**
         * Takes the wedges of a peeled edge from its blooms. The sizes of blooms stay what they were before the round.
         */
        private void leaveBlooms(int edge) {
            long end = index.linkEnd(edge);
            for (long link = index.linkStart(edge); link < end; link++) {
                int twin = index.twinOf(link);
                int roundOfTwin = roundOf.get(twin);
                boolean wedgeIsThere = roundOfTwin == 0 || roundOfTwin == round;
                boolean countedByTwin = roundOfTwin == round && twin < edge;
                if (wedgeIsThere && !countedByTwin) {
                    int bloom = index.bloomOf(link);
                    if (lost.getAndAdd(bloom, 1) == 0) {
                        touched.set(touchedCount.getAndIncrement(), bloom);
                    }
                    if (roundOfTwin == 0) {
                        queue.lower(twin, index.size(bloom) - 1L);
                    }
                }
            }
        }

        /** Shrinks all blooms that lost wedges in this round. */
        private void shrinkBlooms() {
            long count = touchedCount.getAndSet(0);
            long[] work = {0};
            rounds.runHere(0, count, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    work[0] += index.size(touched.get(i));
                }
            });
            rounds.run(0, count, work[0], BLOOMS_PER_TASK, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    shrink(touched.get(i));
                }
            });
        }

        /** Lowers the support of the edges whose wedges remain, and drops the other wedges of the bloom. */
        private void shrink(int bloom) {
            int before = index.size(bloom);
            int losses = lost.get(bloom);
            int kept = 0;
            for (int member = 0; member < before; member++) {
                int first = index.memberFirst(bloom, member);
                int second = index.memberSecond(bloom, member);
                if (roundOf.get(first) == 0 && roundOf.get(second) == 0) {
                    queue.lower(first, losses);
                    queue.lower(second, losses);
                    index.setMember(bloom, kept++, first, second);
                }
            }
            index.setSize(bloom, kept);
            lost.set(bloom, 0);
        }
    }
}
