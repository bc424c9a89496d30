package dev.motif.bench.experiments.neighbors;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.ValueChecksum;
import dev.motif.bench.experiments.Comparison;
import dev.motif.bench.experiments.Comparison.Claim;
import dev.motif.bench.experiments.Comparison.Graphs;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Paper;
import dev.motif.bench.experiments.Sweep;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.load.GraphKind;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.research.intersection.BmpConfig;
import dev.motif.research.intersection.IntersectionConfig;
import dev.motif.research.intersection.IntersectionConfig.PassMemory;
import dev.motif.research.intersection.IntersectionGpu;
import dev.motif.research.intersection.MpsConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The evaluation of the paper on common neighbors. */
public final class NeighborsPaper {
    private static final String ALGORITHM = "research.intersection";

    /** Two that the paper has not: one with hubs, and one without. */
    private static final Map<String, String> GENERATED = new LinkedHashMap<>();

    static {
        GENERATED.put("kronecker-16", "generate:kronecker,scale=16,edgefactor=8,seed=1");
        GENERATED.put("uniform-17", "generate:gnm,n=131072,edges=1000000,seed=1");
    }

    static final Graphs GRAPHS = new Graphs(GraphKind.UNIPARTITE, GENERATED, 50_000);

    private static final String RANKED_THERE = "GPU BMP ranked there";

    private static final Map<String, Object> M =
            Map.of("algorithm", "MPS", "skewThreshold", Integer.MAX_VALUE, "vectorize", false);
    private static final Map<String, Object> MPS = Map.of("algorithm", "MPS", "vectorize", false);
    private static final Map<String, Object> MPS_256 = Map.of("algorithm", "MPS", "vectorBits", MpsConfig.NARROW_BITS);
    private static final Map<String, Object> MPS_V = Map.of("algorithm", "MPS");
    private static final Map<String, Object> BMP = Map.of("algorithm", "BMP", "rangeFiltering", false);
    private static final Map<String, Object> BMP_RF = Map.of("algorithm", "BMP");

    public static final Paper PAPER = new Paper(
            "neighbors",
            "Che, Lai, Sun, Luo, Wang, \"Accelerating All-Edge Common Neighbor Counting on Three Processors\", ICPP 2019,"
                    + " doi:10.1145/3337821.3337917",
            List.of(
                    new SkewedPairs(),
                    skewedDegrees(),
                    vectors(),
                    threads(),
                    taskSize(),
                    new BitmapBytes(),
                    rangeFiltering(),
                    all(),
                    coProcessing(),
                    rangeFilteringOnGpu(),
                    passes(),
                    warpsPerBlock(),
                    bestOfAll()),
            left());

