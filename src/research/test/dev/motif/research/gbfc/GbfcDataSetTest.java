package dev.motif.research.gbfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.leaks.LeavesNothing;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests G-BFC on the CPU with real graphs; a subclass that is tagged {@code gpu} overrides {@link #backend}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GbfcDataSetTest {
    /** The most butterflies that are counted by intersection, which finds them one by one. */
    private static final long MOST_INTERSECTED = 200_000;

    private final NativeMemory memory = new NativeMemory(1L << 33);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    /** The combinations of techniques that differ on this backend. */
    Stream<GbfcConfig> configs() {
        return Stream.of(true, false).map(edgeDirection -> GbfcConfig.rearranged(edgeDirection, true, true));
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void totalIsTheKnownOne(DataSet set) {
        try (BipartiteGraph graph = set.read().toGraph(memory, backend().workers())) {
            long known = set.counts().get("butterflies").longValue();
            Stream<GbfcConfig> lists = GbfcCases.byIntersection().filter(config -> known <= MOST_INTERSECTED);
            Stream.concat(configs(), lists).forEach(gbfc -> {
                try (ButterflyResult counts = backend().run(new GbfcAlgorithm(), graph, gbfc, memory)) {
                    assertThat(counts.total()).as("%s", gbfc).isEqualTo(known);
                }
            });
        }
    }
}
