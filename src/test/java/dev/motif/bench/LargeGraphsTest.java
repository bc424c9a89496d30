package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class LargeGraphsTest {
    private final NativeMemory memory = new NativeMemory(1L << 28);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private List<String> printed() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void countsOfCompleteBipartiteBlocksAreKnown() throws Exception {
        String[] known = {
            "butterfly/cpu/60 3",
            "butterfly/cpu/60/{\"per\": \"node\"} 4",
            "butterfly/cpu/60/{\"per\": \"relationship\"} 2",
            "biclique.count/cpu/60/{\"maxP\": 4, \"maxQ\": 4} 9",
            "wing/cpu/60 2"
        };
        check("generate:bicliques,edges=3000,least=1,most=12,skew=2,seed=1", known);
    }

    @Test
    void countsOfCliquesAreKnown() throws Exception {
        String[] known = {
            "commonNeighbors/cpu/60/{\"coefficients\": false} 2",
            "kclique/cpu/60/{\"k\": 4} 1",
            "kclique/cpu/60/{\"minK\": 3, \"maxK\": 6} 4",
            "ktruss/cpu/60 2"
        };
        check("generate:cliques,edges=3000,least=1,most=12,skew=2,seed=1", known);
    }

    /** Each step comes with how many of its fields are known. */
    private void check(String graph, String... known) throws Exception {
        String[] steps =
                Stream.of(known).map(step -> step.replaceFirst(" \\d+$", "")).toArray(String[]::new);
        assertThat(LargeGraphs.run(
                        memory,
                        out,
                        Stream.concat(Stream.of(graph), Stream.of(steps)).toArray(String[]::new)))
                .as("%s", printed())
                .isTrue();
        for (int i = 0; i < steps.length; i++) {
            assertThat(printed().get(i + 2))
                    .startsWith(steps[i] + ";")
                    .contains(";" + known[i].substring(steps[i].length() + 1) + " known, ");
        }
    }

    @Test
    void otherCountsAreSeen() throws IOException, InterruptedException {
        LoadedGraph made = Generators.parse("complete,left=3,right=3").build(memory, Workers.of(1));
        try (LoadedGraph wrong = LoadedGraph.known(made.graph(), Map.of("butterfly.countText", BigInteger.TEN))) {
            LargeGraphs graphs = new LargeGraphs(wrong, memory, out);
            graphs.step("butterfly/cpu/60");
            assertThat(graphs.differs()).isTrue();
            assertThat(printed().get(0)).contains("DIFFERS: butterfly.countText is not 10");
        }
    }

    @Test
    void stepThatFailsDoesNotEndTheOthers() throws Exception {
        assertThat(LargeGraphs.run(
                        memory,
                        out,
                        "generate:complete,left=3,right=3",
                        "ktruss/cpu/60",
                        "butterfly/cpu/0",
                        "butterfly/cpu/60"))
                .isTrue();
        assertThat(printed().get(2)).contains("ClassCastException");
        assertThat(printed().get(3)).contains("CancellationException");
        assertThat(printed().get(4)).contains("\"countText\":\"9\"");
    }
}
