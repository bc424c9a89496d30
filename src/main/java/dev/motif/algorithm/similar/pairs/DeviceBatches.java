package dev.motif.algorithm.similar.pairs;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.CommonNeighborCounts;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.weight.EdgeWeights;
import java.io.Serializable;

/**
 * The pairs of all sources, which a device finds, or several of them, in batches, each when it is asked for. The first batch is small, so that the
 * first pairs come soon; later ones are as large as there is room for their pairs, off the heap. Owns the memory of the
 * current one.
 */
public final class DeviceBatches implements SourceBatches.Batches, AutoCloseable {
    private static final PairBatchAlgorithm ALGORITHM = new PairBatchAlgorithm();
    private static final int FIRST_SOURCES = 1 << 16;
    private static final int GROWTH = 4;

    private final Graph graph;
    private final Wanted wanted;
    private final int vertices;
    private final Execution execution;
    private final Backend.Choice choice;
    private final long mostPairs;
    private final long mostSources;
    private int sources;
    private PairBatch batch;

    /**
     * A request for pairs.
     *
     * @param side whose vertices are paired, in a bipartite graph
     * @param metric computes the value of a pair
     * @param similarityCutoff the least value
     * @param minCommon the fewest common neighbors, 1 or more
     * @param degreeCutoff the fewest neighbors of either vertex
     * @param upperDegreeCutoff the most neighbors of either vertex
     * @param limit how many pairs of each source are enough, the best; 0 for all. There may be more of them.
     * @param least whether the pairs of the least value are the best
     * @param above whether only ends above their source are wanted
     * @param weights the weights of edges, whose values need not be known yet; null where these have none
     */
    public record Wanted(
            Side side,
            SimilarityMetric metric,
            double similarityCutoff,
            int minCommon,
            int degreeCutoff,
            int upperDegreeCutoff,
            int limit,
            boolean least,
            boolean above,
            EdgeWeights weights)
            implements Serializable {
        /** Whether the value of a pair does not follow from the number of common neighbors. */
        boolean sums() {
            return weights != null || metric.hasWeights();
        }

        /** Whether weights of edges are multiplied, so that the sum of a vertex is the sum of their squares. */
        boolean squares() {
            return metric.multipliesWeights();
        }

        /** The words of a pair: with its value where that is made of sums. */
        int words() {
            return sums() ? 2 : 1;
        }
    }

    /**
     * Finds nothing yet.
     *
     * @param mostPairs the most pairs of sources that are searched together, unless it is a single source
     * @param choice one device or more, of this process or of the one that holds the devices
     */
    DeviceBatches(Graph graph, Wanted wanted, long mostPairs, Execution execution, Backend.Choice choice) {
        this.graph = graph;
        this.wanted = wanted;
        this.vertices = (int)
                (graph instanceof BipartiteGraph bipartite
                        ? wanted.side == Side.RIGHT ? bipartite.rightCount() : bipartite.leftCount()
                        : graph.vertexCount());
        this.mostPairs = mostPairs;
        this.execution = execution;
        this.choice = choice;
        this.mostSources =
                (long) PairBatchGpu.mostSources(wanted) * choice.devices().size();
        this.sources = (int) Math.min(FIRST_SOURCES, mostSources);
    }

    @Override
    public int next(int first) {
        if (batch == null || first == batch.end()) {
            find(first);
        }
        int next = first;
        long pairs = 0;
        do {
            pairs += batch.count(next++);
        } while (next < batch.end() && next - first < FIRST_SOURCES && pairs + batch.count(next) <= mostPairs);
        return next;
    }

    private void find(int first) {
        close();
        int asked = Math.min(sources, vertices - first);
        batch = ALGORITHM.run(choice, graph, new PairBatch.Config(wanted, first, asked), execution);
        int found = batch.end() - first;
        long room = choice.devices().size() * PairBatchGpu.ROWS / (batch.rowCount() + 1);
        long growth = found < asked ? 1 : Math.max(1, Math.min(GROWTH, room));
        sources = (int) Math.min(mostSources, growth * found);
    }

    /** A view of the pairs of the current batch, for one thread. */
    public CommonNeighborCounts counts() {
        return new CommonNeighborCounts() {
            private final int words = wanted.words();
            private long[] pairs = new long[0];
            private int count;

            @Override
            public void countFrom(int u, int above) {
                count = batch.count(u);
                pairs = batch.of(u, pairs);
            }

            @Override
            public int endCount() {
                return count;
            }

            @Override
            public int end(int i) {
                return (int) (pairs[i * words] >>> Integer.SIZE);
            }

            @Override
            public int count(int i) {
                return (int) pairs[i * words];
            }

            @Override
            public double weight(int i) {
                return words == 1 ? count(i) : Double.longBitsToDouble(pairs[i * words + 1]);
            }

            @Override
            public void clear() {
                count = 0;
            }
        };
    }

    @Override
    public void close() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }
}
