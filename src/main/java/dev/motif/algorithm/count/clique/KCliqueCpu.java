package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.model.CliqueSizes;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalCounter;
import dev.motif.algorithm.count.clique.search.CliqueSizesCounter;
import dev.motif.algorithm.count.clique.search.CliqueTotalCounter;
import dev.motif.backend.Binomials;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.List;

/** Counts k-cliques on the CPU. */
final class KCliqueCpu {
    /** The name of the stage that searches, after the graph has been ordered. */
    static final String STAGE = "searching cliques";

    private final UnipartiteGraph graph;
    private final KCliqueConfig config;
    private final CliqueSearcher searcher;
    private final List<WorkRange> roots;
    private final Execution execution;
    private final NativeMemory memory;

    /** @param roots the vertices to search from, by rank */
    KCliqueCpu(
            UnipartiteGraph graph,
            KCliqueConfig config,
            CliqueSearcher searcher,
            List<WorkRange> roots,
            Execution execution) {
        this.graph = graph;
        this.config = config;
        this.searcher = searcher;
        this.roots = roots;
        this.execution = execution;
        this.memory = execution.memory();
    }

    KCliqueResult count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            return count(plan(scope));
        }
    }

    /** Counts as {@code plan} says, which stays with its owner. */
    KCliqueResult count(CliquePlan plan) {
        return execution.time(Stage.COMPUTE, () -> search(plan));
    }

    private CliquePlan plan(OffHeapScope scope) {
        return scope.own(execution.time(Stage.PREPARE, () -> CliquePlan.of(graph, config, searcher, execution)));
    }

    /** Divides the vertices that searches start from, with the technique and the order settled. */
    Division<KCliqueConfig> divide(int parts) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            CliquePlan plan = plan(scope);
            OffHeapLongs weights = plan.weights(scope);
            KCliqueConfig settled = config.with(plan.technique()).with(plan.orientation());
            return new Division<>(settled, WorkRange.cut(weights.length(), weights::get, parts));
        }
    }

    private KCliqueResult search(CliquePlan plan) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            CliqueSizes sizes = config.localSizes() ? scope.own(sizes(plan)) : null;
            long members = config.result() == Result.VERTEX ? graph.vertexCount() : graph.edgeCount();
            OffHeapSums counts = config.local()
                    ? scope.own(OffHeapSums.zeroed(memory, sizes == null ? members : sizes.length()))
                    : null;
            CliqueLeafCounter[] counters = counters(plan, counts, sizes, scope);
            searcher.run(plan, roots, counters, execution);
            scope.keep(sizes);
            scope.keep(counts);
            return new KCliqueResult(
                    config,
                    plan.technique(),
                    plan.orientation(),
                    plan.degeneracy(),
                    bySize(counters),
                    config.result() == Result.VERTEX ? counts : null,
                    config.result() == Result.EDGE ? counts : null,
                    sizes);
        }
    }

    private CliqueSizes sizes(CliquePlan plan) {
        int largest = Math.min(config.maxK(), plan.oriented().maxDegree() + 1);
        return config.result() == Result.VERTEX
                ? CliqueSizes.ofVertices(graph, config.minK(), largest, memory)
                : CliqueSizes.ofEdges(graph, config.minK(), largest, memory);
    }

    private CliqueLeafCounter[] counters(CliquePlan plan, OffHeapSums counts, CliqueSizes sizes, OffHeapScope scope) {
        boolean oneSize = config.local() && sizes == null;
        Binomials binomials = oneSize ? new Binomials(plan.oriented().maxDegree() + 1L, config.maxK()) : null;
        OffHeapSums vertices = config.result() == Result.VERTEX ? counts : null;
        OffHeapSums edges = config.result() == Result.EDGE ? counts : null;
        CliqueLeafCounter[] counters = new CliqueLeafCounter[execution.workers().concurrency()];
        for (int worker = 0; worker < counters.length; worker++) {
            if (oneSize) {
                counters[worker] = new CliqueLocalCounter(config.maxK(), plan.oriented(), binomials, vertices, edges);
            } else {
                counters[worker] = sizes == null
                        ? new CliqueTotalCounter()
                        : scope.own(new CliqueSizesCounter(config, plan.oriented(), counts, sizes, memory));
            }
        }
        return counters;
    }

    private BigInteger[] bySize(CliqueLeafCounter[] counters) {
        if (!config.local() || config.localSizes()) {
            CliqueLeafHistogram all = new CliqueLeafHistogram();
            for (CliqueLeafCounter counter : counters) {
                all.add(((CliqueTotalCounter) counter).histogram());
            }
            return all.cliques(config.maxK());
        }
        BigInteger[] bySize = new BigInteger[config.maxK() + 1];
        bySize[config.maxK()] = BigInteger.ZERO;
        for (CliqueLeafCounter counter : counters) {
            bySize[config.maxK()] = bySize[config.maxK()].add(((CliqueLocalCounter) counter).total());
        }
        return bySize;
    }
}
