package dev.motif.algorithm.count.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares counts of real graphs with those that other programs agreed on. Runs on the CPU; a subclass that is tagged
 * {@code gpu} overrides {@link #backend}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KCliqueDataSetTest {
    /** The most (k-2)-cliques for which ORIENTATION is tried, since it visits each of them. */
    private static final long MAX_VISITED = 2_000_000;

    /** The data set on which the technique PIVOT takes many minutes. */
    private static final String WITHOUT_PIVOTS = "facebook-combined";

    final NativeMemory memory = new NativeMemory(1L << 33);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.unipartite();
    }

    private static Map<Integer, BigInteger> known(DataSet set) {
        Map<Integer, BigInteger> known = new TreeMap<>();
        set.counts().fields().forEachRemaining(field -> {
            if (field.getKey().matches("k\\d+")) {
                known.put(
                        Integer.valueOf(field.getKey().substring(1)),
                        field.getValue().bigIntegerValue());
            }
        });
        return known;
    }

    KCliqueResult count(UnipartiteGraph graph, KCliqueConfig config) {
        return backend().run(new KCliqueAlgorithm(), graph, config, memory);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void everySizeInOneSearch(DataSet set) {
        EdgeList list = set.read();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend().workers());
                KCliqueResult counts = count(graph, KCliqueConfig.all().with(Technique.COMPLEMENT))) {
            known(set).forEach((k, expected) -> assertThat(counts.count(k))
                    .as("%d-cliques of %s", k, set)
                    .isEqualTo(expected));
            JsonNode largest = set.counts().path("omega");
            assertThat(counts.cliqueNumber(graph)).isEqualTo(largest.asInt(counts.largest()));
            if (set.counts().has("omega_count")) {
                assertThat(counts.count(largest.intValue()))
                        .isEqualTo(set.counts().get("omega_count").bigIntegerValue());
            }
            assertThat(counts.degeneracy())
                    .isEqualTo(set.counts().path("degeneracy").asInt(counts.degeneracy()));
            if (takesPivots(set)) {
                try (KCliqueResult byPivots = count(graph, KCliqueConfig.all().with(Technique.PIVOT))) {
                    assertThat(byPivots.bySize()).isEqualTo(counts.bySize());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void everySizeForItself(DataSet set) {
        EdgeList list = set.read();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend().workers())) {
            known(set).forEach((k, expected) -> {
                for (Technique technique : techniques(set, k)) {
                    try (KCliqueResult counts =
                            count(graph, KCliqueConfig.total(k, k).with(technique))) {
                        assertThat(counts.count(k))
                                .as("%d-cliques of %s by %s", k, set, technique)
                                .isEqualTo(expected);
                    }
                }
            });
        }
    }

    private static boolean takesPivots(DataSet set) {
        return !set.name().equals(WITHOUT_PIVOTS);
    }

    /** The techniques that count k-cliques of this data set within seconds. */
    private static List<Technique> techniques(DataSet set, int k) {
        long visited = set.counts().path("k" + (k - 2)).asLong(0);
        Stream<Technique> quick = Stream.of(Technique.AUTO, Technique.COMPLEMENT);
        Stream<Technique> orientation = visited <= MAX_VISITED ? Stream.of(Technique.ORIENTATION) : Stream.empty();
        Stream<Technique> pivot = takesPivots(set) || k <= 4 ? Stream.of(Technique.PIVOT) : Stream.empty();
        return Stream.of(quick, orientation, pivot).flatMap(some -> some).toList();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsByVertexAndEdgeAddUp(DataSet set) {
        EdgeList list = set.read();
        int k = 5;
        assumeTrue(set.counts().has("k" + k), "known counts");
        BigInteger total = set.counts().get("k" + k).bigIntegerValue();
        assumeTrue(total.compareTo(BigInteger.valueOf(MAX_VISITED)) < 0, "few enough to be visited one by one");
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend().workers());
                KCliqueResult byVertex = count(graph, KCliqueConfig.of(k, Result.VERTEX));
                KCliqueResult byEdge = count(graph, KCliqueConfig.of(k, Result.EDGE))) {
            assertThat(byVertex.count(k)).isEqualTo(total);
            assertThat(byEdge.count(k)).isEqualTo(total);
            assertThat(HeapSums.total(byVertex.vertices())).isEqualTo(total.multiply(BigInteger.valueOf(k)));
            assertThat(HeapSums.total(byEdge.edges())).isEqualTo(total.multiply(BigInteger.valueOf(k * (k - 1) / 2)));
        }
    }
}
