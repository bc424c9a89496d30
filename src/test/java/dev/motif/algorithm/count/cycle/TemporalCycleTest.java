package dev.motif.algorithm.count.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.TemporalCycleOracle;
import dev.motif.oracle.TemporalCycleOracle.Timed;
import dev.motif.timing.Seeds;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests cycles in the order of time. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class TemporalCycleTest {
    private static final double[] TOLERANCES = {CycleConfig.ANY_AMOUNT, 0, 0.125, 0.25, 1};

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void countsAreThoseOfAllSetsOfRelationships(BackendCase backend) {
        long cycles = 0;
        for (int seed = 0; seed < Seeds.atMost(200); seed++) {
            Random random = new Random(seed);
            TimedGraphCase given = TimedGraphCase.random(seed, random.nextInt(3) > 0);
            long window = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(12);
            double tolerance = TOLERANCES[random.nextInt(TOLERANCES.length)];
            int min = 2 + random.nextInt(3);
            int max = min + random.nextInt(CycleConfig.MAX_LENGTH - min + 1);
            List<List<Timed>> expected =
                    new TemporalCycleOracle(window, tolerance).cycles(given.relationships(), min, max);
            cycles += expected.size();
            String name = "seed " + seed + ": " + given + ", window " + window + ", tolerance " + tolerance
                    + ", lengths " + min + " to " + max;
            try (OffHeapScope scope = new OffHeapScope(memory);
                    UnipartiteGraph graph = given.graph(memory, backend.workers())) {
                CycleConfig config = given.config(min, max, window, tolerance, scope);
                try (CycleResult totals = backend.run(new CycleAlgorithm(), graph, config, memory);
                        CycleResult each = backend.run(new CycleAlgorithm(), graph, config.each(true, true), memory)) {
                    for (int length = 0; length <= max; length++) {
                        int of = length;
                        BigInteger count = BigInteger.valueOf(expected.stream()
                                .filter(cycle -> cycle.size() == of)
                                .count());
                        assertThat(totals.count(length)).as(name).isEqualTo(count);
                        assertThat(each.count(length)).as(name).isEqualTo(count);
                    }
                    checkEach(given, expected, each, name);
                }
            }
        }
        assertThat(cycles).isPositive();
    }

    private static void checkEach(TimedGraphCase given, List<List<Timed>> expected, CycleResult result, String name) {
        long[] vertices = new long[given.list().left()];
        long[][] edges = new long[2][given.list().edges().size()];
        for (List<Timed> cycle : expected) {
            for (Timed step : cycle) {
                vertices[step.from()]++;
                edges[step.from() < step.to() ? 0 : 1][given.edges().get(step.index())]++;
            }
        }
        for (int v = 0; v < vertices.length; v++) {
            assertThat(result.vertices().get(v)).as("vertex %d, %s", v, name).isEqualTo(vertices[v]);
        }
        for (int edge = 0; edge < edges[0].length; edge++) {
            assertThat(List.of(result.forward().get(edge), result.backward().get(edge)))
                    .as("edge %d, %s", edge, name)
                    .containsExactly(edges[0][edge], edges[1][edge]);
        }
    }
}
