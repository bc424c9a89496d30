package dev.motif.algorithm.level;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.LeavesNothing;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares real graphs' largest wing numbers with those of other programs, and the densest wing and tip by definition.
 */
@LeavesNothing
class PeelDataSetTest {
    private final NativeMemory memory = new NativeMemory(1L << 33);

    BackendCase backend() {
        return new BackendCase(Backend.CPU, 2);
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartiteWith("max_wing");
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void largestWingNumberIsThatKnown(DataSet set) {
        EdgeList list = set.read();
        List<Long> wings = PeelValues.wings(list, backend(), memory);
        long largest = Collections.max(wings);
        assertThat(largest).isEqualTo(set.counts().get("max_wing").longValue());
        assertThat(new PeelChecks(memory).wingOf(list, largest)).isEqualTo(atLeast(wings, largest));
        assertThat(Collections.max(PeelValues.wings(list.transposed(), backend(), memory)))
                .isEqualTo(largest);
    }

    @ParameterizedTest
    @EnumSource(Side.class)
    void densestTipIsThatOfTheDefinition(Side side) {
        dataSets().forEach(set -> {
            EdgeList list = side == Side.LEFT ? set.read() : set.read().transposed();
            List<Long> tips = PeelValues.tips(list, Side.LEFT, backend(), memory);
            long largest = Collections.max(tips);
            assertThat(new PeelChecks(memory).leftTipOf(list, largest)).isEqualTo(atLeast(tips, largest));
            assertThat(new PeelChecks(memory).leftTipOf(list, largest + 1)).isEmpty();
        });
    }

    private static List<Integer> atLeast(List<Long> numbers, long k) {
        return IntStream.range(0, numbers.size())
                .filter(i -> numbers.get(i) >= k)
                .boxed()
                .toList();
    }
}
