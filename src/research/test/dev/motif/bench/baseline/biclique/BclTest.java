package dev.motif.bench.baseline.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborhoods;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
class BclTest {
    private static final List<Side> SIDES = Arrays.asList(Side.LEFT, Side.RIGHT, null);
    private static final int[][] SIZES = {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 3}, {2, 5}, {4, 4}, {5, 2}};
    private static final int RANDOM_GRAPHS = Seeds.atMost(80);
    private static final Pattern SIZE = Pattern.compile("K\\((\\d+),(\\d+)\\)");
    private static final BigInteger MOST_BICLIQUES = BigInteger.valueOf(1_000_000);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    private BigInteger count(BipartiteGraph graph, BicliqueConfig config, int threads) {
        Bcl.Counted counted = Bcl.count(graph, config, new Execution(memory, Workers.of(threads), new StageTimes()));
        assertThat(counted.mates()).isNotNegative();
        assertThat(counted.twoHops()).isNotNegative();
        return counted.bicliques();
    }

    private BigInteger count(EdgeList list, BicliqueConfig config, int threads) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            return count(graph, config, threads);
        }
    }

    @Test
    void crownHasItsClosedForm() {
        for (int n = 4; n <= 16; n += 3) {
            for (int p = 2; p <= Math.min(n, 8); p++) {
                int q = Math.max(2, n / 2 - 1);
                BigInteger wanted = CommonNeighborhoods.choose(n, p).multiply(CommonNeighborhoods.choose(n - p, q));
                assertThat(count(TestGraphs.crown(n), BicliqueConfig.total(p, q), 2))
                        .as("(%d,%d) of crown %d", p, q, n)
                        .isEqualTo(wanted);
            }
        }
    }

    @Test
    void countBeyondTwoToThe128IsExact() {
        BigInteger wanted = BigInteger.valueOf(30 * 29 / 2).multiply(CommonNeighborhoods.choose(400, 200));
        BicliqueConfig config = BicliqueConfig.total(2, 200).with(Side.LEFT);
        assertThat(count(TestGraphs.complete(30, 400), config, 1)).isEqualTo(wanted);
    }

    @Test
    void randomGraphsAgreeWithTheOracle() {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            int[] size = SIZES[seed % SIZES.length];
            BigInteger wanted = CommonNeighborhoods.count(list, size[0], size[1]);
            for (Side side : SIDES) {
                BicliqueConfig config = BicliqueConfig.total(size[0], size[1]).with(side);
                for (int threads = 1; threads <= 3; threads++) {
                    assertThat(count(list, config, threads))
                            .as("(%d,%d), %s, x%d, seed %d: %s", size[0], size[1], side, threads, seed, list)
                            .isEqualTo(wanted);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void countsAreThoseKnown(DataSet set) {
        try (BipartiteGraph graph = set.read().toGraph(memory, Workers.of(2))) {
            set.counts().properties().forEach(known -> {
                Matcher size = SIZE.matcher(known.getKey());
                BigInteger wanted = size.matches() ? known.getValue().bigIntegerValue() : null;
                if (wanted != null && wanted.compareTo(MOST_BICLIQUES) <= 0) {
                    BicliqueConfig config =
                            BicliqueConfig.total(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
                    assertThat(count(graph, config, 2))
                            .as("%s of %s", size, set)
                            .isEqualTo(wanted);
                }
            });
        }
    }

    @Test
    void searchThatTakesTooLongEndsWithAnError() {
        BicliqueConfig config = BicliqueConfig.total(16, 16).with(Side.LEFT).withTimeoutMillis(200);
        assertThatThrownBy(() -> count(TestGraphs.crown(48), config, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("`timeoutMillis: 200`");
    }

    @Test
    void starsAreRefused() {
        assertThatThrownBy(() -> count(TestGraphs.crown(4), BicliqueConfig.total(1, 3), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`p` and `q` must be 2 or more, got 1 and 3");
    }
}
