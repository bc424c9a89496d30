package dev.motif.algorithm.count.clique;

import static dev.motif.algorithm.count.clique.CliqueGraphs.choices;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.research.pivoting.PivotingAlgorithm;
import dev.motif.research.pivoting.PivotingConfig;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code PivotingAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PivotingAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);
    private static final int[] SIZES = {3, 4, 5, 7};
    private static final PivotingAlgorithm ALGORITHM = new PivotingAlgorithm();

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    Stream<BackendCase> fastestBackend() {
        return backends().reduce((slower, faster) -> faster).stream();
    }

    /** Every technique with every order, start and encoding. */
    static List<PivotingConfig> forms(KCliqueConfig what) {
        List<PivotingConfig> forms = new ArrayList<>();
        for (KCliqueConfig way : KCliqueAlgorithmTest.ways(what)) {
            for (Parallelization start : new Parallelization[] {Parallelization.VERTEX, Parallelization.EDGE}) {
                for (Encoding encoding : Encoding.values()) {
                    if (way.technique() != Technique.COMPLEMENT || encoding != Encoding.CSR) {
                        forms.add(PivotingConfig.of(way).with(start).with(encoding));
                    }
                }
            }
        }
        return forms;
    }

    static KCliqueConfig of(KCliqueConfig config, Result result) {
        return KCliqueConfig.of(config.minK(), config.maxK(), result)
                .with(config.technique())
                .with(config.orientation());
    }

    static PivotingConfig of(PivotingConfig form, Result result) {
        return new PivotingConfig(
                of(form.counted(), result), form.parallelization(), form.encoding(), form.groupSize());
    }

    private List<BigInteger> all(EdgeList list, PivotingConfig form, BackendCase backend) {
        return KCliqueValues.all(list, ALGORITHM, form, backend, memory);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everyFormCountsWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            List<BigInteger> expected = IntStream.rangeClosed(3, oracle.cliqueNumber())
                    .mapToObj(oracle::total)
                    .toList();
            for (PivotingConfig form : forms(KCliqueConfig.all())) {
                assertThat(all(list, form, backend))
                        .as("%s, seed %d: %s", form, seed, list)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void everyFormCountsByVertexAndEdgeWhatTheDefinitionSays(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            int k = SIZES[seed % SIZES.length];
            KCliqueValues expected = KCliqueValues.byDefinition(new CliqueOracle(list), k);
            for (PivotingConfig form : forms(KCliqueConfig.total(k, k))) {
                assertThat(KCliqueValues.of(list, ALGORITHM, k, result -> of(form, result), backend, memory))
                        .as("%s, seed %d: %s", form, seed, list)
                        .isEqualTo(expected);
            }
        }
    }

    /** With a time limit the sizes are counted one after the other, or at once. */
    @ParameterizedTest
    @MethodSource("fastestBackend")
    void sizesWithinATimeLimitAreExact(BackendCase backend) {
        for (int seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            List<BigInteger> expected =
                    IntStream.rangeClosed(4, 6).mapToObj(oracle::total).toList();
            for (PivotingConfig form : forms(KCliqueConfig.total(4, 6).withTimeoutMillis(3_600_000))) {
                try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                        KCliqueResult counts = backend.run(ALGORITHM, graph, form, memory)) {
                    assertThat(IntStream.rangeClosed(4, 6).mapToObj(counts::count))
                            .as("%s, seed %d: %s", form, seed, list)
                            .containsExactlyElementsOf(expected);
                }
            }
        }
    }

    /** The counts are far beyond 64 and 128 bits. */
    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasAllChoices(BackendCase backend) {
        for (int n : new int[] {0, 1, 2, 3, 4, 5, 17, 64, 65, 66, 129, 300}) {
            List<BigInteger> expected =
                    IntStream.rangeClosed(3, n).mapToObj(k -> choices(n, k)).toList();
            for (Encoding encoding : Encoding.values()) {
                PivotingConfig form = PivotingConfig.of(KCliqueConfig.all())
                        .with(Technique.PIVOT)
                        .with(encoding);
                assertThat(all(CliqueGraphs.complete(n), form, backend)).isEqualTo(expected);
            }
        }
    }

    /** The numbers of each edge of several sizes are counted on the CPU alone. */
    @Test
    void everyEdgeOfACompleteGraphHasItsShareOfEachSize() {
        int n = 20;
        BackendCase cpu = new BackendCase(Backend.CPU, 2);
        for (PivotingConfig form : forms(KCliqueConfig.of(3, 9, Result.EDGE))) {
            try (UnipartiteGraph graph = CliqueGraphs.complete(n).toUnipartiteGraph(memory, cpu.workers());
                    KCliqueResult counts = cpu.run(ALGORITHM, graph, form, memory)) {
                for (long edge = 0; edge < graph.edgeCount(); edge++) {
                    for (int k = 3; k <= 9; k++) {
                        assertThat(counts.edges().get(counts.at(edge, k)))
                                .as("%s, k %d", form, k)
                                .isEqualTo(choices(n - 2, k - 2));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void everyEdgeHasItsShareByPivots(BackendCase backend) {
        int n = 66;
        int k = 20;
        EdgeList list = CliqueGraphs.complete(n);
        PivotingConfig form =
                PivotingConfig.of(KCliqueConfig.of(k, Result.EDGE)).with(Technique.PIVOT);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult counts = backend.run(ALGORITHM, graph, form, memory)) {
            assertThat(HeapSums.of(counts.edges()))
                    .isEqualTo(Collections.nCopies(list.edges().size(), choices(n - 2, k - 2)));
        }
    }

    @ParameterizedTest
    @MethodSource("fastestBackend")
    void resultSaysWhatWasUsed(BackendCase backend) {
        try (UnipartiteGraph graph = RandomGraphs.unipartite(3).toUnipartiteGraph(memory, backend.workers())) {
            for (PivotingConfig form : forms(KCliqueConfig.total(5, 5))) {
                try (KCliqueResult counts = backend.run(ALGORITHM, graph, form, memory)) {
                    KCliqueConfig asked = form.counted();
                    assertThat(counts.orientation()).isEqualTo(asked.orientation());
                    assertThat(counts.technique()).isIn(used(asked.technique(), form.encoding()));
                    assertThat(counts.degeneracy() != null).isEqualTo(asked.orientation() == Orientation.DEGENERACY);
                }
            }
        }
    }

    /** The techniques that may count where this one is asked for. */
    private static List<Technique> used(Technique asked, Encoding encoding) {
        if (asked != Technique.AUTO) {
            return List.of(asked);
        }
        return encoding == Encoding.CSR
                ? List.of(Technique.ORIENTATION, Technique.PIVOT)
                : List.of(Technique.ORIENTATION, Technique.PIVOT, Technique.COMPLEMENT);
    }
}
