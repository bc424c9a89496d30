package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.backend.cost.WeightedRoots;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Estimates the cost of a search from all roots by one technique, by random walks from some roots. A root is drawn with
 * a probability in proportion to its weight, about the pairs of its candidates.
 */
record CliqueCost(
        OrientedGraph oriented,
        KCliqueConfig config,
        CliqueSearcher searcher,
        NativeMemory memory,
        Workers workers,
        Technique... techniques) {
    private static final int MAX_WALKS = 256;

    /**
     * The walks of the first round, which workers share. After each round it is decided whether the same number
     * follows.
     */
    private static final int FIRST_WALKS = 16;

    /** Estimating stops when it has cost this share of the cheaper search. */
    private static final double SHARE = 0.05;

    /**
     * The factor by which ORIENTATION takes less time for a word: it looks at each candidate once, and does little
     * else.
     */
    private static final double FASTER = 2;

    /** ORIENTATION or {@code branching}, whichever is estimated to cost less. */
    static Technique cheapest(
            OrientedGraph oriented,
            KCliqueConfig config,
            CliqueSearcher searcher,
            Technique branching,
            NativeMemory memory,
            Workers workers) {
        double[] words =
                new CliqueCost(oriented, config, searcher, memory, workers, branching, Technique.ORIENTATION).words();
        return words[1] < FASTER * words[0] ? Technique.ORIENTATION : branching;
    }

    /** About the words that the search of {@code plan} reads. */
    static double words(CliquePlan plan, CliqueSearcher searcher, NativeMemory memory, Workers workers) {
        return new CliqueCost(plan.oriented(), plan.config(), searcher, memory, workers, plan.technique()).words()[0];
    }

    /**
     * About the words that the search by each technique reads, with steps that take about as long counted as words, by walks
     * from the same roots.
     */
    private double[] words() {
        workers.progress().begin("planning the search", 0);
        double[] words = new double[techniques.length];
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs weights = CliquePlan.weights(oriented, scope);
            WeightedRoots drawn = WeightedRoots.of(weights, MAX_WALKS, new SplittableRandom(MAX_WALKS));
            int[] roots = drawn.roots();
            CliqueLocalGraph[] locals = new CliqueLocalGraph[Math.min(workers.concurrency(), FIRST_WALKS)];
            boolean slots = CliqueSearcher.slots(config);
            Arrays.setAll(locals, worker -> scope.own(searcher.local(oriented.adjacency(), slots, memory)));
            double[] sums = new double[techniques.length];
            double spent = 0;
            int done = 0;
            while (done < roots.length && (done == 0 || spent <= SHARE * least(words))) {
                Walk[] round = new Walk[Math.min(Math.max(FIRST_WALKS, done), roots.length - done)];
                walk(roots, done, round, locals);
                for (Walk walk : round) {
                    spent += walk.spent;
                    for (int i = 0; i < sums.length; i++) {
                        sums[i] += walk.words[i] / weights.get(roots[done]);
                    }
                    done++;
                }
                for (int i = 0; i < sums.length; i++) {
                    words[i] = sums[i] / done * drawn.totalWeight();
                }
            }
        }
        return words;
    }

    /**
     * A walk from one root.
     *
     * @param words by technique the estimate of what the search from the root reads
     * @param spent the words that the walks themselves read
     */
    private record Walk(double[] words, double spent) {}

    /**
     * Does the walks from {@code roots[first]} on that {@code round} has room for, with one worker for each local
     * graph.
     */
    private void walk(int[] roots, int first, Walk[] round, CliqueLocalGraph[] locals) {
        AtomicInteger next = new AtomicInteger();
        workers.run(Math.min(locals.length, round.length), (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            CliqueLeafCounter counter = CliqueLeafCounter.none(config.local());
            Search[] searches = new Search[techniques.length];
            Arrays.setAll(searches, i -> searcher.search(config, techniques[i], locals[worker], counter, check, null));
            try {
                for (int i = next.getAndIncrement(); i < round.length; i = next.getAndIncrement()) {
                    round[i] = walk(roots[first + i], searches, first + i);
                }
            } catch (SearchQueue.Stopped e) {
                return; // the worker that stopped the group reports the reason
            }
        });
    }

    private static Walk walk(int root, Search[] searches, long seed) {
        double[] words = new double[searches.length];
        double spent = 0;
        for (int i = 0; i < searches.length; i++) {
            double before = searches[i].work();
            words[i] = searches[i].probe(root, new SplittableRandom(seed));
            spent += searches[i].work() - before;
        }
        return new Walk(words, spent);
    }

    private static double least(double[] words) {
        return Arrays.stream(words).min().orElseThrow();
    }
}
