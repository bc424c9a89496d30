package dev.motif.algorithm;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.cycle.CycleAlgorithm;
import dev.motif.algorithm.count.cycle.CycleConfig;
import dev.motif.algorithm.count.cycle.CycleListAlgorithm;
import dev.motif.algorithm.count.cycle.CycleListConfig;
import dev.motif.algorithm.count.graphlet.GraphletAlgorithm;
import dev.motif.algorithm.count.graphlet.GraphletConfig;
import dev.motif.algorithm.count.triad.TriadAlgorithm;
import dev.motif.algorithm.count.triad.TriadConfig;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.Searches;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.clique.FoundCliquesAlgorithm;
import dev.motif.algorithm.group.clique.FoundCliquesConfig;
import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import dev.motif.algorithm.group.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.group.cohesion.CohesionConfig;
import dev.motif.algorithm.group.cohesion.ComponentAlgorithm;
import dev.motif.algorithm.group.cohesion.ComponentConfig;
import dev.motif.algorithm.group.densest.BicliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.DiscountedDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestAlgorithm;
import dev.motif.algorithm.group.densest.KCliqueDensestConfig;
import dev.motif.algorithm.group.list.BicliqueListAlgorithm;
import dev.motif.algorithm.group.list.BicliqueListConfig;
import dev.motif.algorithm.group.list.KCliqueListAlgorithm;
import dev.motif.algorithm.group.list.KCliqueListConfig;
import dev.motif.algorithm.group.lockstep.LockstepAlgorithm;
import dev.motif.algorithm.group.lockstep.LockstepConfig;
import dev.motif.algorithm.group.lockstep.LockstepStreamAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueAlgorithm;
import dev.motif.algorithm.group.near.NearBicliqueConfig;
import dev.motif.algorithm.group.near.NearBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueAlgorithm;
import dev.motif.algorithm.group.near.NearCliqueConfig;
import dev.motif.algorithm.group.near.NearCliqueStreamAlgorithm;
import dev.motif.algorithm.group.percolation.PercolationAlgorithm;
import dev.motif.algorithm.group.percolation.PercolationConfig;
import dev.motif.algorithm.group.rules.RuleAlgorithm;
import dev.motif.algorithm.group.rules.RuleConfig;
import dev.motif.algorithm.group.rules.RuleStreamAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.alphabeta.AlphaBetaCoreConfig;
import dev.motif.algorithm.level.community.CommunityChoice;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.HierarchyConfig.Members;
import dev.motif.algorithm.level.core.KCoreAlgorithm;
import dev.motif.algorithm.level.core.KCoreCommunitiesAlgorithm;
import dev.motif.algorithm.level.core.KCoreConfig;
import dev.motif.algorithm.level.dcore.DCoreAlgorithm;
import dev.motif.algorithm.level.dcore.DCoreConfig;
import dev.motif.algorithm.level.nucleus.NucleusAlgorithm;
import dev.motif.algorithm.level.nucleus.NucleusCommunitiesAlgorithm;
import dev.motif.algorithm.level.nucleus.NucleusConfig;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipCommunitiesAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.truss.KTrussAlgorithm;
import dev.motif.algorithm.level.truss.KTrussCommunitiesAlgorithm;
import dev.motif.algorithm.level.truss.KTrussConfig;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingCommunitiesAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.algorithm.sample.biclique.BicliqueNodeSampleAlgorithm;
import dev.motif.algorithm.sample.biclique.BicliqueSampleAlgorithm;
import dev.motif.algorithm.sample.biclique.BicliqueSampleAlgorithmTest;
import dev.motif.algorithm.sample.biclique.BicliqueSampleConfig;
import dev.motif.algorithm.sample.butterfly.ButterflyNodeSampleAlgorithm;
import dev.motif.algorithm.sample.butterfly.ButterflySampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueNodeSampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueSampleAlgorithm;
import dev.motif.algorithm.sample.clique.KCliqueSampleAlgorithmTest;
import dev.motif.algorithm.sample.clique.KCliqueSampleConfig;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.similar.clustering.ClusteringAlgorithm;
import dev.motif.algorithm.similar.clustering.ClusteringConfig;
import dev.motif.algorithm.similar.clustering.ClusteringMode;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.nodes.SimilarityAlgorithm;
import dev.motif.algorithm.similar.nodes.SimilarityConfig;
import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.nodes.SimilarityParameters;
import dev.motif.algorithm.similar.pairs.PairsAlgorithm;
import dev.motif.algorithm.similar.pairs.PairsConfig;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.algorithm.similar.scan.ScanAlgorithm;
import dev.motif.algorithm.similar.scan.ScanConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Directed;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.graphs.Times;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The algorithms that tests of all algorithms run, and the graphs that they run on. */
final class AlgorithmCases {
    /** The lists of {@link #counts} and of the other cases, for {@link MoreCases}. */
    static final String COUNTS = "counts";

