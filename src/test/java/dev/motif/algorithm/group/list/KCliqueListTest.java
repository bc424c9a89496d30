package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests lists of k-cliques on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backend}. */
@LeavesNothing
class KCliqueListTest {
    /** The most cliques of a data set that are listed. */
    private static final long MOST_LISTED = 1_000_000;

    final NativeMemory memory = new NativeMemory(1L << 30);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    /** The off-heap bytes that a search holds beside the buffer, and not all the time. */
    long searching() {
        return 1 << 20;
    }

    SearchStream<int[]> cliques(UnipartiteGraph graph, int k, NativeMemory memory, Cancellation cancellation) {
        Workers workers = new Workers(2, cancellation, Progress.NONE);
        return backend()
                .run(
                        new KCliqueListAlgorithm(),
                        graph,
                        new KCliqueListConfig(k),
                        new Execution(memory, workers, new StageTimes()));
    }

    List<List<Integer>> list(UnipartiteGraph graph, int k) {
        List<List<Integer>> all = new ArrayList<>();
        try (SearchStream<int[]> cliques = cliques(graph, k, memory, Cancellation.NEVER)) {
            cliques.forEachRemaining(
                    clique -> all.add(Arrays.stream(clique).boxed().toList()));
            assertThat(cliques.hasNext()).isFalse();
            assertThatThrownBy(cliques::next).isInstanceOf(NoSuchElementException.class);
        }
        return all;
    }

    private static EdgeList complete(int vertices) {
        return new EdgeList(
                vertices,
                vertices,
                IntStream.range(0, vertices)
                        .boxed()
                        .flatMap(u -> IntStream.range(u + 1, vertices).mapToObj(v -> new Edge(u, v)))
                        .toList());
    }

    @Test
    void cliquesAreThoseOfTheOracle() {
        for (int seed = 0; seed < Seeds.atMost(300); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            // Dense graphs would have too many cliques for the oracle.
            EdgeList sparse = new EdgeList(
                    list.left(),
                    list.right(),
                    list.edges().subList(0, Math.min(150, list.edges().size())));
            CliqueOracle oracle = new CliqueOracle(sparse);
            try (UnipartiteGraph graph = sparse.toUnipartiteGraph(memory, Workers.of(1))) {
                for (int k = 0; k <= oracle.cliqueNumber() + 2; k++) {
                    assertThat(list(graph, k))
                            .as("%d-cliques, seed %d: %s", k, seed, sparse)
                            .containsExactlyInAnyOrderElementsOf(oracle.cliques(k).stream()
                                    .map(clique -> clique.stream().boxed().toList())
                                    .toList());
                }
            }
        }
    }

    @Test
    void completeGraphHasEverySubset() {
        try (UnipartiteGraph graph = complete(12).toUnipartiteGraph(memory, Workers.of(1))) {
            assertThat(list(graph, 5))
                    .hasSize(792)
                    .doesNotHaveDuplicates()
                    .allMatch(clique -> clique.stream().sorted().toList().equals(clique));
            assertThat(list(graph, 12))
                    .containsExactly(IntStream.range(0, 12).boxed().toList());
            assertThat(list(graph, 512)).isEmpty();
        }
    }

    @Test
    void emptyGraphHasTheEmptyCliqueOnly() {
        try (UnipartiteGraph graph = complete(0).toUnipartiteGraph(memory, Workers.of(1))) {
            assertThat(list(graph, 0)).containsExactly(List.of());
            assertThat(list(graph, 1)).isEmpty();
            assertThat(list(graph, 3)).isEmpty();
        }
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void numberOfRowsIsTheCount(DataSet set) {
        try (UnipartiteGraph graph = set.read().toUnipartiteGraph(memory, Workers.of(2));
                KCliqueResult counts = new KCliqueAlgorithm()
                        .cpu(
                                graph,
                                KCliqueConfig.total(3, 6),
                                new Execution(memory, Workers.of(2), new StageTimes()))) {
            for (int k = 3; k <= 6; k++) {
                if (counts.count(k).longValueExact() > MOST_LISTED) {
                    continue;
                }
                long rows = 0;
                try (SearchStream<int[]> cliques = cliques(graph, k, memory, Cancellation.NEVER)) {
                    for (; cliques.hasNext(); rows++) {
                        if (cliques.next().length != k) {
                            throw new AssertionError("not of " + k + " nodes");
                        }
                    }
                }
                assertThat(rows)
                        .as("%d-cliques of %s", k, set)
                        .isEqualTo(counts.count(k).longValueExact());
            }
        }
    }

    @Test
    void closingEarlyFreesEverything() {
        try (UnipartiteGraph graph = complete(30).toUnipartiteGraph(memory, Workers.of(1))) {
            long before = memory.liveBytes();
            try (SearchStream<int[]> cliques = cliques(graph, 15, memory, Cancellation.NEVER)) {
                assertThat(cliques.next()).hasSize(15);
                long live = memory.liveBytes();
                assertThat(live).isGreaterThan(before);
                for (int i = 0; i < 100_000; i++) {
                    cliques.next();
                }
                assertThat(memory.liveBytes())
                        .as("does not grow with the cliques")
                        .isLessThanOrEqualTo(live + FoundBuffer.CAPACITY_BYTES + searching());
            }
            assertThat(memory.liveBytes()).isEqualTo(before);
        }
    }

    /** Between every two of the first vertices there is an edge but for pairs: the graph has very many cliques. */
    @Test
    void cancellationEndsASearchThatFindsNothing() {
        EdgeList list = new EdgeList(
                80,
                80,
                complete(80).edges().stream()
                        .filter(edge -> edge.left() / 2 != edge.right() / 2)
                        .collect(Collectors.toList()));
        AtomicBoolean cancelled = new AtomicBoolean();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                SearchStream<int[]> cliques = cliques(graph, 41, memory, cancelled::get)) {
            cancelled.set(true);
            assertThatThrownBy(cliques::hasNext).isInstanceOf(CancellationException.class);
        }
    }
}
