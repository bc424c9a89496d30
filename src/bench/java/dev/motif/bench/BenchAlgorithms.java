package dev.motif.bench;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.BicliqueSummary;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflySummary;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.KCliqueParameters;
import dev.motif.algorithm.count.clique.KCliqueSummary;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.cycle.CycleAlgorithm;
import dev.motif.algorithm.count.cycle.CycleParameters;
import dev.motif.algorithm.count.graphlet.Graphlet;
import dev.motif.algorithm.count.graphlet.GraphletAlgorithm;
import dev.motif.algorithm.count.graphlet.GraphletConfig;
import dev.motif.algorithm.count.triad.Triad;
import dev.motif.algorithm.count.triad.TriadAlgorithm;
import dev.motif.algorithm.count.triad.TriadConfig;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueParameters;
import dev.motif.algorithm.group.biclique.MaximalBicliqueSummary;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.clique.FoundCliqueProcedures;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueSummary;
import dev.motif.algorithm.group.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.group.cohesion.CohesionConfig;
import dev.motif.algorithm.group.densest.BicliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.DensestSubgraph;
import dev.motif.algorithm.group.densest.KCliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestConfig;
import dev.motif.algorithm.group.lockstep.LockstepAlgorithm;
import dev.motif.algorithm.group.lockstep.LockstepConfig;
import dev.motif.algorithm.group.near.NearBicliqueAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueParameters;
import dev.motif.algorithm.group.near.NearCliqueAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueParameters;
import dev.motif.algorithm.group.percolation.PercolationAlgorithm;
import dev.motif.algorithm.group.percolation.PercolationConfig;
import dev.motif.algorithm.group.rules.RuleAlgorithm;
import dev.motif.algorithm.group.rules.RuleParameters;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreConfig;
import dev.motif.algorithm.level.community.Hierarchy;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.core.KCoreAlgorithm;
import dev.motif.algorithm.level.core.KCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.core.KCoreConfig;
import dev.motif.algorithm.level.core.KCoreSummary;
import dev.motif.algorithm.level.dcore.DCoreAlgorithm;
import dev.motif.algorithm.level.dcore.DCoreConfig;
import dev.motif.algorithm.level.dcore.DCoreResult;
import dev.motif.algorithm.level.nucleus.NucleusCommunitiesAlgorithm;
import dev.motif.algorithm.level.nucleus.NucleusConfig;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipCommunitiesAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.tip.TipSummary;
import dev.motif.algorithm.level.truss.KTrussAlgorithm;
import dev.motif.algorithm.level.truss.KTrussCommunitiesAlgorithm;
import dev.motif.algorithm.level.truss.KTrussConfig;
import dev.motif.algorithm.level.truss.KTrussSummary;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingCommunitiesAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.algorithm.level.wing.WingSummary;
import dev.motif.algorithm.sample.biclique.BicliqueSampleAlgorithm;
import dev.motif.algorithm.sample.biclique.BicliqueSampleParameters;
import dev.motif.algorithm.sample.butterfly.ButterflySampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueSampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueSampleParameters;
import dev.motif.algorithm.sample.estimate.SampleParameters;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.similar.clustering.ClusteringAlgorithm;
import dev.motif.algorithm.similar.clustering.ClusteringConfig;
import dev.motif.algorithm.similar.clustering.ClusteringMode;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsSummary;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.nodes.SimilarityAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityParameters;
import dev.motif.algorithm.similar.nodes.SimilaritySummary;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.PairParameters;
import dev.motif.algorithm.similar.pairs.PairsAlgorithm;
import dev.motif.algorithm.similar.pairs.PairsConfig;
import dev.motif.algorithm.similar.scan.ScanAlgorithm;
import dev.motif.algorithm.similar.scan.ScanParameters;
import dev.motif.algorithm.similar.scan.ScanSummary;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.text.Suggestions;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The algorithms of the command line: a new one is an entry of the table here, or what {@link ServiceLoader} finds. */
public final class BenchAlgorithms {
    private static final List<BenchAlgorithm<?, ?, ?>> PRODUCT = List.of(
            new BenchAlgorithm<>(
                    new ButterflyAlgorithm(),
                    "per: \"node\" or \"relationship\"; maxima: false for the total alone; concurrency",
                    BenchAlgorithms::butterflies,
                    (given, graph, counts) ->
                            new BenchResult(ButterflySummary.of(counts), values(per(given), counts), counts)),
            new BenchAlgorithm<>(
                    new AtRandomTimes<>("butterfly.window", new ButterflyAlgorithm()),
                    AtRandomTimes.HELP + "per, maxima, concurrency as for butterfly",
                    given -> butterflies(given).within(AtRandomTimes.window(given)),
                    (given, graph, counts) ->
                            new BenchResult(ButterflySummary.of(counts), values(per(given), counts), counts)),
            new BenchAlgorithm<>(
                    new WingAlgorithm(),
                    "concurrency",
                    given -> new WingConfig(),
                    (given, graph, counts) -> new BenchResult(
                            WingSummary.of(counts), BenchResult.Per.edges(ValueChecksum.of(counts.edges())), counts)),
            new BenchAlgorithm<>(
                    new TipAlgorithm(),
                    "side: \"left\" (the default) or \"right\"; concurrency",
                    given -> new TipConfig(given.oneOf("side", Side.class, Side.LEFT)),
                    (given, graph, counts) -> new BenchResult(
                            TipSummary.of(counts), BenchResult.Per.vertices(counts.vertices()), counts)),
            new BenchAlgorithm<>(
                    new ClusteringAlgorithm(),
                    "mode: \"dot\", \"min\", \"max\" or \"square\"; side: \"left\" or \"right\", or none for both;"
                            + " concurrency",
                    given -> new ClusteringConfig(
                            given.oneOf("mode", ClusteringMode.class, ClusteringMode.DOT),
                            given.oneOf("side", Side.class, null)),
                    (given, graph, coefficients) -> new BenchResult(
                            new Averages(coefficients.average(Side.LEFT), coefficients.average(Side.RIGHT)),
                            null,
                            coefficients)),
            new BenchAlgorithm<>(
                    new AlphaBetaCoreAlgorithm(),
                    "alpha, beta; concurrency",
                    given -> new AlphaBetaCoreConfig(
                            List.of(given.integer("alpha", 1, 1, Integer.MAX_VALUE)),
                            given.integer("beta", 1, 1, Integer.MAX_VALUE)),
                    (given, graph, cores) -> new BenchResult(
                            cores.summary(graph, 0, given.integer("beta", 1, 1, Integer.MAX_VALUE)), null, cores)),
            new BenchAlgorithm<>(
                    new BicliqueAlgorithm(),
                    "p and q, or maxP and maxQ for all sizes; per: \"node\" or \"relationship\"; algorithm: \"auto\""
                            + " or \"pivot\"; side: \"auto\", \"left\" or \"right\"; timeoutMillis; concurrency",
                    BenchAlgorithms::bicliques,
                    (given, graph, counts) -> new BenchResult(
                            new Bicliques(counts.technique(), counts.side(), BicliqueSummary.of(counts)), null, counts),
                    // The estimate that chooses these is from a sample, on a GPU never twice the same one.
                    Set.of("technique", "side")),
            new BenchAlgorithm<>(
                    new BicliqueDensestAlgorithm(),
                    "p, q; side: \"auto\", \"left\" or \"right\"; timeoutMillis; concurrency",
                    given -> new BicliqueConfig(
                            given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                            given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                            BicliqueConfig.Result.VERTEX,
                            BicliqueConfig.Technique.PIVOT,
                            given.sideOrAuto(),
                            given.timeoutMillis()),
                    (given, graph, densest) -> new BenchResult(Densest.of(densest), null, densest)),
            new BenchAlgorithm<>(
                    new ButterflySampleAlgorithm(),
                    "concurrency; " + SampleParameters.KEYS,
                    SampleParameters::read,
                    BenchAlgorithms::samples,
                    Set.of("counts")),
            new BenchAlgorithm<>(
                    new BicliqueSampleAlgorithm(),
                    "p and q, or maxP and maxQ for all sizes; side: \"auto\", \"left\" or \"right\"; concurrency; "
                            + SampleParameters.KEYS,
                    BicliqueSampleParameters::config,
                    BenchAlgorithms::samples,
                    Set.of("counts")),
            new BenchAlgorithm<>(
                    new KCliqueSampleAlgorithm(),
                    "k, or minK and maxK; concurrency; " + SampleParameters.KEYS,
                    KCliqueSampleParameters::config,
                    BenchAlgorithms::samples,
                    Set.of("counts")),
            new BenchAlgorithm<>(
                    new MaximalBicliqueAlgorithm(),
                    "side: \"left\" or \"right\"; perVertex: \"count\" or \"largest\"; minLeft, maxLeft, minRight,"
                            + " maxRight; concurrency",
                    given -> MaximalBicliqueParameters.search(
                            given, given.oneOf("perVertex", PerVertex.class, PerVertex.NOTHING)),
                    (given, graph, counts) -> new BenchResult(
                            MaximalBicliques.of(counts),
                            counts.left() == null ? null : BenchResult.Per.vertices(counts.left(), counts.right()),
                            counts),
                    Set.of("search")),
            new BenchAlgorithm<>(
                    new MaximumBicliqueAlgorithm(),
                    "topKBy: \"edges\" or \"balanced\"; topK; maxOverlap; timeoutMillis; side, minLeft, maxLeft, minRight, maxRight,"
                            + " concurrency as for biclique.maximal",
                    given -> new MaximumBicliqueConfig(
                            MaximalBicliqueParameters.search(given, PerVertex.NOTHING),
                            GroupChoice.top(
                                    given.integer("topK", 1, 1, LargestGroups.MOST),
                                    given.number("maxOverlap", 1, 0, 1)),
                            given.oneOf("topKBy", BicliqueSize.class, BicliqueSize.EDGES)),
                    (given, graph, found) -> new BenchResult(LargestBicliques.of(found), null, found)),
            new BenchAlgorithm<>(
                    new AtRandomTimes<>("biclique.lockstep", new LockstepAlgorithm()),
                    AtRandomTimes.HELP + "minLeft, minRight, timeoutMillis; concurrency",
                    given -> new LockstepConfig(
                            AtRandomTimes.window(given),
                            given.integer("minLeft", 2, LockstepConfig.LEAST_LEFT, Integer.MAX_VALUE),
                            given.integer("minRight", 2, 1, Integer.MAX_VALUE),
                            given.timeoutMillis(),
                            Long.MAX_VALUE),
                    (given, graph, counts) -> new BenchResult(MaximalBicliques.of(counts), null, counts),
                    Set.of("search")),
            new BenchAlgorithm<>(
                    new NearBicliqueAlgorithm(),
                    "missing, minLeft, minRight, timeoutMillis; concurrency",
                    NearBicliqueParameters::config,
                    (given, graph, counts) -> new BenchResult(
                            new NearBicliques(counts.total().toString(), counts.maxLeft(), counts.maxRight()),
                            null,
                            counts)),
            new BenchAlgorithm<>(
                    new RuleAlgorithm(),
                    "side: \"right\" (the default) or \"left\"; minSupport, minCount, minConfidence, maxItems, timeoutMillis;"
                            + " concurrency",
                    given -> RuleParameters.config(given, Long.MAX_VALUE),
                    (given, graph, counts) -> new BenchResult(counts, null, counts)),
            new BenchAlgorithm<>(
                    new KCliqueAlgorithm(),
                    "k, or minK and maxK, or none of them for every size; per: \"node\" or"
                            + " \"relationship\"; timeoutMillis; concurrency",
                    BenchAlgorithms::cliques,
                    (given, graph, counts) -> new BenchResult(Cliques.of(graph, counts), null, counts)),
            new BenchAlgorithm<>(
                    new MaximalCliqueAlgorithm(),
                    "per: \"node\"; minSize, maxSize, timeoutMillis; concurrency",
                    given -> per(given) == null
                            ? FoundCliqueProcedures.search(given, 0)
                            : FoundCliqueProcedures.search(given, 0).forEachVertex(),
                    (given, graph, counts) -> new BenchResult(
                            MaximalCliqueSummary.of(counts),
                            counts.vertices() == null ? null : BenchResult.Per.vertices(counts.vertices()),
                            counts)),
            new BenchAlgorithm<>(
                    new NearCliqueAlgorithm(),
                    "missing, minSize, timeoutMillis; concurrency",
                    NearCliqueParameters::config,
                    (given, graph, counts) -> new BenchResult(MaximalCliqueSummary.of(counts), null, counts)),
            new BenchAlgorithm<>(
                    new PercolationAlgorithm(),
                    "k; timeoutMillis; concurrency",
                    given -> new PercolationConfig(
                            given.requiredInteger("k", PercolationConfig.MIN_SIZE, PercolationConfig.MAX_SIZE),
                            given.timeoutMillis(),
                            false),
                    (given, graph, found) -> new BenchResult(
                            new Communities(found.count(), found.count() == 0 ? 0 : found.size(0)),
                            BenchResult.Per.vertices(found.vertices()),
                            found)),
            new BenchAlgorithm<>(
                    new CohesionAlgorithm(),
                    "maxComponentSize; concurrency",
                    given -> new CohesionConfig(
                            given.integer("maxComponentSize", Integer.MAX_VALUE, 1, Integer.MAX_VALUE)),
                    (given, graph, found) -> new BenchResult(
                            found.componentCount() == 0
                                    ? new Cohesion(0, 0, null, 0)
                                    : new Cohesion(
                                            found.componentCount(),
                                            found.leftCount(0) + found.rightCount(0),
                                            found.minCut(0),
                                            found.bridgeCount(0)),
                            null,
                            found)),
            new BenchAlgorithm<>(
                    new KCliqueDensestAlgorithm(),
                    "k; timeoutMillis; concurrency",
                    given -> new KCliqueDensestConfig(
                            given.requiredInteger("k", KCliqueDensestConfig.EDGES, KCliqueConfig.MAX_SIZE),
                            given.timeoutMillis()),
                    (given, graph, densest) -> new BenchResult(Densest.of(densest), null, densest)),
            new BenchAlgorithm<>(
                    new GraphletAlgorithm(),
                    "orbits: true for those of each node; concurrency",
                    given -> new GraphletConfig(given.flag("orbits", false)),
                    (given, graph, found) -> new BenchResult(
                            new Graphlets(Arrays.stream(Graphlet.values())
                                    .map(of -> of + " " + found.count(of))
                                    .toList()),
                            null,
                            found)),
            new BenchAlgorithm<>(
                    new AtRandomDirections<>("triad", new TriadAlgorithm()),
                    AtRandomDirections.HELP + "places: true for those of each node; concurrency",
                    given -> new TriadConfig(given.flag("places", false), null),
                    (given, graph, found) -> new BenchResult(
                            new Triads(Arrays.stream(Triad.values())
                                    .map(of -> of.label() + " " + found.count(of))
                                    .toList()),
                            null,
                            found)),
            new BenchAlgorithm<>(
                    new AtRandomDirections<>("dcore", new DCoreAlgorithm()),
                    AtRandomDirections.HELP + "k; concurrency",
                    given -> new DCoreConfig(given.integer("k", 1, 0, Integer.MAX_VALUE), null),
                    (given, graph, cores) -> new BenchResult(
                            new DCores(
                                    DCoreResult.largest(cores.in()),
                                    DCoreResult.largest(cores.out()),
                                    DCoreResult.largest(cores.levels())),
                            null,
                            cores)),
            new BenchAlgorithm<>(
                    new AtRandomDirections<>("cycle", new CycleAlgorithm()),
                    AtRandomDirections.HELP + "minLength and maxLength, 2 to 8; concurrency",
                    CycleParameters::counting,
                    (given, graph, found) -> new BenchResult(new Cycles(Arrays.asList(found.byLength())), null, found)),
            new BenchAlgorithm<>(
                    new KCoreAlgorithm(),
                    "concurrency",
                    given -> new KCoreConfig(),
                    (given, graph, counts) -> new BenchResult(KCoreSummary.of(counts), null, counts)),
            new BenchAlgorithm<>(
                    new KTrussAlgorithm(),
                    "concurrency",
                    given -> new KTrussConfig(),
                    (given, graph, trusses) -> new BenchResult(
                            KTrussSummary.of(trusses),
                            BenchResult.Per.edges(ValueChecksum.of(trusses.edges())),
                            trusses)),
            communities(new KCoreCommunitiesAlgorithm(), "", given -> new KCoreConfig()),
            communities(
                    new KTrussCommunitiesAlgorithm(),
                    "byEdges: true for trusses connected by vertices; ",
                    given -> new KTrussConfig()),
            communities(
                    new NucleusCommunitiesAlgorithm(),
                    "r: 1, 2 or 3 (the default); ",
                    given -> new NucleusConfig(given.integer("r", 3, 1, 3), false)),
            communities(new WingCommunitiesAlgorithm(), "", given -> new WingConfig()),
            communities(
                    new TipCommunitiesAlgorithm(),
                    "side: \"left\" or \"right\"; ",
                    given -> new TipConfig(given.oneOf("side", Side.class, Side.LEFT))),
            communities(
                    new AlphaBetaCoreCommunitiesAlgorithm(),
                    "alpha; ",
                    given -> new AlphaBetaCoreConfig(List.of(given.integer("alpha", 1, 1, Integer.MAX_VALUE)), 1)),
            new BenchAlgorithm<>(
                    new CommonNeighborsAlgorithm(),
                    "coefficients: false for the counts by relationship alone; concurrency",
                    given -> CommonNeighborsConfig.oriented(given.flag("coefficients", true)),
                    (given, graph, counts) -> new BenchResult(
                            counts.vertices() == null
                                    ? new Triangles(counts.triangles().toString())
                                    : CommonNeighborsSummary.of(graph, counts),
                            BenchResult.Per.edges(ValueChecksum.of(counts.edges())),
                            counts)),
            new BenchAlgorithm<>(
                    new PairsAlgorithm(),
                    "side: \"left\" (the default) or \"right\"; " + PairParameters.KEYS + "; concurrency",
                    given -> new PairsConfig(
                            false,
                            given.oneOf("side", Side.class, Side.LEFT),
                            PairEnds.ALL,
                            PairParameters.filter(given).metric()),
                    (given, graph, pairs) -> new BenchResult(
                            Pairs.of(pairs.withCommonNeighbors(PairParameters.filter(given))), null, pairs)),
            new BenchAlgorithm<>(
                    new SimilarityAlgorithm(),
                    "concurrency; " + SimilarityParameters.KEYS,
                    SimilarityParameters::config,
                    (given, graph, pairs) -> new BenchResult(SimilaritySummary.of(pairs), null, pairs)),
            new BenchAlgorithm<>(
                    new ScanAlgorithm(),
                    "epsilon and mu, each a number or a list; concurrency",
                    ScanParameters::several,
                    (given, graph, clusterings) ->
                            new BenchResult(new Clusterings(clusterings.summaries()), null, clusterings)));