    static final String OTHERS = "others";

    private static final List<EdgeList> BIPARTITE = List.of(
            RandomGraphs.bipartite(5, 30, 20, 150, 1).disjointUnion(TestGraphs.crown(6)),
            RandomGraphs.bipartite(1, 3000, 2000, 20_000, 1.5),
            RandomGraphs.bipartite(2, 60, 2000, 6000, 1),
            RandomGraphs.bipartite(3, 15_000, 10, 1000, 2),
            RandomGraphs.bipartite(4, 1000, 3000, 9000, 4),
            TestGraphs.complete(60, 60));

    /** The graphs whose maximal bicliques are found soon from the wrong side, too. */
    private static final List<EdgeList> EASY_FROM_EITHER_SIDE =
            List.of(BIPARTITE.get(0), BIPARTITE.get(2), BIPARTITE.get(3), BIPARTITE.get(5));

    static final List<EdgeList> IN_PARTS = List.of(RandomGraphs.bipartite(7, 60, 40, 600, 2));
    private static final List<EdgeList> MANY_WEDGES = List.of(RandomGraphs.bipartite(6, 3000, 3000, 600_000, 2));

    private static final List<EdgeList> UNIPARTITE = List.of(
            RandomGraphs.unipartite(7).disjointUnion(CliqueGraphs.complete(12)),
            CommonNeighborsAlgorithmTest.skewed(1, 3000, 20_000, 1.5),
            CommonNeighborsAlgorithmTest.skewed(3, 5000, 500, 2),
            CliqueGraphs.complete(70));

    private static final NearCliqueConfig NEAR_CLIQUES = new NearCliqueConfig(1, 4, 0, Long.MAX_VALUE);

    private static final int MOST_EDGES = 1 << 20;
    private static final EdgeWeights WEIGHTS = edgeWeights(MOST_EDGES);
    private static final EdgeDirections DIRECTIONS = directions(MOST_EDGES, false);
    private static final EdgeDirections SEVERAL_DIRECTIONS = directions(MOST_EDGES, true);

    private static final EdgeTimes TIMES = times(BIPARTITE.get(1), 1);
    private static final EdgeTimes SEVERAL_TIMES = times(BIPARTITE.get(1), 3);

    private AlgorithmCases() {}

    /** A search for cycles of the second graph. */
    private static CycleConfig cycles() {
        return new CycleConfig(2, 4, directions(UNIPARTITE.get(1).edges().size(), false));
    }

    /** The same in the order of time, with parallel relationships. */
    private static CycleConfig cyclesInTime() {
        EdgeTimes times = times(UNIPARTITE.get(1), 3);
        OffHeapLongs directions = new NativeMemory(Long.MAX_VALUE).longs(times.count());
        for (long i = 0; i < times.count(); i++) {
            directions.set(i, 1 + i * i % 7 % 2);
        }
        return new CycleConfig(2, 4, new EdgeDirections(directions, times.offsets()))
                .within(new TimeWindow(100, times));
    }

    /** Directions of so many edges, which stay as long as the tests run. */
    private static EdgeDirections directions(int edges, boolean parallel) {
        return Directions.of(Directions.random(edges, 1), parallel, new OffHeapScope(new NativeMemory(Long.MAX_VALUE)));
    }

