package dev.motif.spark;

import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.spark.parts.GraphSource;
import dev.motif.spark.parts.PartRows;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;

/**
 * Does a range of an algorithm's work on a CPU, and makes rows of what it found of each vertex. The rows of all ranges add up.
 *
 * @param algorithm has a constructor without parameters
 * @param rows of a vertex
 */
record FoundOfRange<C, R extends Mergeable<R>>(
        GraphSource source,
        Class<? extends DivisibleAlgorithm<UnipartiteGraph, C, R>> algorithm,
        C config,
        OfVertex<R> rows,
        Options options)
        implements FlatMapFunction<WorkRange, Row> {
    /** Makes the rows of one vertex. */
    interface OfVertex<R> extends Serializable {
        /** @param first whether this is the range of the first position, which has rows of all vertices */
        void rows(R found, int vertex, long id, boolean first, Consumer<Row> to);
    }

    @Override
    public Iterator<Row> call(WorkRange range) throws ReflectiveOperationException {
        LoadedGraph.Use use = LoadedGraph.use(source, options.memoryLimit());
        OffHeapScope scope = new OffHeapScope(use.memory());
        PartRows.Rows all = new PartRows.Rows(() -> {
            scope.close();
            use.close();
        });
        UnipartiteGraph graph = (UnipartiteGraph) use.graph();
        R found = scope.own(algorithm
                .getConstructor()
                .newInstance()
                .cpu(graph, use.directed(config), List.of(range), use.execution()));
        boolean first = range.from() == 0;
        return all.of(RowsOfRange.pieces(
                new WorkRange(0, graph.vertexCount(), 0),
                (vertex, to) -> rows.rows(found, vertex, use.id(Side.LEFT, vertex), first, to)));
    }
}
