package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.backend.Backend;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.spark.Graphs.Edges;
import dev.motif.spark.parts.ExecutorMemory;
import dev.motif.spark.parts.GraphSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With executors in this JVM. */
class MotifSparkTest {
    private static SparkSession session;
    private static MotifSpark motif;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        session = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "3")
                .getOrCreate();
        motif = MotifSpark.on(session).with(Options.DEFAULT.withMemoryLimit(1 << 28));
    }

    @AfterAll
    static void stop() {
        session.stop();
        assertThat(ExecutorMemory.liveBytes()).isZero();
    }

    private GraphRef written(Edges edges) {
        return motif.write(edges.in(session), folder.resolve("graph").toString(), edges.kind());
    }

    static Stream<Edges> graphs() {
        return Stream.concat(
                Graphs.dataSets(),
                Stream.of(GraphKind.values())
                        .flatMap(kind -> Stream.of(
                                Graphs.random(kind, 1, 300, 3000),
                                Graphs.random(kind, 2, 20, 10),
                                Graphs.random(kind, 3, 1, 1))));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void resultsAreThoseOfOneMachine(Edges edges) throws IOException {
        new OneMachine().compare(written(edges));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("graph", ".graph.crc");
        }
    }

    @ParameterizedTest
    @EnumSource
    void resultsDoNotDependOnOptions(GraphKind kind) throws IOException {
        GraphRef graph = written(Graphs.random(kind, 4, 100, 1500));
        Options options = Options.DEFAULT.withMemoryLimit(1 << 28);
        new OneMachine().compare(graph.with(options.withParts(1)));
        // Every task gives back all but a piece of its range, in the end all but a vertex, which takes longer than
        // that, too.
        new OneMachine().compare(graph.with(options.withParts(3).withSlice(Duration.ofNanos(1))));
    }

    /** Two ranges of rows at a time: with two tasks each has an eighth of the file. */
    @ParameterizedTest
    @EnumSource
    void countsOfGraphsLargerThanTheMemoryAreThoseOfOneMachine(GraphKind kind) throws IOException {
        GraphRef graph = written(Graphs.random(kind, 8, 6000, 60_000));
        Options quarter = Options.DEFAULT.withParts(3).withMemoryLimit(Files.size(folder.resolve("graph")) / 4);
        GraphRef large = motif.with(quarter).open(graph.path());
        assertThat(large.edgeCount()).isEqualTo(graph.edgeCount());
        assertThat(large.leftCount()).isEqualTo(graph.leftCount());
        if (kind == GraphKind.BIPARTITE) {
            try (var expected = graph.butterflies();
                    var found = large.butterflies()) {
                assertThat(found.total()).isEqualTo(expected.total()).isPositive();
                assertThat(found.clusteringCoefficient()).isEqualTo(expected.clusteringCoefficient());
            }
            assertSameRows(large.butterfliesPerNode(), graph.butterfliesPerNode());
            assertSameRows(large.butterfliesPerEdge(), graph.butterfliesPerEdge());
        } else {
            assertSameRows(large.commonNeighbors(), graph.commonNeighbors());
        }
    }

    /** Whether a graph is read as a whole or in parts, what others left is freed first. */
    @ParameterizedTest
    @EnumSource
    void allGraphsOfAnExecutorShareItsMemory(GraphKind kind) throws IOException {
        motif.close();
        written(Graphs.random(kind, 1, 6000, 60_000));
        Path file = folder.resolve("graph");
        long bytes = Files.size(file);
        for (long limit : new long[] {6 * bytes, bytes / 2}) {
            MotifSpark limited = motif.with(Options.DEFAULT.withParts(3).withMemoryLimit(limit));
            for (int copy = 0; copy < 7; copy++) {
                Path another = Files.copy(file, folder.resolve(limit + " " + copy));
                GraphRef graph = limited.open(another.toString());
                long found = kind == GraphKind.BIPARTITE
                        ? graph.butterflies().total().longValueExact()
                        : graph.commonNeighbors().count();
                assertThat(found).isPositive();
                assertThat(ExecutorMemory.liveBytes()).isLessThanOrEqualTo(limit);
            }
        }
    }

    private static volatile Iterator<Row> kept;

    /** As a thread does that has not noticed yet that its task was killed. */
    @ParameterizedTest
    @EnumSource
    void rowsAreNotReadAfterTheirTask(GraphKind kind) {
        GraphRef graph = written(Graphs.random(kind, 1, 100, 900));
        Dataset<Row> counts = kind == GraphKind.BIPARTITE ? graph.butterfliesPerEdge() : graph.commonNeighbors();
        counts.toJavaRDD().foreachPartition(rows -> kept = rows.hasNext() ? rows : kept);
        assertThatIllegalStateException()
                .isThrownBy(() -> kept.forEachRemaining(row -> {}))
                .withMessage("rows cannot be read after their task");
    }

    @Test
    void ofTwoThatWriteAFileAtOnceOneSucceeds() throws IOException {
        String path = folder.resolve("graph").toString();
        GraphAssembly assembly = new GraphAssembly(
                path,
                path + ".pieces",
                new SerializableConfiguration(session.sparkContext().hadoopConfiguration()),
                List.of());
        for (String whole : List.of("first", "second")) {
            Files.writeString(folder.resolve(whole), whole);
        }
        assembly.commit(folder.resolve("first").toString());
        assertIsWrong(
                "`path` must not exist, got '" + path + "'",
                () -> assembly.commit(folder.resolve("second").toString()));
        assertThat(folder.resolve("graph")).hasContent("first");
        assertThat(folder.resolve("second")).hasContent("second");
    }

    private static final List<Graph> USED = new CopyOnWriteArrayList<>();
    private static volatile Thread waiting;
    private static volatile CountDownLatch end;

    private static void useUntilEnd(GraphSource source) throws InterruptedException {
        waiting = Thread.currentThread();
        try (LoadedGraph.Use use = LoadedGraph.use(source, 1 << 28)) {
            USED.add(use.graph());
            end.await();
        }
    }

    private static JavaFutureAction<Void> using(GraphSource source) {
        return JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(List.of(source), 1)
                .foreachAsync(MotifSparkTest::useUntilEnd);
    }

    /** The first task is killed while it reads, the second one takes over, and the third one comes after that. */
    @Test
    void graphIsReadOnceThoughATaskThatReadsItIsKilled() throws Exception {
        written(Graphs.random(GraphKind.BIPARTITE, 7, 100, 200));
        motif.close();
        Path file = folder.resolve("graph");
        Path hold = Files.createFile(Path.of(file + UnsteadyFileSystem.HOLD));
        Configuration hadoop = new Configuration(session.sparkContext().hadoopConfiguration());
        hadoop.set("fs.unsteady.impl", UnsteadyFileSystem.class.getName());
        GraphSource source = new GraphSource(
                UnsteadyFileSystem.SCHEME + "://" + file,
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis(),
                new SerializableConfiguration(hadoop));
        USED.clear();
        end = new CountDownLatch(1);
        session.sparkContext().setJobGroup("killed", "", true);
        JavaFutureAction<Void> killed = using(source);
        session.sparkContext().clearJobGroup();
        while (Files.exists(hold)) {
            Thread.sleep(1);
        }
        waiting = null;
        JavaFutureAction<Void> second = using(source);
        while (waiting == null || waiting.getState() == Thread.State.RUNNABLE) {
            Thread.sleep(1);
        }
        session.sparkContext().cancelJobGroup("killed");
        assertThatThrownBy(killed::get).isInstanceOf(Exception.class);
        while (USED.isEmpty()) {
            Thread.sleep(1);
        }
        JavaFutureAction<Void> third = using(source);
        while (USED.size() == 1) {
            Thread.sleep(1);
        }
        end.countDown();
        second.get();
        third.get();
        assertThat(USED.get(1)).isSameAs(USED.get(0));
    }

    private static void assertSameRows(Dataset<Row> found, Dataset<Row> expected) {
        List<Row> rows = found.collectAsList();
        Set<Row> different = new HashSet<>(rows);
        assertThat(rows).hasSameSizeAs(different);
        assertThat(different.equals(Set.copyOf(expected.collectAsList()))).isTrue();
    }

    /** A hub, whose edges all lead to larger vertices, with many leaves that have none such. */
    @Test
    void rangesForGpusHaveAboutAsManyEdgesEach() {
        int leaves = 1000;
        NativeMemory memory = new NativeMemory(1 << 20);
        try (OffHeapLongs offsets = memory.longs(leaves + 2);
                OffHeapInts neighbors = memory.ints(2 * leaves)) {
            for (int leaf = 0; leaf < leaves; leaf++) {
                neighbors.set(leaf, leaf + 1);
                neighbors.set(leaves + leaf, 0);
                offsets.set(leaf + 1, leaves + leaf);
            }
            offsets.set(0, 0);
            offsets.set(leaves + 1, 2 * leaves);
            // An edge or a vertex weighs 1: 1001 of the hub, and a thousand of the leaves.
            assertThat(RowsOfRange.rangesForGpus(new Csr(offsets, neighbors), 3))
                    .containsExactly(
                            new WorkRange(0, 1, 1001), new WorkRange(1, 501, 500), new WorkRange(501, 1001, 500));
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void largeGraphsAreCheckedToo() throws IOException {
        written(Graphs.random(GraphKind.BIPARTITE, 5, 100, 200));
        Path file = folder.resolve("graph");
        MotifSpark little = motif.with(Options.DEFAULT.withMemoryLimit(1000));
        GraphRef graph = little.open(file.toString());
        assertThatIllegalStateException()
                .isThrownBy(graph::butterflies)
                .withMessageContaining("`memoryLimit` must be ")
                .withMessageContaining(" bytes or more for this graph and 2 tasks at a time, got 1000");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatIllegalStateException()
                .isThrownBy(() -> little.open(file.toString()))
                .withMessageContaining("is no whole graph file")
                .withMessageContaining("was altered");
        bytes[1] ^= 1;
        Files.write(file, bytes);
        assertThatIllegalStateException()
                .isThrownBy(() -> little.open(file.toString()))
                .withMessageContaining("does not begin with 'motif-graph'");
    }

    @Test
    void graphWithoutEdgesHasNothing() throws IOException {
        GraphRef graph = written(new Edges("empty", GraphKind.BIPARTITE, List.of()));
        new OneMachine().compare(graph);
        new OneMachine().compare(graph.with(Options.DEFAULT.withSlice(Duration.ofNanos(1))));
    }

    @Test
    void graphOfTheWrongKindIsAnError() {
        GraphRef graph = written(Graphs.random(GraphKind.UNIPARTITE, 1, 10, 20));
        assertThatIllegalArgumentException()
                .isThrownBy(graph::butterflies)
                .withMessageContaining("`butterflies` needs a bipartite graph")
                .withMessageContaining("is unipartite");
        assertThatIllegalArgumentException().isThrownBy(graph::butterfliesPerEdge);
    }

    @Test
    void nodesWithSelfLoopsAloneStay() throws IOException {
        List<long[]> edges = List.of(new long[] {1, 1}, new long[] {5, 3}, new long[] {3, 5}, new long[] {9, 9});
        GraphRef graph = written(new Edges("loops", GraphKind.UNIPARTITE, edges));
        assertThat(graph.leftCount()).isEqualTo(4);
        assertThat(graph.edgeCount()).isEqualTo(1);
        new OneMachine().compare(graph);
    }

    @Test
    void fileThatIsThereIsKept() {
        Edges edges = Graphs.random(GraphKind.BIPARTITE, 1, 10, 20);
        written(edges);
        assertThatIllegalArgumentException().isThrownBy(() -> written(edges)).withMessageContaining("must not exist");
    }

    @Test
    void alteredFileIsAnError() throws IOException {
        GraphRef graph = written(Graphs.random(GraphKind.BIPARTITE, 5, 100, 200));
        Path file = folder.resolve("graph");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatIllegalStateException()
                .isThrownBy(() -> motif.open(file.toString()))
                .withMessageContaining("is no whole graph file")
                .withMessageContaining("was altered");
        assertThat(graph.kind()).isEqualTo(GraphKind.BIPARTITE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.open(folder.resolve("none").toString()))
                .withMessageContaining("`path` must be a file");
    }

    @Test
    void columnsThatAreNoIdsAreErrors() {
        StructType schema = new StructType().add("from", DataTypes.StringType).add("to", DataTypes.LongType);
        Dataset<Row> text = session.createDataFrame(List.of(RowFactory.create("a", 1L)), schema);
        String path = folder.resolve("graph").toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> motif.write(text, path, GraphKind.BIPARTITE))
                .withMessage("`from` must be integers of at most 64 bits, got string");
        Dataset<Row> missing = text.selectExpr("to", "cast(null as int) as other");
        assertThatIllegalStateException()
                .isThrownBy(() -> motif.write(missing, path, GraphKind.BIPARTITE))
                .withMessageContaining("`other` must not be null");
    }

    @Test
    void timeoutIsAnErrorThatSaysSo() {
        GraphRef graph = written(Graphs.random(GraphKind.BIPARTITE, 6, 1000, 9000));
        assertThatIllegalStateException()
                .isThrownBy(() -> graph.with(Options.DEFAULT.withTimeout(Duration.ofNanos(1)))
                        .butterflies())
                .withMessageContaining("was stopped by `timeout: PT0.000000001S`");
    }

    @Test
    void closingFreesGraphsAlsoAfterFailedJobs() throws InterruptedException {
        GraphRef graph = written(Graphs.random(GraphKind.UNIPARTITE, 6, 300, 3000));
        assertThatThrownBy(() -> graph.commonNeighbors().toJavaRDD().foreach(row -> {
                    throw new UnsupportedOperationException("on purpose");
                }))
                .hasMessageContaining("on purpose");
        while (LoadedGraph.uses() > 0) {
            // Of tasks that have not noticed yet that their job failed.
            Thread.sleep(10);
        }
        assertThat(ExecutorMemory.liveBytes()).isPositive();
        motif.close();
        assertThat(ExecutorMemory.liveBytes()).isZero();
        // Which reads it again.
        try (var triangles = graph.cliques(3)) {
            assertThat(triangles.count(3)).isPositive();
        }
    }

    @Test
    void optionsOutOfRangeAreErrors() {
        Options any = Options.DEFAULT;
        Map<String, ThrowingCallable> wrong = Map.ofEntries(
                entry("`parts` must be in [0, 1000000], got -1", () -> any.withParts(-1)),
                entry("`parts` must be in [0, 1000000], got 1000001", () -> any.withParts(1_000_001)),
                entry("`memoryLimit` must be 0 or more, got -1", () -> any.withMemoryLimit(-1)),
                entry("`slice` must be above 0 and at most 365 days, got PT0S", () -> any.withSlice(Duration.ZERO)),
                entry(
                        "`timeout` must be above 0 and at most 365 days, got PT-0.001S",
                        () -> any.withTimeout(Duration.ofMillis(-1))),
                entry(
                        "`timeout` must be above 0 and at most 365 days, got PT8784H",
                        () -> any.withTimeout(Duration.ofDays(366))),
                entry("`backend` must be AUTO, CPU or GPU, got null", () -> any.withBackend(null)));
        wrong.forEach(MotifSparkTest::assertIsWrong);
        assertThat(any.withParts(1_000_000).withSlice(Duration.ofDays(365)).withMemoryLimit(Long.MAX_VALUE))
                .isEqualTo(new Options(1_000_000, Long.MAX_VALUE, Duration.ofDays(365), null, Backend.AUTO));
    }

    private static void assertIsWrong(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @Test
    void argumentsThatAreMissingOrOutOfRangeAreErrors() {
        Edges some = Graphs.random(GraphKind.UNIPARTITE, 1, 10, 20);
        Dataset<Row> edges = some.in(session);
        assertIsWrong("`session` must be given, got null", () -> MotifSpark.on(null));
        assertIsWrong("`options` must be given, got null", () -> motif.with(null));
        assertIsWrong("`edges` must be given, got null", () -> motif.write(null, "new", GraphKind.BIPARTITE));
        assertIsWrong("`kind` must be given, got null", () -> motif.write(edges, "new", null));
        assertIsWrong("`path` must be that of a file, got ' '", () -> motif.write(edges, " ", GraphKind.BIPARTITE));
        assertIsWrong("`path` must be that of a file, got 'null'", () -> motif.open(null));
        assertIsWrong("`neo4j` must be given, got null", () -> motif.fromNeo4j(null, "graph", 1));
        GraphRef people = written(some);
        assertIsWrong("`options` must be given, got null", () -> people.with(null));
        assertIsWrong("`k` must be in [3, 512], got 2", () -> people.cliques(2));
        GraphRef buyers = motif.write(edges, folder.resolve("buyers").toString(), GraphKind.BIPARTITE);
        assertIsWrong("`p` must be in [1, 256], got 0", () -> buyers.bicliques(0, 1));
        assertIsWrong("`q` must be in [1, 256], got 513", () -> buyers.bicliquesUpTo(1, 513));
        assertIsWrong("`minRight` must be 1 or more, got 0", () -> buyers.maximalBicliques(1, 0));
    }

    @Test
    void missingGpuIsAnError() {
        assumeTrue(Gpus.ofThisHost().devices().isEmpty(), "a host with a GPU");
        GraphRef graph =
                written(Graphs.random(GraphKind.UNIPARTITE, 1, 30, 100)).with(Options.DEFAULT.withBackend(Backend.GPU));
        assertThatIllegalStateException()
                .isThrownBy(() -> graph.cliques(3))
                .withMessageContaining("no GPU can be used on this host: ");
    }
}