    /** Times of the edges of a graph, which stay as long as the tests run. */
    private static EdgeTimes times(EdgeList list, int most) {
        int edges = list.edges().size();
        return Times.of(
                Times.parallel(edges, most, 1000, 1), most > 1, new OffHeapScope(new NativeMemory(Long.MAX_VALUE)));
    }

    static List<EdgeList> graphs(Class<? extends Graph> type) {
        return type == UnipartiteGraph.class ? UNIPARTITE : BIPARTITE;
    }

    /** The algorithms with a configuration for each thing that they count, and for each way in which they do it. */
    static Stream<AlgorithmCase<?, ?, ?>> all() {
        return Stream.of(counts(), others(), MoreCases.<AlgorithmCase<?, ?, ?>>of(OTHERS, AlgorithmCase.class))
                .flatMap(cases -> cases);
    }

    /** The cases whose rows come while they are read, that estimate, that are made of others, or that say how they count. */
    private static Stream<AlgorithmCase<?, ?, ?>> others() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        SampleConfig sample = new SampleConfig(0.95, 0.5, 0, 1);
        SimilarityConfig similar = SimilarityParameters.config(new Configuration(Map.of()));
        SimilarityConfig backbone = new SimilarityConfig(
                null, SimilarityMetric.COUNT, 0, 1, 1, Integer.MAX_VALUE, 0.1, Choice.ALL, Choice.ALL);
        SimilarityConfig mostOfRight =
                SimilarityParameters.config(new Configuration(Map.of("side", "RIGHT", "topK", 600)));
        SimilarityConfig rare =
                SimilarityParameters.config(new Configuration(Map.of("similarityMetric", "ADAMIC_ADAR")));
        PairEnds ofOne = PairEnds.of(List.of(5L), List.of());
        Stream<AlgorithmCase<?, ?, ?>> several = Stream.of(
                        Stream.of(ClusteringMode.values())
                                .map(mode -> new AlgorithmCase<>(
                                        new ClusteringAlgorithm(), new ClusteringConfig(mode, null))),
                        Stream.of(Result.values())
                                .map(result ->
                                        new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(1, 3, result))),
                        Searches.ways()
                                .filter(way -> way.threads() == 1)
                                .map(way -> new AlgorithmCase<>(
                                        way.counting(), way.config().with(PerVertex.LARGEST), EASY_FROM_EITHER_SIDE)))
                .flatMap(cases -> cases);
        return Stream.concat(
                several,
                Stream.of(
                        new AlgorithmCase<>(new ButterflySampleAlgorithm(), sample, MANY_WEDGES),
                        new AlgorithmCase<>(new ButterflyNodeSampleAlgorithm(), sample, MANY_WEDGES),
                        new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.RIGHT)),
                        new AlgorithmCase<>(new CohesionAlgorithm(), CohesionConfig.ALL),
                        new AlgorithmCase<>(new ComponentAlgorithm(), new ComponentConfig()),
                        new AlgorithmCase<>(new DiscountedDensestAlgorithm(), Side.RIGHT),
                        new AlgorithmCase<>(new KCliqueDensestAlgorithm(), new KCliqueDensestConfig(2, 0)),
                        new AlgorithmCase<>(new KCliqueDensestAlgorithm(), new KCliqueDensestConfig(4, 0)),
                        new AlgorithmCase<>(
                                new BicliqueAlgorithm(),
                                BicliqueConfig.total(3, 3).with(Technique.PIVOT)),
                        new AlgorithmCase<>(new BicliqueListAlgorithm(), new BicliqueListConfig(2, 3)),
                        new AlgorithmCase<>(new BicliqueListAlgorithm(), new BicliqueListConfig(0, 3)),
                        new AlgorithmCase<>(
                                new BicliqueSampleAlgorithm(),
                                new BicliqueSampleConfig(3, 3, false, null, sample),
                                List.of(BicliqueSampleAlgorithmTest.corner())),
                        new AlgorithmCase<>(
                                new BicliqueSampleAlgorithm(),
                                new BicliqueSampleConfig(3, 3, true, null, sample),
                                List.of(BicliqueSampleAlgorithmTest.corner())),
                        new AlgorithmCase<>(
                                new BicliqueNodeSampleAlgorithm(),
                                new BicliqueSampleConfig(3, 3, false, null, sample),
                                List.of(BicliqueSampleAlgorithmTest.corner())),
                        new AlgorithmCase<>(
                                new MaximalBicliqueStreamAlgorithm(),
                                new MaximalBicliqueStreamConfig(maximal, Long.MAX_VALUE)),
                        new AlgorithmCase<>(
                                new MaximumBicliqueAlgorithm(),
                                new MaximumBicliqueConfig(maximal, GroupChoice.top(20), BicliqueSize.EDGES)),
                        within(ButterflyConfig.TOTAL, false),
                        within(new ButterflyConfig(true, true), true),
                        new AlgorithmCase<>(
                                new ButterflyAlgorithm(),
                                new ButterflyConfig(true, false).since(sinceStar(BIPARTITE.get(1), true)),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new ButterflyAlgorithm(),
                                new ButterflyConfig(false, true).since(sinceStar(BIPARTITE.get(1), false)),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CommonNeighborsAlgorithm(),
                                CommonNeighborsConfig.oriented(true).since(sinceStar(UNIPARTITE.get(1), false)),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CommonNeighborsAlgorithm(),
                                CommonNeighborsConfig.oriented(true).weighedBy(WEIGHTS)),
                        new AlgorithmCase<>(new KCoreAlgorithm(), new KCoreConfig().weighedBy(WEIGHTS)),
                        new AlgorithmCase<>(
                                new MaximalBicliqueAlgorithm(),
                                MaximalBicliqueConfig.TOTALS
                                        .with(PerVertex.COUNT)
                                        .within(new TimeWindow(100, SEVERAL_TIMES)),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new MaximalBicliqueStreamAlgorithm(),
                                new MaximalBicliqueStreamConfig(
                                        MaximalBicliqueConfig.TOTALS.within(new TimeWindow(100, TIMES)),
                                        Long.MAX_VALUE),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new NearBicliqueAlgorithm(),
                                new NearBicliqueConfig(1, 3, 3, 0, Long.MAX_VALUE)
                                        .within(new TimeWindow(10, SEVERAL_TIMES)),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new MaximalCliqueAlgorithm(),
                                MaximalCliqueConfig.TOTALS
                                        .forEachVertex()
                                        .within(new TimeWindow(100, times(UNIPARTITE.get(1), 1))),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new NearCliqueStreamAlgorithm(),
                                NEAR_CLIQUES.within(new TimeWindow(10, times(UNIPARTITE.get(1), 2))),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(new LockstepAlgorithm(), lockstep(true), List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(new LockstepStreamAlgorithm(), lockstep(false), List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new NearBicliqueStreamAlgorithm(),
                                new NearBicliqueConfig(1, 4, 4, 0, Long.MAX_VALUE),
                                EASY_FROM_EITHER_SIDE),
                        new AlgorithmCase<>(
                                new RuleStreamAlgorithm(),
                                new RuleConfig(Side.LEFT, 0, 1, 0.9, 12, 0, Long.MAX_VALUE),
                                EASY_FROM_EITHER_SIDE),
                        new AlgorithmCase<>(
                                new MaximumBicliqueAlgorithm(),
                                new MaximumBicliqueConfig(maximal, GroupChoice.top(20, 0.5), BicliqueSize.BALANCED)),
                        new AlgorithmCase<>(
                                new MaximumBicliqueAlgorithm(),
                                new MaximumBicliqueConfig(
                                        maximal, GroupChoice.top(20), BicliqueSize.EDGES, weights(BIPARTITE.get(1))),
                                List.of(BIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(), KCliqueConfig.all().with(Orientation.DEGREE)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.total(3, 6)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.total(5, 5)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(5, KCliqueConfig.Result.VERTEX)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(5, KCliqueConfig.Result.EDGE)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(3, KCliqueConfig.ALL, KCliqueConfig.Result.VERTEX)),
                        new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(3, 6, KCliqueConfig.Result.EDGE)),
                        new AlgorithmCase<>(
                                new KCliqueAlgorithm(),
                                KCliqueConfig.of(4, KCliqueConfig.Result.EDGE)
                                        .with(KCliqueConfig.Technique.ORIENTATION)),
                        new AlgorithmCase<>(new KCliqueListAlgorithm(), new KCliqueListConfig(3)),
                        new AlgorithmCase<>(new CycleAlgorithm(), cycles(), List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CycleAlgorithm(), cyclesInTime().each(true, true), List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CycleListAlgorithm(),
                                new CycleListConfig(cycles(), GroupChoice.all(Long.MAX_VALUE), null, List.of()),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CycleListAlgorithm(),
                                new CycleListConfig(cyclesInTime(), GroupChoice.all(1000), null, List.of()),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new CycleListAlgorithm(),
                                new CycleListConfig(
                                        cycles().weighedBy(WEIGHTS),
                                        new GroupChoice(Long.MAX_VALUE, 9, 0.5),
                                        Aggregation.SUM,
                                        List.of()),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new KCliqueSampleAlgorithm(),
                                new KCliqueSampleConfig(5, 6, sample),
                                List.of(KCliqueSampleAlgorithmTest.corner())),
                        new AlgorithmCase<>(
                                new KCliqueNodeSampleAlgorithm(),
                                new KCliqueSampleConfig(5, 5, sample),
                                List.of(KCliqueSampleAlgorithmTest.corner())),
                        new AlgorithmCase<>(
                                new CommonNeighborsAlgorithm(),
                                CommonNeighborsConfig.oriented(true).inBothDirections()),
                        new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false)),
                        new AlgorithmCase<>(new ScanAlgorithm(), new ScanConfig(List.of(0.3, 0.7), List.of(2, 3))),
                        new AlgorithmCase<>(
                                new PairsAlgorithm(),
                                new PairsConfig(false, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT)),
                        new AlgorithmCase<>(
                                new PairsAlgorithm(),
                                new PairsConfig(false, Side.RIGHT, PairEnds.ALL, SimilarityMetric.COUNT)),
                        new AlgorithmCase<>(
                                new PairsAlgorithm(),
                                new PairsConfig(false, Side.LEFT, ofOne, SimilarityMetric.COUNT),
                                IN_PARTS),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.all(Long.MAX_VALUE))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.top(3))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, GroupChoice.top(9, 0.5))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(
                                        MaximalCliqueConfig.TOTALS, GroupChoice.top(9), weights(UNIPARTITE.get(1))),
                                List.of(UNIPARTITE.get(1))),
                        new AlgorithmCase<>(
                                new FoundCliquesAlgorithm(),
                                new FoundCliquesConfig(MaximalCliqueConfig.TOTALS, new GroupChoice(1000, 0, 0.5))),
                        new AlgorithmCase<>(new NearCliqueStreamAlgorithm(), NEAR_CLIQUES),
                        // Its caller makes lists of members afterwards.
                        new AlgorithmCase<>(
                                new NucleusCommunitiesAlgorithm(),
                                new HierarchyConfig<>(
                                        new NucleusConfig(3, false), 0, false, CommunityChoice.ALL, Members.VERTICES)),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(2, 0, false)),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(3, 0, true)),
                        new AlgorithmCase<>(new PercolationAlgorithm(), new PercolationConfig(4, 0, false)),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), similar),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), rare),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), similar.weighedBy(WEIGHTS)),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), similar.between(ofOne), IN_PARTS),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), mostOfRight),
                        new AlgorithmCase<>(new SimilarityAlgorithm(), backbone)));
    }

    /**
     * The algorithms that hold little on the heap and finish before they return, with a configuration for each thing
     * they count.
     */
    static Stream<AlgorithmCase<?, ?, ?>> counts() {
        return Stream.concat(countsOfTheProduct(), MoreCases.<AlgorithmCase<?, ?, ?>>of(COUNTS, AlgorithmCase.class));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> countsOfTheProduct() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        return Stream.of(
                new AlgorithmCase<>(new ButterflyAlgorithm(), ButterflyConfig.TOTAL),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, false)),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(false, true)),
                new AlgorithmCase<>(new WingAlgorithm(), new WingConfig()),
                new AlgorithmCase<>(new WingAlgorithm(), new WingConfig(true)),
                new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.LEFT)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TOTAL)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TABLE)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.VERTEX)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.EDGE)),
                new AlgorithmCase<>(new BicliqueDensestAlgorithm(), BicliqueConfig.of(2, 2, Result.VERTEX)),
                new AlgorithmCase<>(new AlphaBetaCoreAlgorithm(), new AlphaBetaCoreConfig(List.of(1, 2, 3, 5, 9), 1)),
                new AlgorithmCase<>(new MaximalBicliqueAlgorithm(), maximal),
                new AlgorithmCase<>(new MaximalBicliqueAlgorithm(), maximal.with(PerVertex.COUNT)),
                new AlgorithmCase<>(
                        new NearBicliqueAlgorithm(),
                        new NearBicliqueConfig(1, 4, 4, 0, Long.MAX_VALUE),
                        EASY_FROM_EITHER_SIDE),
                new AlgorithmCase<>(
                        new RuleAlgorithm(),
                        new RuleConfig(Side.RIGHT, 0, 1, 0.5, 12, 0, Long.MAX_VALUE),
                        EASY_FROM_EITHER_SIDE),
                new AlgorithmCase<>(new KCoreAlgorithm(), new KCoreConfig()),
                new AlgorithmCase<>(new KCoreAlgorithm(), new KCoreConfig(true)),
                new AlgorithmCase<>(new MaximalCliqueAlgorithm(), MaximalCliqueConfig.TOTALS),
                new AlgorithmCase<>(new MaximalCliqueAlgorithm(), MaximalCliqueConfig.TOTALS.forEachVertex()),
                new AlgorithmCase<>(new NearCliqueAlgorithm(), NEAR_CLIQUES),
                new AlgorithmCase<>(new NearCliqueAlgorithm(), NEAR_CLIQUES.forEachVertex()),
                new AlgorithmCase<>(new KTrussAlgorithm(), new KTrussConfig()),
                new AlgorithmCase<>(new KTrussAlgorithm(), new KTrussConfig(true)),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.all()),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.VERTEX)),
                new AlgorithmCase<>(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.EDGE)),
                new AlgorithmCase<>(new GraphletAlgorithm(), new GraphletConfig(false)),
                new AlgorithmCase<>(new GraphletAlgorithm(), new GraphletConfig(true)),
                directed(new TriadAlgorithm(), new TriadConfig(false, null), false),
                triadPlaces(),
                directed(new DCoreAlgorithm(), new DCoreConfig(2, null), false),
                new AlgorithmCase<>(
                        new CycleAlgorithm(),
                        new CycleConfig(2, 4, DIRECTIONS).each(true, true),
                        List.of(UNIPARTITE.get(1))),
                new AlgorithmCase<>(new CycleAlgorithm(), cyclesInTime(), List.of(UNIPARTITE.get(1))),
                new AlgorithmCase<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(true)),
                new AlgorithmCase<>(new WingCommunitiesAlgorithm(), HierarchyConfig.of(new WingConfig())),
                new AlgorithmCase<>(new TipCommunitiesAlgorithm(), HierarchyConfig.of(new TipConfig(Side.LEFT))),
                new AlgorithmCase<>(
                        new AlphaBetaCoreCommunitiesAlgorithm(),
                        HierarchyConfig.of(new AlphaBetaCoreConfig(List.of(2), 1))),
                new AlgorithmCase<>(new KCoreCommunitiesAlgorithm(), HierarchyConfig.of(new KCoreConfig())),
                new AlgorithmCase<>(new KTrussCommunitiesAlgorithm(), HierarchyConfig.of(new KTrussConfig())),
                new AlgorithmCase<>(
                        new KTrussCommunitiesAlgorithm(), new HierarchyConfig<>(new KTrussConfig(), 3, true)),
                new AlgorithmCase<>(new NucleusAlgorithm(), new NucleusConfig(1, true)),
                new AlgorithmCase<>(new NucleusAlgorithm(), new NucleusConfig(3, true)),
                new AlgorithmCase<>(new NucleusCommunitiesAlgorithm(), HierarchyConfig.of(new NucleusConfig(2, false))),
                new AlgorithmCase<>(
                        new NucleusCommunitiesAlgorithm(), HierarchyConfig.of(new NucleusConfig(3, false))));
    }

    /** The places of triads. */
    static AlgorithmCase<?, ?, ?> triadPlaces() {
        return directed(new TriadAlgorithm(), new TriadConfig(true, null), true);
    }

    /** The cases that run on a GPU. */
    static Stream<AlgorithmCase<?, ?, ?>> onGpu() {
        return all().filter(AlgorithmCase::hasGpuVersion);
    }

    /** The cases of {@link #counts} that run on a GPU. */
    static Stream<AlgorithmCase<?, ?, ?>> countsOnGpu() {
        return counts().filter(AlgorithmCase::hasGpuVersion);
    }

    private static LockstepConfig lockstep(boolean parallel) {
        return new LockstepConfig(new TimeWindow(100, parallel ? SEVERAL_TIMES : TIMES), 2, 2, 0, Long.MAX_VALUE);
    }

    /** The counts of a star, which had the first vertex and others that are no more there. They stay as long as the tests run. */
    private static EarlierCounts sinceStar(EdgeList list, boolean ofNodes) {
        OffHeapScope scope = new OffHeapScope(new NativeMemory(Long.MAX_VALUE));
        int gone = 5;
        long[] removed = LongStream.range(list.right(), list.right() + gone)
                .map(leaf -> ChangedEdges.pair(0, leaf))
                .toArray();
        long[] inserted = list.edges().stream()
                .mapToLong(edge -> ChangedEdges.pair(edge.left(), edge.right()))
                .sorted()
                .toArray();
        boolean bipartite = BIPARTITE.contains(list);
        ChangedEdges changes = new ChangedEdges(bipartite ? 0 : gone, bipartite ? gone : 0, removed, inserted);
        OffHeapLongs first = absent(ofNodes ? list.left() : inserted.length, scope);
        EarlierCounts named = EarlierCounts.named("counts", true, "counts", ofNodes);
        return ofNodes ? named.with(first, absent(list.right(), scope), changes) : named.with(first, null, changes);
    }

    /** Weights of the groups of a graph, which stay as long as the tests run. */
    private static GroupWeights weights(EdgeList list) {
        NativeMemory memory = new NativeMemory(Long.MAX_VALUE);
        Workers workers = Workers.of(1);
        Graph graph =
                BIPARTITE.contains(list) ? list.toGraph(memory, workers) : list.toUnipartiteGraph(memory, workers);
        EdgeWeights edges = edgeWeights(graph.edgeCount());
        return GroupWeights.named(edges, Aggregation.SUM).with(edges, graph, memory, workers);
    }

    /** Weights of edges, which stay as long as the tests run. */
    private static EdgeWeights edgeWeights(long count) {
        OffHeapLongs values = new NativeMemory(Long.MAX_VALUE).longs(count);
        for (long edge = 0; edge < count; edge++) {
            values.set(edge, edge % 97);
        }
        return TestGraphs.weights(values, false);
    }

    private static OffHeapLongs absent(long count, OffHeapScope scope) {
        OffHeapLongs values = scope.longs(count);
        for (long i = 0; i < count; i++) {
            values.set(i, Long.MIN_VALUE);
        }
        return values;
    }

    /** A case with random directions of the edges. */
    private static <C extends Directed<C>, R extends AutoCloseable> AlgorithmCase<UnipartiteGraph, C, R> directed(
            Algorithm<UnipartiteGraph, C, R> algorithm, C config, boolean parallel) {
        return new AlgorithmCase<>(algorithm, config.directed(parallel ? SEVERAL_DIRECTIONS : DIRECTIONS));
    }

    /** Butterflies within a window that holds about a tenth of them; the times are of one graph. */
    private static AlgorithmCase<?, ?, ?> within(ButterflyConfig config, boolean parallel) {
        return new AlgorithmCase<>(
                new ButterflyAlgorithm(),
                config.within(new TimeWindow(500, parallel ? SEVERAL_TIMES : TIMES)),
                List.of(BIPARTITE.get(1)));
    }
}
