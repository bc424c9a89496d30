package dev.motif.algorithm.similar.nodes;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.PairHeap;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.algorithm.similar.pairs.SourceBatches;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.CommonNeighborCounts;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.TwoPathCounter;
import dev.motif.graph.TwoPathCounter.EdgePairs;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.WeightUnit;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The similar pairs of a graph, found while they are read, in batches of sources that are searched in parallel: source
 * by source, the best first; or, where a number is wanted in all, the best of all first. The time of finding them
 * counts as computing. Owns the memory that this takes.
 */
public final class SimilarPairs implements Iterator<NeighborPair>, AutoCloseable {
    private static final String STAGE = "comparing nodes";

    /** The most paths, or pairs of a device, of the sources of a batch. */
    private static final long PATHS_PER_BATCH = 1 << 20;

    private static final int VERTICES_PER_TASK = 1 << 12;

    private final SimilarityConfig config;
    private final Csr rows;
    private final OffHeapScope scope;
    private final HeapBudget.Share heap;
    private final CommonNeighborCounts[] counters;
    private final PairHeap[] heaps;
    private final Recent[] recents;
    /** Null where relationships have no weights, or a device adds them up. */
    private final EdgePairs weights;
    /** Null where chance does not matter. */
    private final ValidatedProjection backbone;

    /** The pairs of all sources, or the chosen ones. */
    private Iterator<NeighborPair> pairs;
    /** How many are chosen in all, -1 before. */
    private int chosen = -1;

    /**
     * Finds nothing yet.
     *
     * @param choice where pairs are found
     * @throws IllegalArgumentException when the configuration is for bipartite graphs and the graph is unipartite
     */
    SimilarPairs(Graph graph, SimilarityConfig config, Execution execution, Backend.Choice choice) {
        boolean bipartite = graph instanceof BipartiteGraph;
        checkKind("side", bipartite || config.side() == null);
        checkKind("falseDiscoveryRate", bipartite || config.falseDiscoveryRate() == 0);
        this.config = config;
        Side side = compared(config);
        this.rows = graph.rows(side);
        Csr back = graph.rows(side.other());
        config.ends().check(rows.vertexCount());
        Workers workers =
                execution.workers().with(config.threads(execution.workers().concurrency()));
        Execution searching = execution.with(workers);
        this.scope = new OffHeapScope(execution.memory());
        this.heap = scope.own(execution.memory().heap().share("the most similar pairs"));
        this.heaps = new PairHeap[workers.concurrency()];
        Arrays.setAll(heaps, worker -> config.perNode().best(heap));
        this.recents = new Recent[workers.concurrency()];
        Arrays.setAll(recents, worker -> new Recent());
        SourceBatches.Batches batches;
        try {
            this.weights = config.weights() == null || choice.device() != null
                    ? null
                    : execution.time(Stage.PREPARE, () -> weights(graph, config, rows, searching, scope));
            SourceBatches.Counted counted = SourceBatches.counted(
                    graph,
                    config.ends(),
                    rows,
                    back,
                    config.wanted(),
                    weights,
                    PATHS_PER_BATCH,
                    searching,
                    choice,
                    scope);
            this.counters = counted.counters();
            batches = counted.batches();
            this.backbone = config.falseDiscoveryRate() == 0
                    ? null
                    : execution.time(
                            Stage.COMPUTE,
                            () -> new ValidatedProjection(
                                    rows,
                                    back,
                                    counters,
                                    config.falseDiscoveryRate(),
                                    ValidatedProjection.BUCKETS,
                                    workers,
                                    execution.memory()));
        } catch (RuntimeException | Error e) {
            scope.close();
            throw e;
        }
        this.pairs =
                scope.own(new SourceBatches<>(config.ends(), rows.vertexCount(), batches, searching, this::pairsOf));
        workers.progress().begin(STAGE, sourceCount());
    }

    /** The side whose nodes are compared; of no meaning for a unipartite graph. */
    private static Side compared(SimilarityConfig config) {
        return Side.of(config.side() != Side.RIGHT);
    }

