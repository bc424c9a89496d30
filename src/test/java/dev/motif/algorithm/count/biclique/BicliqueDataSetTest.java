package dev.motif.algorithm.count.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
class BicliqueDataSetTest {
    /**
     * Graphs with fewer edges are searched from both sides; from the side that AUTO avoids a search may take 100 times
     * as long.
     */
    private static final int SMALL_EDGES = 20_000;

    /** The most edges of a graph that is also counted with its sides exchanged, which may take minutes. */
    private static final int MOST_EDGES_FROM_BOTH_SIDES = 1_000_000;

    private static final Pattern KNOWN = Pattern.compile("K\\((\\d+),(\\d+)\\)");

    private final NativeMemory memory = new NativeMemory(1L << 33);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    private record Size(int p, int q) implements Comparable<Size> {
        @Override
        public int compareTo(Size other) {
            return p != other.p ? Integer.compare(p, other.p) : Integer.compare(q, other.q);
        }
    }

    private static Map<Size, BigInteger> known(JsonNode counts) {
        Map<Size, BigInteger> known = new TreeMap<>();
        counts.fields().forEachRemaining(field -> {
            Matcher size = KNOWN.matcher(field.getKey());
            if (size.matches()) {
                known.put(
                        new Size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))),
                        field.getValue().bigIntegerValue());
            }
        });
        known.put(new Size(2, 2), counts.get("butterflies").bigIntegerValue());
        return known;
    }

    private BicliqueResult count(BipartiteGraph graph, BicliqueConfig config) {
        return backend().run(new BicliqueAlgorithm(), graph, config, memory);
    }

    private void check(BipartiteGraph graph, BicliqueConfig config, BigInteger expected) {
        try (BicliqueResult counts = count(graph, config)) {
            assertThat(counts.total()).as("%s", config).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnown(DataSet set) {
        EdgeList list = set.read();
        try (BipartiteGraph graph = list.toGraph(memory, backend().workers())) {
            known(set.counts()).forEach((size, count) -> {
                BicliqueConfig config = BicliqueConfig.total(size.p, size.q);
                check(graph, config, count);
                if (list.edges().size() < SMALL_EDGES) {
                    check(graph, config.with(Side.LEFT), count);
                    check(graph, config.with(Side.RIGHT), count);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreTheSameFromTheOtherSide(DataSet set) {
        EdgeList list = set.read();
        assumeTrue(list.edges().size() <= MOST_EDGES_FROM_BOTH_SIDES, () -> set + " takes too long");
        try (BipartiteGraph graph = list.transposed().toGraph(memory, backend().workers())) {
            known(set.counts()).forEach((size, count) -> check(graph, BicliqueConfig.total(size.q, size.p), count));
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsByNodeAndRelationshipAddUpToTheTotal(DataSet set) {
        BigInteger known = known(set.counts()).get(new Size(2, 3));
        try (BipartiteGraph graph = set.read().toGraph(memory, backend().workers());
                BicliqueResult byVertex = count(graph, BicliqueConfig.of(2, 3, Result.VERTEX));
                BicliqueResult byEdge = count(graph, BicliqueConfig.of(2, 3, Result.EDGE))) {
            assertThat(byVertex.total()).isEqualTo(known);
            assertThat(HeapSums.total(byVertex.left())).isEqualTo(known.multiply(BigInteger.valueOf(2)));
            assertThat(HeapSums.total(byVertex.right())).isEqualTo(known.multiply(BigInteger.valueOf(3)));
            assertThat(HeapSums.total(byEdge.edges())).isEqualTo(known.multiply(BigInteger.valueOf(6)));
        }
    }
}
