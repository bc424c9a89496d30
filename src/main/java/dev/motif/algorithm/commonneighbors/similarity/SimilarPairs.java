package dev.motif.algorithm.commonneighbors.similarity;

import dev.motif.algorithm.commonneighbors.pairs.SimilarityMetric;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.PathCounter;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The similar pairs of a graph, found while they are read, in batches of sources that are searched in parallel: source by
 * source, the best first; or, where a number is wanted in all, the best of all first. The time of finding them counts as
 * that of computing. Owns the memory that this takes.
 */
public final class SimilarPairs implements Iterator<SimilarPair>, AutoCloseable {
    private static final String STAGE = "comparing nodes";

    /** The most paths of the sources of a batch, unless it is a single source; it has no more pairs than paths. */
    private static final long PATHS_PER_BATCH = 1 << 20;

    private static final int SOURCES_PER_BATCH = 1 << 16;

    /** The heap bytes of a pair with its place in an array. */
    private static final long HEAP_BYTES_PER_PAIR = 36;

    private final SimilarityConfig config;
    private final Csr rows;
    private final Csr back;
    private final Workers workers;
    private final StageTimes times;
    private final OffHeapScope scope;
    private final PathCounter[] counters;
    private final PairHeap[] heaps;
    /** Null where chance does not matter. */
    private final Backbone backbone;

    private int nextSource;
    private Iterator<SimilarPair[]> batch = List.<SimilarPair[]>of().iterator();
    private SimilarPair[] current = {};
    private int at;
    private long compared;
    private boolean chosen;

    /** @throws IllegalArgumentException when the configuration is for bipartite graphs and the graph is unipartite */
    SimilarPairs(Graph graph, SimilarityConfig config, Execution execution) {
        boolean bipartite = graph instanceof BipartiteGraph;
        checkKind("side", bipartite || config.side() == null);
        checkKind("falseDiscoveryRate", bipartite || config.falseDiscoveryRate() == 0);
        this.config = config;
        this.rows = rows(graph, config.side() != Side.RIGHT);
        this.back = rows(graph, config.side() == Side.RIGHT);
        this.workers = execution.workers();
        this.times = execution.times();
        this.scope = new OffHeapScope(execution.memory());
        this.counters = new PathCounter[workers.concurrency()];
        this.heaps = new PairHeap[workers.concurrency()];
        try {
            for (int worker = 0; worker < counters.length; worker++) {
                counters[worker] = new PathCounter(rows, back, workers.cancellation(), scope);
                heaps[worker] = new PairHeap(config.perNode());
            }
            this.backbone = config.falseDiscoveryRate() == 0
                    ? null
                    : times.time(
                            Stage.COMPUTE,
                            () -> new Backbone(
                                    rows, back, counters, config.falseDiscoveryRate(), workers, execution.memory()));
        } catch (RuntimeException | Error e) {
            scope.close();
            throw e;
        }
        workers.progress().begin(STAGE, rows.vertexCount());
    }

    /** The names of the stages. */
    static List<String> stages(SimilarityConfig config) {
        return config.falseDiscoveryRate() == 0 ? List.of(STAGE) : List.of(Backbone.STAGE, STAGE);
    }

    private static void checkKind(String key, boolean fits) {
        if (!fits) {
            throw new IllegalArgumentException("`" + key + "` is for bipartite graphs, but the graph is unipartite");
        }
    }

    private static Csr rows(Graph graph, boolean left) {
        if (graph instanceof BipartiteGraph bipartite) {
            return left ? bipartite.left() : bipartite.right();
        }
        return ((UnipartiteGraph) graph).adjacency();
    }

    /** The most heap bytes that the pairs of a batch take, where one source may have a pair with every vertex. */
    static long mostHeapBytes(long vertices) {
        return Math.max(PATHS_PER_BATCH, vertices) * HEAP_BYTES_PER_PAIR;
    }

