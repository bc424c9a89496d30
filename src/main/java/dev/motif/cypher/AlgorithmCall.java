package dev.motif.cypher;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.CpuEstimate;
import dev.motif.backend.Execution;
import dev.motif.backend.GpuEstimate;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure: the way from a graph's name, or a projection, to rows.
 *
 * @param call who called
 * @param algorithm what to run
 * @param graphType the kind of graph it needs
 * @param graph the name of a graph of the catalog, or a map to project for this run alone
 * @param relationshipIds what the ids of relationships are for
 * @param algorithmConfig what the algorithm is to do
 * @param configuration the parameters as given, all of them read by now
 * @param config those that every algorithm understands
 */
public record AlgorithmCall<G extends Graph, C, R extends AutoCloseable>(
        Call call,
        Algorithm<G, C, R> algorithm,
        Class<G> graphType,
        Object graph,
        RelationshipIdUse relationshipIds,
        C algorithmConfig,
        Configuration configuration,
        CallConfig config) {
    /** Whether a run uses the ids of the relationships behind the edges. */
    public enum RelationshipIdUse {
        NONE,
        /** A projection for this run keeps them; a named graph need not have them. */
        OPTIONAL,
        /** They must be there. */
        REQUIRED
    }

    /** @throws IllegalArgumentException when a parameter was given that nobody asked for */
    public AlgorithmCall {
        configuration.rejectUnknown();
    }

    /** Reads what every algorithm understands; the algorithm's own parameters have been read. */
    public AlgorithmCall(
            Call call,
            Algorithm<G, C, R> algorithm,
            Class<G> graphType,
            Object graph,
            RelationshipIdUse relationshipIds,
            C algorithmConfig,
            Configuration configuration) {
        this(
                call,
                algorithm,
                graphType,
                graph,
                relationshipIds,
                algorithmConfig,
                configuration,
                CallConfig.of(configuration));
    }

    /** Runs the algorithm and makes one row of the result, which is freed before this returns. */
    public <T> Stream<T> row(Function<AlgorithmRun<R>, T> answer) {
        return run(job -> row(job, List.of(), answer));
    }

    /**
     * As {@link #row}, where {@code answer} writes to the database in transactions of its own.
     *
     * @param skipIfRunning whether there is no row, instead of an error, while a job with the same id is running
     * @param writing the stages of {@code answer} that take long
     * @throws IllegalArgumentException when the caller's transaction holds changes
     */
    public <T> Stream<T> writeRow(boolean skipIfRunning, List<String> writing, Function<AlgorithmRun<R>, T> answer) {
        WriteTransactions.checkNoUncommittedChanges(call);
        if (!skipIfRunning) {
            return run(job -> writeRow(job, writing, answer));
        }
        config.backend().checkPossible();
        return call.runUnlessRunning(config.jobId(), config.logProgress(), job -> writeRow(job, writing, answer))
                .orElseGet(Stream::empty);
    }

    /** Nobody should wait for counts that cannot be written. */
    private <T> Stream<T> writeRow(Job job, List<String> writing, Function<AlgorithmRun<R>, T> answer) {
        WriteTransactions.checkPossible(call);
        return row(job, writing, answer);
    }

    private <T> Stream<T> row(Job job, List<String> writing, Function<AlgorithmRun<R>, T> answer) {
        try (AlgorithmRun<R> run = start(job, writing)) {
            T row = answer.apply(run);
            job.close();
            return Stream.of(row);
        }
    }

    /**
     * Runs the algorithm and makes rows of the result, which is freed when the stream of rows is closed. A kill ends the
     * rows too, and is reported as Neo4j reports it.
     */
    public <T> Stream<T> rows(Function<AlgorithmRun<R>, Stream<T>> answer) {
        return run(job -> {
            AlgorithmRun<R> run = start(job, List.of());
            try {
                return call.reporting(job, answer.apply(run))
                        .onClose(() -> end(job))
                        .onClose(run::close);
            } catch (RuntimeException | Error e) {
                run.close();
                throw e;
            }
        });
    }

    /** Rows may end early because the caller was stopped while they were made. */
    private void end(Job job) {
        if (call.cancellation().requested()) {
            job.failed(new CancellationException("cancelled by the caller"));
        } else {
            job.close();
        }
    }

    private <T> Stream<T> run(Function<Job, Stream<T>> work) {
        config.backend().checkPossible();
        return call.run(config.jobId(), config.logProgress(), work);
    }

    private AlgorithmRun<R> start(Job job, List<String> writing) {
        Source source = source();
        Need need = need(source, false);
        MemoryGuard.check(call.procedure(), need.offHeap(), OffHeapBudget.memory(), config.sudo());
        job.plan(stages(source, need.size(), writing));
        StageTimes times = new StageTimes();
        Workers workers = call.workers(config.concurrency(), job);
        Held held = source.hold(call, config, workers, times);
        try {
            G input = graphOf(held.projected, source.name());
            Backend.Choice choice = config.backend().choose(algorithm, input, algorithmConfig);
            Execution execution = new Execution(OffHeapBudget.memory(), workers, times);
            R result = algorithm.run(choice, input, algorithmConfig, execution);
            return new AlgorithmRun<>(
                    config, configuration.effective(), times, choice, workers, held.projected, held.release, result);
        } catch (RuntimeException | Error e) {
            held.release.run();
            throw e;
        }
    }

    /** The stages that take long, in order; nothing when the algorithm does not know its own. */
    private List<String> stages(Source source, GraphSize size, List<String> writing) {
        List<String> running = algorithm.stages(size, algorithmConfig);
        List<String> reading = source.projection() == null ? List.of() : GraphProjector.STAGES;
        return running.isEmpty()
                ? List.of()
                : Stream.of(reading, running, writing).flatMap(List::stream).toList();
    }

    /** What a run would need, of a graph of the catalog or by the counts that Neo4j keeps. */
    public Stream<EstimateRow> estimate() {
        Need need = need(source(), true);
        return Stream.of(EstimateRow.of(need.size, need.offHeap, need.heap, need.device, OffHeapBudget.memory()));
    }

    /**
     * @param heap null when it is not known
     * @param device null on the CPU
     */
    private record Need(GraphSize size, MemoryEstimate offHeap, MemoryEstimate heap, MemoryEstimate device) {}

    /** @param look whether to look at a graph that is there, or at its size alone, which takes no time */
    private Need need(Source source, boolean look) {
        if (source.projection() != null) {
            ProjectionEstimate projection = call.estimate(source.projection(), config.readConcurrency());
            return need(
                    projection.size(),
                    () -> afterProjecting(
                            projection,
                            algorithm.cpuEstimate(projection.size(), algorithmConfig, config.concurrency())),
                    run -> MemoryEstimate.largest(
                            call.procedure(),
                            projection.projecting(),
                            MemoryEstimate.sum("running", projection.graph(), run)));
        }
        CatalogGraph named = GraphCatalog.server().acquire(call.key(source.name()));
        try {
            G input = graphOf(named.projected(), source.name());
            GraphSize size = GraphSize.of(input);
            Execution looking = new Execution(
                    OffHeapBudget.memory(), call.workers(config.concurrency(), Progress.NONE), new StageTimes());
            return need(
                    size,
                    () -> look
                            ? algorithm.cpuEstimate(input, algorithmConfig, looking)
                            : algorithm.cpuEstimate(size, algorithmConfig, config.concurrency()),
                    run -> MemoryEstimate.sum(
                            call.procedure(), MemoryEstimate.of("graph (in the catalog already)", 0), run));
        } finally {
            named.release();
        }
    }

    private static CpuEstimate afterProjecting(ProjectionEstimate projection, CpuEstimate run) {
        return run.heap() == null
                ? run
                : new CpuEstimate(run.offHeap(), MemoryEstimate.largest("heap", projection.heap(), run.heap()));
    }

    private Need need(GraphSize size, Supplier<CpuEstimate> cpuEstimate, UnaryOperator<MemoryEstimate> withGraph) {
        Backend.Choice choice = config.backend().choose(algorithm, size, algorithmConfig);
        if (choice.device() != null) {
            GpuEstimate onDevice = algorithm.gpuEstimate(choice.device(), size, algorithmConfig);
            return new Need(size, withGraph.apply(onDevice.offHeap()), null, onDevice.device());
        }
        CpuEstimate onCpu = cpuEstimate.get();
        return new Need(size, withGraph.apply(onCpu.offHeap()), onCpu.heap(), null);
    }

    /** What {@code work} makes of the graph when it is in the catalog; null for one that would have to be read first. */
    public <T> T ofNamedGraph(BiFunction<G, Workers, T> work) {
        Source source = source();
        if (source.projection() != null) {
            return null;
        }
        CatalogGraph named = GraphCatalog.server().acquire(call.key(source.name()));
        try {
            return work.apply(
                    graphOf(named.projected(), source.name()), call.workers(config.concurrency(), Progress.NONE));
        } finally {
            named.release();
        }
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
    private Source source() {
        if (graph instanceof String name) {
            return new Source(name, null);
        }
        if (graph instanceof Map<?, ?> map) {
            Configuration configuration = new Configuration((Map<String, Object>) map);
            Projection projection = ProjectionConfig.ofMap(configuration);
            configuration.rejectUnknown();
            return new Source(
                    null, relationshipIds == RelationshipIdUse.NONE ? projection : projection.withRelationshipIds());
        }
        throw new IllegalArgumentException(
                "`graph` must be the name of a projected graph, or a map {nodes: ..., relationships: ...}, got "
                        + Configuration.describe(graph) + " in " + call.procedure());
    }

    private G graphOf(ProjectedGraph projected, String name) {
        String what = name == null ? "The projection" : "Graph '" + name + "'";
        if (!graphType.isInstance(projected.graph())) {
            throw new IllegalArgumentException(
                    projected.isBipartite()
                            ? what + " is bipartite, but a unipartite one is needed: project it with a label, a list of"
                                    + " labels or '*' as `nodes`"
                            : what + " is unipartite, but a bipartite one is needed: project it with"
                                    + " {left: ..., right: ...} as `nodes`");
        }
        if (relationshipIds == RelationshipIdUse.REQUIRED && projected.relationships() == null) {
            throw new IllegalArgumentException(
                    projected.ofQuery()
                            ? what + " was made of the rows of a query, behind which there are no relationships to"
                                    + " write to: write to nodes, or project it with CALL motif.graph.project and"
                                    + " {relationshipIds: true}"
                            : what + " does not hold the ids of relationships, which are needed to"
                                    + " write to them: project it with {relationshipIds: true}");
        }
        return graphType.cast(projected.graph());
    }
}
