package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.work.ExactSum;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** The start vertices of wedges, which workers take some at a time. */
final class StartVertices {
    private static final int STARTS_PER_TASK = 64;

    private StartVertices() {}

    /** Counts for one worker. */
    @FunctionalInterface
    interface Counter {
        /** Adds the butterflies that are found from {@code u}; what it adds is meaningless once the group is stopped. */
        void countFrom(int u, ExactSum sum, Workers.Group group);
    }

    /**
     * The two directions of a graph as a search from one side needs them.
     *
     * @param starts the neighbors of the start vertices
     * @param middles the neighbors of these neighbors
     */
    record Sides(Csr starts, Csr middles) {
        /** The side with fewer vertices starts, the left one of two equal ones: its maps are the smallest. */
        static Sides withFewerVertices(BipartiteGraph graph) {
            return graph.leftCount() <= graph.rightCount()
                    ? new Sides(graph.left(), graph.right())
                    : new Sides(graph.right(), graph.left());
        }

        /** The side starts from which fewer wedges are walked, the left one of two equal ones. */
        static Sides withFewerWedges(BipartiteGraph graph) {
            Sides left = new Sides(graph.left(), graph.right());
            Sides right = new Sides(graph.right(), graph.left());
            return Wedges.ofMiddles(left.middles) <= Wedges.ofMiddles(right.middles) ? left : right;
        }
    }

    /** Counts from all start vertices with all workers, each with a counter of its own. */
    static BigInteger sum(int starts, Workers workers, IntFunction<Counter> counters) {
        ExactSum[] sums = new ExactSum[workers.concurrency()];
        AtomicLong next = new AtomicLong();
        workers.run(sums.length, (worker, group) -> {
            sums[worker] = new ExactSum();
            Counter counter = counters.apply(worker);
            for (long from = next.getAndAdd(STARTS_PER_TASK);
                    from < starts && !group.stopped();
                    from = next.getAndAdd(STARTS_PER_TASK)) {
                long to = Math.min(starts, from + STARTS_PER_TASK);
                for (long u = from; u < to && !group.stopped(); u++) {
                    counter.countFrom((int) u, sums[worker], group);
                }
            }
        });
        return total(sums);
    }

    static BigInteger total(ExactSum[] sums) {
        ExactSum total = new ExactSum();
        for (ExactSum sum : sums) {
            total.add(sum);
        }
        return total.toBigInteger();
    }
}
