package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Iterator;

/** Counts the common neighbors of pairs of vertices when they are asked for. Owns the memory that this takes. */
public final class NeighborPairs implements AutoCloseable {
    /** The stage that counts all pairs. */
    static final String PATHS = "counting paths";

    /** The stage that counts the pairs of a list. */
    static final String LISTED = "counting pairs";

    private static final long PAIRS_PER_TASK = 256;

    private final Graph graph;
    private final PairsConfig config;
    private final Execution execution;
    private final Workers workers;
    private final Backend.Choice choice;
    private final OffHeapScope scope;

    /** @param choice where pairs with common neighbors are found */
    NeighborPairs(Graph graph, PairsConfig config, Execution execution, Backend.Choice choice) {
        this.choice = choice;
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.workers = execution.workers();
        this.scope = new OffHeapScope(execution.memory());
    }

    /**
     * The pairs of {@code config.side()}, between its ends, that have a common neighbor, source by source: each pair once,
     * from its smaller vertex where that is a source of it, by ascending target; or, when the filter asks for the best, the
     * best pairs of each source, best first. May be called once.
     */
    public Iterator<NeighborPair> withCommonNeighbors(PairFilter filter) {
        Csr rows = rows(config.side());
        Csr back = back(config.side());
        PairEnds ends = config.ends();
        ends.check(rows.vertexCount());
        Execution searching = execution.with(workers.with(ends.threads(workers.concurrency())));
        SourceBatches.Counted counted = SourceBatches.counted(
                graph,
                ends,
                rows,
                back,
                wanted(config, filter),
                null,
                PairSearch.PATHS_PER_BATCH,
                searching,
                choice,
                scope);
        workers.progress().begin(PATHS, ends.sourceCount(rows.vertexCount()));
        return scope.own(new SourceBatches<>(
                ends,
                rows.vertexCount(),
                counted.batches(),
                searching,
                new PairSearch(rows, ends, counted.counters(), filter, adjacency())));
    }

    static DeviceBatches.Wanted wanted(PairsConfig config, PairFilter filter) {
        return new DeviceBatches.Wanted(
                config.side(),
                filter.metric(),
                filter.similarityCutoff(),
                1,
                0,
                Integer.MAX_VALUE,
                filter.topK(),
                false,
                !filter.best(),
                null);
    }

    /**
     * Counts the common neighbors of listed pairs; returns them in the order of the list.
     *
     * @param sources the first vertex of each pair
     * @param targets the second vertex of each pair, which differs from the first
     * @param onLeft whether each pair is on the left side of a bipartite graph; ignored for a unipartite graph
     */
    public NeighborPair[] of(int[] sources, int[] targets, boolean[] onLeft, SimilarityMetric metric) {
        NeighborPair[] pairs = new NeighborPair[sources.length];
        Intersection[] lists = new Intersection[workers.concurrency()];
        workers.progress().begin(LISTED, pairs.length);
        workers.forEach(pairs.length, PAIRS_PER_TASK, (worker, index) -> {
            if (lists[worker] == null) {
                lists[worker] = Intersection.fastest();
            }
            int i = (int) index;
            Side side = onLeft[i] ? Side.LEFT : Side.RIGHT;
            pairs[i] = metric.hasWeights()
                    ? weighed(rows(side), back(side), sources[i], targets[i], metric)
                    : pair(
                            rows(side),
                            sources[i],
                            targets[i],
                            lists[worker].common(rows(side), sources[i], targets[i]),
                            metric,
                            adjacency());
        });
        return pairs;
    }

    /**
     * Makes a pair with the value of its metric.
     *
     * @param rows the neighbors of {@code u} and of {@code v}
     * @param adjacency the edges by which the two may be adjacent; null when they never are
     */
    static NeighborPair pair(Csr rows, int u, int v, int common, SimilarityMetric metric, Csr adjacency) {
        boolean adjacent = metric == SimilarityMetric.STRUCTURAL && adjacency != null && adjacency.slotOf(u, v) >= 0;
        return new NeighborPair(u, v, common, metric.of(common, rows.degree(u), rows.degree(v), adjacent));
    }

    /** Makes a pair with the sum of the weights of its common neighbors. */
    private static NeighborPair weighed(Csr rows, Csr back, int u, int v, SimilarityMetric metric) {
        boolean few = rows.degree(u) < rows.degree(v);
        int one = few ? u : v;
        int other = few ? v : u;
        int common = 0;
        long low = 0;
        long high = 0;
        for (long slot = rows.start(one); slot < rows.end(one); slot++) {
            int between = rows.neighbor(slot);
            if (rows.slotOf(other, between) >= 0) {
                common++;
                long units = TwoPathCounter.units(metric.weight(back.degree(between)));
                low += units;
                high += Long.compareUnsigned(low, units) < 0 ? 1 : 0;
            }
        }
        return new NeighborPair(u, v, common, TwoPathCounter.ofUnits(high, low));
    }

    private Csr rows(Side side) {
        return graph.rows(side);
    }

    private Csr back(Side side) {
        return rows(side == Side.LEFT ? Side.RIGHT : Side.LEFT);
    }

    /**
     * The edges between vertices of a pair; null for a bipartite graph, where vertices of one side are never adjacent.
     */
    private Csr adjacency() {
        return graph instanceof UnipartiteGraph unipartite ? unipartite.adjacency() : null;
    }

    @Override
    public void close() {
        scope.close();
    }
}