    /**
     * Weights of relationships, packed where they can be. Where their sums or products were beyond the range of
     * doubles, they are multiplied by a power of two that ratios do not depend on: all by the same, or, for products,
     * the weights of each vertex by a power of its own, after which its largest is in [1, 2).
     *
     * @param scope gets the memory
     */
    private static EdgePairs weights(
            Graph graph, SimilarityConfig config, Csr rows, Execution execution, OffHeapScope scope) {
        EdgeWeights weights = config.weights();
        boolean squares = config.metric().multipliesWeights();
        WeightUnit unit = weights.unit(squares);
        double each = 0;
        double scale = config.metric().isRatio() && !squares ? weights.scale() : 1;
        EdgeWeights.Form form = (neighbor, value) -> Double.doubleToRawLongBits(value * scale);
        LongToDoubleFunction weight = Double::longBitsToDouble;
        Workers workers = execution.workers();
        if (weights.areSumsInts(rows.largestDegree(), squares)) {
            each = unit.ofSums(squares) * scale;
            form = (neighbor, value) -> EdgePairs.packed(neighbor, unit.units(value));
            weight = packed -> unit.weight(EdgePairs.units(packed)) * scale;
        }
        Side side = compared(config);
        OffHeapLongs own = scope.own(weights.bySlot(graph, side, form, execution.memory(), workers));
        OffHeapLongs totals = scope.longs(rows.vertexCount());
        boolean apart = squares && weights.haveFarProducts();
        if (apart) {
            scaleApart(rows, own, totals, workers);
            form = (neighbor, value) -> Double.doubleToRawLongBits(Math.scalb(value, -(int) totals.get(neighbor)));
        }
        OffHeapLongs back = graph instanceof BipartiteGraph || apart
                ? scope.own(weights.bySlot(graph, side.other(), form, execution.memory(), workers))
                : own;
        addUp(rows, own, weight, squares, totals, workers);
        return new EdgePairs(own, back, totals, squares, each);
    }

