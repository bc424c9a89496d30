package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/**
 * With executors that come and go, tasks that fail or stand still, and speculation. Each worker has a host name of its own,
 * without which Spark does not speculate.
 */
@Timeout(600)
class UnsteadyClusterTest {
    private static final int PARTS = 12;
    private static final Graphs.Edges EDGES = Graphs.random(GraphKind.BIPARTITE, 9, 500, 5000);

    private static RpcEnv master;
    private static final List<RpcEnv> WORKERS = new ArrayList<>();
    private static SparkSession session;
    private static MotifSpark motif;
    private static List<?> expected;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException {
        SparkConf conf = new SparkConf();
        master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
        String url = "spark://127.0.0.1:" + master.address().port();
        for (int i = 2; i <= 3; i++) {
            WORKERS.add(Worker.startRpcEnvAndEndpoint(
                    "127.0.0." + i,
                    0,
                    0,
                    1,
                    1024,
                    new String[] {url},
                    folder.resolve("worker" + i).toString(),
                    Option.apply(i),
                    conf,
                    Option.empty()));
        }
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        session = ClusterTest.builder(url)
                .config("spark.executor.extraJavaOptions", ClusterTest.QUICK_START + " -Djava.io.tmpdir=" + scratch)
                .config("spark.speculation", "true")
                .config("spark.speculation.task.duration.threshold", "1s")
                .config("spark.dynamicAllocation.enabled", "true")
                .config("spark.dynamicAllocation.shuffleTracking.enabled", "true")
                .config("spark.dynamicAllocation.shuffleTracking.timeout", "3s")
                .config("spark.dynamicAllocation.cachedExecutorIdleTimeout", "3s")
                .config("spark.dynamicAllocation.minExecutors", "1")
                .config("spark.dynamicAllocation.executorIdleTimeout", "3s")
                .getOrCreate();
        motif = MotifSpark.on(session).with(Options.DEFAULT.withParts(PARTS).withMemoryLimit(1 << 28));
        expected = sizes(motif.open(written("expected").toString()));
    }

    @AfterAll
    static void stop() throws IOException {
        motif.close();
        session.stop();
        WORKERS.forEach(RpcEnv::shutdown);
        master.shutdown();
    }

    /** Writes {@link #EDGES} to a file that no executor has read. */
    private static Path written(String name) {
        Path file = folder.resolve(name);
        motif.write(EDGES.in(session), folder.resolve(name).toString(), EDGES.kind());
        return file;
    }

    private static List<?> sizes(GraphRef graph) {
        try (MaximalBicliqueResult found = graph.maximalBicliques(1, 1)) {
            return List.copyOf(found.sizes());
        }
    }

    private static GraphRef opened(Path file) {
        return motif.open(UnsteadyFileSystem.SCHEME + "://" + file);
    }

    private static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    private static void awaitExecutors(int count) throws InterruptedException {
        // The driver is one of them to Spark.
        while (session.sparkContext().statusTracker().getExecutorInfos().length != count + 1) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static void assertNothingIsLeft() throws Exception {
        while (!Set.of(0)
                .containsAll(context()
                        .parallelize(List.of(1, 2), 2)
                        .map(i -> LoadedGraph.uses())
                        .collect())) {
            // Of tasks that have not noticed yet that they are killed.
            TimeUnit.MILLISECONDS.sleep(50);
        }
        try (Stream<Path> files = Files.list(folder.resolve("scratch"))) {
            assertThat(files.filter(path -> path.toString().contains("motif-spark")))
                    .isEmpty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(path -> path.toString().contains("pieces"))).isEmpty();
        }
    }

    @Test
    void taskThatFailsOnceIsRepeated() throws Exception {
        Path file = written("fails");
        Path fail = Files.createFile(Path.of(file + UnsteadyFileSystem.FAIL));
        assertThat(sizes(opened(file))).isEqualTo(expected);
        assertThat(fail).doesNotExist();
        assertNothingIsLeft();
    }

    @Test
    void pieceThatCannotBeWrittenOnceIsWrittenAgain() throws Exception {
        Path fail = Files.createFile(folder.resolve(UnsteadyFileSystem.WRITING));
        String path = UnsteadyFileSystem.SCHEME + "://" + folder.resolve("written");
        assertThat(sizes(motif.write(EDGES.in(session), path, EDGES.kind()))).isEqualTo(expected);
        assertThat(fail).doesNotExist();
        assertNothingIsLeft();
    }

    /** Another executor did its task meanwhile. */
    @Test
    void taskThatGoesOnAfterAllIsWrittenLeavesNothing() throws Exception {
        Path late = Files.createFile(folder.resolve(UnsteadyFileSystem.LATE));
        String path = UnsteadyFileSystem.SCHEME + "://" + folder.resolve("late");
        GraphRef graph = motif.write(EDGES.in(session), path, EDGES.kind());
        assertThat(late).doesNotExist();
        while (!Files.deleteIfExists(folder.resolve(UnsteadyFileSystem.GOES_ON))) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(sizes(graph)).isEqualTo(expected);
        assertNothingIsLeft();
    }

    /** The only executor stands still: another one comes, goes on alone, and is the one that stays. */
    @Test
    void taskThatStandsStillIsDoneByAnotherExecutor() throws Exception {
        Path file = written("holds");
        awaitExecutors(1);
        Path hold = Files.createFile(Path.of(file + UnsteadyFileSystem.HOLD));
        GraphRef graph = opened(file);
        assertThat(hold).doesNotExist();
        assertThat(sizes(graph)).isEqualTo(expected);
        awaitExecutors(1);
        assertThat(sizes(graph)).isEqualTo(expected);
        assertNothingIsLeft();
    }
}
