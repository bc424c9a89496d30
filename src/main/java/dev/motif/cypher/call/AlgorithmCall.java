package dev.motif.cypher.call;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Directed;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunTimes;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.config.BaseKeys;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.GraphCounts;
import dev.motif.cypher.config.ProjectionConfig;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.job.Job;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.Weighed;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param graph the name of a graph of the catalog, or a map to project for this run alone; for an estimate also the
 *     counts of a graph
 * @param relationshipIds what the ids of relationships are for
 * @param contains the nodes around which the algorithm searches; none for the whole graph
 * @param algorithmConfig what the algorithm is to do
 * @param ofGraph what the algorithm is to do when the whole graph is there, for algorithms that look at it
 * @param groups the weights of the groups that rows are about, whose values are not known yet; null for none
 * @param kept the heap of groups that who reads them keeps; null for none
 * @param added what the call adds to the catalog; the graph then has a name
 * @param configuration the parameters as given, all of them read by now
 * @param config the parameters that every algorithm understands
 */
public record AlgorithmCall<G extends Graph, C, R extends AutoCloseable>(
        Call call,
        Algorithm<G, C, R> algorithm,
        Object graph,
        RelationshipIdUse relationshipIds,
        ContainedNodes contains,
        C algorithmConfig,
        BiFunction<ProjectedGraph, C, C> ofGraph,
        GroupWeights groups,
        MemoryEstimate kept,
        Added added,
        Configuration configuration,
        CallConfig config) {
    private static final String PART = "part of the graph around the contained nodes";

    private static final MemoryEstimate IN_CATALOG = MemoryEstimate.of("graph (in the catalog already)", 0);
    private static final MemoryEstimate NOT_THERE =
            MemoryEstimate.of("graph (motif.graph.project.estimate says its memory)", 0);

    /**
     * @throws IllegalArgumentException when a parameter was given that nobody asked for, or the caller may not use graphs
     *     of the user that was given
     */
    public AlgorithmCall {
        configuration.rejectUnknown();
        if (config.username() != null && !(graph instanceof String)) {
            throw new IllegalArgumentException("`username` must be left out where `graph` is no name, got "
                    + UserText.value(config.username()) + " in " + call.procedure());
        }
        call.owner(config.username());
        if (algorithmConfig instanceof EarlierCounts.Following<?> following
                && following.earlier() != null
                && !(graph instanceof String)) {
            throw new IllegalArgumentException(
                    "`graph` must be the name of a projected graph, which has the column of `" + BaseKeys.PROPERTY
                            + "`, got " + UserText.value(graph) + " in " + call.procedure());
        }
    }

    /**
     * A call that works on the whole graph. Reads what every algorithm understands; the algorithm's own parameters have
     * been read.
     */
    public AlgorithmCall(
            Call call,
            Algorithm<G, C, R> algorithm,
            Object graph,
            RelationshipIdUse relationshipIds,
            C algorithmConfig,
            Configuration configuration) {
        this(call, algorithm, graph, relationshipIds, ContainedNodes.NONE, algorithmConfig, configuration);
    }

    /** A call that works on the part of the graph around {@code contains}, and otherwise as the one above. */
    public AlgorithmCall(
            Call call,
            Algorithm<G, C, R> algorithm,
            Object graph,
            RelationshipIdUse relationshipIds,
            ContainedNodes contains,
            C algorithmConfig,
            Configuration configuration) {
        this(
                call,
                algorithm,
                graph,
                relationshipIds,
                contains,
                algorithmConfig,
                (projected, config) -> config,
                null,
                null,
                Added.NONE,
                configuration,
                CallConfig.of(configuration));
    }

    /** This call of an algorithm that looks at the whole graph to know what it is to do. */
    public AlgorithmCall<G, C, R> lookingAt(BiFunction<ProjectedGraph, C, C> whatToDo) {
        return with(whatToDo, groups, kept, added);
    }

    /** This call, whose rows are about groups with these weights, or with none where they are null. */
    public AlgorithmCall<G, C, R> weighing(GroupWeights weights) {
        return weighing(weights, null);
    }

    /**
     * This call, whose rows are about groups with these weights; see {@link #weighing(GroupWeights)}.
     *
     * @param keeping the heap of groups that who reads them keeps; null for none
     */
    public AlgorithmCall<G, C, R> weighing(GroupWeights weights, MemoryEstimate keeping) {
        return with(ofGraph, weights, keeping, added);
    }

    private AlgorithmCall<G, C, R> with(
            BiFunction<ProjectedGraph, C, C> what, GroupWeights weights, MemoryEstimate keeping, Added more) {
        return new AlgorithmCall<>(
                call,
                algorithm,
                graph,
                relationshipIds,
                contains,
                algorithmConfig,
                what,
                weights,
                keeping,
                more,
                configuration,
                config);
    }

    /** The weights of edges that a call needs; null for none. */
    private static EdgeWeights edgeWeights(GroupWeights groups, Object algorithmConfig) {
        return groups != null ? groups.edges() : Weighed.weightsOf(algorithmConfig);
    }

    /**
     * This call when it also adds columns to the graph.
     *
     * @param elements what each of them is of
     * @throws IllegalArgumentException when the graph has no name
     */
    public AlgorithmCall<G, C, R> adding(List<String> names, Set<EntityKind> elements) {
        checkNamed("`graph` must be the name of a projected graph, which gets the column, got ");
        return adding(new Added(
                names,
                size -> MemoryEstimate.of(
                        "columns",
                        names.size()
                                * elements.stream()
                                        .mapToLong(of -> of.count(size.left(), size.right(), size.edges()))
                                        .sum()
                                * Long.BYTES)));
    }

    /**
     * This call when it also makes a graph.
     *
     * @param estimate what the new graph needs, by the size of the given one
     * @throws IllegalArgumentException when the given graph has no name
     */
    public AlgorithmCall<G, C, R> making(Function<GraphSize, MemoryEstimate> estimate) {
        checkNamed("`graph` must be the name of a projected graph, got ");
        return adding(new Added(List.of(), estimate));
    }

    private void checkNamed(String rule) {
        if (!(graph instanceof String) && !GraphCounts.isIn(graph)) {
            throw new IllegalArgumentException(rule + UserText.value(graph) + " in " + call.procedure());
        }
    }

    private AlgorithmCall<G, C, R> adding(Added more) {
        return with(ofGraph, groups, kept, more);
    }

    /** Runs the algorithm and makes one row of the result, which is freed before this returns. */
    public <T> Stream<T> row(Function<AlgorithmRun<R>, T> answer) {
        return row(List.of(), answer);
    }

    /**
     * Runs the algorithm and makes one row of the result; see {@link #row(Function)}.
     *
     * @param answering the stages of {@code answer} that take long
     */
    public <T> Stream<T> row(List<String> answering, Function<AlgorithmRun<R>, T> answer) {
        return run(job -> row(job, answering, answer));
    }

    /**
     * Runs the algorithm and makes one row, as {@link #row} does; {@code answer} writes to the database in transactions
     * of its own.
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

    /**
     * Runs the algorithm and makes one row, as {@link #row} does; {@code answer} fills the columns of {@link
     * AlgorithmRun#columns}. The columns are in the graph when the row is there, and are freed otherwise.
     *
     * @param filling the stages of {@code answer} that take long
     */
    public <T> Stream<T> addingRow(List<String> filling, Function<AlgorithmRun<R>, T> answer) {
        return run(job -> row(job, filling, run -> {
            T row = answer.apply(run);
            run.workers().cancellation().check();
            run.columns().publish();
            return row;
        }));
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
            return OffHeapScope.closingOnFailure(
                    run, () -> call.reporting(job, answer.apply(run)).onClose(run::close));
        });
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
        job.about(source.name(), times);
        Held whole = source.projection() == null
                ? reserving(source.name())
                : projected(source.projection(), job, writing, workers, times);
        Held searched = times.time(Stage.PREPARE, () -> searched(whole, source.name(), workers));
        WeightColumn column = times.time(Stage.PREPARE, () -> weights(searched, source.name(), workers));
        Held held = column == null ? searched : searched.with(column);
        return held.orRelease(() -> {
            if (held.columns != null) {
                held.columns.computedOf(neededColumns());
            }
            G input = graphOf(held.projected, source.name());
            Recount<C> recount = what(held, input, workers);
            C what = column == null ? recount.config() : column.into(recount.config());
            Backend.Choice choice = config.backend()
                    .choose(algorithm, input, what, config.concurrency(), config.gpus())
                    .because(recount.reason());
            job.on(choice.backend());
            if (source.projection() == null) {
                GraphSize size = GraphSize.of(input);
                Need need =
                        ofNamed(choice, size, of -> algorithm.cpuEstimate(of, what, config.concurrency()), IN_CATALOG);
                begin(job, need, List.of(), writing);
            }
            Execution execution = new Execution(call.memory(), workers, times);
            R result = algorithm.run(choice, input, what, execution);
            return new AlgorithmRun<>(
                    config,
                    configuration.effective(),
                    times,
                    choice,
                    workers,
                    call.memory(),
                    held.whole,
                    held.projected,
                    held.release,
                    held.columns,
                    held.times == null ? null : held.times.type(),
                    what instanceof Directed<?> directed ? directed.directions() : null,
                    result,
                    column == null ? null : column.groups(),
                    entities(held.whole),
                    new OffHeapScope(call.memory()));
        });
    }

    /** The algorithm's request for this graph. */
    @SuppressWarnings("unchecked") // a configuration within another window, or with directions, is of the same class
    private Recount<C> what(Held held, G input, Workers workers) {
        C what = ofGraph.apply(held.whole, algorithmConfig);
        C timed = held.times == null
                ? what
                : ((TimeWindow.Timed<C>) what).within(TimeColumn.window(window(), held.times, workers.cancellation()));
        C directed = held.directions == null
                ? timed
                : ((Directed<C>) timed).directed(DirectionColumn.directions(held.directions, workers.beside()));
        return held.earlier == null
                ? new Recount<>(directed, null)
                : Recount.of(algorithm, input, directed, held.earlier, held.graph, config, call.memory(), workers);
    }

    /** The counts of an earlier state that are to be changed; null for none. */
    private EarlierCounts earlier() {
        return algorithmConfig instanceof EarlierCounts.Following<?> following ? following.earlier() : null;
    }

    /** The window of time in which the algorithm works; null for none. */
    private TimeWindow window() {
        return algorithmConfig instanceof TimeWindow.Timed<?> timed ? timed.window() : null;
    }

    /**
     * The lookup of the caller's entities where the procedure has the flag {@code nodes} and it is true, as given or by
     * default.
     */
    private EntityLookup entities(ProjectedGraph graph) {
        return Boolean.TRUE.equals(configuration.effective().get("nodes")) ? call.entities(graph) : EntityLookup.NONE;
    }

    /** A graph of the catalog, which stays there until it is released. */
    private Held acquired(String name) {
        CatalogGraph graph = GraphCatalog.server().acquire(call.key(name, config.username()));
        return withColumns(new Held(graph.projected(), graph::release, null, graph));
    }

    /** This graph with the column of times, or of earlier counts, that the algorithm needs. Takes {@code held} over. */
    private Held withColumns(Held held) {
        return withDirections(held.orRelease(() -> {
            if (window() != null) {
                return held.with(column(held.graph, window().property(), false));
            }
            return earlier() == null
                    ? held
                    : held.withEarlier(
                            column(held.graph, earlier().property(), earlier().ofNodes()));
        }));
    }

    /** This graph with the column of directions, if the algorithm needs it. Takes {@code held} over. */
    private Held withDirections(Held held) {
        if (!needsDirections() || held.whole.isBipartite()) {
            return held;
        }
        return held.orRelease(() -> {
            boolean there = held.graph.columns().list().stream()
                    .anyMatch(column -> column.name().equals(Property.DIRECTION_COLUMN) && !column.isOfNodes());
            if (!there) {
                throw DirectionColumn.missing(what(held.graph.key().name()));
            }
            return held.withDirections(column(held.graph, Property.DIRECTION_COLUMN, false));
        });
    }

    private boolean needsDirections() {
        return algorithmConfig instanceof Directed;
    }

    private static Column column(CatalogGraph graph, String name, boolean ofNodes) {
        return graph.columns().acquire(List.of(name), ofNodes).get(0);
    }

    /** A graph of the catalog in which the names of the columns are reserved, if there are any. */
    private Held reserving(String name) {
        if (added.columns().isEmpty()) {
            return acquired(name);
        }
        CatalogGraph graph = GraphCatalog.server().acquire(call.key(name, config.username()));
        return withColumns(OffHeapScope.closingOnFailure(graph::release, () -> {
            String owner = graph.key().user();
            // A column counts for the owner of its graph, as motif.memory.list says.
            Columns.Addition columns = graph.columns()
                    .add(added.columns(), owner.equals(call.user()) ? call.memory() : OffHeapBudget.ofUser(owner));
            Runnable release = () -> OffHeapScope.closeAll(columns, graph::release);
            return new Held(graph.projected(), release, columns, graph);
        }));
    }

    /** A graph that is read for this run alone, once the counts that Neo4j keeps say that there is memory for all of it. */
    private Held projected(Projection projection, Job job, List<String> writing, Workers workers, StageTimes times) {
        begin(job, ofProjection(projection), GraphProjector.STAGES, writing);
        GraphProjector.WithValues read = times.time(Stage.PROJECT, () -> new GraphProjector(
                        call.database(), call.memory(), call.workers(config.readConcurrency(), job))
                .read(projection));
        Held held = new Held(read.graph(), read.graph()::close, null, null);
        for (GraphAssembler.Values values : read.values()) {
            Column column = new Column(values);
            held = isOf(window(), column.name())
                    ? held.with(column)
                    : needsDirections() && column.name().equals(Property.DIRECTION_COLUMN)
                            ? held.withDirections(column)
                            : held.withWeights(column);
        }
        return held;
    }

    private static boolean isOf(TimeWindow window, String column) {
        return window != null && window.property().equals(column);
    }

    /** The names of the columns of times, weights and directions that the algorithm needs. */
    private Set<String> neededColumns() {
        Set<String> names = new HashSet<>();
        if (window() != null) {
            names.add(window().property());
        }
        EdgeWeights weights = edgeWeights(groups, algorithmConfig);
        if (weights != null) {
            names.add(weights.property());
        }
        if (needsDirections()) {
            names.add(Property.DIRECTION_COLUMN);
        }
        return names;
    }

    /** This projection with the properties that the algorithm needs, as they were given or as the database has them. */
    private Projection withNeeded(Projection projection) {
        List<Property> needed = new ArrayList<>();
        if (window() != null) {
            needed.add(needed(projection, "timeProperty", window().property(), Aggregation.KEEP));
        }
        EdgeWeights weights = edgeWeights(groups, algorithmConfig);
        if (weights != null && !isOf(window(), weights.property())) {
            Aggregation usual = weights.areOfEachRelationship() ? Aggregation.KEEP : Aggregation.SAME;
            needed.add(needed(projection, EdgeWeights.KEY, weights.property(), usual));
        }
        Projection.Properties properties = new Projection.Properties(List.of(), List.of(), needed);
        if (!needsDirections() || projection.isBipartite()) {
            return projection.with(properties);
        }
        needed.forEach(ProjectionConfig::checkNoDirection);
        return projection.with(properties.withDirections(false));
    }

    private static Property needed(Projection projection, String parameter, String name, Aggregation usual) {
        String column = Names.column("`" + parameter + "`", name);
        return projection.properties().relationships().stream()
                .filter(property -> property.column().equals(column))
                .findFirst()
                .orElseGet(() -> new Property(parameter, column, column, null, usual));
    }

    /**
     * The graph that the algorithm works on: the whole graph, or the part around the contained nodes. Takes {@code all}
     * over.
     */
    private Held searched(Held all, String name, Workers workers) {
        if (contains.isEmpty()) {
            return all;
        }
        return all.orRelease(() -> {
            graphOf(all.whole, name);
            return all.of(contains.partOf(all.whole, call.memory(), workers));
        });
    }

    /** The column of weights, null for none. Takes {@code held} over where this fails. */
    private WeightColumn weights(Held held, String name, Workers workers) {
        EdgeWeights asked = edgeWeights(groups, algorithmConfig);
        if (asked == null) {
            return null;
        }
        return held.orRelease(() -> {
            WeightColumn column = held.graph == null
                    ? WeightColumn.of(
                            held.weights == null ? held.times : held.weights,
                            () -> {},
                            held.whole,
                            asked,
                            workers.beside())
                    : WeightColumn.acquire(call.key(name, config.username()), held.whole, asked, workers.beside());
            return groups == null
                    ? column
                    : column.weighing(groups, held.whole, held.projected, contains, call.memory(), workers.beside());
        });
    }

    /** Checks that there is memory, and tells the job which stages will come. */
    private void begin(Job job, Need need, List<String> reading, List<String> writing) {
        MemoryGuard.reserve(job, call.procedure(), need.offHeap(), need.heap(), call.memory(), config.sudo());
        List<String> running = algorithm.stages(need.size(), algorithmConfig);
        // Nothing when the algorithm does not know its own.
        job.plan(
                running.isEmpty()
                        ? List.of()
                        : Stream.of(reading, running, writing)
                                .flatMap(List::stream)
                                .toList());
    }

    /** Estimates a run, of a graph of the catalog, by the counts that Neo4j keeps, or by counts that were given. */
    public Stream<EstimateRow> estimate() {
        return Stream.of(GraphCounts.isIn(graph) ? ofCounts() : ofSource(source()));
    }

    private EstimateRow ofSource(Source source) {
        return source.projection() == null
                ? ofHeld(source.name(), this::lookingAt)
                : bySize(ofProjection(source.projection()));
    }

    /** Estimates a run on a graph that is not there as on one of the catalog with these counts. */
    private EstimateRow ofCounts() {
        GraphCounts counts = GraphCounts.ofGraph(
                graph, algorithm.graphType() == BipartiteGraph.class, algorithm.graphType() == UnipartiteGraph.class);
        GraphSize size = counts.size();
        boolean bipartite = counts.right() != null;
        Projection projection = new Projection(
                Projection.ALL,
                bipartite ? Projection.ALL : null,
                Projection.ALL,
                null,
                relationshipIds != RelationshipIdUse.NONE);
        long largestPart =
                new ProjectionEstimate(projection, counts.expected(), 1).graph().maxBytes();
        MemoryEstimate graphAndWeights = withWeights(NOT_THERE, size, bipartite);
        return bySize(need(
                config.backend().choose(algorithm, size, algorithmConfig, config.concurrency(), config.gpus()),
                size,
                this::cpuEstimate,
                this::withKept,
                run -> withAdded(size, running(graphAndWeights, largestPart, run))));
    }

    /** The row of a graph that has not been read: how long a part of it would take is not known. */
    private EstimateRow bySize(Need need) {
        return row(need, contains.isEmpty() ? times(need.size, null, algorithmConfig) : null);
    }

    private EstimateRow row(Need need, RunTimes times) {
        return EstimateRow.of(need.size, need.offHeap, need.heap, need.device, times, call.memory());
    }

    /** How long the algorithm takes; null when that is not known, as for counts of an earlier state that are changed. */
    private RunTimes times(GraphSize size, G there, C what) {
        return what instanceof EarlierCounts.Following<?> following && following.earlier() != null
                ? null
                : Backend.times(algorithm, size, there, what, config.concurrency(), config.gpus());
    }

    /** Estimates a run on a graph of the catalog; the algorithm may look at the graph. */
    private EstimateRow lookingAt(Held held, G graph, Workers workers) {
        GraphSize size = GraphSize.of(graph);
        C what = what(held, graph, workers).config();
        Execution execution = new Execution(call.memory(), workers, new StageTimes());
        Need need = ofNamed(
                config.backend().choose(algorithm, graph, what, config.concurrency(), config.gpus()),
                size,
                any -> algorithm.cpuEstimate(graph, what, execution),
                input(held));
        return row(
                new Need(GraphSize.of(held.whole.graph()), need.offHeap, need.heap, need.device),
                times(size, graph, what));
    }

    /** The memory of the input that is made of a graph of the catalog before the algorithm runs. */
    private MemoryEstimate input(Held held) {
        MemoryEstimate searched = contains.isEmpty() ? IN_CATALOG : MemoryEstimate.of(PART, held.projected.bytes());
        return withWeights(searched, GraphSize.of(held.whole.graph()), held.whole.isBipartite());
    }

    /** The memory of a graph, and of weights of groups beside weights of its relationships. */
    private MemoryEstimate withWeights(MemoryEstimate ofGraph, GraphSize size, boolean bipartite) {
        return groups == null
                ? ofGraph
                : MemoryEstimate.sum(
                        "graph and weights",
                        ofGraph,
                        MemoryEstimate.of(
                                "numbers of relationships", bipartite ? 0 : GroupWeights.bytes(size.vertices())));
    }

    /**
     * @param heap null when it is not known
     * @param device null on the CPU
     */
    private record Need(GraphSize size, MemoryEstimate offHeap, MemoryEstimate heap, MemoryEstimate device) {}

    /** @param input the memory of what the algorithm works on, as far as it has to be made */
    private Need ofNamed(
            Backend.Choice choice, GraphSize size, Function<GraphSize, CpuEstimate> cpuEstimate, MemoryEstimate input) {
        return need(choice, size, cpuEstimate, this::withKept, run -> withAdded(size, input, run));
    }

    private MemoryEstimate withAdded(GraphSize size, MemoryEstimate... running) {
        return MemoryEstimate.sum(
                call.procedure(),
                Stream.concat(
                                Stream.of(running),
                                added == Added.NONE
                                        ? Stream.empty()
                                        : Stream.of(added.estimate().apply(size)))
                        .toArray(MemoryEstimate[]::new));
    }

    private MemoryEstimate withKept(MemoryEstimate heap) {
        return heap == null || kept == null ? heap : MemoryEstimate.sum(heap.name(), heap, kept);
    }

    private Need ofProjection(Projection projection) {
        ProjectionEstimate estimate = call.estimate(projection, config.readConcurrency());
        MemoryEstimate graphAndWeights = withWeights(estimate.graph(), estimate.size(), projection.isBipartite());
        return need(
                config.backend()
                        .choose(algorithm, estimate.size(), algorithmConfig, config.concurrency(), config.gpus()),
                estimate.size(),
                this::cpuEstimate,
                heap -> heap == null ? null : MemoryEstimate.largest("heap", estimate.heap(), withKept(heap)),
                run -> MemoryEstimate.largest(
                        call.procedure(),
                        estimate.projecting(),
                        running(graphAndWeights, graphAndWeights.maxBytes(), run)));
    }

    /**
     * The memory of a run on a graph whose counts alone are known: with contained nodes, on any part of that graph.
     *
     * @param largestPart the bytes of a part, if it is the whole graph
     */
    private MemoryEstimate running(MemoryEstimate graph, long largestPart, MemoryEstimate run) {
        return contains.isEmpty()
                ? MemoryEstimate.sum("running", graph, run)
                : MemoryEstimate.sum(
                        "running",
                        graph,
                        MemoryEstimate.range(PART, 0, largestPart),
                        new MemoryEstimate(run.name(), 0, run.maxBytes(), run.parts()));
    }

    private CpuEstimate cpuEstimate(GraphSize size) {
        return algorithm.cpuEstimate(size, algorithmConfig, config.concurrency());
    }

    private Need need(
            Backend.Choice choice,
            GraphSize size,
            Function<GraphSize, CpuEstimate> cpuEstimate,
            UnaryOperator<MemoryEstimate> heapWithGraph,
            UnaryOperator<MemoryEstimate> withGraph) {
        if (choice.device() != null) {
            GpuEstimate onDevice = algorithm.gpu(algorithmConfig).estimate(choice.devices(), size);
            return new Need(
                    size, withGraph.apply(onDevice.offHeap()), heapWithGraph.apply(onDevice.heap()), onDevice.device());
        }
        CpuEstimate onCpu = cpuEstimate.apply(size);
        return new Need(size, withGraph.apply(onCpu.offHeap()), heapWithGraph.apply(onCpu.heap()), null);
    }

    /** Applies {@code work} to the graph when it has a name; null for one that would have to be read first. */
    public <T> T ofNamedGraph(BiFunction<G, Workers, T> work) {
        return graph instanceof String
                ? ofHeld(source().name(), (held, named, workers) -> work.apply(named, workers))
                : null;
    }

    private <T> T ofHeld(String name, HeldGraphUse<G, T> use) {
        Workers workers = call.workers(config.concurrency(), Progress.NONE);
        Held held = searched(acquired(name), name, workers);
        try {
            return call.withoutJob(() -> use.apply(held, graphOf(held.projected, name), workers));
        } finally {
            held.release.run();
        }
    }

    /**
     * The columns that a call adds to the catalog.
     *
     * @param columns the names of columns of the graph; none for another graph
     * @param estimate what it needs, by the size of the graph
     */
    record Added(List<String> columns, Function<GraphSize, MemoryEstimate> estimate) {
        static final Added NONE = new Added(List.of(), size -> null);
    }

    /** Where a graph comes from: {@code projection} is null for a graph of the catalog. */
    private record Source(String name, Projection projection) {}

    /**
     * A graph that a call works on.
     *
     * @param whole the graph as the caller gave it
     * @param projected what the algorithm works on: the whole graph, or a part of it
     * @param columns the columns that the call adds, null for none
     * @param times the column of the times of relationships, null where none are needed
     * @param directions the column of the directions of relationships, null where none are needed
     * @param weights the column of weights that was read with the graph, null for none
     * @param graph the graph of the catalog, null for one that was read for this call
     * @param earlier the column of the counts of an earlier state, null where none are needed
     */
    private record Held(
            ProjectedGraph whole,
            ProjectedGraph projected,
            Runnable release,
            Columns.Addition columns,
            Column times,
            Column directions,
            Column weights,
            CatalogGraph graph,
            Column earlier) {
        /** A graph as the caller gave it, of which no column has been read. */
        Held(ProjectedGraph whole, Runnable release, Columns.Addition columns, CatalogGraph graph) {
            this(whole, whole, release, columns, null, null, null, graph, null);
        }

        /** Returns the result of {@code work}; releases all that is held where {@code work} fails. */
        <T> T orRelease(Supplier<T> work) {
            return OffHeapScope.closingOnFailure(release::run, work);
        }

        /** The same with a part of the graph, which is released too. */
        Held of(ProjectedGraph part) {
            return new Held(
                    whole, part, releasingFirst(part::close), columns, times, directions, weights, graph, earlier);
        }

        /** This with a column of weights that is released too. */
        Held with(WeightColumn column) {
            return with(column::close, times, directions, weights, earlier);
        }

        /** This with times, of which the call is a user until the release. */
        Held with(Column ofRelationships) {
            return with(ofRelationships::release, ofRelationships, directions, weights, earlier);
        }

        /** This with weights that were read with the graph. */
        Held withWeights(Column read) {
            return with(read::release, times, directions, read, earlier);
        }

        /** This with earlier counts, of which the call is a user until the release. */
        Held withEarlier(Column counts) {
            return with(counts::release, times, directions, weights, counts);
        }

        /** This with directions, of which the call is a user until the release. */
        Held withDirections(Column ofRelationships) {
            return with(ofRelationships::release, times, ofRelationships, weights, earlier);
        }

        private Held with(
                Runnable first, Column withTimes, Column withDirections, Column withWeights, Column withEarlier) {
            return new Held(
                    whole,
                    projected,
                    releasingFirst(first),
                    columns,
                    withTimes,
                    withDirections,
                    withWeights,
                    graph,
                    withEarlier);
        }

        private Runnable releasingFirst(Runnable first) {
            return () -> {
                first.run();
                release.run();
            };
        }
    }

    @FunctionalInterface
    private interface HeldGraphUse<G, T> {
        T apply(Held held, G graph, Workers workers);
    }

    @SuppressWarnings("unchecked")
    private Source source() {
        if (graph instanceof String name) {
            return new Source(Names.name("`graph`", name), null);
        }
        if (GraphCounts.isIn(graph)) {
            throw new IllegalArgumentException("`graph` must be the name of a projected graph, or a map {nodes: ...,"
                    + " relationships: ...}, since only estimates take counts, got "
                    + UserText.value(graph) + " in " + call.procedure());
        }
        if (graph instanceof Map<?, ?> map) {
            Configuration configuration = new Configuration((Map<String, Object>) map);
            Projection projection = ProjectionConfig.ofMap(configuration);
            configuration.rejectUnknown();
            Projection needed = withNeeded(projection);
            return new Source(null, relationshipIds == RelationshipIdUse.NONE ? needed : needed.withRelationshipIds());
        }
        throw new IllegalArgumentException(
                "`graph` must be the name of a projected graph, or a map {nodes: ..., relationships: ...}, got "
                        + UserText.value(graph) + " in " + call.procedure());
    }

    private static String what(String name) {
        return name == null ? "The projection" : "Graph " + UserText.value(name);
    }

    private G graphOf(ProjectedGraph projected, String name) {
        String what = what(name);
        if (!algorithm.graphType().isInstance(projected.graph())) {
            String siblings = Siblings.of(call.procedure());
            throw new IllegalArgumentException((projected.isBipartite()
                            ? what + " is bipartite, but a unipartite one is needed: project it with a label, a"
                                    + " list of labels or '*' as `nodes`"
                            : what + " is unipartite, but a bipartite one is needed: project it with"
                                    + " {left: ..., right: ...} as `nodes`")
                    + (siblings == null ? "" : ", or call " + siblings + ", which takes it as it is"));
        }
        if (relationshipIds == RelationshipIdUse.REQUIRED) {
            projected.checkRelationshipIds(what);
        }
        return algorithm.graphType().cast(projected.graph());
    }
}
