package dev.motif.algorithm.similar.nodes;

import dev.motif.algorithm.similar.pairs.PairBatchGpu;
import dev.motif.algorithm.similar.pairs.PairHeap;
import dev.motif.algorithm.similar.pairs.PairsAlgorithm;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;
import java.util.List;

/**
 * The pairs of nodes of one side of a bipartite graph, or of a unipartite graph, whose neighbors are the most alike:
 *
 * <pre>{@code
 * JACCARD   |N(u) intersected with N(v)| / |N(u) united with N(v)|
 * OVERLAP   |N(u) intersected with N(v)| / min(d(u), d(v))
 * COSINE    |N(u) intersected with N(v)| / sqrt(d(u) * d(v))
 * }</pre>
 *
 * and by the other metrics of {@link SimilarityMetric}.
 *
 * <p>Of each node the best pairs are chosen, and of these the best in all; a pair that both of its nodes choose comes
 * twice, once from each. Pairs that are equally similar are ordered by source, then by target.
 *
 * <p>For each source the paths of two edges from it are counted by their end, which gives the common neighbors of all
 * of its pairs, and its best pairs are kept in a heap. What cannot be among them by its common neighbors and the
 * source's degree alone is left out before the degree of the other end is looked up. Sources are searched in batches
 * while the pairs are read, so memory does not grow with the pairs.
 *
 * <p>A GPU counts the same paths and keeps the best pairs of each source; ties are the same on both.
 *
 * <p>With given sources only paths from these sources are counted, and with given targets only pairs with these targets
 * are kept.
 *
 * <p>On request only the pairs are wanted that have more common neighbors than chance explains: see {@link
 * ValidatedProjection}.
 *
 * <p>Work: {@code O(sum over v of d(v)^2)} of the other side, a step for each path. Memory: 8 bytes a node and worker,
 * and what has been found of a batch.
 *
 * <p>Relationships may have weights. With {@code w(u, x)} for the weight between u and its neighbor x, and 0 where x is
 * none:
 *
 * <pre>{@code
 * JACCARD   sum over x of min(w(u, x), w(v, x)) / sum over x of max(w(u, x), w(v, x))
 * OVERLAP   sum over x of min(w(u, x), w(v, x)) / min(sum over x of w(u, x), sum over x of w(v, x))
 * COSINE    sum over x of w(u, x) * w(v, x) / sqrt(sum over x of w(u, x)^2 * sum over x of w(v, x)^2)
 * COUNT     sum over x of min(w(u, x), w(v, x))
 * }</pre>
 *
 * <p>Sums are added as doubles, in the order of the neighbors: exact for integers up to 2^53. A GPU adds up where they
 * are exact, in any order: see {@link dev.motif.graph.weight.WeightUnit}. Ratios are right for weights of any size,
 * which are scaled by powers of two where sums or products were beyond the range of doubles; a sum that is so itself is
 * an error.
 *
 * <p>Keys, defaults and similarities are the same as in {@code gds.nodeSimilarity} of Graph Data Science.
 */
public final class SimilarityAlgorithm implements Algorithm.OfEither<SimilarityConfig, SimilarPairs> {
    @Override
    public String name() {
        return "nodeSimilarity";
    }

    @Override
    public List<String> stages(GraphSize size, SimilarityConfig config) {
        return SimilarPairs.stages(config);
    }

    /** Pairs are found when they are asked for; the graph must stay open until then. */
    @Override
    public SimilarPairs run(Backend.Choice choice, Graph graph, SimilarityConfig config, Execution execution) {
        return new SimilarPairs(graph, config, execution, choice);
    }

    @Override
    public SimilarPairs cpu(Graph graph, SimilarityConfig config, Execution execution) {
        return run(Backend.Choice.cpu("asked for"), graph, config, execution);
    }

    /** Chance is looked at on the CPU alone, and so are pairs of given nodes, and weights whose sums are rounded. */
    @Override
    public GpuVersion<Graph, SimilarPairs> gpu(SimilarityConfig config) {
        return config.falseDiscoveryRate() > 0 || !config.ends().areAll()
                ? null
                : PairBatchGpu.ofAll(
                        config.wanted(),
                        size -> MemoryEstimate.sum("pairs", unfetched(config.compared(size)), bestInAll(config)),
                        (graph, execution, choice) -> run(choice, graph, config, execution));
    }

    @Override
    public String withoutGpu(SimilarityConfig config) {
        return name() + (config.ends().areAll() ? " by chance" : " of given nodes") + " has no GPU version";
    }

    @Override
    public RunCost cost(SimilarityConfig config) {
        return PairsAlgorithm.costOfAll(config.side(), config.sums());
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, SimilarityConfig config, int concurrency) {
        long sources = config.compared(size);
        int threads = config.threads(concurrency);
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        name(),
                        config.weights() == null
                                ? MemoryEstimate.of(
                                        "counters of paths",
                                        threads * config.metric().counterBytes(sources))
                                : SimilarPairs.estimateOfWeights(size, config, sources, threads),
                        MemoryEstimate.of(
                                "pairs by their p-values",
                                config.falseDiscoveryRate() == 0 ? 0 : ValidatedProjection.bytes())),
                unfetched(sources),
                bestInAll(config));
    }

    private static MemoryEstimate unfetched(long sources) {
        return MemoryEstimate.range("pairs that nobody has fetched yet", 0, SimilarPairs.mostHeapBytes(sources));
    }

    private static MemoryEstimate bestInAll(SimilarityConfig config) {
        return MemoryEstimate.range(
                "the best pairs in all", 0, (long) config.inAll().count() * PairHeap.BYTES_PER_PAIR);
    }
}
