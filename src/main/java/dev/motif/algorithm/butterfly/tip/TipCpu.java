package dev.motif.algorithm.butterfly.tip;

import dev.motif.backend.Counts;
import dev.motif.backend.wedge.FourCycles;
import dev.motif.backend.wedge.WedgeCounter;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;

/**
 * Computes tip numbers on the CPU: peels vertices level by level, all vertices of a round at once. Vertices are
 * numbered by their rank in the ranked graph here.
 */
final class TipCpu {
    /** The name of the stage after butterflies are counted, as progress shows it. */
    static final String STAGE = "peeling vertices";

    /**
     * Peeled vertices are removed from the graph when this many wedges per slot of the graph have been walked since the
     * last removal.
     */
    private static final long WALKED_PER_SLOT = 4;

    private final BipartiteGraph graph;
    private final TipConfig config;
    private final Execution execution;
    private final Workers workers;

    TipCpu(BipartiteGraph graph, TipConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.workers = execution.workers();
    }

    TipResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = scope.own(execution.times().time(Stage.PREPARE, () -> {
                workers.progress().begin("ranking vertices by degree", 0);
                // Peeling changes it, so that it is not one that other calls use.
                return RankedGraph.of(graph, execution.memory(), workers);
            }));
            return execution.times().time(Stage.COMPUTE, () -> {
                try (Team team = new Team(workers)) {
                    Peeling peeling = new Peeling(ranked, vertices(ranked, scope), team, scope);
                    peeling.peel();
                    OffHeapLongs tips = scope.longs(sideCount());
                    for (int v = 0; v < tips.length(); v++) {
                        tips.set(v, peeling.numbers.get(rank(ranked, v)));
                    }
                    return new TipResult(config.side(), scope.keep(tips), peeling.queue.levelCount());
                }
            });
        }
    }

    private int sideCount() {
        return config.side() == Side.LEFT ? graph.leftCount() : graph.rightCount();
    }

    private int rank(RankedGraph ranked, int vertex) {
        return config.side() == Side.LEFT ? ranked.rankOfLeft(vertex) : ranked.rankOfRight(vertex);
    }

    /** The ranks of all vertices of the peeled side. */
    private OffHeapInts vertices(RankedGraph ranked, OffHeapScope scope) {
        OffHeapInts ranks = scope.ints(sideCount());
        for (int v = 0; v < ranks.length(); v++) {
            ranks.set(v, rank(ranked, v));
        }
        return ranks;
    }

    /** The state of one peeling. */
    private final class Peeling {
        private final Team team;
        private final TipGraph remaining;
        private final WedgeCounter[] wedges;
        private final OffHeapLongs supports;
        private final OffHeapLongs numbers;
        private final PeelQueue queue;
        private final long vertexCount;
        private long peeled;
        private long walked;

        Peeling(RankedGraph ranked, OffHeapInts vertices, Team team, OffHeapScope scope) {
            this.team = team;
            this.vertexCount = vertices.length();
            this.remaining = new TipGraph(ranked.adjacency(), team, scope);
            this.wedges = WedgeCounter.forWorkers(workers.concurrency(), ranked.adjacency(), scope);
            this.supports = scope.longs(ranked.adjacency().vertexCount());
            this.numbers = scope.longs(supports.length());
            this.queue = new PeelQueue(team, supports, numbers, vertices, scope);
        }

        void peel() {
            countButterflies();
            while (queue.nextLevel()) {
                while (queue.nextRound()) {
                    peelRound(queue.roundStart(), queue.roundEnd());
                    peeled += queue.roundEnd() - queue.roundStart();
                    workers.progress().advance(queue.roundEnd() - queue.roundStart());
                }
            }
            queue.end();
        }

        private void countButterflies() {
            workers.progress().begin(FourCycles.STAGE, remaining.rows().vertexCount());
            supports.clear();
            FourCycles.count(remaining.rows(), supports, null, wedges, workers);
            workers.progress().begin(STAGE, vertexCount);
            workers.progress().advance(peeled);
        }

        private void peelRound(long start, long end) {
            long work = team.sum(start, end, remaining.slotsOf(end - start), (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    int u = queue.item(i);
                    remaining.kill(u);
                    // A vertex in no butterfly takes none from others, so its wedges are not walked.
                    sum += supports.get(u) == 0 ? 0 : remaining.wedgesFrom(u);
                }
                return sum;
            });
            if (work > remaining.countingWork()) {
                removeDead();
                countButterflies();
                queue.recounted(remaining::live);
                return;
            }
            team.run(start, end, work, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    takeButterflies(queue.item(i), wedges[worker]);
                }
            });
            walked += work;
            if (walked > WALKED_PER_SLOT * remaining.rows().slotCount()) {
                removeDead();
            }
        }

        private void removeDead() {
            remaining.removeDead();
            walked = 0;
        }

        /** Takes from each live vertex {@code w} the butterflies that it is in together with {@code u}. */
        private void takeButterflies(int u, WedgeCounter counter) {
            if (supports.get(u) == 0) {
                return;
            }
            long ends = counter.walkToAll(u);
            for (long i = 0; i < ends; i++) {
                int w = counter.end(i);
                int common = counter.common(w);
                if (common > 1 && remaining.live(w)) {
                    queue.lower(w, Counts.pairs(common));
                }
            }
            counter.clear();
        }
    }
}
