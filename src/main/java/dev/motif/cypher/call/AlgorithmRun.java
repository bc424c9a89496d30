package dev.motif.cypher.call;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes;
import dev.motif.catalog.Columns;
import dev.motif.cypher.config.CallConfig;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.value.ValueType;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One finished run of an algorithm. The graph and the result stay valid until {@link #close}, since rows are made from
 * them lazily.
 *
 * @param config the parameters that every algorithm understands
 * @param effective the parameters that were given, and the defaults of the others
 * @param times the times of the stages so far
 * @param chosen the backend before the run, and why
 * @param workers the threads, cancellation and progress of this run
 * @param memory the off-heap memory of this run
 * @param whole the graph that the caller named or described, of which the algorithm may have worked on a part only
 * @param projected the graph that the algorithm worked on, with the maps back to nodes and relationships
 * @param releaseGraph ends the use of the graph
 * @param columns the columns that this call adds to the graph, null for none; freed with this run unless they are
 *     published
 * @param timeType the type of the times of a window; null without a window
 * @param directions the directions of relationships; null where the algorithm does not ask for them
 * @param result the result, which this run owns
 * @param weights the weights of groups of vertices that the algorithm finds; null where none are asked for
 * @param entities the nodes and relationships to show in rows: nodes and relationships of the caller with {@code nodes:
 *     true}, none without
 * @param kept owns what rows are made of beside the result, such as a share of the heap
 * @param <R> the algorithm's result
 */
public record AlgorithmRun<R extends AutoCloseable>(
        CallConfig config,
        Map<String, Object> effective,
        StageTimes times,
        Backend.Choice chosen,
        Workers workers,
        NativeMemory memory,
        ProjectedGraph whole,
        ProjectedGraph projected,
        Runnable releaseGraph,
        Columns.Addition columns,
        ValueType timeType,
        EdgeDirections directions,
        R result,
        GroupWeights weights,
        EntityLookup entities,
        OffHeapScope kept)
        implements AutoCloseable {
    /**
     * A share of the heap, of 0 bytes, until this is closed.
     *
     * @param of the objects that it is for, as errors name them
     */
    public HeapBudget.Share heap(String of) {
        return kept.own(memory.heap().share(of));
    }

    /** The heap of one row after the other, as by {@link #heap}: each row says how many bytes it takes in place of the row before. */
    public HeapBudget.Share heapOfRows() {
        return heap("the nodes of a row");
    }

    /** The weight of a clique that the algorithm has found; null where none are asked for. */
    public Number weight(int[] clique) {
        return weights == null ? null : weights.value(weights.of(clique));
    }

    /** The weight of a biclique that the algorithm has found; null where none are asked for. */
    public Number weight(int[] left, int[] right) {
        return weights == null ? null : weights.value(weights.of(left, right));
    }

    /** The nodes of both sides, or of a unipartite graph, each made when it is asked for. */
    public Stream<GraphEntity> nodes() {
        return Stream.concat(nodes(EntityKind.LEFT), nodes(EntityKind.RIGHT));
    }

    /** The nodes of a side; none of the right one in a unipartite graph. */
    public Stream<GraphEntity> nodes(EntityKind side) {
        return GraphEntity.nodes(projected, side);
    }

    /** The relationships of the graph, each made when it is asked for. */
    public Stream<GraphEntity> relationships() {
        return GraphEntity.relationships(projected);
    }

    /** The items of {@code all}, in their order, each when it is asked for. */
    public static <T> Stream<T> stream(Iterator<T> all) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED), false);
    }

    /** The backend that the algorithm ran on, and why; without GPUs that were lost meanwhile, which the reason names. */
    public Backend.Choice choice() {
        return chosen.after(times);
    }

    /** The parameters with their defaults, the job's id, and the number of threads that were used. */
    public Map<String, Object> configuration() {
        Map<String, Object> map = new LinkedHashMap<>(effective);
        map.put("jobId", config.jobId());
        map.put("concurrency", (long) workers.concurrency());
        return map;
    }

    /** Frees the result and releases the graph, which is freed too unless the catalog or another call uses it. */
    @Override
    public void close() {
        OffHeapScope.closeAll(kept, result, releaseGraph::run);
    }
}
