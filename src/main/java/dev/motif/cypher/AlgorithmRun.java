package dev.motif.cypher;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.backend.StageTimes;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.Graph;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The way of one call from a graph's name, or a projection, to an algorithm's result. The graph, the result and the job
 * live until {@link #close}, since rows are made from them lazily.
 *
 * @param <R> the algorithm's result
 */
public final class AlgorithmRun<R extends AutoCloseable> implements AutoCloseable {
    private final CallConfig config;
    private final Map<String, Object> configuration;
    private final Job job;
    private final StageTimes times;
    private final Backend.Choice choice;
    private final Workers workers;
    private final ProjectedGraph projected;
    private final Runnable releaseGraph;
    private final R result;

    private boolean answered;
    private boolean closeAsked;
    private boolean freed;

    private AlgorithmRun(
            CallConfig config,
            Map<String, Object> configuration,
            Job job,
            StageTimes times,
            Backend.Choice choice,
            Workers workers,
            ProjectedGraph projected,
            Runnable releaseGraph,
            R result) {
        this.config = config;
        this.configuration = configuration;
        this.job = job;
        this.times = times;
        this.choice = choice;
        this.workers = workers;
        this.projected = projected;
        this.releaseGraph = releaseGraph;
        this.result = result;
    }

    /**
     * What an algorithm is run on.
     *
     * @param graph the name of a graph of the catalog, or a map to project for this run alone
     * @param type the kind of graph the algorithm needs
     * @param relationshipIds what the ids of relationships are for
     */
    public record Input<G extends Graph>(Object graph, Class<G> type, RelationshipIdUse relationshipIds) {}

    /** Whether a run uses the ids of the relationships behind the edges. */
    public enum RelationshipIdUse {
        NONE,
        /** A projection for this run keeps them; a named graph need not have them. */
        OPTIONAL,
        /** They must be there. */
        REQUIRED
    }

    /**
     * Runs {@code algorithm} and makes {@code answer} from it.
     *
     * <p>When {@code answer} returns, it has taken over the run, and closes it when the last row has been read, or has
     * closed it already; when it throws, the run is closed, and its job has failed.
     */
    public static <G extends Graph, C, R extends AutoCloseable, T> T run(
            Call call,
            Algorithm<G, C, R> algorithm,
            Input<G> input,
            C algorithmConfig,
            Configuration configuration,
            CallConfig config,
            Function<AlgorithmRun<R>, T> answer) {
        configuration.rejectUnknown();
        Source source = source(call, input);
        config.backend().checkPossible(algorithm);
        return call.run(config.jobId(), config.logProgress(), job -> {
            StageTimes times = new StageTimes();
            Workers workers = call.workers(config.concurrency(), job);
            Held held = source.hold(call, config, workers, times);
            AlgorithmRun<R> run = null;
            try {
                G graph = graphOf(held.projected, input, source.name());
                Backend.Choice choice = config.backend().choose(algorithm, GraphSize.of(graph));
                Execution execution = new Execution(OffHeapBudget.memory(), workers, times);
                R result = algorithm.run(choice, graph, algorithmConfig, execution);
                run = new AlgorithmRun<>(
                        config,
                        configuration.asGiven(),
                        job,
                        times,
                        choice,
                        workers,
                        held.projected,
                        held.release,
                        result);
                T rows = answer.apply(run);
                run.answered();
                return rows;
            } catch (RuntimeException | Error e) {
                job.failed(e);
                if (run == null) {
                    held.release.run();
                } else {
                    run.free();
                }
                throw e;
            }
        });
    }

    /** What {@link #run} would need. */
    public static <G extends Graph, C> EstimateRow estimate(
            Call call,
            Algorithm<G, C, ?> algorithm,
            Input<G> input,
            C algorithmConfig,
            Configuration configuration,
            CallConfig config) {
        configuration.rejectUnknown();
        MemoryEstimate graphEstimate;
        GraphSize size;
        if (source(call, input).projection() == null) {
            CatalogGraph graph = GraphCatalog.server().acquire(call.key((String) input.graph()));
            try {
                size = GraphSize.of(
                        graphOf(graph.projected(), input, graph.key().name()));
            } finally {
                graph.release();
            }
            graphEstimate = MemoryEstimate.of("graph (in the catalog already)", 0);
        } else {
            Projection projection = source(call, input).projection();
            GraphProjector projector =
                    new GraphProjector(call.database(), OffHeapBudget.memory(), call.workers(1, Progress.NONE));
            GraphProjector.ExpectedSize expected = projector.expectedSize(projection);
            size = new GraphSize(expected.nodes(), expected.rightNodes(), expected.relationships());
            graphEstimate = ProjectionEstimate.of(size, projection);
        }
        MemoryEstimate own = algorithm.estimate(size, algorithmConfig, config.concurrency());
        return EstimateRow.of(call.procedure(), size, graphEstimate, own, OffHeapBudget.memory());
    }

    /** Where a graph comes from: {@code projection} is null for a graph of the catalog. */
    private record Source(String name, Projection projection) {
        Held hold(Call call, CallConfig config, Workers workers, StageTimes times) {
            if (projection == null) {
                CatalogGraph graph = GraphCatalog.server().acquire(call.key(name));
                return new Held(graph.projected(), graph::release);
            }
            ProjectedGraph projected = times.time(Stage.PROJECT, () -> new GraphProjector(
                            call.database(), OffHeapBudget.memory(), workers.with(config.readConcurrency()))
                    .project(projection));
            return new Held(projected, projected::close);
        }
    }

    private record Held(ProjectedGraph projected, Runnable release) {}

    @SuppressWarnings("unchecked")
    private static Source source(Call call, Input<?> input) {
        if (input.graph() instanceof String name) {
            return new Source(name, null);
        }
        if (input.graph() instanceof Map<?, ?> map) {
            Configuration configuration = new Configuration((Map<String, Object>) map);
            Projection projection = ProjectionConfig.ofMap(configuration);
            configuration.rejectUnknown();
            return new Source(
                    null,
                    input.relationshipIds() == RelationshipIdUse.NONE ? projection : projection.withRelationshipIds());
        }
        throw new IllegalArgumentException(
                "`graph` must be the name of a projected graph, or a map {nodes: ..., relationships: ...}, got "
                        + Configuration.describe(input.graph()) + " in " + call.procedure());
    }

    private static <G extends Graph> G graphOf(ProjectedGraph projected, Input<G> input, String name) {
        String what = name == null ? "The projection" : "Graph '" + name + "'";
        if (!input.type().isInstance(projected.graph())) {
            throw new IllegalArgumentException(
                    projected.isBipartite()
                            ? what + " is bipartite, but a unipartite one is needed: project it with a label, a list of"
                                    + " labels or '*' as `nodes`"
                            : what + " is unipartite, but a bipartite one is needed: project it with"
                                    + " {left: ..., right: ...} as `nodes`");
        }
        if (input.relationshipIds() == RelationshipIdUse.REQUIRED && projected.relationships() == null) {
            throw new IllegalArgumentException(what + " does not hold the ids of relationships, which are needed to"
                    + " write to them: project it with {relationshipIds: true}");
        }
        return input.type().cast(projected.graph());
    }

    public R result() {
        return result;
    }

    public ProjectedGraph projected() {
        return projected;
    }

    public StageTimes times() {
        return times;
    }

    public Backend.Choice choice() {
        return choice;
    }

    /** The threads, cancellation and progress of this run. */
    public Workers workers() {
        return workers;
    }

    /** The parameters as given, with the job's id and the number of threads that were used. */
    public Map<String, Object> configuration() {
        Map<String, Object> map = new LinkedHashMap<>(configuration);
        map.put("jobId", config.jobId());
        map.put("concurrency", (long) config.concurrency());
        return map;
    }

    /** Ends the run; while the answer is being made, as soon as it is known whether that succeeds. */
    @Override
    public void close() {
        closeAsked = true;
        if (answered) {
            free();
        }
    }

    private void answered() {
        answered = true;
        if (closeAsked) {
            free();
        }
    }

    private void free() {
        if (freed) {
            return;
        }
        freed = true;
        try {
            result.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            releaseGraph.run();
            job.close();
        }
    }
}
