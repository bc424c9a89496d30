package dev.motif.algorithm.kclique;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.kclique.search.LocalGraph;
import dev.motif.algorithm.kclique.search.Search;
import dev.motif.algorithm.kclique.search.Tally;
import dev.motif.backend.RootSample;
import dev.motif.backend.SearchQueue;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.OrientedGraph;
import dev.motif.parallel.Workers;
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
        workers.progress().begin("planning the search", 0);
        Technique[] cheapest = {branching};
        workers.run(1, (worker, group) -> {
            Runnable check = SearchQueue.check(group);
            Tally tally = Tally.none(config.local());
            try (OffHeapScope scope = new OffHeapScope(memory);
                    LocalGraph local = CliquePlan.local(oriented, config, memory)) {
                OffHeapLongs weights = CliquePlan.weights(oriented, scope);
                RootSample drawn = RootSample.of(weights, MAX_WALKS, new SplittableRandom(MAX_WALKS));
                int[] roots = drawn.roots();
                double total = drawn.totalWeight();
                CliqueCost ofBranching =
                        new CliqueCost(CliquePlan.search(config, branching, local, tally, check, null), weights, total);
                CliqueCost ofOrientation = new CliqueCost(
                        CliquePlan.search(config, Technique.ORIENTATION, local, tally, check, null), weights, total);
                double spent = 0;
                for (int i = 0; i < roots.length; i++) {
                    if (i >= MIN_WALKS && spent > SHARE * Math.min(ofBranching.words(), ofOrientation.words())) {
                        break;
                    }
                    spent += ofBranching.walk(roots[i]) + ofOrientation.walk(roots[i]);
                }
                if (ofOrientation.words() < FASTER * ofBranching.words()) {
                    cheapest[0] = Technique.ORIENTATION;
                }
            } catch (SearchQueue.Stopped e) {
                return; // the worker that stopped the group reports the reason
            }
        });
        return cheapest[0];
    }

    /** About the words that the search of {@code plan} reads. */
    static double words(CliquePlan plan, NativeMemory memory, Workers workers) {
        workers.progress().begin("planning the search", 0);
        double[] words = new double[1];
        workers.run(1, (worker, group) -> {
            try (OffHeapScope scope = new OffHeapScope(memory);
                    LocalGraph local = plan.local(memory)) {
                OffHeapLongs weights = plan.weights(scope);
                RootSample drawn = RootSample.of(weights, MAX_WALKS, new SplittableRandom(MAX_WALKS));
                Tally tally = Tally.none(plan.config().local());
                Search search = plan.search(local, tally, SearchQueue.check(group), null);
                CliqueCost cost = new CliqueCost(search, weights, drawn.totalWeight());
                double spent = 0;
                for (int root : drawn.roots()) {
                    if (cost.walks >= MIN_WALKS && spent > SHARE * cost.words()) {
                        break;
                    }
                    spent += cost.walk(root);
                }
                words[0] = cost.walks == 0 ? 0 : cost.words();
            } catch (SearchQueue.Stopped e) {
                return; // the worker that stopped the group reports the reason
            }
        });
        return words[0];
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
