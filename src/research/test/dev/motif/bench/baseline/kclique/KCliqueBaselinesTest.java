package dev.motif.bench.baseline.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
class KCliqueBaselinesTest {
    private static final int SEEDS = 60;

    private final NativeMemory memory = new NativeMemory(1 << 26);

    /** A baseline with its name. */
    private record Baseline(String name, Counter counter) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Counter {
        BigInteger count(UnipartiteGraph graph, int k, Execution execution);
    }

    static Stream<Baseline> baselines() {
        return Stream.of(
                new Baseline(
                        "ARB-COUNT by degree", (graph, k, execution) -> ArbCount.count(graph, k, false, execution)),
                new Baseline(
                        "ARB-COUNT by degeneracy", (graph, k, execution) -> ArbCount.count(graph, k, true, execution)),
                new Baseline("Pivoter", Pivoter::count));
    }

    private Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void randomGraphsAreAsByDefinition(Baseline baseline) {
        for (long seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            int threads = 1 + (int) (seed % 2);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                for (int k = 3; k <= oracle.cliqueNumber() + 1; k++) {
                    assertThat(baseline.counter.count(graph, k, execution(threads)))
                            .as("seed %d, k %d, %s", seed, k, list)
                            .isEqualTo(oracle.cliques(k).size());
                }
            }
        }
    }

    /** The counts of known-counts.json, by other programs. */
    @ParameterizedTest
    @MethodSource("baselines")
    void emailEuCoreIsAsCountedByOthers(Baseline baseline) throws IOException {
        List<Integer> known = List.of(105461, 423750, 1222005, 2701759);
        try (LoadedGraph graph =
                new EdgeListReader(memory, Workers.of(1)).read(Path.of("test-data", "email-eu-core.el.xz"))) {
            for (int k = 3; k < 3 + known.size(); k++) {
                assertThat(baseline.counter.count((UnipartiteGraph) graph.graph(), k, execution(2)))
                        .isEqualTo(BigInteger.valueOf(known.get(k - 3)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("baselines")
    void completeGraphHasAllSets(Baseline baseline) {
        try (LoadedGraph graph = Generators.parse("clique,n=14").build(memory, Workers.of(1))) {
            assertThat(baseline.counter.count((UnipartiteGraph) graph.graph(), 7, execution(2)))
                    .isEqualTo(3432);
        }
    }

    /** Pivots stop at one leaf, so this is the number of sets of 100 of 200 vertices. */
    @Test
    void countsOfPivotsMayBeOfAnySize() {
        try (LoadedGraph graph = Generators.parse("clique,n=200").build(memory, Workers.of(1))) {
            assertThat(Pivoter.count((UnipartiteGraph) graph.graph(), 100, execution(2)))
                    .isEqualTo("90548514656103281165404177077484163874504589675413336841320");
        }
    }

    /** There are far too many cliques of 20 vertices for any of them. */
    @Timeout(600)
    @ParameterizedTest
    @MethodSource("baselines")
    void searchEndsWhenItIsCancelled(Baseline baseline) {
        AtomicInteger looks = new AtomicInteger();
        Workers workers = new Workers(2, () -> looks.incrementAndGet() > 5, Progress.NONE);
        Execution cancelled = new Execution(memory, workers, new StageTimes());
        try (LoadedGraph graph =
                Generators.parse("gnm,n=600,edges=160000,seed=1").build(memory, Workers.of(1))) {
            UnipartiteGraph dense = (UnipartiteGraph) graph.graph();
            assertThatThrownBy(() -> baseline.counter.count(dense, 20, cancelled))
                    .isInstanceOf(CancellationException.class);
        }
    }
}
