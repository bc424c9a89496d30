package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.HostSpeed;
import dev.motif.backend.cost.RunTimes;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.GraphCopy;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.Configuration;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Times every algorithm on the CPU and on the GPU in turns, and prints what {@code backend: 'AUTO'} chooses, a line for
 * each graph and configuration: {@code BackendComparison folder [seconds [algorithm ...]]}. The folder's edge lists are
 * taken in ascending order of their edges, the algorithms, all unless some are named, in the order of the table here;
 * what has not been timed after {@code seconds} is left out. Times are those of a whole run, with reading a result that is
 * found while it is read, as pairs are.
 */
final class BackendComparison {
    /** A run that takes longer is cancelled. */
    private static final double LONGEST_MILLIS = 3000;
    /** The runs of a backend that count, less when they take more than {@link #ENOUGH_MILLIS} together. */
    private static final int RUNS = 5;

    private static final double ENOUGH_MILLIS = 350;
    /** For how long each algorithm runs on one graph before it is timed, until the JVM has compiled it. */
    private static final double WARM_UP_MILLIS = 250;
    /** How many times as long as the first backend the second one may take before it is cancelled. */
    private static final double FACTOR = 5;

    private static final double SLACK_MILLIS = 100;

    private record Setting(String algorithm, String config) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting("butterfly", "{\"maxima\": false}"),
            new Setting("butterfly", "{\"per\": \"node\"}"),
            new Setting("butterfly", "{\"per\": \"relationship\"}"),
            new Setting("commonNeighbors", "{\"coefficients\": false}"),
            new Setting("commonNeighbors", "{}"),
            new Setting("kcore", "{}"),
            new Setting("kclique", "{\"k\": 3}"),
            new Setting("kclique", "{\"k\": 5}"),
            new Setting("ktruss", "{}"),
            new Setting("triad", "{}"),
            new Setting("triad", "{\"places\": true}"),
            new Setting("alphaBetaCore", "{\"alpha\": 2}"),
            new Setting("biclique.densest", "{\"p\": 2, \"q\": 2}"),
            new Setting("tip", "{\"side\": \"left\"}"),
            new Setting("tip", "{\"side\": \"right\"}"),
            new Setting("wing", "{}"),
            new Setting("biclique.count", "{\"p\": 2, \"q\": 2}"),
            new Setting("biclique.count", "{\"p\": 3, \"q\": 3}"),
            new Setting("biclique.maximal", "{}"),
            new Setting("biclique.count", "{\"maxP\": 3, \"maxQ\": 3}"),
            new Setting("kclique", "{\"k\": 4}"),
            new Setting("kclique", "{}"),
            new Setting("clique.maximal", "{}"),
            new Setting("biclique.count", "{\"p\": 4, \"q\": 4}"),
            new Setting("biclique.maximal", "{\"minLeft\": 3, \"minRight\": 3}"),
            new Setting("biclique.maximum", "{}"),
            new Setting("cycle", "{}"),
            new Setting("cycle", "{\"maxLength\": 3}"),
            new Setting("kclique.densest", "{\"k\": 3}"),
            new Setting("kclique.densest", "{\"k\": 5}"),
            new Setting("nodeSimilarity", "{}"),
            new Setting("nodeSimilarity", "{\"similarityMetric\": \"ADAMIC_ADAR\"}"),
            new Setting("nodeSimilarity", "{\"similarityMetric\": \"RESOURCE_ALLOCATION\"}"),
            new Setting("research.cumbe", "{}"),
            new Setting("research.gbc", "{\"p\": 3, \"q\": 3}"),
            new Setting("research.gbfc", "{}"),
            new Setting("research.intersection", "{}"),
            new Setting("research.intersection", "{\"algorithm\": \"BMP\"}"));

    private record DataSet(String name, Graph graph) {}

    private final NativeMemory memory;
    private final List<DataSet> dataSets;
    private final double deadline;

    private BackendComparison(NativeMemory memory, List<DataSet> dataSets, double deadline) {
        this.memory = memory;
        this.dataSets = dataSets;
        this.deadline = deadline;
    }

    public static void main(String[] args) throws Exception {
        double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 600;
        double deadline = now() + seconds * 1000;
        NativeMemory memory = new NativeMemory(BenchMemory.limitBytes());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            List<String> algorithms = List.of(args).subList(Math.min(2, args.length), args.length);
            new BackendComparison(memory, read(Path.of(args[0]), memory, scope), deadline).compare(algorithms);
        }
    }

    /** The folder's graphs, the smallest first. */
    private static List<DataSet> read(Path folder, NativeMemory memory, OffHeapScope scope) throws Exception {
        List<DataSet> dataSets = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".el.xz")).toList();
        }
        EdgeListReader reader = new EdgeListReader(memory, Workers.of(BenchJob.defaultConcurrency()));
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".el.xz", "");
            Graph graph = scope.own(reader.read(file)).graph();
            memory.keepFormsOf(graph);
            dataSets.add(new DataSet(name, graph));
        }
        dataSets.sort(Comparator.comparingLong(set -> set.graph.edgeCount()));
        return dataSets;
    }

    private static double now() {
        return System.nanoTime() / 1e6;
    }

    /** @param algorithms the names of those to time; all if there are none */
    private void compare(List<String> algorithms) {
        System.out.println(
                "# " + BenchJob.defaultConcurrency() + " processors; times in milliseconds; the first run of a graph"
                        + " prepares it and copies it to the device, later ones find that done");
        System.out.println(
                "set\tleft\tright\tedges\tmaxDegree\twedgesLeft\twedgesRight\talgorithm\tconfig\tcpuFirst\tcpu\tgpuFirst"
                        + "\tgpu\tautoFirst\tauto\tchooseMicros\tcpuEstimated\tgpuEstimated\treason");
        for (Setting setting : SETTINGS) {
            if (!algorithms.isEmpty() && !algorithms.contains(setting.algorithm)) {
                continue;
            }
            compare(BenchAlgorithms.named(setting.algorithm), setting);
        }
        Gpus.ofThisHost().devices().forEach(device -> HostSpeed.known(device)
                .ifPresent(speed -> System.out.println("# " + device.info().name() + ": " + speed)));
    }

    private <G extends Graph, C, R extends AutoCloseable> void compare(BenchAlgorithm<G, C, R> bench, Setting setting) {
        C config = bench.reader().apply(new Configuration(Json.parseObject("config", setting.config)));
        List<DataSet> fitting = dataSets.stream()
                .filter(set -> bench.takes(GraphKind.of(set.graph)))
                .toList();
        if (fitting.isEmpty()) {
            return;
        }
        Pair<G, C, R> onMiddle = new Pair<>(bench, config, fitting.get(fitting.size() / 2).graph);
        onMiddle.warmUp(WARM_UP_MILLIS);
        for (DataSet set : fitting) {
            if (now() > deadline) {
                return;
            }
            System.out.println(features(set) + "\t" + setting.algorithm + "\t" + setting.config + "\t"
                    + new Pair<>(bench, config, set.graph).line());
        }
    }

    private static String features(DataSet set) {
        Graph graph = set.graph;
        GraphSize size = GraphSize.of(graph);
        Csr left = graph instanceof BipartiteGraph two ? two.left() : ((UnipartiteGraph) graph).adjacency();
        Csr right = graph instanceof BipartiteGraph two ? two.right() : left;
        return String.join(
                "\t",
                set.name,
                "" + size.left(),
                "" + size.right(),
                "" + size.edges(),
                "" + Math.max(left.largestDegree(), right.largestDegree()),
                "" + wedges(left),
                "" + wedges(right));
    }

    private static long wedges(Csr rows) {
        long sum = 0;
        for (int vertex = 0; vertex < rows.vertexCount(); vertex++) {
            sum += rows.degree(vertex) * (rows.degree(vertex) - 1) / 2;
        }
        return sum;
    }

    /** An algorithm with its configuration on one graph, on both backends. */
    private final class Pair<G extends Graph, C, R extends AutoCloseable> {
        private final Algorithm<G, C, R> algorithm;
        private final C config;
        private final G graph;
        private String problem;

        Pair(BenchAlgorithm<G, C, R> bench, C config, Graph graph) {
            this.algorithm = bench.algorithm();
            this.config = config;
            this.graph = bench.algorithm().graphType().cast(graph);
        }

        void warmUp(double millis) {
            for (Backend backend : List.of(Backend.GPU, Backend.CPU)) {
                Backend.Choice choice = choice(backend);
                double end = now() + millis;
                while (choice != null && now() < end && run(choice, graph, LONGEST_MILLIS) < LONGEST_MILLIS) {
                    continue;
                }
            }
        }

        /** Null when it is not possible there. */
        private Backend.Choice choice(Backend backend) {
            try {
                return backend.choose(algorithm, graph, config);
            } catch (IllegalArgumentException e) {
                problem = e.getMessage();
                return null;
            }
        }

        /** The milliseconds of one run; infinity when it was cancelled after {@code most}, or failed. */
        private double run(Backend.Choice choice, G input, double most) {
            double start = now();
            Cancellation late = () -> now() - start > most;
            Workers workers = new Workers(BenchJob.defaultConcurrency(), late, Progress.NONE);
            try (R result = algorithm.run(choice, input, config, new Execution(memory, workers, new StageTimes()))) {
                if (result instanceof Iterator<?> found) {
                    found.forEachRemaining(each -> {});
                }
                return now() - start;
            } catch (CancellationException e) {
                return Double.POSITIVE_INFINITY;
            } catch (Exception e) {
                problem = e.toString();
                return Double.POSITIVE_INFINITY;
            }
        }

        private double runOnCopy(Backend.Choice choice, double most) {
            try (G copy = GraphCopy.of(graph, memory)) {
                return run(choice, copy, most);
            }
        }

        /** The columns from the times on. */
        String line() {
            Backend.Choice onGpu = choice(Backend.GPU);
            Backend.Choice onCpu = choice(Backend.CPU);
            String autoFirst;
            double chooseMicros;
            try (G copy = GraphCopy.of(graph, memory)) {
                double before = now();
                autoFirst =
                        Backend.AUTO.choose(algorithm, copy, config).backend().name();
                chooseMicros = (now() - before) * 1000;
            }
            double warmGpu = onGpu == null ? Double.POSITIVE_INFINITY : run(onGpu, graph, LONGEST_MILLIS);
            double most = Double.isInfinite(warmGpu) ? LONGEST_MILLIS : FACTOR * warmGpu + SLACK_MILLIS;
            double warmCpu = run(onCpu, graph, most);
            Map<String, List<Double>> times = new LinkedHashMap<>();
            for (String column : List.of("cpuFirst", "cpu", "gpuFirst", "gpu")) {
                times.put(column, new ArrayList<>());
            }
            if (!Double.isInfinite(warmCpu)) {
                run(onCpu, graph, most);
            }
            if (!Double.isInfinite(warmGpu)) {
                run(onGpu, graph, LONGEST_MILLIS);
            }
            double spent = 0;
            for (int round = 0; round < RUNS && (round == 0 || spent < ENOUGH_MILLIS); round++) {
                double start = now();
                if (!Double.isInfinite(warmCpu)) {
                    times.get("cpuFirst").add(runOnCopy(onCpu, LONGEST_MILLIS));
                    times.get("cpu").add(run(onCpu, graph, LONGEST_MILLIS));
                }
                if (!Double.isInfinite(warmGpu)) {
                    times.get("gpuFirst").add(runOnCopy(onGpu, LONGEST_MILLIS));
                    times.get("gpu").add(run(onGpu, graph, LONGEST_MILLIS));
                }
                spent += now() - start;
            }
            Backend.Choice auto = choice(Backend.AUTO);
            return String.join(
                    "\t",
                    text(times.get("cpuFirst"), most),
                    text(times.get("cpu"), most),
                    onGpu == null ? "-" : text(times.get("gpuFirst"), LONGEST_MILLIS),
                    onGpu == null ? "-" : text(times.get("gpu"), LONGEST_MILLIS),
                    autoFirst,
                    auto.backend().name(),
                    String.format(Locale.ROOT, "%.0f", chooseMicros),
                    estimated(RunTimes::cpuMillis),
                    estimated(RunTimes::gpuMillis),
                    auto.reason() + (problem == null ? "" : "; " + problem));
        }

        /** The milliseconds that a later run is estimated to take, or "-". */
        private String estimated(ToDoubleFunction<RunTimes> millis) {
            RunTimes times = Backend.times(
                    algorithm, GraphSize.of(graph), graph, config, BenchJob.defaultConcurrency(), GpuSelection.ONE);
            return times == null || Double.isInfinite(millis.applyAsDouble(times))
                    ? "-"
                    : String.format(Locale.ROOT, "%.3f", millis.applyAsDouble(times));
        }

        /** The median, or the limit that runs did not keep. */
        private static String text(List<Double> times, double most) {
            double median = times.isEmpty() ? Double.POSITIVE_INFINITY : Median.of(times);
            return Double.isInfinite(median)
                    ? String.format(Locale.ROOT, ">%.0f", Math.min(most, LONGEST_MILLIS))
                    : String.format(Locale.ROOT, "%.3f", median);
        }
    }
}
