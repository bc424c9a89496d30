package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.spark.Graphs.Edges;
import dev.motif.spark.parts.ExecutorMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With the first GPU of the host, which the tasks of an executor in this JVM share. */
@Tag("gpu")
class GpuTest {
    private static final Options ON_GPU =
            Options.DEFAULT.withMemoryLimit(1 << 28).withBackend(Backend.GPU).withParts(13);

    private static SparkSession session;
    private static MotifSpark motif;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        session = SparkSession.builder()
                .master("local[3]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "3")
                .getOrCreate();
        motif = MotifSpark.on(session).with(ON_GPU);
    }

    @AfterAll
    static void stop() {
        motif.close();
        assertThat(ExecutorMemory.liveBytes()).isZero();
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        assertThat(device.reservedBytes()).isZero();
        session.stop();
    }

    private GraphRef written(Edges edges) {
        return motif.write(edges.in(session), folder.resolve("graph").toString(), edges.kind());
    }

    @ParameterizedTest
    @MethodSource("dev.motif.spark.MotifSparkTest#graphs")
    void resultsAreThoseOfCpus(Edges edges) {
        GraphRef onGpu = written(edges);
        GraphRef onCpu = onGpu.with(ON_GPU.withBackend(Backend.CPU));
        GraphRef inSlices = onGpu.with(ON_GPU.withSlice(Duration.ofNanos(1)));
        if (edges.kind() == GraphKind.BIPARTITE) {
            for (GraphRef graph : List.of(onGpu, inSlices)) {
                assertThat(graph.butterflies().total())
                        .isEqualTo(onCpu.butterflies().total());
                assertThat(graph.butterflies().clusteringCoefficient())
                        .isEqualTo(onCpu.butterflies().clusteringCoefficient());
                assertThat(graph.bicliques(3, 3).count(3, 3))
                        .isEqualTo(onCpu.bicliques(3, 3).count(3, 3));
            }
        } else {
            for (GraphRef graph : List.of(onGpu, inSlices)) {
                assertThat(graph.cliques(4).count(4)).isEqualTo(onCpu.cliques(4).count(4));
                assertThat(graph.cliques(9).count(9)).isEqualTo(onCpu.cliques(9).count(9));
            }
            assertThat(counts(onGpu)).isEqualTo(counts(onCpu));
        }
    }

    private static List<Row> counts(GraphRef graph) {
        return graph.commonNeighbors().orderBy("source", "target").collectAsList();
    }

    @Test
    void whatIsMadeOnCpusIsAnError() {
        GraphRef graph = written(Graphs.random(GraphKind.BIPARTITE, 1, 30, 100));
        assertThatIllegalArgumentException()
                .isThrownBy(graph::butterfliesPerNode)
                .withMessage("butterflies of nodes and edges are made on CPUs: `backend` must be AUTO or CPU, got GPU");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.listMaximalBicliques(1, 1))
                .withMessageContaining("lists of bicliques are made on CPUs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.maximalBicliques(1, 1))
                .withMessageContaining("counts of maximal bicliques are made on CPUs");
        assertThat(graph.with(ON_GPU.withBackend(Backend.AUTO))
                        .butterfliesPerNode()
                        .count())
                .isPositive();
    }
}
