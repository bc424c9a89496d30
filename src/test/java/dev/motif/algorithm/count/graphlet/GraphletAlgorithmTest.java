package dev.motif.algorithm.count.graphlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.GraphletOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code GraphletAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class GraphletAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(100);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private GraphletResult count(UnipartiteGraph graph, boolean perVertex, BackendCase backend) {
        return backend.run(new GraphletAlgorithm(), graph, new GraphletConfig(perVertex), memory);
    }

    private static List<BigInteger> counts(GraphletResult result) {
        return Arrays.stream(Graphlet.values()).map(result::count).toList();
    }

    private static List<BigInteger> exact(long... counts) {
        return LongStream.of(counts).mapToObj(BigInteger::valueOf).toList();
    }

    private void check(EdgeList list, BackendCase backend, String name) {
        GraphletOracle oracle = new GraphletOracle(list);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                GraphletResult total = count(graph, false, backend);
                GraphletResult each = count(graph, true, backend)) {
            assertThat(counts(total)).as(name).isEqualTo(exact(oracle.counts));
            assertThat(counts(each)).as(name).isEqualTo(exact(oracle.counts));
            for (int v = 0; v < list.left(); v++) {
                assertThat(each.orbits(v))
                        .as("vertex %d, %s", v, name)
                        .isEqualTo(LongStream.of(oracle.orbits[v]).boxed().toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void countsAreThoseOfAllSetsOfVertices(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            check(list, backend, "seed " + seed + ": " + list);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void eachGraphletIsFoundAlone(BackendCase backend) {
        List<EdgeList> graphlets = List.of(
                EdgeList.of(3, 3, 0, 1, 1, 2),
                EdgeList.of(3, 3, 0, 1, 1, 2, 0, 2),
                EdgeList.of(4, 4, 0, 1, 1, 2, 2, 3),
                EdgeList.of(4, 4, 0, 1, 0, 2, 0, 3),
                EdgeList.of(4, 4, 0, 1, 1, 2, 2, 3, 0, 3),
                EdgeList.of(4, 4, 0, 1, 1, 2, 0, 2, 2, 3),
                EdgeList.of(4, 4, 0, 1, 1, 2, 2, 3, 0, 3, 0, 2),
                CliqueGraphs.complete(4));
        for (int i = 0; i < graphlets.size(); i++) {
            check(graphlets.get(i), backend, Graphlet.values()[i].name());
            try (UnipartiteGraph graph = graphlets.get(i).toUnipartiteGraph(memory, Workers.of(1));
                    GraphletResult result = count(graph, false, backend)) {
                for (Graphlet of : Graphlet.values()) {
                    if (of.vertices() == graphlets.get(i).left()) {
                        assertThat(result.count(of).intValue()).isEqualTo(of.ordinal() == i ? 1 : 0);
                    }
                }
                assertThat(Graphlet.values()[i].edges()).isEqualTo((int) graph.edgeCount());
            }
        }
        check(EdgeList.of(0, 0), backend, "no vertices");
        check(EdgeList.of(5, 5), backend, "no edges");
    }

    /** The places of a graphlet have as many vertices in all graphlets together as it has such vertices. */
    @ParameterizedTest
    @MethodSource("backends")
    void orbitsAddUpToTheCountsOfLargerGraphs(BackendCase backend) {
        int[] kinds = {0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 5, 6, 6, 7};
        int[] vertices = {2, 1, 3, 2, 2, 3, 1, 4, 1, 2, 1, 2, 2, 4};
        for (EdgeList list : List.of(
                RandomGraphs.uniform(400, 0.1, 1),
                CliqueGraphs.complete(70),
                CommonNeighborsAlgorithmTest.skewed(1, 3000, 20_000, 1.5))) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                    GraphletResult result = count(graph, true, backend);
                    GraphletResult total = count(graph, false, backend)) {
                assertThat(counts(result)).isEqualTo(counts(total));
                for (int orbit = 1; orbit < GraphletResult.ORBITS; orbit++) {
                    int at = orbit;
                    long sum = IntStream.range(0, (int) graph.vertexCount())
                            .mapToLong(v -> result.orbit(v, at))
                            .sum();
                    assertThat(BigInteger.valueOf(sum))
                            .as("orbit %d", orbit)
                            .isEqualTo(result.count(Graphlet.values()[kinds[orbit - 1]])
                                    .multiply(BigInteger.valueOf(vertices[orbit - 1])));
                }
                assertThat(counts(result)).allMatch(count -> count.signum() >= 0);
            }
        }
    }

    /** A star, of which each three leaves make a claw. */
    @ParameterizedTest
    @MethodSource("backends")
    void totalsPass64BitsAndOrbitsThatDoAreAnError(BackendCase backend) {
        int leaves = 3_900_000;
        OffHeapLongs offsets = memory.longs(leaves + 2L);
        OffHeapInts neighbors = memory.zeroedInts(2L * leaves);
        try (UnipartiteGraph graph = new UnipartiteGraph(new Csr(offsets, neighbors))) {
            offsets.set(0, 0);
            for (int v = 0; v <= leaves; v++) {
                offsets.set(v + 1L, (long) leaves + v);
                if (v < leaves) {
                    neighbors.set(v, v + 1);
                }
            }
            try (GraphletResult result = count(graph, false, backend)) {
                assertThat(result.count(Graphlet.CLAW))
                        .isEqualTo(CliqueGraphs.choices(leaves, 3))
                        .isGreaterThan(BigInteger.ONE.shiftLeft(63));
                assertThat(result.count(Graphlet.PATH_4)).isZero();
            }
            assertThatThrownBy(() -> count(graph, true, backend))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessage(
                            "a node has a place in 2^63 subgraphs of four nodes or more, more than can be counted for"
                                    + " each node: `motif.graphlet.stats` counts the subgraphs of the whole graph");
        }
    }
}
