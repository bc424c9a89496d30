package dev.motif.algorithm.commonneighbors;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.commonneighbors.model.BmpConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.oracle.CommonNeighborsOracle;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Provides every way to count common neighbors, graphs to count in, and results on the heap. */
public final class CommonNeighborsCases {
    private CommonNeighborsCases() {}

    /** The configurations of every algorithm, with each of its techniques on and off. */
    public static Stream<CommonNeighborsConfig> configs() {
        Stream<MpsConfig> mps = Stream.of(1, MpsConfig.SKEW_THRESHOLD, Integer.MAX_VALUE)
                .flatMap(skew -> Stream.of(
                        new MpsConfig(skew, true, 4, true),
                        new MpsConfig(skew, false, MpsConfig.NARROW_BITS, 1, 4, true)));
        Stream<BmpConfig> bmp = Stream.of(true, false)
                .flatMap(relabel -> Stream.of(
                        BmpConfig.with(relabel, true),
                        BmpConfig.with(relabel, false),
                        new BmpConfig(relabel, true, BmpConfig.MIN_RANGE_SIZE, 7, 4, true)));
        return Stream.of(
                        Stream.of(CommonNeighborsConfig.oriented(false)),
                        mps.map(CommonNeighborsConfig::of),
                        bmp.map(CommonNeighborsConfig::of))
                .flatMap(configs -> configs)
                .map(config -> new CommonNeighborsConfig(true, false, config.mps(), config.bmp()));
    }

    /**
     * Counts on the heap, for comparison.
     *
     * @param edges the common neighbors of each edge, in the order of (u, v) with {@code u < v}
     * @param vertices the triangles of each vertex
     */
    public record Result(List<Integer> edges, List<Long> vertices) {
        public static Result byDefinition(EdgeList list) {
            CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
            return new Result(oracle.perEdge(), oracle.trianglesPerVertex());
        }

        static Result of(EdgeList list, CommonNeighborsConfig config, BackendCase backend, NativeMemory memory) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                    CommonNeighborsResult counts = backend.run(new CommonNeighborsAlgorithm(), graph, config, memory)) {
                return new Result(values(counts.edges()), values(counts.vertices()));
            }
        }
    }

    public static List<Integer> values(OffHeapInts values) {
        return LongStream.range(0, values.length()).mapToObj(values::get).toList();
    }

    public static List<Long> values(OffHeapLongs values) {
        return LongStream.range(0, values.length()).mapToObj(values::get).toList();
    }

    static EdgeList graph(int vertices, Stream<Edge> edges) {
        return new EdgeList(
                vertices,
                vertices,
                edges.map(e -> new Edge(Math.min(e.left(), e.right()), Math.max(e.left(), e.right())))
                        .distinct()
                        .toList());
    }

    public static EdgeList complete(int vertices) {
        return graph(vertices, IntStream.range(0, vertices).boxed().flatMap(u -> IntStream.range(u + 1, vertices)
                .mapToObj(v -> new Edge(u, v))));
    }

    static EdgeList cycle(int vertices) {
        return graph(vertices, IntStream.range(0, vertices).mapToObj(v -> new Edge(v, (v + 1) % vertices)));
    }

    public static EdgeList star(int leaves) {
        return graph(leaves + 1, IntStream.rangeClosed(1, leaves).mapToObj(leaf -> new Edge(0, leaf)));
    }

    /** A cycle of {@code rim} vertices, and vertex 0, which is adjacent to all of them. */
    static EdgeList wheel(int rim) {
        Stream<Edge> spokes = IntStream.rangeClosed(1, rim).mapToObj(v -> new Edge(0, v));
        Stream<Edge> cycle = IntStream.rangeClosed(1, rim).mapToObj(v -> new Edge(v, v % rim + 1));
        return graph(rim + 1, Stream.concat(spokes, cycle));
    }

    /**
     * The graph with other ids.
     *
     * @param newIds the new id of each vertex
     */
    static EdgeList relabelled(EdgeList list, List<Integer> newIds) {
        return graph(
                list.left(), list.edges().stream().map(e -> new Edge(newIds.get(e.left()), newIds.get(e.right()))));
    }
}
