package dev.motif.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.report.Section.Status;
import dev.motif.report.part.ReportConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a GPU gives the same charts as the CPU. */
@LeavesNothing
@Tag("gpu")
class ReportGpuTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private Report report(Graph graph, Backend backend, Map<String, Object> more) {
        Map<String, Object> given = new LinkedHashMap<>(more);
        given.put("backend", backend.name());
        Configuration configuration = new Configuration(given);
        ReportConfig config = ReportConfig.of(configuration, CallConfig.of(configuration));
        return new ReportMaker().cpu(graph, config, new Execution(memory, Workers.of(2), new StageTimes()));
    }

    @ParameterizedTest
    @CsvSource({
        "southern-women, butterfly biclique.maximal wing tip nodeSimilarity",
        "netscience, kclique clique.maximal commonNeighbors ktruss kcore"
    })
    void chartsAreThoseOfTheCpu(String dataSet, String parts) throws IOException {
        Map<String, Object> include = Map.of("include", List.of(parts.split(" ")));
        Path file = Path.of("test-data", dataSet + ".el.xz");
        try (LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(file)) {
            List<Section> onGpu = report(loaded.graph(), Backend.GPU, include).sections();
            List<Section> onCpu = report(loaded.graph(), Backend.CPU, include).sections();
            assertThat(onGpu)
                    .isNotEmpty()
                    .allMatch(section -> section.choice().backend() == Backend.GPU)
                    .extracting(Section::drawing)
                    .isEqualTo(onCpu.stream().map(Section::drawing).toList());
        }
    }

    @Test
    void searchThatTakesTooLongIsLeftOut() {
        try (Graph graph = TestGraphs.crown(60).toGraph(memory, Workers.of(2))) {
            Map<String, Object> given = Map.of("include", "biclique.maximal", "timeoutMillis", 2000L);
            Section section = report(graph, Backend.GPU, given).sections().get(0);
            assertThat(section.status()).isEqualTo(Status.LEFT_OUT);
            assertThat(section.reason()).isEqualTo("it took longer than `timeoutMillis: 2000`");
        }
    }
}
