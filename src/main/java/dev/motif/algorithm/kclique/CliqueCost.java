package dev.motif.algorithm.kclique;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.kclique.search.LeafCounter;
import dev.motif.algorithm.kclique.search.LocalGraph;
import dev.motif.algorithm.kclique.search.Search;
import dev.motif.backend.cost.WeightedRoots;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Estimates the cost of a search from all roots by one technique, by random walks from some roots. A root is drawn with
 * a probability in proportion to its weight, about the pairs of its candidates.
 */
final class CliqueCost {
    private static final int MAX_WALKS = 256;
    private static final int MIN_WALKS = 16;

    /** Estimating stops when it has cost this share of the cheaper search. */
    private static final double SHARE = 0.05;

    /** By this factor ORIENTATION takes less time for a word: it looks at each candidate once, and does little else. */
    private static final double FASTER = 2;

    private final Search search;
    private final OffHeapLongs weights;
    private final double totalWeight;
    private final SplittableRandom random = new SplittableRandom(MAX_WALKS);

    private int walks;
    private double sum;

    private CliqueCost(Search search, OffHeapLongs weights, double totalWeight) {
        this.search = search;
        this.weights = weights;
        this.totalWeight = totalWeight;
    }

    /** ORIENTATION or {@code branching}, whichever is estimated to cost less. */
    static Technique cheapest(
            OrientedGraph oriented, KCliqueConfig config, Technique branching, NativeMemory memory, Workers workers) {
        double[] words = words(oriented, config, memory, workers, branching, Technique.ORIENTATION);
        return words[1] < FASTER * words[0] ? Technique.ORIENTATION : branching;
    }

    /** About the words that the search of {@code plan} reads. */
    static double words(CliquePlan plan, NativeMemory memory, Workers workers) {
        return words(plan.oriented(), plan.config(), memory, workers, plan.technique())[0];
    }

    /** About the words that the search by each of {@code techniques} reads, by walks from the same roots. */
    private static double[] words(
            OrientedGraph oriented,
            KCliqueConfig config,
            NativeMemory memory,
            Workers workers,
            Technique... techniques) {
        workers.progress().begin("planning the search", 0);
        double[] words = new double[techniques.length];
        workers.run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            LeafCounter tally = LeafCounter.none(config.local());
            try (OffHeapScope scope = new OffHeapScope(memory);
                    LocalGraph local = CliquePlan.local(oriented, config, memory)) {
                OffHeapLongs weights = CliquePlan.weights(oriented, scope);
                WeightedRoots drawn = WeightedRoots.of(weights, MAX_WALKS, new SplittableRandom(MAX_WALKS));
                CliqueCost[] costs = new CliqueCost[techniques.length];
                Arrays.setAll(
                        costs,
                        i -> new CliqueCost(
                                CliquePlan.search(config, techniques[i], local, tally, check, null),
                                weights,
                                drawn.totalWeight()));
                double spent = 0;
                for (int i = 0; i < drawn.roots().length && (i < MIN_WALKS || spent <= SHARE * least(words)); i++) {
                    for (int j = 0; j < costs.length; j++) {
                        spent += costs[j].walk(drawn.roots()[i]);
                        words[j] = costs[j].words();
                    }
                }
            } catch (SearchQueue.Stopped e) {
                return; // the worker that stopped the group reports the reason
            }
        });
        return words;
    }

    private static double least(double[] words) {
        return Arrays.stream(words).min().orElseThrow();
    }

    /** Does one more walk, from {@code root}; returns what the walk itself has cost. */
    private double walk(int root) {
        walks++;
        double before = search.work();
        sum += search.probe(root, random) / weights.get(root);
        return search.work() - before;
    }

    /** The words that the search is estimated to read, with steps that take about as long counted as words. */
    private double words() {
        return sum / walks * totalWeight;
    }
}
