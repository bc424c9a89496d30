package dev.motif.algorithm.similar.nodes;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.pairs.DeviceBatches;
import dev.motif.algorithm.similar.pairs.PairHeap;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Side;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;

/**
 * A request for pairs of similar nodes.
 *
 * @param side whose nodes are compared, in a bipartite graph
 * @param metric computes the similarity of a pair
 * @param similarityCutoff the least similarity of a wanted pair
 * @param minCommon the fewest common neighbors of a wanted pair, 1 or more
 * @param degreeCutoff the fewest neighbors of a node that is compared
 * @param upperDegreeCutoff the most neighbors of a node that is compared
 * @param falseDiscoveryRate which part of the wanted pairs may have no more common neighbors than chance explains, in
 *     (0, 1), for bipartite graphs; 0 for pairs whatever chance explains
 * @param perNode how many pairs of each node are wanted; with {@link Choice#all} each pair once, from its smaller
 *     vertex
 * @param inAll how many pairs are wanted in all
 * @param ends which nodes of the side the pairs lead from and to
 * @param weights the weights of relationships; null where each counts the same
 */
public record SimilarityConfig(
        Side side,
        SimilarityMetric metric,
        double similarityCutoff,
        int minCommon,
        int degreeCutoff,
        int upperDegreeCutoff,
        double falseDiscoveryRate,
        Choice perNode,
        Choice inAll,
        PairEnds ends,
        EdgeWeights weights)
        implements Serializable, Weighed<SimilarityConfig> {
    /** Pairs of any nodes of the side, without weights. */
    public SimilarityConfig(
            Side side,
            SimilarityMetric metric,
            double similarityCutoff,
            int minCommon,
            int degreeCutoff,
            int upperDegreeCutoff,
            double falseDiscoveryRate,
            Choice perNode,
            Choice inAll) {
        this(
                side,
                metric,
                similarityCutoff,
                minCommon,
                degreeCutoff,
                upperDegreeCutoff,
                falseDiscoveryRate,
                perNode,
                inAll,
                PairEnds.ALL,
                null);
    }

    /**
     * A choice among pairs.
     *
     * @param count how many at most; 0 for all
     * @param least whether the least similar pairs are chosen, not the most similar
     */
    public record Choice(int count, boolean least) implements Serializable {
        /** All pairs. */
        public static final Choice ALL = new Choice(0, false);

        /** Whether there is no limit. */
        public boolean all() {
            return count == 0;
        }

        /** @param heap gets the bytes of the pairs that are kept */
        public PairHeap best(HeapBudget.Share heap) {
            return new PairHeap(count, least, heap);
        }
    }

    /** All pairs of the nodes of a side with a common neighbor, each once, by {@link SimilarityMetric#JACCARD}. */
    public static SimilarityConfig allOf(Side side) {
        return new SimilarityConfig(
                side, SimilarityMetric.JACCARD, 0, 1, 1, Integer.MAX_VALUE, 0, Choice.ALL, Choice.ALL);
    }

    public SimilarityConfig between(PairEnds these) {
        return with(these, weights);
    }

    @Override
    public SimilarityConfig weighedBy(EdgeWeights these) {
        return with(ends, these);
    }

    private SimilarityConfig with(PairEnds otherEnds, EdgeWeights otherWeights) {
        return new SimilarityConfig(
                side,
                metric,
                similarityCutoff,
                minCommon,
                degreeCutoff,
                upperDegreeCutoff,
                falseDiscoveryRate,
                perNode,
                inAll,
                otherEnds,
                otherWeights);
    }

    /** Whether the similarity of a pair follows from a sum over its common neighbors, in place of their number. */
    boolean sums() {
        return weights != null || metric.hasWeights();
    }

    /** The number of threads that have work: all {@code concurrency} where the pairs of the whole side are tested. */
    int threads(int concurrency) {
        return falseDiscoveryRate > 0 ? concurrency : ends.threads(concurrency);
    }

    /** The pairs that a device has to find; the choice in all is made of them. */
    DeviceBatches.Wanted wanted() {
        return new DeviceBatches.Wanted(
                side,
                metric,
                similarityCutoff,
                minCommon,
                degreeCutoff,
                upperDegreeCutoff,
                perNode.count(),
                perNode.least(),
                perNode.all(),
                weights);
    }

    /** How many vertices the compared side has. */
    long compared(GraphSize size) {
        return side == Side.RIGHT && size.right() > 0 ? size.right() : size.left();
    }

    boolean compares(long degree) {
        return degreeCutoff <= degree && degree <= upperDegreeCutoff;
    }
}
