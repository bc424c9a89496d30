package dev.motif.algorithm.similar.neighbors;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.VertexTriangles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.oracle.CommonNeighborsOracle;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Provides ways to count common neighbors, graphs to count in, and results on the heap. */
public final class CommonNeighborsCases {
    private CommonNeighborsCases() {}

    /** An algorithm that counts common neighbors, with a configuration. */
    public record Counting<C>(Algorithm<UnipartiteGraph, C, CommonNeighborsResult> algorithm, C config) {
        public CommonNeighborsResult run(UnipartiteGraph graph, BackendCase backend, NativeMemory memory) {
            return backend.run(algorithm, graph, config, memory);
        }

        public CommonNeighborsResult run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return algorithm.gpu(config).run(graph, execution, device);
        }

        public GpuVersion<UnipartiteGraph, CommonNeighborsResult> gpu() {
            return algorithm.gpu(config);
        }

        /** The name of the stage that counts. */
        public String stage(UnipartiteGraph graph) {
            return algorithm.stages(GraphSize.of(graph), config).get(0);
        }
    }

    public static Counting<CommonNeighborsConfig> counting(boolean perVertex) {
        return new Counting<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(perVertex));
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

        static Result of(EdgeList list, Counting<?> counting, BackendCase backend, NativeMemory memory) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                    CommonNeighborsResult counts = counting.run(graph, backend, memory)) {
                return new Result(values(counts.edges()), trianglesOfVertices(graph, counts, memory));
            }
        }
    }

    /** The triangles of each vertex; from those of its edges where they were not counted. */
    static List<Long> trianglesOfVertices(UnipartiteGraph graph, CommonNeighborsResult counts, NativeMemory memory) {
        if (counts.vertices() != null) {
            return values(counts.vertices());
        }
        Execution execution = new Execution(memory, Workers.of(1), new StageTimes());
        try (OffHeapLongs vertices = VertexTriangles.of(graph, counts.edges(), execution)) {
            return values(vertices);
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
    public static EdgeList relabelled(EdgeList list, List<Integer> newIds) {
        return graph(
                list.left(), list.edges().stream().map(e -> new Edge(newIds.get(e.left()), newIds.get(e.right()))));
    }
}
