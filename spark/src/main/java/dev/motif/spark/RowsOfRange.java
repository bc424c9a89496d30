package dev.motif.spark;

import dev.motif.algorithm.butterfly.priority.GatheredButterflies;
import dev.motif.algorithm.commonneighbors.lists.ListsGpu;
import dev.motif.algorithm.commonneighbors.lists.MpsCpu;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.commonneighbors.model.MpsConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.spark.parts.GraphSource;
import dev.motif.spark.parts.PartRows;
import dev.motif.spark.parts.PartRows.What;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Makes the rows of a range of vertices, one vertex after the other as they are read, so that the rows of all ranges are a
 * data frame without anything to add up or to exchange.
 *
 * @param what which rows
 * @param side the side of the vertices
 */
record RowsOfRange(GraphSource source, What what, Side side, Options options)
        implements FlatMapFunction<WorkRange, Row> {
    private static final CommonNeighborsConfig ON_DEVICE = CommonNeighborsConfig.of(MpsConfig.ALL);

    /** Makes the rows of one vertex. */
    private interface OfVertex {
        void rows(int u, Consumer<Row> rows);
    }

    @Override
    public Iterator<Row> call(WorkRange range) {
        LoadedGraph.Use use = LoadedGraph.use(source, options.memoryLimit());
        OffHeapScope scope = new OffHeapScope(use.memory());
        TaskContext.get().addTaskCompletionListener(context -> {
            scope.close();
            use.close();
        });
        Cancellation cancellation = LoadedGraph.workers().cancellation();
        if (what == What.COMMON_NEIGHBORS) {
            GpuDevice device = deviceFor(use, range);
            return iterator(
                    range,
                    device == null ? commonNeighbors(use, cancellation) : commonNeighbors(use, range, device, scope));
        }
        BipartiteGraph graph = (BipartiteGraph) use.graph();
        Csr rows = side == Side.LEFT ? graph.left() : graph.right();
        Csr back = side == Side.LEFT ? graph.right() : graph.left();
        GatheredButterflies butterflies = new GatheredButterflies(rows, back, cancellation, scope);
        return iterator(
                range,
                what == What.BUTTERFLIES_OF_NODES
                        ? (u, to) -> to.accept(RowFactory.create(
                                side.name().toLowerCase(Locale.ROOT), use.id(side, u), butterflies.count(u)))
                        : (u, to) -> edges(use, rows, butterflies, u, to));
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

    private static OfVertex commonNeighbors(LoadedGraph.Use use, Cancellation cancellation) {
        Csr rows = ((UnipartiteGraph) use.graph()).adjacency();
        return (vertex, to) -> MpsCpu.forVertices(
                rows,
                new WorkRange(vertex, vertex + 1L, 0),
                MpsConfig.ALL,
                cancellation,
                (u, v, common) ->
                        to.accept(RowFactory.create(use.id(Side.LEFT, u), use.id(Side.LEFT, v), (long) common)));
    }

    /** The GPU that counts the range; null for the CPU. */
    private GpuDevice deviceFor(LoadedGraph.Use use, WorkRange range) {
        GpuDevice device = use.device(options.backend());
        if (device == null) {
            return null;
        }
        UnipartiteGraph graph = (UnipartiteGraph) use.graph();
        String obstacle =
                ListsGpu.rangeObstacle(device, GraphSize.of(graph), slots(graph.adjacency(), range), ON_DEVICE);
        if (obstacle != null && options.backend() == Backend.GPU) {
            throw new IllegalStateException(obstacle);
        }
        return obstacle == null ? device : null;
    }

    private static long slots(Csr rows, WorkRange range) {
        return rows.offsets().get(range.to()) - rows.offsets().get(range.from());
    }

    /** Counts all of the range at once, on a GPU. */
    private static OfVertex commonNeighbors(
            LoadedGraph.Use use, WorkRange range, GpuDevice device, OffHeapScope scope) {
        UnipartiteGraph graph = (UnipartiteGraph) use.graph();
        Csr rows = graph.adjacency();
        long first = rows.offsets().get(range.from());
        OffHeapInts counts = scope.own(ListsGpu.countRange(graph, range, ON_DEVICE, use.execution(), device));
        return (u, to) -> {
            for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
                to.accept(RowFactory.create(
                        use.id(Side.LEFT, u), use.id(Side.LEFT, rows.neighbor(slot)), (long) counts.get(slot - first)));
            }
        };
    }

    private static Iterator<Row> iterator(WorkRange range, OfVertex ofVertex) {
        Iterator<Long> vertices =
                LongStream.range(range.from(), range.to()).boxed().iterator();
        return PartRows.iterator(to -> {
            if (!vertices.hasNext()) {
                return false;
            }
            ofVertex.rows(vertices.next().intValue(), to);
            return true;
        });
    }
}
