package dev.motif.spark;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.spark.parts.ButterflyParts;
import dev.motif.spark.parts.CommonNeighborParts;
import dev.motif.spark.parts.FileArrays;
import dev.motif.spark.parts.GraphSource;
import dev.motif.spark.parts.Plan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Measures how Motif on Spark scales, on the graph file {@code kronecker} of a folder: {@code ScalingBenchmark FOLDER SCALE EDGEFACTOR}
 * and then any of those below. The bench makes such a file on all processors, without Spark: {@code
 * dev.motif.bench.GraphFileExport generate:kronecker,scale=21,edgefactor=16,seed=1 FOLDER/kronecker}. Where there is none, Spark
 * writes a graph of as many draws.
 *
 * <ul>
 *   <li>{@code jobs=1}: this many jobs of each kind from here on, and not 2;
 *   <li>{@code executors=1,2,4}: common neighbors of each edge, for so many executors of one core;
 *   <li>{@code gpus=1,2}: the same with a GPU for each executor;
 *   <li>{@code rates}: what a task reads and counts a second where the graph is larger than the memory, without Spark; butterflies
 *       on as many draws as a bipartite graph, which Spark writes
 *   <li>{@code overhead=K}: cliques of K nodes by one machine with two threads, and by two executors of one core.
 * </ul>
 *
 * <p>Each line has the seconds of a job, the first of which has executors read the graph, and the bytes that executors
 * exchanged or sent to the driver. Before it, each stage has its own time and, for each executor, sums over its tasks: where their
 * processor time grows with the executors, these wait for the memory that they share; the rest of the job is not divided.
 */
final class ScalingBenchmark {
    private static final int WRITING_TASKS = 64;
    private static final String CORES = "local[*]";
    private static final long MEMORY_LIMIT = 8L << 30;
    private static final int RANGES = 64;

    /** The chances of the quarters of a Kronecker graph, as of Graph 500. */
    private static final double A = 0.57;

    private static final double B = 0.19;

    private final Path folder;
    private final String graph;
    private int jobs = 2;

