package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.cycle.CycleAlgorithm;
import dev.motif.algorithm.count.cycle.CycleConfig;
import dev.motif.algorithm.count.cycle.CycleResult;
import dev.motif.algorithm.count.triad.TriadAlgorithm;
import dev.motif.algorithm.count.triad.TriadConfig;
import dev.motif.algorithm.count.triad.TriadResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.catalog.Column;
import dev.motif.catalog.SavedColumns;
import dev.motif.cypher.call.DirectionColumn;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.FileArray;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.spark.Graphs.Edges;
import dev.motif.spark.parts.ExecutorMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directions in graph files, and what depends on them. */
class DirectedTest {
    private static final Options OPTIONS =
            Options.DEFAULT.withMemoryLimit(1 << 28).withParts(3);

    private static SparkSession session;
    private static MotifSpark motif;

    private final NativeMemory memory = new NativeMemory(1L << 28);
    private final Workers workers = Workers.of(2);

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        session = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "3")
                .getOrCreate();
        motif = MotifSpark.on(session).with(OPTIONS);
    }

    @AfterAll
    static void stop() {
        session.stop();
        assertThat(ExecutorMemory.liveBytes()).isZero();
    }

    @Test
    void writtenFilesHaveTheDirectionsOfTheirEdges() throws IOException {
        Edges edges = Graphs.random(GraphKind.UNIPARTITE, 1, 60, 700);
        GraphRef ref = written(edges);
        Set<List<Long>> arcs = new HashSet<>();
        edges.edges().stream().filter(edge -> edge[0] != edge[1]).forEach(edge -> arcs.add(List.of(edge[0], edge[1])));
        try (OffHeapScope scope = new OffHeapScope(memory);
                GraphFile file = GraphFile.open(folder.resolve("graph"))) {
            UnipartiteGraph graph = (UnipartiteGraph) scope.own(file.graph(memory, workers));
            OffHeapLongs ids = scope.own(file.longs("nodes.ids", graph.vertexCount(), memory, workers));
            EdgeDirections directions = directions(file, scope);
            EdgeCursor edge = new EdgeCursor(graph);
            Set<List<Long>> found = new HashSet<>();
            while (edge.next()) {
                long u = ids.get(edge.first());
                long v = ids.get(edge.second());
                if ((directions.of(edge.edge()) & EdgeDirections.FORWARD) != 0) {
                    found.add(List.of(u, v));
                }
                if ((directions.of(edge.edge()) & EdgeDirections.BACKWARD) != 0) {
                    found.add(List.of(v, u));
                }
            }
            assertThat(found).isEqualTo(arcs);
            compare(ref, graph, ids, directions);
        }
        assertThat(memory.liveBytes()).isZero();
    }

    /** As a file of a named graph has them: a value for each relationship, or for parallel ones a list. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void directionsOfExportedFilesAreRead(boolean parallel) throws IOException {
        written(Graphs.random(GraphKind.UNIPARTITE, 2, 80, 900));
        try (OffHeapScope scope = new OffHeapScope(memory);
                GraphFile file = GraphFile.open(folder.resolve("graph"))) {
            UnipartiteGraph graph = (UnipartiteGraph) scope.own(file.graph(memory, workers));
            long edges = graph.edgeCount();
            OffHeapLongs values = scope.longs(parallel ? 2 * edges : edges);
            for (long i = 0; i < values.length(); i++) {
                values.set(i, 1 + i * i % 7 % (parallel ? 2 : 3));
            }
            GraphFileWriter writer = new GraphFileWriter(graph);
            writer.section("relationships.property.direction", FileArray.Type.INT64, values);
            if (parallel) {
                OffHeapLongs starts = scope.longs(edges + 1);
                for (long edge = 0; edge <= edges; edge++) {
                    starts.set(edge, 2 * edge);
                }
                writer.section("relationships.list.direction", FileArray.Type.INT64, starts);
            }
            Path path = folder.resolve("exported");
            writer.write(path, workers);
            try (GraphFile exported = GraphFile.open(path)) {
                compare(motif.open(path.toString()), graph, null, directions(exported, scope));
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void fileWithoutDirectionsIsAnError() {
        Dataset<Row> edges = Graphs.random(GraphKind.UNIPARTITE, 3, 10, 20).in(session);
        GraphRef graph = motif.write(edges, folder.resolve("graph").toString(), GraphKind.UNIPARTITE);
        assertThatThrownBy(graph::triads)
                .isInstanceOf(IllegalStateException.class)
                .hasStackTraceContaining("`direction` must be a property of relationships in")
                .hasStackTraceContaining("one of [], got 'direction'");
        assertThatThrownBy(() -> graph.cyclesPerNode(2, 3)).isInstanceOf(IllegalStateException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.cycles(4, 3))
                .withMessage("`minLength` and `maxLength` must be in [2, 8], the first no larger than the second,"
                        + " got 4 and 3");
        GraphRef onGpus = graph.with(Options.DEFAULT.withBackend(Backend.GPU));
        assertThatIllegalArgumentException()
                .isThrownBy(onGpus::triads)
                .withMessage("triads are made on CPUs: `backend` must be AUTO or CPU, got GPU");
        Dataset<Row> withNull = session.sql("SELECT l, r FROM VALUES (1, 2), (3, NULL) AS edges(l, r)");
        assertThatThrownBy(() -> MotifSpark.directed(withNull).collectAsList())
                .hasStackTraceContaining("`r` must not be null");
    }

    private GraphRef written(Edges edges) {
        return motif.write(
                MotifSpark.directed(edges.in(session)),
                folder.resolve("graph").toString(),
                GraphKind.UNIPARTITE,
                MotifSpark.DIRECTION);
    }

    private EdgeDirections directions(GraphFile file, OffHeapScope scope) {
        Column column = new Column(new SavedColumns(file).read(MotifSpark.DIRECTION, memory, workers));
        scope.own((AutoCloseable) column::release);
        return DirectionColumn.directions(column, workers);
    }

    /** @param ids null where vertices are their own */
    private void compare(GraphRef ref, UnipartiteGraph graph, OffHeapLongs ids, EdgeDirections directions) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (TriadResult expected = new TriadAlgorithm().cpu(graph, new TriadConfig(true, directions), execution);
                CycleResult cycles = new CycleAlgorithm()
                        .cpu(graph, new CycleConfig(2, 5, directions).each(true, false), execution)) {
            assertThat(expected.counts())
                    .allSatisfy((triad, count) -> assertThat(count).isNotNegative());
            for (Options options : List.of(OPTIONS, OPTIONS.withSlice(Duration.ofNanos(1)))) {
                assertThat(ref.with(options).triads().counts()).isEqualTo(expected.counts());
                assertThat(ref.with(options).cycles(2, 5).byLength()).isEqualTo(cycles.byLength());
            }
            Map<List<Long>, Long> places = new HashMap<>();
            Map<List<Long>, Long> ofNodes = new HashMap<>();
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                long id = ids == null ? vertex : ids.get(vertex);
                ofNodes.put(List.of(id), cycles.vertices().get(vertex));
                for (int place = 0; place < TriadResult.PLACES; place++) {
                    if (expected.place(vertex, place) > 0) {
                        places.put(List.of(id, (long) place), expected.place(vertex, place));
                    }
                }
            }
            assertThat(rows(ref.triadPlaces())).isEqualTo(places).isNotEmpty();
            assertThat(rows(ref.cyclesPerNode(2, 5))).isEqualTo(ofNodes).isNotEmpty();
        }
    }

    /** The last column by the others. */
    private static Map<List<Long>, Long> rows(Dataset<Row> rows) {
        Map<List<Long>, Long> counts = new HashMap<>();
        for (Row row : rows.collectAsList()) {
            List<Long> key = row.size() == 2 ? List.of(row.getLong(0)) : List.of(row.getLong(0), (long) row.getInt(1));
            assertThat(counts.put(key, row.getLong(row.size() - 1))).isNull();
        }
        return counts;
    }
}
