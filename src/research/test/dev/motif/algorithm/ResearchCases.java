package dev.motif.algorithm;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.graph.Side;
import dev.motif.research.cumbe.CumbeAlgorithm;
import dev.motif.research.cumbe.CumbeConfig;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcCases;
import dev.motif.research.gbc.GbcConfig;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbfc.GbfcAlgorithm;
import dev.motif.research.gbfc.GbfcConfig;
import dev.motif.research.gbfc.GbfcConfig.Counting;
import dev.motif.research.intersection.BmpConfig;
import dev.motif.research.intersection.IntersectionAlgorithm;
import dev.motif.research.intersection.IntersectionCases;
import dev.motif.research.intersection.IntersectionConfig;
import dev.motif.research.intersection.MpsConfig;
import dev.motif.research.pivoting.PivotingAlgorithm;
import dev.motif.research.pivoting.PivotingConfig;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The algorithms of the papers in the tests of all algorithms. */
public final class ResearchCases implements MoreCases {
    private static final GbcConfig GBC = GbcConfig.total(3, 3);
    private static final PivotingConfig PIVOTS_OF_FIVE =
            PivotingConfig.of(KCliqueConfig.total(5, 5)).with(KCliqueConfig.Technique.PIVOT);

    @Override
    public Stream<?> of(String list) {
        return switch (list) {
            case AlgorithmCases.COUNTS -> counts();
            case AlgorithmCases.OTHERS -> others();
            case "butterflies in passes" ->
                Stream.of(
                                GbfcConfig.ALL,
                                GbfcConfig.rearranged(false, false, true),
                                GbfcConfig.by(Counting.LOCK_VECTOR, false),
                                GbfcConfig.by(Counting.THREAD_MAP, false),
                                GbfcConfig.by(Counting.INTERSECTION, true))
                        .map(ResearchCases::gbfc);
            case "common neighbors in passes" ->
                Stream.of(
                                IntersectionConfig.of(MpsConfig.ALL),
                                IntersectionConfig.of(BmpConfig.ALL),
                                IntersectionConfig.of(BmpConfig.with(false, false)))
                        .map(ResearchCases::intersection);
            case "ManyWorkersTest" -> Stream.of(cumbe());
            case "DivisionTest" ->
                Stream.of(new DivisionTest.Case<>(new CumbeAlgorithm(), CumbeConfig.of(MaximalBicliqueConfig.TOTALS)));
            case "EstimateTest" -> Stream.of(gbfc(GbfcConfig.ALL), gbc(GBC));
            case "PreparedFormsOnCpuTest" ->
                Stream.of(
                        gbfc(GbfcConfig.ALL),
                        gbc(GBC),
                        gbc(GBC.with(Side.LEFT)),
                        gbc(GBC.with(Side.RIGHT)),
                        gbc(GbcConfig.total(4, 2)),
                        gbc(GBC.with(inParts())));
            case "EndlessRunsTest" ->
                Stream.of(
                        EndlessRunsTest.run(
                                new GbcAlgorithm(), GbcConfig.total(16, 16).with(Side.LEFT), "crown,n=48"),
                        // A single start vertex takes seconds.
                        EndlessRunsTest.run(
                                new GbfcAlgorithm(),
                                GbfcConfig.by(Counting.INTERSECTION, false),
                                "complete,left=3000,right=3000"),
                        pivotsOfManyEdges(Parallelization.VERTEX),
                        pivotsOfManyEdges(Parallelization.EDGE));
            case "timeouts of EndlessRunsTest" ->
                Stream.of(KCliqueConfig.Technique.ORIENTATION, KCliqueConfig.Technique.PIVOT)
                        .flatMap(technique -> Stream.of(Parallelization.VERTEX, Parallelization.EDGE)
                                .map(start -> PivotingConfig.of(
                                                KCliqueConfig.total(60, 60).withTimeoutMillis(1000))
                                        .with(technique)
                                        .with(start)))
                        .map(config -> Arguments.of(pivoting(config), EndlessRunsTest.DENSE, ".*"));
            case "slow runs of EndlessRunsTest" ->
                Stream.of(IntersectionConfig.of(MpsConfig.ALL), IntersectionConfig.of(BmpConfig.ALL))
                        .map(config -> EndlessRunsTest.run(
                                new IntersectionAlgorithm(), config, EndlessRunsTest.MANY_TRIANGLES));
            case "TimeLimitTest" ->
                Stream.of(
                        gbc(new GbcConfig(
                                BicliqueConfig.total(3, 3).withTimeoutMillis(TimeLimitTest.HOUR),
                                GbcConfig.Techniques.DEFAULT)),
                        pivoting(PivotingConfig.of(KCliqueConfig.total(5, 5).withTimeoutMillis(TimeLimitTest.HOUR))
                                .with(Parallelization.EDGE)));
            case "SharedDeviceGpuTest" ->
                Stream.of(
                        intersection(IntersectionConfig.of(new MpsConfig(MpsConfig.SKEW_THRESHOLD, false, 4, false))));
            default -> Stream.empty();
        };
    }

