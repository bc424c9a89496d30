package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.baseline.butterfly.StartVertices.Sides;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The two options of Section 4.1 of the paper of G-BFC in which threads share a map: all workers together take a start
 * vertex, as a block does on a GPU, and each of them takes some of its neighbors. The side with fewer vertices starts.
 *
 * @param option how the map is shared
 */
record SharedMap(Option option) implements ButterflyBaseline.Counting {
    enum Option {
        /** A place of the map is read and raised under a lock of its own. */
        LOCK_VECTOR,
        /** Places are only raised, atomically; they are read when all neighbors are done. */
        REARRANGED
    }

    @Override
    public BigInteger count(BipartiteGraph graph, Execution execution) {
        Sides sides = Sides.withFewerVertices(graph);
        int threads = execution.workers().concurrency();
        return execution.time(Stage.COMPUTE, () -> {
            ExactSum[] sums = new ExactSum[threads];
            Team team = new Team(sides, option, threads);
            execution.workers().run(threads, (worker, group) -> {
                sums[worker] = new ExactSum();
                team.work(worker, sums[worker], group);
            });
            return StartVertices.total(sums);
        });
    }

    /** The workers with what they share. */
    private static final class Team {
        private static final int SPINS = 100;

        private final Csr starts;
        private final Csr middles;
        private final Option option;
        private final int threads;
        private final AtomicIntegerArray wedges;
        private final AtomicIntegerArray locks;
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicInteger passed = new AtomicInteger();

        Team(Sides sides, Option option, int threads) {
            this.starts = sides.starts();
            this.middles = sides.middles();
            this.option = option;
            this.threads = threads;
            this.wedges = new AtomicIntegerArray(starts.vertexCount());
            this.locks = new AtomicIntegerArray(option == Option.LOCK_VECTOR ? starts.vertexCount() : 0);
        }

        void work(int worker, ExactSum sum, Workers.Group group) {
            int[] ends = new int[starts.vertexCount()];
            for (int u = 0; u < starts.vertexCount() && !group.stopped(); u++) {
                if (starts.degree(u) > 1) {
                    int found = walk(u, worker, ends, sum, group);
                    if (!await(group)) {
                        return;
                    }
                    clear(ends, found, sum);
                    if (!await(group)) {
                        return;
                    }
                }
            }
        }

        /** Counts the wedges of a part of the neighbors; returns how many ends this worker was the first to find. */
        private int walk(int u, int worker, int[] ends, ExactSum sum, Workers.Group group) {
            int found = 0;
            long butterflies = 0;
            for (long i = starts.start(u) + worker; i < starts.end(u) && !group.stopped(); i += threads) {
                int v = starts.neighbor(i);
                long endOfV = middles.end(v);
                for (long j = middles.firstSlotFrom(v, u + 1); j < endOfV; j++) {
                    int w = middles.neighbor(j);
                    int before = option == Option.LOCK_VECTOR ? raiseLocked(w) : wedges.getAndIncrement(w);
                    if (before == 0) {
                        ends[found++] = w;
                    }
                    butterflies += before;
                }
            }
            if (option == Option.LOCK_VECTOR) {
                sum.add(butterflies);
            }
            return found;
        }

        private int raiseLocked(int w) {
            for (int spins = 0; !locks.weakCompareAndSetAcquire(w, 0, 1); spins++) {
                pause(spins);
            }
            int before = wedges.getPlain(w);
            wedges.setPlain(w, before + 1);
            locks.setRelease(w, 0);
            return before;
        }

        /** Sums, where this was left until now, and clears the ends that this worker found. */
        private void clear(int[] ends, int found, ExactSum sum) {
            for (int i = 0; i < found; i++) {
                if (option == Option.REARRANGED) {
                    sum.add(Counts.pairs(wedges.getPlain(ends[i])));
                }
                wedges.setPlain(ends[i], 0);
            }
        }

        /** Waits until all workers have come here; returns false when the group was stopped. */
        private boolean await(Workers.Group group) {
            int before = passed.get();
            if (waiting.incrementAndGet() == threads) {
                waiting.set(0);
                passed.incrementAndGet();
                return !group.stopped();
            }
            for (int spins = 0; passed.get() == before; spins++) {
                if (group.stopped()) {
                    return false;
                }
                pause(spins);
            }
            return !group.stopped();
        }

        /** There may be fewer processors than threads. */
        private static void pause(int spins) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
