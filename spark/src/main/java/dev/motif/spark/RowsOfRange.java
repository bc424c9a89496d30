package dev.motif.spark;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.algorithm.similar.intersection.Intersection.EdgeConsumer;
import dev.motif.backend.Backend;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.spark.parts.GraphSource;
import dev.motif.spark.parts.PartRows;
import dev.motif.spark.parts.PartRows.What;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.LongAccumulator;

/**
 * Makes the rows of a range of vertices, one vertex after the other as they are read, so that the rows of all ranges are a
 * data frame without anything to add up or to exchange. Within a window, of the butterflies that are found from the range's start
 * vertices: each node or edge has a row of any range that has some, and of the first range in any case, and these add up.
 *
 * @param what which rows
 * @param side the side of the vertices; within a window of no meaning
 * @param window in which butterflies must lie; null for any time
 * @param onGpus whether {@link What#COMMON_NEIGHBORS} are those of the edges from each vertex to larger ones, as GPUs count
 *     them, and not to those of smaller degree
 * @param times what GPUs took
 */
record RowsOfRange(
        GraphSource source, What what, Side side, TimeWindow window, boolean onGpus, Options options, GpuTimes times)
        implements FlatMapFunction<WorkRange, Row> {
    /**
     * The times of all tasks on GPUs, in microseconds, which Spark's UI shows at the stage. Those of a task that Spark repeats
     * count again.
     *
     * @param all from asking for the GPU to having the counts
     * @param counting the part of it that the kernels take
     * @param transfer the part of it that copies take
     */
    record GpuTimes(LongAccumulator all, LongAccumulator counting, LongAccumulator transfer) implements Serializable {
        static GpuTimes in(SparkContext spark) {
            return new GpuTimes(
                    spark.longAccumulator("Motif: GPU, microseconds"),
                    spark.longAccumulator("Motif: GPU, counting, microseconds"),
                    spark.longAccumulator("Motif: GPU, transfer, microseconds"));
        }

        private void add(StageTimes stages, long nanos) {
            all.add(nanos / 1000);
            counting.add(Math.round(1000 * stages.exactMillis(Stage.COMPUTE)));
            transfer.add(Math.round(1000 * stages.exactMillis(Stage.TRANSFER)));
        }
    }

    /** Makes the rows of one vertex. */
    interface OfVertex {
        void rows(int u, Consumer<Row> rows);
    }

    @Override
    public Iterator<Row> call(WorkRange range) {
        LoadedGraph.Use use = LoadedGraph.use(source, options.memoryLimit());
        OffHeapScope scope = new OffHeapScope(use.memory());
        PartRows.Rows rows = new PartRows.Rows(() -> {
            scope.close();
            use.close();
        });
        Cancellation cancellation = LoadedGraph.workers().cancellation();
        if (what == What.COMMON_NEIGHBORS && onGpus) {
            GpuDevice device = deviceFor(use, options, slots(((UnipartiteGraph) use.graph()).adjacency(), range));
            return rows.of(
                    pieces(range, device == null ? merged(use, cancellation) : onDevice(use, range, device, scope)));
        }
        if (what == What.COMMON_NEIGHBORS) {
            Csr adjacency = ((UnipartiteGraph) use.graph()).adjacency();
            GatheredNeighbors neighbors = new GatheredNeighbors(adjacency, cancellation, scope);
            return rows.of(pieces(range, (u, to) -> neighbors.count(u, toRows(use, to))));
        }
        BipartiteGraph graph = (BipartiteGraph) use.graph();
        if (window != null) {
            return rows.of(withinWindow(use, graph, range, scope));
        }
        Csr own = side == Side.LEFT ? graph.left() : graph.right();
        Csr back = side == Side.LEFT ? graph.right() : graph.left();
        GatheredButterflies butterflies = new GatheredButterflies(own, back, cancellation, scope);
        return rows.of(pieces(
                range,
                what == What.BUTTERFLIES_OF_NODES
                        ? (u, to) -> to.accept(ofNode(use, side, u, butterflies.count(u)))
                        : (u, to) -> edges(use, own, butterflies, u, to)));
    }

    private PartRows.Pieces withinWindow(
            LoadedGraph.Use use, BipartiteGraph graph, WorkRange range, OffHeapScope scope) {
        boolean ofNodes = what == What.BUTTERFLIES_OF_NODES;
        ButterflyConfig config = use.timed(new ButterflyConfig(ofNodes, !ofNodes).within(window));
        ButterflyResult found = scope.own(new ButterflyAlgorithm().cpu(graph, config, List.of(range), use.execution()));
        boolean first = range.from() == 0;
        if (!ofNodes) {
            EdgeCursor edge = new EdgeCursor(graph, 0);
            return to -> {
                boolean more = edge.next();
                if (more && (first || found.edges().get(edge.edge()) > 0)) {
                    to.accept(RowFactory.create(
                            use.id(Side.LEFT, edge.first()),
                            use.id(Side.RIGHT, edge.second()),
                            found.edges().get(edge.edge())));
                }
                return more;
            };
        }
        return pieces(new WorkRange(0, graph.vertexCount(), 0), (vertex, to) -> {
            Side of = vertex < graph.leftCount() ? Side.LEFT : Side.RIGHT;
            int u = of == Side.LEFT ? vertex : vertex - graph.leftCount();
            long butterflies = (of == Side.LEFT ? found.left() : found.right()).get(u);
            if (first || butterflies > 0) {
                to.accept(ofNode(use, of, u, butterflies));
            }
        });
    }

    private static Row ofNode(LoadedGraph.Use use, Side side, int u, long butterflies) {
        return RowFactory.create(side.name().toLowerCase(Locale.ROOT), use.id(side, u), butterflies);
    }

    private void edges(LoadedGraph.Use use, Csr rows, GatheredButterflies butterflies, int u, Consumer<Row> to) {
        butterflies.count(u);
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            int left = side == Side.LEFT ? u : v;
            int right = side == Side.LEFT ? v : u;
            to.accept(RowFactory.create(use.id(Side.LEFT, left), use.id(Side.RIGHT, right), butterflies.ofEdge(slot)));
        }
    }

    private static EdgeConsumer toRows(LoadedGraph.Use use, Consumer<Row> to) {
        return (u, v, common) ->
                to.accept(RowFactory.create(use.id(Side.LEFT, u), use.id(Side.LEFT, v), (long) common));
    }

    /** For a GPU that has not the memory. */
    private static OfVertex merged(LoadedGraph.Use use, Cancellation cancellation) {
        Csr rows = ((UnipartiteGraph) use.graph()).adjacency();
        Intersection lists = Intersection.fastest();
        return (u, to) -> lists.ofEdges(rows, u, cancellation, toRows(use, to));
    }

    /**
     * The GPU that counts common neighbors, of a range with {@code slots} slots; null for the CPU.
     *
     * @throws IllegalStateException when a GPU must do it and cannot
     */
    static GpuDevice deviceFor(LoadedGraph.Use use, Options options, long slots) {
        GpuDevice device = use.device(options.backend());
        if (device == null) {
            return null;
        }
        String obstacle = EdgeRangeGpu.obstacle(device, GraphSize.of((UnipartiteGraph) use.graph()), slots);
        if (obstacle != null && options.backend() == Backend.GPU) {
            throw new IllegalStateException(obstacle);
        }
        return obstacle == null ? device : null;
    }

    private static long slots(Csr rows, WorkRange range) {
        return rows.offsets().get(range.to()) - rows.offsets().get(range.from());
    }

    /**
     * Cuts all vertices into at most {@code parts} ranges for {@link What#COMMON_NEIGHBORS} on GPUs: with about as many edges
     * each, since there rows take longer to make than to count.
     */
    static List<WorkRange> rangesForGpus(Csr rows, int parts) {
        return WorkRange.cut(
                rows.vertexCount(), u -> 1 + rows.end((int) u) - rows.firstSlotFrom((int) u, (int) u + 1), parts);
    }

    /** Counts all of the range at once, on a GPU. */
    private OfVertex onDevice(LoadedGraph.Use use, WorkRange range, GpuDevice device, OffHeapScope scope) {
        UnipartiteGraph graph = (UnipartiteGraph) use.graph();
        Csr rows = graph.adjacency();
        long first = rows.offsets().get(range.from());
        long start = System.nanoTime();
        Execution execution = use.execution();
        OffHeapInts counts = scope.own(EdgeRangeGpu.count(graph, range, execution, device));
        times.add(execution.times(), System.nanoTime() - start);
        return (u, to) -> {
            for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
                to.accept(RowFactory.create(
                        use.id(Side.LEFT, u), use.id(Side.LEFT, rows.neighbor(slot)), (long) counts.get(slot - first)));
            }
        };
    }

    static PartRows.Pieces pieces(WorkRange range, OfVertex ofVertex) {
        Iterator<Long> vertices =
                LongStream.range(range.from(), range.to()).boxed().iterator();
        return to -> {
            if (!vertices.hasNext()) {
                return false;
            }
            ofVertex.rows(vertices.next().intValue(), to);
            return true;
        };
    }
}