    /** The side whose nodes are compared, as it was given: null for the left one, or for all of a unipartite graph. */
    Side side() {
        return config.side();
    }

    /** The number of vertices of that side. */
    int vertexCount() {
        return rows.vertexCount();
    }

    /** The nodes whose degrees are within the cutoffs, of those that have been searched. */
    public long compared() {
        return compared;
    }

    /** Finds all pairs where a number is wanted in all, and returns how many there are; 0 where they are found while read. */
    int choose() {
        if (config.inAll().all()) {
            return 0;
        }
        if (!chosen) {
            chosen = true;
            chooseInAll();
        }
        return current.length;
    }

    @Override
    public boolean hasNext() {
        choose();
        while (at == current.length) {
            if (batch.hasNext()) {
                current = batch.next();
                at = 0;
            } else if (nextSource < rows.vertexCount()) {
                batch = nextBatch().iterator();
            } else {
                return false;
            }
        }
        return true;
    }

    @Override
    public SimilarPair next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current[at++];
    }

    private void chooseInAll() {
        PairHeap best = new PairHeap(config.inAll());
        while (nextSource < rows.vertexCount()) {
            for (SimilarPair[] pairs : nextBatch()) {
                for (SimilarPair pair : pairs) {
                    best.offer(pair.source(), pair.target(), pair.common(), pair.similarity());
                }
            }
        }
        current = best.takeAll();
    }

    /** Finds the pairs of the next sources, one or more of them. */
    private List<SimilarPair[]> nextBatch() {
        int first = nextSource;
        long paths = 0;
        do {
            paths += pathsFrom(nextSource++);
        } while (nextSource < rows.vertexCount()
                && nextSource - first < SOURCES_PER_BATCH
                && paths + pathsFrom(nextSource) <= PATHS_PER_BATCH);
        SimilarPair[][] found = new SimilarPair[nextSource - first][];
        times.time(Stage.COMPUTE, () -> find(first, found));
        List<SimilarPair[]> pairs = new ArrayList<>(Arrays.asList(found));
        compared += pairs.stream().filter(ofSource -> ofSource != null).count();
        pairs.removeIf(ofSource -> ofSource == null || ofSource.length == 0);
        return pairs;
    }

    private void find(int first, SimilarPair[][] found) {
        workers.forRanges(found.length, 1 + found.length / (8L * workers.concurrency()), (worker, from, to) -> {
            for (int i = (int) from; i < to; i++) {
                found[i] = pairsOf(first + i, worker);
            }
            workers.progress().advance(to - from);
        });
    }

    private long pathsFrom(int u) {
        if (!config.compares(rows.degree(u))) {
            return 0;
        }
        long paths = 0;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            paths += back.degree(rows.neighbor(slot));
        }
        return paths;
    }

    /** The wanted pairs of a source; null when it is not compared. */
    private SimilarPair[] pairsOf(int u, int worker) {
        PathCounter paths = counters[worker];
        PairHeap heap = heaps[worker];
        long degree = rows.degree(u);
        if (!config.compares(degree)) {
            return null;
        }
        SimilarityMetric metric = config.metric();
        paths.countFrom(u, config.perNode().all() ? u : -1);
        for (int i = 0; i < paths.endCount(); i++) {
            int v = paths.end(i);
            int common = paths.paths(v);
            double most = metric.atMost(common, degree);
            if (common < config.minCommon() || most < config.similarityCutoff() || heap.rejects(most)) {
                continue;
            }
            long other = rows.degree(v);
            double similarity = metric.of(common, degree, other, false);
            if (similarity >= config.similarityCutoff()
                    && config.compares(other)
                    && (backbone == null || backbone.accepts(worker, common, degree, other))) {
                heap.offer(u, v, common, similarity);
            }
        }
        paths.clear();
        return heap.takeAll();
    }

    @Override
    public void close() {
        scope.close();
    }
}