    /**
     * Divides the weights of each vertex by the power of two that its largest has.
     *
     * @param weights the bits of the weight of each slot
     * @param exponents gets the exponents of the powers, by vertex
     */
    private static void scaleApart(Csr rows, OffHeapLongs weights, OffHeapLongs exponents, Workers workers) {
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                // Bits of numbers of 0 or more are in the order of these.
                long largest = 0;
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    largest = Math.max(largest, weights.get(slot));
                }
                int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(Double.longBitsToDouble(largest)));
                exponents.set(v, exponent);
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    double scaled = Math.scalb(Double.longBitsToDouble(weights.get(slot)), -exponent);
                    weights.set(slot, Double.doubleToRawLongBits(scaled));
                }
            }
        });
    }

    /** @param weight gives the weight of what stands for it in {@code own} */
    private static void addUp(
            Csr rows,
            OffHeapLongs own,
            LongToDoubleFunction weight,
            boolean squares,
            OffHeapLongs totals,
            Workers workers) {
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                double sum = 0;
                for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                    double each = weight.applyAsDouble(own.get(slot));
                    sum += squares ? each * each : each;
                }
                totals.set(v, Double.doubleToRawLongBits(sum));
            }
        });
    }

    /** The off-heap memory of weights and of the counters of paths by weights; packed weights need less. */
    static MemoryEstimate estimateOfWeights(GraphSize size, SimilarityConfig config, long sources, int threads) {
        long totals = sources * Long.BYTES;
        boolean apart = config.metric().multipliesWeights() && config.weights().haveFarProducts();
        long slots = (size.right() == 0 && apart ? 4 : 2) * size.edges();
        return MemoryEstimate.sum(
                "sums of weights",
                MemoryEstimate.of("weights", slots * Long.BYTES),
                MemoryEstimate.largest(
                        "one set a worker",
                        MemoryEstimate.range("places of weights", 0, threads * EdgeWeights.bytesBySlot(size.right())),
                        MemoryEstimate.range(
                                "counters of paths",
                                totals + threads * TwoPathCounter.bytesPacked(sources),
                                totals + threads * TwoPathCounter.bytesWithPaths(sources))));
    }

    static List<String> stages(SimilarityConfig config) {
        return config.falseDiscoveryRate() == 0 ? List.of(STAGE) : List.of(ValidatedProjection.STAGE, STAGE);
    }

    private static void checkKind(String key, boolean fits) {
        if (!fits) {
            throw new IllegalArgumentException("`" + key + "` is for bipartite graphs, but the graph is unipartite");
        }
    }

    /** The most heap bytes that the pairs of a batch take, where one source may have a pair with every vertex. */
    static long mostHeapBytes(long vertices) {
        return Math.max(PATHS_PER_BATCH, vertices) * NeighborPair.BYTES_IN_LIST;
    }

    /** The side whose nodes are compared, as it was given: null for the left one, or for all of a unipartite graph. */
    Side side() {
        return config.side();
    }

    /** The number of vertices of that side. */
    int vertexCount() {
        return rows.vertexCount();
    }

    /** The number of vertices that pairs may lead from. */
    private int sourceCount() {
        return config.ends().sourceCount(rows.vertexCount());
    }

    /** The heap of pairs that are kept, until this is closed. */
    public HeapBudget.Share heap() {
        return heap;
    }

    /** The vertices that pairs may lead from and to. */
    PairEnds ends() {
        return config.ends();
    }

    /** About how many pairs there are. */
    long expected() {
        return Math.max(
                rows.slotCount(), (long) rows.vertexCount() * config.perNode().count());
    }

    /** The nodes that pairs may lead from whose degrees are within the cutoffs. */
    public long compared() {
        long compared = 0;
        for (int i = 0; i < sourceCount(); i++) {
            compared += config.compares(rows.degree(config.ends().source(i))) ? 1 : 0;
        }
        return compared;
    }

    /** Finds all pairs where a number is wanted in all, and returns how many there are; 0 where they are found while read. */
    int choose() {
        if (config.inAll().all()) {
            return 0;
        }
        if (chosen < 0) {
            chooseInAll();
        }
        return chosen;
    }

    @Override
    public boolean hasNext() {
        choose();
        return pairs.hasNext();
    }

    @Override
    public NeighborPair next() {
        choose();
        return pairs.next();
    }

    private void chooseInAll() {
        try (PairHeap best = config.inAll().best(heap)) {
            pairs.forEachRemaining(pair -> best.offer(pair.source(), pair.target(), pair.common(), pair.value()));
            List<NeighborPair> all = best.takeAll(heap);
            chosen = all.size();
            pairs = all.iterator();
        }
    }

    private List<NeighborPair> pairsOf(int u, int worker, HeapBudget.Share ofPairs) {
        CommonNeighborCounts paths = counters[worker];
        PairHeap best = heaps[worker];
        Recent recent = recents[worker];
        long degree = rows.degree(u);
        if (!config.compares(degree)) {
            return List.of();
        }
        SimilarityMetric metric = config.metric();
        boolean sums = config.sums();
        boolean once = config.perNode().all();
        boolean all = config.ends().areAll();
        double total = weights == null ? 0 : weights.total(u);
        double mostOfSum = metric.weightedAtMost(total);
        paths.countFrom(u, once && all ? u : -1);
        for (int i = 0; i < paths.endCount(); i++) {
            int v = paths.end(i);
            int common = paths.count(i);
            double sum = sums ? paths.weight(i) : 0;
            double most = Double.MAX_VALUE;
            if (weights != null) {
                most = sum * mostOfSum;
            } else if (!sums) {
                most = metric.atMost(common, degree);
            }
            if (common < config.minCommon() || most < config.similarityCutoff() || best.rejects(most)) {
                continue;
            }
            // Where it has no part in the value, the degree is not looked up yet.
            long other = sums ? 0 : rows.degree(v);
            double about;
            if (weights != null) {
                about = metric.weighted(sum, total, weights.total(v));
            } else {
                about = sums ? sum : metric.about(common, degree, other, false);
            }
            if (about > Double.MAX_VALUE) {
                throw config.weights().tooLarge("each sum of common neighbors is", "one is larger");
            }
            if (best.rejects(about * SimilarityMetric.ABOVE)) {
                continue;
            }
            other = rows.degree(v);
            double similarity = sums ? about : recent.nearest(metric, about, common, degree, other);
            if (similarity >= config.similarityCutoff()
                    && config.compares(other)
                    && (all || config.ends().wants(u, v, once))
                    && (backbone == null || backbone.accepts(worker, common, degree, other))) {
                best.offer(u, v, common, similarity);
            }
        }
        paths.clear();
        return best.takeAll(ofPairs);
    }

    /** Values that a worker has rounded: most pairs have few common neighbors and small degrees, and so the same ones. */
    private static final class Recent {
        private static final int PLACES = 1 << 8;

        private final long[] counts = new long[PLACES];
        private final long[] degrees = new long[PLACES];
        private final double[] values = new double[PLACES];

        double nearest(SimilarityMetric metric, double about, int common, long degreeOfU, long degreeOfV) {
            int place = (int) (common * 7L + degreeOfU * 31 + degreeOfV) & PLACES - 1;
            long ofBoth = degreeOfU << Integer.SIZE | degreeOfV;
            if (counts[place] != common || degrees[place] != ofBoth) {
                counts[place] = common;
                degrees[place] = ofBoth;
                values[place] = metric.nearest(about, common, degreeOfU, degreeOfV, false);
            }
            return values[place];
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