    private ScalingBenchmark(Path folder, String graph) {
        this.folder = folder;
        this.graph = graph;
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]).toAbsolutePath();
        int scale = Integer.parseInt(args[1]);
        int edgeFactor = Integer.parseInt(args[2]);
        ScalingBenchmark benchmark =
                new ScalingBenchmark(folder, folder.resolve("kronecker").toString());
        write(scale, edgeFactor, benchmark.graph, GraphKind.UNIPARTITE);
        for (String what : args) {
            if (what.startsWith("jobs=")) {
                benchmark.jobs = Integer.parseInt(what.substring("jobs=".length()));
            } else if (what.startsWith("executors=")) {
                benchmark.commonNeighbors(what.substring("executors=".length()), false);
            } else if (what.startsWith("gpus=")) {
                benchmark.commonNeighbors(what.substring("gpus=".length()), true);
            } else if (what.equals("rates")) {
                String bipartite = folder.resolve("bipartite").toString();
                write(scale, edgeFactor, bipartite, GraphKind.BIPARTITE);
                benchmark.rates(bipartite);
            } else if (what.startsWith("overhead=")) {
                benchmark.overhead(Integer.parseInt(what.substring("overhead=".length())));
            }
        }
    }

    /** Of sessions with executors that are processes of their own, with the class path of this one. */
    static SparkSession.Builder builder(String master) {
        String classes = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> Path.of(path).toAbsolutePath().toString())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        return SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.executor.memory", "2g")
                .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
                .config("spark.executor.extraClassPath", classes);
    }

    /** Writes a graph with {@code 2^scale} nodes at most and {@code edgeFactor} times as many edges, repeated ones included. */
    private static void write(int scale, int edgeFactor, String path, GraphKind kind) {
        if (Files.exists(Path.of(path))) {
            return;
        }
        SparkSession session =
                builder(CORES).config("spark.sql.shuffle.partitions", "32").getOrCreate();
        long start = System.nanoTime();
        try (MotifSpark motif = MotifSpark.on(session)) {
            StructType schema =
                    new StructType().add("from", DataTypes.LongType, false).add("to", DataTypes.LongType, false);
            Dataset<Row> edges = session.createDataFrame(
                    JavaSparkContext.fromSparkContext(session.sparkContext())
                            .parallelize(
                                    Collections.nCopies((int) ((long) edgeFactor << scale >> 10), 0), WRITING_TASKS)
                            .zipWithUniqueId()
                            .flatMap(block -> Stream.iterate(0, i -> i < 1 << 10, i -> i + 1)
                                    .map(i -> edge(scale, (block._2() << 10) + i))
                                    .iterator()),
                    schema);
            GraphRef written = motif.write(edges, path, kind);
            System.out.printf(
                    Locale.ROOT,
                    "kronecker, %s, scale %d, edge factor %d: %d edges, written in %.1f s%n",
                    kind,
                    scale,
                    edgeFactor,
                    written.edgeCount(),
                    seconds(start));
        }
        session.stop();
    }

    private static Row edge(int scale, long number) {
        SplittableRandom random = new SplittableRandom(number);
        long from = 0;
        long to = 0;
        for (int bit = 0; bit < scale; bit++) {
            double at = random.nextDouble();
            from = 2 * from + (at >= A + B ? 1 : 0);
            to = 2 * to + (at >= A && at < A + B || at >= A + 2 * B ? 1 : 0);
        }
        return RowFactory.create(from, to);
    }

    private void commonNeighbors(String counts, boolean onGpus) throws IOException {
        for (String count : counts.split(",")) {
            SparkSession.Builder builder = builder("local-cluster[" + count + ",1,3072]");
            if (onGpus) {
                // Workers of one host know nothing of each other: each takes the first address that none has taken.
                Path taken = Files.createTempDirectory(folder, "gpus");
                Path script = Files.writeString(
                        taken.resolve("gpu.sh"),
                        "#!/bin/sh\ni=0\nwhile ! mkdir " + taken + "/$i 2>/dev/null; do i=$((i + 1)); done\n"
                                + "printf '{\"name\":\"gpu\",\"addresses\":[\"%s\"]}' $i\n");
                script.toFile().setExecutable(true);
                builder.config("spark.worker.resource.gpu.amount", "1")
                        .config("spark.worker.resource.gpu.discoveryScript", script.toString())
                        .config("spark.executor.resource.gpu.amount", "1")
                        .config("spark.task.resource.gpu.amount", "1");
            }
            job(
                    builder,
                    (onGpus ? "common neighbors, executors with a GPU: " : "common neighbors, executors: ") + count,
                    ref -> ref.commonNeighbors()
                            .agg(functions.count("*"), functions.sum("commonNeighbors"))
                            .first()
                            .toString());
        }
    }

    private void overhead(int k) throws IOException {
        NativeMemory memory = new NativeMemory(MEMORY_LIMIT);
        Workers workers = Workers.of(2);
        try (GraphFile file = GraphFile.open(Path.of(graph));
                UnipartiteGraph read = (UnipartiteGraph) file.graph(memory, workers)) {
            for (int i = 0; i < jobs; i++) {
                long start = System.nanoTime();
                try (KCliqueResult found = new KCliqueAlgorithm()
                        .cpu(read, KCliqueConfig.total(k, k), new Execution(memory, workers, new StageTimes()))) {
                    System.out.printf(
                            Locale.ROOT,
                            "cliques of %d, one machine, 2 threads: %.2f s, %s%n",
                            k,
                            seconds(start),
                            found.count(k));
                }
            }
        }
        job(builder("local-cluster[2,1,3072]"), "cliques of " + k + ", 2 executors", ref -> ref.cliques(k)
                .count(k)
                .toString());
    }

    private void rates(String bipartite) throws IOException {
        for (int i = 0; i < jobs; i++) {
            FileArrays nodes = arrays(graph);
            Plan plan = CommonNeighborParts.plan(nodes, 1, MEMORY_LIMIT, 1);
            WorkRange all = plan.ranges().get(0);
            long start = System.nanoTime();
            try (CommonNeighborParts parts =
                    new CommonNeighborParts(nodes, plan, all, Workers.of(1).cancellation())) {
                double seconds = seconds(start);
                long bytes = nodes.arrayBytes();
                System.out.printf(Locale.ROOT, "rows read and checked: %.0f MB/s%n", bytes / seconds / 1e6);
                long[] found = {0};
                start = System.nanoTime();
                for (WorkRange block : plan.blocks()) {
                    parts.count(block, (source, target, common) -> found[0] += common);
                }
                rate("common neighbors", squaredDegrees(graph), start, found[0]);
            }
            FileArrays sides = arrays(bipartite);
            String part = ButterflyParts.work(sides, "left") <= ButterflyParts.work(sides, "right") ? "left" : "right";
            plan = ButterflyParts.plan(sides, part, 1, MEMORY_LIMIT, 1);
            try (ButterflyParts parts =
                    new ButterflyParts(sides, plan, plan.ranges().get(0), Workers.of(1))) {
                start = System.nanoTime();
                Object total = parts.sums(plan.blocks()).butterflies();
                rate("butterflies", ButterflyParts.work(sides, part), start, total);
                start = System.nanoTime();
                total = parts.ofEdges(plan.blocks()).counts().length();
                rate("butterflies of edges", ButterflyParts.work(sides, part), start, total);
            }
        }
    }

    private static void rate(String what, double work, long startNanos, Object found) {
        double seconds = seconds(startNanos);
        System.out.printf(
                Locale.ROOT,
                "%s: %.2f s, %.0f million of the sum of squared degrees a second, %s%n",
                what,
                seconds,
                work / seconds / 1e6,
                found);
    }

    private static double squaredDegrees(String unipartite) throws IOException {
        Workers workers = Workers.of(1);
        try (GraphFile file = GraphFile.open(Path.of(unipartite));
                UnipartiteGraph read = (UnipartiteGraph) file.graph(new NativeMemory(MEMORY_LIMIT), workers)) {
            double sum = 0;
            for (int u = 0; u < read.vertexCount(); u++) {
                double degree = read.adjacency().degree(u);
                sum += degree * degree;
            }
            return sum;
        }
    }

    private static FileArrays arrays(String path) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
        Configuration hadoop = new Configuration();
        FileStatus status = file.getFileSystem(hadoop).getFileStatus(file);
        return FileArrays.of(new GraphSource(
                path, status.getLen(), status.getModificationTime(), new SerializableConfiguration(hadoop)));
    }

    private interface Job {
        String on(GraphRef graph);
    }

    private void job(SparkSession.Builder builder, String name, Job job) {
        SparkSession session = builder.getOrCreate();
        AtomicLong exchanged = new AtomicLong();
        Map<Integer, Map<String, Tasks>> tasksOf = new HashMap<>();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                    exchanged.addAndGet(end.taskMetrics().shuffleWriteMetrics().bytesWritten()
                            + end.taskMetrics().resultSize());
                    tasksOf.computeIfAbsent(end.stageId(), stage -> new TreeMap<>())
                            .computeIfAbsent(end.taskInfo().executorId(), executor -> new Tasks())
                            .add(end.taskInfo(), end.taskMetrics());
                }
            }

            @Override
            public void onStageCompleted(SparkListenerStageCompleted end) {
                print(end.stageInfo(), tasksOf.getOrDefault(end.stageInfo().stageId(), new TreeMap<>()));
            }
        });
        Options options = Options.DEFAULT.withMemoryLimit(MEMORY_LIMIT).withParts(RANGES);
        try (MotifSpark motif = MotifSpark.on(session).with(options)) {
            GraphRef ref = motif.open(graph);
            for (int i = 0; i < jobs; i++) {
                exchanged.set(0);
                long start = System.nanoTime();
                String result = job.on(ref);
                System.out.printf(
                        Locale.ROOT,
                        "%s: %.2f s, %d bytes exchanged, %s%n",
                        name,
                        seconds(start),
                        exchanged.get(),
                        result);
            }
        }
        session.stop();
    }

    /** The tasks of an executor in a stage. */
    private static final class Tasks {
        private final LongSummaryStatistics millis = new LongSummaryStatistics();
        private long processorNanos;
        private long startMillis;
        private long gcMillis;
        private long lastMillis;

        void add(TaskInfo task, TaskMetrics metrics) {
            millis.accept(metrics.executorRunTime());
            processorNanos += metrics.executorCpuTime();
            startMillis += metrics.executorDeserializeTime();
            gcMillis += metrics.jvmGCTime();
            lastMillis = Math.max(lastMillis, task.finishTime());
        }
    }

    /** @param tasks by executor */
    private static void print(StageInfo stage, Map<String, Tasks> tasks) {
        long end = (long) stage.completionTime().get();
        long millis = end - (long) stage.submissionTime().get();
        System.out.printf(Locale.ROOT, "  stage %d: %.3f s, %s%n", stage.stageId(), millis / 1e3, stage.name());
        tasks.forEach((executor, times) -> System.out.printf(
                Locale.ROOT,
                "    executor %s: %d tasks, %.3f s, the longest %.3f s; processor %.3f s, starting %.3f s, GC %.3f s, idle at the end %.3f s%n",
                executor,
                times.millis.getCount(),
                times.millis.getSum() / 1e3,
                times.millis.getMax() / 1e3,
                times.processorNanos / 1e9,
                times.startMillis / 1e3,
                times.gcMillis / 1e3,
                (end - times.lastMillis) / 1e3));
        CollectionConverters.asJava(stage.accumulables()).values().stream()
                .filter(sum -> sum.name().exists(name -> name.startsWith("Motif: ")))
                .forEach(sum -> System.out.printf(
                        "    %s: %s%n", sum.name().get(), sum.value().get()));
    }

    private static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