    private NeighborsPaper() {}

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put(
                "Figure 7, and the columns of the KNL in all others",
                "the Xeon Phi with its MCDRAM has not been made since 2018, and the JVM has no way to place memory there");
        left.put(
                "livejournal, orkut, web-it, twitter, friendster",
                "they cannot be had here; kronecker-16 is the nearest to web-it and twitter, uniform-17 to friendster");
        return left;
    }

    private static Technique cpu(String name, Map<String, Object> config) {
        return technique(name, Backend.CPU, config);
    }

    private static Technique technique(String name, Backend backend, Map<String, Object> config) {
        return Technique.algorithm(name, backend, ALGORITHM, config, "per");
    }

    private static Technique oriented(String name, Backend backend) {
        return Technique.algorithm(name, backend, "commonNeighbors", Map.of("coefficients", false), "per");
    }

    private static Technique gpu(String name, Map<String, Object> config) {
        return technique(name, Backend.GPU, config);
    }

    private static Experiment skewedDegrees() {
        return new Comparison(
                "figure-3",
                "Figure 3: skewed degrees, one thread",
                "on the CPU MPS is 3.6 times as fast as plain merging (M) on twitter, where 31% of the pairs of lists are"
                        + " skewed, and as fast as M on friendster, where 1.6% are. BMP is 20.1 and 2.5 times as fast.",
                GRAPHS,
                lab -> oneThread(cpu("M", M), cpu("MPS", MPS), cpu("BMP", BMP)),
                List.of(Claim.of("MPS", "M"), Claim.of("BMP", "M"), Claim.of("BMP", "MPS")));
    }

    private static Experiment vectors() {
        return new Comparison(
                "figure-4",
                "Figure 4: vectors, one thread",
                "MPS is 1.9 and 2.0 times as fast with AVX2 on the CPU, 2.6 and 2.5 times with AVX-512 on the KNL; on"
                        + " twitter it stays slower than BMP.",
                GRAPHS,
                lab -> oneThread(
                        cpu("MPS", MPS), cpu("MPS 256 bits", MPS_256), cpu("MPS 512 bits", MPS_V), cpu("BMP", BMP)),
                List.of(
                        new Claim("256 bits are faster than none", "MPS 256 bits", "MPS"),
                        new Claim("512 bits are faster than 256", "MPS 512 bits", "MPS 256 bits"),
                        new Claim("BMP is faster than MPS with vectors", "BMP", "MPS 512 bits")));
    }

    private static Experiment threads() {
        return new Sweep(
                "figure-5",
                "Figure 5: threads",
                "on 28 cores with two threads each MPS is 41.1 and 36.1 times as fast with 64 threads as with one, BMP"
                        + " 24.0 and 15.0 times.",
                GRAPHS,
                "Threads",
                lab -> Stream.iterate(1, count -> count <= lab.threads(), count -> 2 * count)
                        .toList(),
                (lab, count) -> List.of(
                        cpu("MPS", MPS_V).onThreads(count), cpu("BMP", BMP_RF).onThreads(count)),
                true,
                List.of(
                        new Claim("MPS is faster with 16 threads than with one", "MPS 16", "MPS 1"),
                        new Claim("BMP is faster with 16 threads than with one", "BMP 16", "BMP 1")));
    }

    private static Experiment taskSize() {
        return new Sweep(
                "task-size",
                "Section 4: the size of tasks",
                "a trade-off: smaller tasks balance the load, larger ones cost less to hand out. No figures are given.",
                GRAPHS,
                "taskSize",
                lab -> lab.quick() ? List.of(16, 1024) : List.of(16, 64, 256, 1024, 4096, 16384, 65536),
                (lab, size) -> List.of(
                        cpu("MPS", Map.of("algorithm", "MPS", "taskSize", size)),
                        cpu("BMP", Map.of("algorithm", "BMP", "taskSize", size))),
                true,
                List.of());
    }

    private static Experiment rangeFiltering() {
        return new Comparison(
                "figure-6",
                "Figure 6: range filtering, all threads, without ranking",
                "on the CPU BMP is as fast with range filtering as without on twitter, and 1.9 times as fast on"
                        + " friendster.",
                GRAPHS,
                lab -> List.of(
                        cpu("MPS", MPS_V),
                        cpu("BMP", BMP).withoutPreparing(),
                        cpu("BMP-RF", BMP_RF).withoutPreparing()),
                List.of(new Claim("BMP is faster with range filtering", "BMP-RF", "BMP")));
    }

    private static Experiment all() {
        return new Comparison(
                "table-4",
                "Table 4: all techniques beside plain merging",
                "in all, vectors and threads included, MPS is 286 and 66 times as fast as M on one thread, BMP 497 and 71"
                        + " times.",
                GRAPHS,
                lab -> List.of(
                        cpu("M", M).onThreads(1),
                        cpu("MPS", MPS).onThreads(1),
                        cpu("MPS+V", MPS_V).onThreads(1),
                        cpu("MPS+V+P", MPS_V),
                        cpu("BMP", BMP).onThreads(1),
                        cpu("BMP+P", BMP),
                        cpu("BMP+P+RF", BMP_RF)),
                List.of(
                        new Claim("MPS with all techniques is faster than M", "MPS+V+P", "M"),
                        new Claim("BMP with all techniques is faster than M", "BMP+P+RF", "M"),
                        new Claim("BMP is faster than MPS in the end", "BMP+P+RF", "MPS+V+P")));
    }

    private static Experiment coProcessing() {
        return new Comparison(
                "table-5",
                "Table 5: co-processing on the GPU",
                "when the CPU looks the slots of edges up while the GPU counts, 5.6 and 19.0 s afterwards become 0.9 and"
                        + " 3.8 s.",
                GRAPHS,
                lab -> List.of(
                        gpu("without", Map.of("algorithm", "BMP", "coProcessing", false)),
                        gpu("with", Map.of("algorithm", "BMP"))),
                List.of(new Claim("co-processing is faster", "with", "without")));
    }

    private static Experiment rangeFilteringOnGpu() {
        return new Comparison(
                "table-7",
                "Table 7: range filtering on the GPU, without ranking",
                "BMP takes 24.9 s in place of 46.8 on twitter, 97.5 in place of 184.1 on friendster.",
                GRAPHS,
                lab -> List.of(
                        gpu("BMP", BMP).withoutPreparing(),
                        gpu("BMP-RF", BMP_RF).withoutPreparing()),
                List.of(new Claim("BMP is faster with range filtering", "BMP-RF", "BMP")));
    }

    private static Experiment passes() {
        return new Sweep(
                "figure-8",
                "Figure 8: passes on the GPU, by copies and with unified memory",
                "the time grows slightly with the passes on twitter, which fits the device; on friendster, which does not, BMP"
                        + " ends within an hour only from three passes on, since pages are fetched again and again.",
                GRAPHS,
                "Ranges",
                lab -> lab.quick() ? List.of(2) : List.of(1, 2, 4, 8, 16),
                (lab, ranges) -> Stream.of(MpsConfig.ALL, BmpConfig.ALL)
                        .flatMap(config ->
                                Stream.of(PassMemory.values()).map(memory -> inRanges(config, memory, ranges)))
                        .toList(),
                true,
                Stream.of("MPS", "BMP")
                        .map(each -> new Claim(
                                "(Not in the paper) " + each + " is faster by copies than with unified memory",
                                each + " copies 4",
                                each + " unified 4"))
                        .toList());
    }

    /** Counts with as many ranges of rows as are asked for, or as the longest row allows, though the graph may fit. */
    private static Technique inRanges(Record technique, PassMemory memory, int ranges) {
        IntersectionConfig config = (technique instanceof MpsConfig mps
                        ? IntersectionConfig.of(mps)
                        : IntersectionConfig.of((BmpConfig) technique))
                .with(memory);
        String name = (config.mps() != null ? "MPS " : "BMP ") + (memory == PassMemory.UNIFIED ? "unified" : "copies");
        return new Technique(
                name,
                Backend.GPU,
                0,
                (graph, execution) -> {
                    Csr rows = ((UnipartiteGraph) graph).adjacency();
                    long slots = Math.max(rows.largestDegree(), (rows.slotCount() + ranges - 1) / ranges);
                    GpuDevice device = Gpus.ofThisHost().devices().get(0);
                    try (OffHeapInts counts =
                            new IntersectionGpu((UnipartiteGraph) graph, config, execution, device, slots).count()) {
                        return Map.of("per", ValueChecksum.of(counts));
                    }
                },
                result -> result.get("per"));
    }

    private static Experiment warpsPerBlock() {
        return new Sweep(
                "figure-9",
                "Figure 9: warps of a block on the GPU",
                "MPS does not depend on it; BMP improves up to 4 warps, and on friendster 32 are twice as fast as 4.",
                GRAPHS,
                "Warps",
                lab -> List.of(1, 2, 4, 8, 16, 32),
                (lab, warps) -> Stream.of("MPS", "BMP")
                        .map(name -> gpu(name, Map.of("algorithm", name, "warpsPerBlock", warps)))
                        .toList(),
                true,
                List.of(
                        new Claim("BMP is faster with 4 warps than with one", "BMP 4", "BMP 1"),
                        new Claim("BMP is faster with 32 warps than with 4", "BMP 32", "BMP 4"),
                        new Claim(
                                "MPS is faster with 4 warps than with one, which the paper denies", "MPS 4", "MPS 1")));
    }

    private static Experiment bestOfAll() {
        return new Comparison(
                "figure-10",
                "Figure 10: the best of each processor",
                "CPU and GPU favor BMP; BMP on the GPU is the fastest on graphs with skewed degrees, and MPS on the GPU the"
                        + " slowest of all. ORIENTED, which finds each triangle once, is Motif's default and not the paper's.",
                GRAPHS,
                lab -> List.of(
                        cpu("CPU MPS", MPS_V),
                        cpu("CPU BMP", BMP_RF),
                        oriented("CPU ORIENTED", Backend.CPU),
                        gpu("GPU MPS", MPS_V),
                        gpu("GPU BMP", BMP_RF),
                        rankedThere(),
                        oriented("GPU ORIENTED", Backend.GPU)),
                List.of(
                        new Claim("BMP is faster than MPS on the CPU", "CPU BMP", "CPU MPS"),
                        new Claim("BMP is faster than MPS on the GPU", "GPU BMP", "GPU MPS"),
                        new Claim("BMP is faster than MPS on the GPU, ranked there", RANKED_THERE, "GPU MPS"),
                        new Claim("MPS is slower on the GPU than on the CPU", "CPU MPS", "GPU MPS"),
                        new Claim(
                                "(Not in the paper) ORIENTED is the fastest on the GPU", "GPU ORIENTED", RANKED_THERE),
                        new Claim("BMP is faster on the GPU than on the CPU", "GPU BMP", "CPU BMP")));
    }

    /**
     * BMP as if vertices were ranked on the GPU: its counting, and in place of its ranking on the CPU the time in which the
     * GPU orients the graph by degree for ORIENTED.
     */
    private static Technique rankedThere() {
        Technique counting = gpu(RANKED_THERE, BMP_RF).withoutPreparing();
        Technique.Body body = (graph, execution) -> {
            Map<String, Object> result = counting.body().run(graph, execution);
            execution.times().add(Stage.PREPARE, orientingMillis((UnipartiteGraph) graph, execution));
            return result;
        };
        return new Technique(RANKED_THERE, Backend.GPU, 0, body, counting.answer());
    }

    private static double orientingMillis(UnipartiteGraph graph, Execution execution) {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        long bytes = DeviceUnipartiteGraph.bytes(graph.vertexCount(), graph.edgeCount())
                + DeviceOrientedGraph.peakBytes(device.info(), graph.vertexCount(), graph.edgeCount());
        try (GpuSession session = device.open(bytes, execution.workers())) {
            DeviceUnipartiteGraph rows = DeviceUnipartiteGraph.of(session, graph);
            return session.time(
                    () -> DeviceOrientedGraph.byDegree(session, DeviceOrientedGraph.key(graph, RANKED_THERE), rows));
        }
    }

    private static List<Technique> oneThread(Technique... techniques) {
        return Stream.of(techniques).map(each -> each.onThreads(1)).toList();
    }
}
