package dev.motif.cypher.call;

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
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.ProjectionConfig;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.job.Job;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure: the way from a graph's name, or a projection, to rows.
 *
 * @param call who called
 * @param algorithm what to run
 * @param graph the name of a graph of the catalog, or a map to project for this run alone
 * @param relationshipIds what the ids of relationships are for
 * @param algorithmConfig what the algorithm is to do
 * @param configuration the parameters as given, all of them read by now
 * @param config those that every algorithm understands
 */
public record AlgorithmCall<G extends Graph, C, R extends AutoCloseable>(
        Call call,
        Algorithm<G, C, R> algorithm,
        Object graph,
        RelationshipIdUse relationshipIds,
        C algorithmConfig,
        Configuration configuration,
        CallConfig config) {
    /** @throws IllegalArgumentException when a parameter was given that nobody asked for */
    public AlgorithmCall {
        configuration.rejectUnknown();
    }

    /** Reads what every algorithm understands; the algorithm's own parameters have been read. */
    public AlgorithmCall(
            Call call,
            Algorithm<G, C, R> algorithm,
            Object graph,
            RelationshipIdUse relationshipIds,
            C algorithmConfig,
            Configuration configuration) {
        this(call, algorithm, graph, relationshipIds, algorithmConfig, configuration, CallConfig.of(configuration));
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
        call.checkNoUncommittedChanges();
        if (!skipIfRunning) {
            return run(job -> writeRow(job, writing, answer));
        }
        config.backend().checkPossible();
        return call.runUnlessRunning(config.jobId(), config.logProgress(), job -> writeRow(job, writing, answer))
                .orElseGet(Stream::empty);
    }

    /** Nobody should wait for counts that cannot be written. */
    private <T> Stream<T> writeRow(Job job, List<String> writing, Function<AlgorithmRun<R>, T> answer) {
        call.checkCanWrite();
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

    /** Gets the graph and chooses the backend, once each: what is checked and what runs are the same. */
    private AlgorithmRun<R> start(Job job, List<String> writing) {
        Source source = source();
        Workers workers = call.workers(config.concurrency(), job);
        StageTimes times = new StageTimes();
        Held held = source.projection() == null
                ? acquired(source.name())
                : projected(source.projection(), job, writing, workers, times);
        try {
            G input = graphOf(held.projected, source.name());
            Backend.Choice choice = config.backend().choose(algorithm, input, algorithmConfig);
            if (source.projection() == null) {
                GraphSize size = GraphSize.of(input);
                begin(job, ofNamed(choice, size, this::cpuEstimate), List.of(), writing);
            }
            Execution execution = new Execution(OffHeapBudget.memory(), workers, times);
            R result = algorithm.run(choice, input, algorithmConfig, execution);
            return new AlgorithmRun<>(
                    config, configuration.effective(), times, choice, workers, held.projected, held.release, result);
        } catch (RuntimeException | Error e) {
            held.release.run();
            throw e;
        }
    }

    /** A graph of the catalog, which stays there until it is released. */
    private Held acquired(String name) {
        CatalogGraph graph = GraphCatalog.server().acquire(call.key(name));
        return new Held(graph.projected(), graph::release);
    }

    /** A graph that is read for this run alone, once the counts that Neo4j keeps say that there is memory for all of it. */
    private Held projected(Projection projection, Job job, List<String> writing, Workers workers, StageTimes times) {
        begin(job, ofProjection(projection), GraphProjector.STAGES, writing);
        ProjectedGraph projected = times.time(Stage.PROJECT, () -> new GraphProjector(
                        call.database(), OffHeapBudget.memory(), workers.with(config.readConcurrency()))
                .project(projection));
        return new Held(projected, projected::close);
    }

    /** Checks that there is memory, and tells the job which stages will come. */
    private void begin(Job job, Need need, List<String> reading, List<String> writing) {
        MemoryGuard.check(call.procedure(), need.offHeap(), OffHeapBudget.memory(), config.sudo());
        List<String> running = algorithm.stages(need.size(), algorithmConfig);
        // Nothing when the algorithm does not know its own.
        job.plan(
                running.isEmpty()
                        ? List.of()
                        : Stream.of(reading, running, writing)
                                .flatMap(List::stream)
                                .toList());
    }

    /** What a run would need, of a graph of the catalog or by the counts that Neo4j keeps. */
    public Stream<EstimateRow> estimate() {
        Source source = source();
        Need need = source.projection() == null
                ? ofNamedGraph(source.name(), this::lookingAt)
                : ofProjection(source.projection());
        return Stream.of(EstimateRow.of(need.size, need.offHeap, need.heap, need.device, OffHeapBudget.memory()));
    }

    /** What a run on {@code graph} would need, for which the algorithm may look at the graph. */
    private Need lookingAt(G graph, Workers workers) {
        GraphSize size = GraphSize.of(graph);
        Execution execution = new Execution(OffHeapBudget.memory(), workers, new StageTimes());
        return ofNamed(
                config.backend().choose(algorithm, graph, algorithmConfig),
                size,
                any -> algorithm.cpuEstimate(graph, algorithmConfig, execution));
    }

    /**
     * @param heap null when it is not known
     * @param device null on the CPU
     */
    private record Need(GraphSize size, MemoryEstimate offHeap, MemoryEstimate heap, MemoryEstimate device) {}

    private Need ofNamed(Backend.Choice choice, GraphSize size, Function<GraphSize, CpuEstimate> cpuEstimate) {
        MemoryEstimate graphThere = MemoryEstimate.of("graph (in the catalog already)", 0);
        return need(choice, size, cpuEstimate, run -> MemoryEstimate.sum(call.procedure(), graphThere, run));
    }

    private Need ofProjection(Projection projection) {
        ProjectionEstimate estimate = call.estimate(projection, config.readConcurrency());
        return need(
                config.backend().choose(algorithm, estimate.size(), algorithmConfig),
                estimate.size(),
                size -> afterProjecting(estimate, cpuEstimate(size)),
                run -> MemoryEstimate.largest(
                        call.procedure(), estimate.projecting(), MemoryEstimate.sum("running", estimate.graph(), run)));
    }

    private CpuEstimate cpuEstimate(GraphSize size) {
        return algorithm.cpuEstimate(size, algorithmConfig, config.concurrency());
    }

    private static CpuEstimate afterProjecting(ProjectionEstimate projection, CpuEstimate run) {
        return run.heap() == null
                ? run
                : new CpuEstimate(run.offHeap(), MemoryEstimate.largest("heap", projection.heap(), run.heap()));
    }

    private Need need(
            Backend.Choice choice,
            GraphSize size,
            Function<GraphSize, CpuEstimate> cpuEstimate,
            UnaryOperator<MemoryEstimate> withGraph) {
        if (choice.device() != null) {
            GpuEstimate onDevice = algorithm.gpu(algorithmConfig).estimate(choice.device(), size);
            return new Need(size, withGraph.apply(onDevice.offHeap()), null, onDevice.device());
        }
        CpuEstimate onCpu = cpuEstimate.apply(size);
        return new Need(size, withGraph.apply(onCpu.offHeap()), onCpu.heap(), null);
    }

    /** What {@code work} makes of the graph when it is in the catalog; null for one that would have to be read first. */
    public <T> T ofNamedGraph(BiFunction<G, Workers, T> work) {
        Source source = source();
        return source.projection() == null ? ofNamedGraph(source.name(), work) : null;
    }

    private <T> T ofNamedGraph(String name, BiFunction<G, Workers, T> work) {
        Held held = acquired(name);
        try {
            return work.apply(graphOf(held.projected, name), call.workers(config.concurrency(), Progress.NONE));
        } finally {
            held.release.run();
        }
    }

    /** Where a graph comes from: {@code projection} is null for a graph of the catalog. */
    private record Source(String name, Projection projection) {}

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
        if (!algorithm.graphType().isInstance(projected.graph())) {
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
        return algorithm.graphType().cast(projected.graph());
    }
}
