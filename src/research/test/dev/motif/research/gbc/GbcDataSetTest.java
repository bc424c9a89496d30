package dev.motif.research.gbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.leaks.LeavesNothing;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares counts of real graphs with those that other programs agreed on. Runs on the CPU; a subclass that is tagged
 * {@code gpu} overrides {@link #backend} and {@link #mostBicliques}.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GbcDataSetTest {
    private static final Pattern SIZE = Pattern.compile("K\\((\\d+),(\\d+)\\)");

    private final NativeMemory memory = new NativeMemory(1L << 34);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    /**
     * The most bicliques that are counted: the search visits up to about as many sets, so with more it takes too long.
     */
    BigInteger mostBicliques() {
        return BigInteger.valueOf(2_000_000);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnownFromBothLayers(DataSet set) {
        try (BipartiteGraph graph = set.read().toGraph(memory, backend().workers())) {
            set.counts().properties().forEach(known -> {
                Matcher size = SIZE.matcher(known.getKey());
                BigInteger wanted = size.matches() ? known.getValue().bigIntegerValue() : null;
                if (wanted != null && wanted.compareTo(mostBicliques()) <= 0) {
                    int p = Integer.parseInt(size.group(1));
                    int q = Integer.parseInt(size.group(2));
                    for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
                        GbcConfig config = GbcCases.config(p, q, side, GbcCases.QUICKLY_PREPARED);
                        assertThat(GbcCases.count(graph, config, backend(), memory))
                                .as("(%d,%d) of %s from %s", p, q, set, side)
                                .isEqualTo(wanted);
                    }
                }
            });
        }
    }
}
