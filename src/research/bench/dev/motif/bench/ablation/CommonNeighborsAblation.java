package dev.motif.bench.ablation;

import dev.motif.algorithm.similar.intersection.ListMerge;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.Median;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.research.intersection.BmpConfig;
import dev.motif.research.intersection.IntersectionAlgorithm;
import dev.motif.research.intersection.IntersectionConfig;
import dev.motif.research.intersection.MpsConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints how much each technique of counting common neighbors gains on the CPU:
 * {@code CommonNeighborsAblation graph [repeats]}, where the graph is a file or {@code generate:...}. It measures the
 * processor time of one thread, ordering of the graph included. The candidates take turns, after one round that does
 * not count, and must find equally many triangles. They use vectors if the JVM was started with
 * {@code --add-modules jdk.incubator.vector}.
 */
final class CommonNeighborsAblation {
    private static final int NEVER = Integer.MAX_VALUE;

    private CommonNeighborsAblation() {}

    public static void main(String[] args) throws Exception {
        int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        NativeMemory memory = new NativeMemory(1L << 34);
        Workers workers = Workers.of(1);
        try (LoadedGraph loaded = args[0].startsWith("generate:")
                ? Generators.parse(args[0].substring("generate:".length())).build(memory, workers)
                : new EdgeListReader(memory, workers).read(Path.of(args[0]))) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            System.out.printf(
                    "%s: %d vertices, %d edges, vectors %s%n",
                    args[0], graph.vertexCount(), graph.edgeCount(), ListMerge.vectorsAvailable());
            compare(graph, memory, workers, repeats);
        }
    }

    /** Counts common neighbors in one of the ways. */
    private interface Candidate {
        CommonNeighborsResult count(UnipartiteGraph graph, Execution execution);
    }

    private static Map<String, Candidate> candidates() {
        Map<String, Candidate> candidates = new LinkedHashMap<>();
        candidates.put("ORIENTED", (graph, execution) -> new CommonNeighborsAlgorithm()
                .cpu(graph, CommonNeighborsConfig.oriented(false), execution));
        candidates.put("M: merge alone", mps(NEVER, false));
        candidates.put("M with vectors", mps(NEVER, true));
        candidates.put("MPS without vectors", mps(MpsConfig.SKEW_THRESHOLD, false));
        candidates.put("MPS", mps(MpsConfig.SKEW_THRESHOLD, true));
        candidates.put("BMP without relabelling and filter", bmp(false, false));
        candidates.put("BMP without relabelling", bmp(false, true));
        candidates.put("BMP without filter", bmp(true, false));
        candidates.put("BMP", bmp(true, true));
        return candidates;
    }

    private static Candidate mps(int skewThreshold, boolean vectorize) {
        return by(IntersectionConfig.of(new MpsConfig(skewThreshold, vectorize, MpsConfig.WARPS_PER_BLOCK, true)));
    }

    private static Candidate bmp(boolean relabel, boolean rangeFiltering) {
        return by(IntersectionConfig.of(BmpConfig.with(relabel, rangeFiltering)));
    }

    private static Candidate by(IntersectionConfig config) {
        return (graph, execution) -> new IntersectionAlgorithm().cpu(graph, config, execution);
    }

    private static void compare(UnipartiteGraph graph, NativeMemory memory, Workers workers, int repeats) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<String, double[]> millis = new LinkedHashMap<>();
        candidates().keySet().forEach(name -> millis.put(name, new double[repeats]));
        BigInteger triangles = null;
        for (int round = -1; round < repeats; round++) {
            for (Map.Entry<String, Candidate> candidate : candidates().entrySet()) {
                long start = threads.getCurrentThreadCpuTime();
                try (CommonNeighborsResult counts =
                        candidate.getValue().count(graph, new Execution(memory, workers, new StageTimes()))) {
                    if (round >= 0) {
                        millis.get(candidate.getKey())[round] = (threads.getCurrentThreadCpuTime() - start) / 1e6;
                    }
                    if (triangles != null && !triangles.equals(counts.triangles())) {
                        throw new IllegalStateException(
                                candidate.getKey() + " found " + counts.triangles() + ", not " + triangles);
                    }
                    triangles = counts.triangles();
                }
            }
        }
        System.out.println(triangles + " triangles");
        millis.forEach((name, times) -> System.out.printf("%-36s %s%n", name, text(times)));
    }

    private static String text(double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return String.format("%.1f (%.1f-%.1f)", Median.of(sorted), sorted[0], sorted[sorted.length - 1]);
    }
}