    static final List<BenchAlgorithm<?, ?, ?>> ALL = Stream.concat(
                    PRODUCT.stream(),
                    ServiceLoader.load(More.class).stream().flatMap(found -> found.get().algorithms().stream()))
            .toList();

    private BenchAlgorithms() {}

    /** The algorithms of a source folder beside the product. */
    public interface More {
        List<BenchAlgorithm<?, ?, ?>> algorithms();
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public static BenchAlgorithm<?, ?, ?> named(String name) {
        List<String> names = ALL.stream().map(BenchAlgorithm::name).toList();
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown algorithm '" + name + "'"
                        + Suggestions.hint(name, names) + ". Allowed: " + String.join(", ", names)));
    }

    private static <G extends Graph, C> BenchAlgorithm<G, HierarchyConfig<C>, Hierarchy> communities(
            HierarchyAlgorithm<G, C, ?> algorithm, String keys, Function<Configuration, C> numbers) {
        return new BenchAlgorithm<>(
                algorithm,
                keys + "k for one level; concurrency",
                given -> new HierarchyConfig<>(
                        numbers.apply(given), given.integer("k", 0L, 1, Long.MAX_VALUE), given.flag("byEdges", false)),
                (given, graph, found) -> new BenchResult(
                        new Levels(
                                found.count(),
                                found.levelCount(),
                                found.count() == 0 ? 0 : found.level(0),
                                found.count() == 0 ? 0 : found.vertexCount(0)),
                        null,
                        found));
    }

    /** Estimates that a timeout ends are never twice the same. */
    private static BenchResult samples(Configuration given, Graph graph, SampleResult found) {
        return new BenchResult(new Samples(found.counts()), null, found);
    }

    /** The values that are asked for: of nodes, of relationships, or null for none. */
    private static Granularity per(Configuration given) {
        return given.oneOf("per", Granularity.class, null);
    }

    /** With the largest count of a vertex of each side, unless the total alone is asked for. */
    private static ButterflyConfig butterflies(Configuration given) {
        Granularity per = per(given);
        boolean perVertex = given.flag("maxima", per == null) || per == Granularity.NODE;
        return new ButterflyConfig(perVertex, per == Granularity.RELATIONSHIP);
    }

    private static BenchResult.Per values(Granularity per, ButterflyResult counts) {
        if (per == null) {
            return null;
        }
        return per == Granularity.NODE
                ? BenchResult.Per.vertices(counts.left(), counts.right())
                : BenchResult.Per.edges(ValueChecksum.of(counts.edges()));
    }

    private static BicliqueConfig bicliques(Configuration given) {
        Granularity per = per(given);
        boolean table = given.has("maxP") || given.has("maxQ");
        BicliqueConfig.Result single = per == null
                ? BicliqueConfig.Result.TOTAL
                : per == Granularity.NODE ? BicliqueConfig.Result.VERTEX : BicliqueConfig.Result.EDGE;
        return new BicliqueConfig(
                given.requiredInteger(table ? "maxP" : "p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger(table ? "maxQ" : "q", 1, BicliqueConfig.MAX_SIZE),
                table ? BicliqueConfig.Result.TABLE : single,
                given.oneOf("algorithm", BicliqueConfig.Technique.class, BicliqueConfig.Technique.AUTO),
                given.sideOrAuto(),
                given.timeoutMillis());
    }

    static KCliqueConfig cliques(Configuration given) {
        Granularity per = per(given);
        return KCliqueParameters.sizes(
                given,
                per == null
                        ? KCliqueConfig.Result.TOTAL
                        : per == Granularity.NODE ? KCliqueConfig.Result.VERTEX : KCliqueConfig.Result.EDGE);
    }

    /** @param nodes of the first community of the highest level */
    private record Levels(long communities, long levels, long maxLevel, long nodes) {}

    /** @param nodes of the largest component, as what follows is */
    private record Cohesion(long components, long nodes, Long minCut, long bridges) {}

    private record Triads(List<String> counts) {}

    private record DCores(int maxInCore, int maxOutCore, int maxL) {}

    /** @param byLength the cycles by their number of vertices, from 0 on */
    private record Cycles(List<BigInteger> byLength) {}

    private record Graphlets(List<String> counts) {}

    private record NearBicliques(String countText, int maxLeft, int maxRight) {}

    private record Communities(long communities, long largest) {}

    private record Bicliques(BicliqueConfig.Technique technique, Side side, List<BicliqueSummary> bicliques) {}

    record MaximalBicliques(
            String countText, long maxEdges, long maxLeft, long maxRight, long maxBalanced, SearchReport search) {
        static MaximalBicliques of(MaximalBicliqueResult counts) {
            MaximalBicliqueSummary summary = MaximalBicliqueSummary.of(counts);
            return new MaximalBicliques(
                    summary.countText(),
                    summary.maxEdges(),
                    summary.maxLeft(),
                    summary.maxRight(),
                    summary.maxBalanced(),
                    counts.search());
        }
    }

    /** The sides of the largest bicliques, as sizes. */
    private record LargestBicliques(List<List<Integer>> sizes) {
        static LargestBicliques of(FoundGroups<Biclique> found) {
            List<List<Integer>> sizes = new ArrayList<>();
            found.forEachRemaining(each -> sizes.add(List.of(each.left().length, each.right().length)));
            return new LargestBicliques(sizes);
        }
    }

    record Cliques(
            KCliqueConfig.Technique technique,
            KCliqueConfig.Orientation orientation,
            Integer degeneracy,
            Integer cliqueNumber,
            List<KCliqueSummary> cliques) {
        static Cliques of(UnipartiteGraph graph, KCliqueResult counts) {
            return new Cliques(
                    counts.technique(),
                    counts.orientation(),
                    counts.degeneracy(),
                    counts.cliqueNumber(graph),
                    KCliqueSummary.of(counts));
        }
    }

    private record Samples(List<SampledCount> counts) {}

    private record Averages(Double left, Double right) {}

    private record Densest(String bicliquesText, long leftCount, long rightCount, long rounds) {
        static Densest of(DensestSubgraph found) {
            return new Densest(
                    found.total().toString(),
                    found.left().length(),
                    found.right().length(),
                    found.rounds());
        }
    }

    private record Pairs(long pairs, double sum) {
        static Pairs of(Iterator<NeighborPair> found) {
            long pairs = 0;
            double sum = 0;
            while (found.hasNext()) {
                pairs++;
                sum += found.next().value();
            }
            return new Pairs(pairs, sum);
        }
    }

    private record Clusterings(List<ScanSummary> clusterings) {}

    /** The number of triangles, without counts by vertex. */
    record Triangles(String trianglesText) {}
}
