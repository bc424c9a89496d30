package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.spark.Graphs.Edges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With two executors that are processes of their own. */
@Timeout(900)
class ClusterTest {
    static final String QUICK_START = "-XX:TieredStopAtLevel=1";
    private static final int PARTS = 40;

    private static SparkSession session;
    private static MotifSpark motif;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() {
        session = builder("local-cluster[2,1,1024]").getOrCreate();
        motif = MotifSpark.on(session).with(Options.DEFAULT.withMemoryLimit(1 << 28));
    }

    static SparkSession.Builder builder(String master) {
        return ScalingBenchmark.builder(master)
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.executor.memory", "512m")
                .config("spark.executor.extraJavaOptions", QUICK_START)
                .config("spark.hadoop.fs." + UnsteadyFileSystem.SCHEME + ".impl", UnsteadyFileSystem.class.getName());
    }

    @AfterAll
    static void stop() {
        motif.close();
        session.stop();
    }

    private static GraphRef written(Edges edges, String name) {
        return motif.write(edges.in(session), folder.resolve(name).toString(), edges.kind());
    }

    @Test
    void resultsAreThoseOfOneMachine() throws IOException {
        for (GraphKind kind : GraphKind.values()) {
            new OneMachine().compare(written(Graphs.random(kind, 1, 200, 2000), kind.name()));
        }
    }

    /** The process of an executor. */
    static ProcessHandle executor(SparkSession session) {
        long pid = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(List.of(0), 1)
                .map(task -> ProcessHandle.current().pid())
                .first();
        assertThat(pid).isNotEqualTo(ProcessHandle.current().pid());
        return ProcessHandle.of(pid).orElseThrow();
    }

    @Test
    void killedExecutorChangesNothing() throws Exception {
        GraphRef graph = written(Graphs.random(GraphKind.BIPARTITE, 7, 3000, 40_000), "killed");
        var expected = graph.butterflies().total();
        ProcessHandle killed = executor(session);
        GraphRef inParts = graph.with(Options.DEFAULT.withParts(PARTS).withMemoryLimit(1 << 28));
        var sizes = graph.maximalBicliques(1, 1).sizes();
        CompletableFuture<List<?>> running = CompletableFuture.supplyAsync(() -> List.of(
                inParts.maximalBicliques(1, 1).sizes(), inParts.butterflies().total()));
        awaitTasks(running);
        assertThat(killed.destroyForcibly()).isTrue();
        assertThat(running.get()).isEqualTo(List.of(sizes, expected));
        assertThat(killed.isAlive()).isFalse();
        assertThat(leftBehind()).isEmpty();
    }

    /** While it writes a piece, and while it puts all pieces behind each other. */
    @Test
    void executorThatIsKilledAsItWritesChangesNothing() throws IOException {
        Edges edges = Graphs.random(GraphKind.BIPARTITE, 3, 300, 3000);
        GraphRef expected = written(edges, "kept");
        for (String kill : List.of("neighbors.make", "neighbors")) {
            Path marker = Files.createFile(folder.resolve(kill + UnsteadyFileSystem.KILL));
            Path file = folder.resolve("after-" + kill);
            motif.write(edges.in(session), UnsteadyFileSystem.SCHEME + "://" + file, edges.kind());
            assertThat(marker).doesNotExist();
            assertThat(file).hasSameBinaryContentAs(Path.of(expected.path().replace("file:", "")));
            assertThat(leftBehind()).isEmpty();
        }
    }

    /** As a task begins that is not the first of its stage, whose range of rows and blocks another executor then reads. */
    @Test
    void executorThatIsKilledWithPartsOfAGraphChangesNothing() throws IOException {
        for (GraphKind kind : GraphKind.values()) {
            GraphRef graph = written(Graphs.random(kind, 7, 3000, 30_000), "whole-" + kind);
            Path file = Path.of(graph.path().replace("file:", ""));
            Options quarter = Options.DEFAULT.withParts(3).withMemoryLimit(Files.size(file) / 4);
            GraphRef large = motif.with(quarter).open(UnsteadyFileSystem.SCHEME + "://" + file);
            for (Function<GraphRef, Object> counts : countsOf(kind)) {
                Path marker = Files.createFile(Path.of(file + UnsteadyFileSystem.KILL));
                assertThat(counts.apply(large)).isEqualTo(counts.apply(graph));
                assertThat(marker).doesNotExist();
            }
        }
    }

    private static List<Function<GraphRef, Object>> countsOf(GraphKind kind) {
        return kind == GraphKind.BIPARTITE
                ? List.of(graph -> graph.butterflies().total(), graph -> rows(graph.butterfliesPerEdge()))
                : List.of(graph -> rows(graph.commonNeighbors()));
    }

    /** How often each row is there. */
    private static Map<Row, Long> rows(Dataset<Row> rows) {
        return rows.collectAsList().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** Waits until tasks of a job with {@value #PARTS} of them have begun and not all have ended. */
    private static void awaitTasks(CompletableFuture<?> running) throws InterruptedException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        while (!running.isDone()) {
            for (int stage : context.statusTracker().getActiveStageIds()) {
                var info = context.statusTracker().getStageInfo(stage);
                if (info != null && info.numTasks() > 2 && info.numActiveTasks() > 0) {
                    return;
                }
            }
            Thread.sleep(1);
        }
    }

    /** Files that attempts to write the graphs left beside them. */
    private static List<Path> leftBehind() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().contains("pieces")).toList();
        }
    }
}