    private static Arguments pivotsOfManyEdges(Parallelization start) {
        PivotingConfig config = PivotingConfig.of(KCliqueConfig.of(60, Result.EDGE))
                .with(KCliqueConfig.Technique.PIVOT)
                .with(start);
        return EndlessRunsTest.run(new PivotingAlgorithm(), config, EndlessRunsTest.DENSE);
    }

    private static Stream<AlgorithmCase<?, ?, ?>> counts() {
        return Stream.of(
                gbfc(GbfcConfig.ALL),
                gbc(GBC),
                cumbe(),
                intersection(IntersectionConfig.of(MpsConfig.ALL)),
                intersection(IntersectionConfig.of(BmpConfig.ALL)));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> others() {
        return Stream.concat(
                IntersectionCases.configs().map(ResearchCases::intersection),
                Stream.of(
                        gbfc(GbfcConfig.rearranged(false, true, true)),
                        gbfc(GbfcConfig.by(Counting.INTERSECTION, true)),
                        gbc(GBC.with(GbcConfig.Techniques.GBL)),
                        new AlgorithmCase<>(
                                new GbcAlgorithm(),
                                GBC.with(GbcCases.inParts(Partitioning.BCPAR, Sets.HTB, 20_000)),
                                AlgorithmCases.IN_PARTS),
                        new AlgorithmCase<>(
                                new GbcAlgorithm(),
                                GBC.with(GbcCases.inParts(Partitioning.RANGES, Sets.CSR, 20_000)),
                                AlgorithmCases.IN_PARTS),
                        pivoting(PIVOTS_OF_FIVE),
                        pivoting(PivotingConfig.of(KCliqueConfig.total(3, 6)).with(Parallelization.EDGE)),
                        pivoting(PivotingConfig.of(KCliqueConfig.total(5, 5)).with(Encoding.CSR)),
                        pivoting(PivotingConfig.of(KCliqueConfig.of(3, 6, Result.EDGE))
                                .with(Encoding.CSR)
                                .with(KCliqueConfig.Technique.PIVOT)),
                        pivoting(PivotingConfig.of(KCliqueConfig.of(5, Result.VERTEX))
                                .with(KCliqueConfig.Technique.PIVOT)),
                        pivoting(PivotingConfig.of(KCliqueConfig.of(4, Result.EDGE))
                                .with(Encoding.CSR)
                                .with(Parallelization.EDGE))));
    }

    private static AlgorithmCase<?, ?, ?> pivoting(PivotingConfig config) {
        return new AlgorithmCase<>(new PivotingAlgorithm(), config);
    }

    private static AlgorithmCase<?, ?, ?> gbfc(GbfcConfig config) {
        return new AlgorithmCase<>(new GbfcAlgorithm(), config);
    }

    private static AlgorithmCase<?, ?, ?> gbc(GbcConfig config) {
        return new AlgorithmCase<>(new GbcAlgorithm(), config);
    }

    private static AlgorithmCase<?, ?, ?> cumbe() {
        return new AlgorithmCase<>(new CumbeAlgorithm(), CumbeConfig.of(MaximalBicliqueConfig.TOTALS));
    }

    private static AlgorithmCase<?, ?, ?> intersection(IntersectionConfig config) {
        return new AlgorithmCase<>(new IntersectionAlgorithm(), config);
    }

    /** The default techniques, with parts of so few bytes that there are several. */
    private static GbcConfig.Techniques inParts() {
        GbcConfig.Techniques whole = GBC.techniques();
        return new GbcConfig.Techniques(
                whole.priority(),
                whole.twoHopFilter(),
                whole.sets(),
                whole.reorder(),
                whole.reorderIterations(),
                whole.exploration(),
                whole.balance(),
                whole.partitioning(),
                20_000);
    }
}
