package dev.motif.cypher.call;

import dev.motif.backend.Backend;
import dev.motif.backend.work.StageTimes;
import dev.motif.catalog.Columns;
import dev.motif.cypher.config.CallConfig;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
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
 * @param <R> the algorithm's result
 */
public final class AlgorithmRun<R extends AutoCloseable> implements AutoCloseable {
    private final CallConfig config;
    private final Map<String, Object> configuration;
    private final StageTimes times;
    private final Backend.Choice choice;
    private final Workers workers;
    private final NativeMemory memory;
    private final ProjectedGraph whole;
    private final ProjectedGraph projected;
    private final Runnable releaseGraph;
    private final Columns.Addition columns;
    private final R result;
    private final GroupWeights weights;
    private final EntityLookup entities;

    AlgorithmRun(
            CallConfig config,
            Map<String, Object> configuration,
            StageTimes times,
            Backend.Choice choice,
            Workers workers,
            NativeMemory memory,
            ProjectedGraph whole,
            ProjectedGraph projected,
            Runnable releaseGraph,
            Columns.Addition columns,
            R result,
            GroupWeights weights,
            EntityLookup entities) {
        this.config = config;
        this.configuration = configuration;
        this.times = times;
        this.choice = choice;
        this.workers = workers;
        this.memory = memory;
        this.whole = whole;
        this.projected = projected;
        this.releaseGraph = releaseGraph;
        this.columns = columns;
        this.result = result;
        this.weights = weights;
        this.entities = entities;
    }

    /** The result, which this run owns. */
    public R result() {
        return result;
    }

    /** The graph that the caller named or described, of which the algorithm may have worked on a part only. */
    public ProjectedGraph whole() {
        return whole;
    }

    /** The graph that the algorithm worked on, with the maps back to nodes and relationships. */
    public ProjectedGraph projected() {
        return projected;
    }

    /** The weights of groups of vertices that the algorithm finds; null where none are asked for. */
    public GroupWeights weights() {
        return weights;
    }

    /** The weight of a clique that the algorithm has found; null where none are asked for. */
    public Number weight(int[] clique) {
        return weights == null ? null : weights.value(weights.of(clique));
    }

    /** The weight of a biclique that the algorithm has found; null where none are asked for. */
    public Number weight(int[] left, int[] right) {
        return weights == null ? null : weights.value(weights.of(left, right));
    }

    /** The columns that this call adds to the graph, null for none; freed with this run unless they are published. */
    public Columns.Addition columns() {
        return columns;
    }

    /** The nodes and relationships to show in rows: those of the caller with {@code nodes: true}, none without. */
    public EntityLookup entities() {
        return entities;
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

    /** What {@code all} has, in its order, each when it is asked for. */
    public static <T> Stream<T> stream(Iterator<T> all) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED), false);
    }

    /** The times of the stages so far. */
    public StageTimes times() {
        return times;
    }

    /** The backend that the algorithm ran on, and why; without GPUs that were lost meanwhile, which the reason names. */
    public Backend.Choice choice() {
        return choice.after(times);
    }

    /** The threads, cancellation and progress of this run. */
    public Workers workers() {
        return workers;
    }

    /** The off-heap memory of this run. */
    public NativeMemory memory() {
        return memory;
    }

    /** The parameters with their defaults, the job's id, and the number of threads that were used. */
    public Map<String, Object> configuration() {
        Map<String, Object> map = new LinkedHashMap<>(configuration);
        map.put("jobId", config.jobId());
        map.put("concurrency", (long) config.concurrency());
        return map;
    }

    /** Frees the result and releases the graph, which is freed too unless the catalog or another call uses it. */
    @Override
    public void close() {
        try {
            result.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            releaseGraph.run();
        }
    }
}
