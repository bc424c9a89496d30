package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.CatalogGraph.Source;
import dev.motif.catalog.Column;
import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.MemoryGuard;
import dev.motif.cypher.call.ProjectionEstimate;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.GraphCounts;
import dev.motif.cypher.config.ProjectionConfig;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Follower;
import dev.motif.projection.id.Deletions;
import dev.motif.projection.id.IdHold;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserAggregationFunction;

/** The procedures {@code motif.graph.*}, which project, list and drop named graphs. */
public final class GraphProcedures extends MotifProcedures {
    private static final String NODES =
            "A label, a list of labels or '*', or {left: ..., right: ...} for a bipartite graph";
    private static final String RELATIONSHIPS = "A relationship type, a list of types or '*'";
    private static final String PROJECT_CONFIGURATION =
            "nodeProperties, relationshipProperties, parallel, orientation, relationshipFilter, nodeFilter,"
                    + " relationshipIds, follow, holdIds, readConcurrency, jobId, logProgress, sudo";
    private static final String ESTIMATE_CONFIGURATION = PROJECT_CONFIGURATION + ", " + GraphCounts.KEYS;

    public record ProjectRow(
            @Description("The graph's name") String graphName,
            @Description("'BIPARTITE' or 'UNIPARTITE'") String kind,

            @Description("Nodes of the left side, null for a unipartite graph")
            Long leftCount,

            @Description("Nodes of the right side, null for a unipartite graph")
            Long rightCount,

            @Description("All nodes") long nodeCount,

            @Description("Relationships kept: at most one between two nodes")
            long relationshipCount,

            @Description("Dropped because another relationship joins the same two nodes")
            long duplicatesDropped,

            @Description("Dropped because they join a node to itself")
            long selfLoopsDropped,

            @Description("Dropped because they do not join the two sides, or a node was not projected")
            long wrongSideDropped,

            @Description("Dropped by `relationshipFilter`") long filteredOut,
            @Description("Nodes left out by `nodeFilter`") long nodesFilteredOut,
            @Description("Off-heap bytes of the graph") long bytes,
            @Description("Milliseconds it took") long projectMillis,
            @Description("The parameters of the projection") Map<String, Object> configuration) {
        public static ProjectRow of(CatalogGraph graph, long millis) {
            ProjectedGraph projected = graph.projected();
            return new ProjectRow(
                    graph.key().name(),
                    projected.kind(),
                    projected.leftCount(),
                    projected.rightCount(),
                    projected.graph().vertexCount(),
                    projected.graph().edgeCount(),
                    projected.statistics().duplicates(),
                    projected.statistics().selfLoops(),
                    projected.statistics().wrongSide(),
                    projected.statistics().filtered(),
                    projected.statistics().filteredNodes(),
                    projected.bytes(),
                    millis,
                    graph.configuration());
        }

        /** The values by the names of the columns, in the order of the columns. */
        Map<String, Object> asMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("graphName", graphName);
            map.put("kind", kind);
            map.put("leftCount", leftCount);
            map.put("rightCount", rightCount);
            map.put("nodeCount", nodeCount);
            map.put("relationshipCount", relationshipCount);
            map.put("duplicatesDropped", duplicatesDropped);
            map.put("selfLoopsDropped", selfLoopsDropped);
            map.put("wrongSideDropped", wrongSideDropped);
            map.put("filteredOut", filteredOut);
            map.put("nodesFilteredOut", nodesFilteredOut);
            map.put("bytes", bytes);
            map.put("projectMillis", projectMillis);
            map.put("configuration", configuration);
            return map;
        }
    }

    public record GraphRow(
            @Description("The graph's name") String graphName,
            @Description("The database it was read from") String database,

            @Description("Who owns it; empty on a server without authentication")
            String username,

            @Description("'BIPARTITE' or 'UNIPARTITE'") String kind,

            @Description("Nodes of the left side, null for a unipartite graph")
            Long leftCount,

            @Description("Nodes of the right side, null for a unipartite graph")
            Long rightCount,

            @Description("All nodes") long nodeCount,

            @Description("Relationships: at most one between two nodes")
            long relationshipCount,

            @Description("Whether it holds the ids of relationships, so that their properties can be written")
            boolean relationshipIds,

            @Description("Off-heap bytes of the graph") long bytes,
            @Description("The same, human-readable") String memoryUsage,

            @Description("Its columns: maps with `property`, `of` ('NODES', 'LEFT', 'RIGHT' or 'RELATIONSHIPS'), `type`"
                    + " (such as 'INTEGER' or 'ZONED DATETIME'), `bytes`, off-heap too, and `stale`")
            List<Map<String, Object>> columns,

            @Description("Off-heap bytes of what calls have prepared of it for later calls; freed when memory is short")
            long preparedBytes,

            @Description("Bytes of its copies on GPUs, which stay there between calls")
            long deviceBytes,

            @Description("When it was projected") ZonedDateTime creationTime,

            @Description(
                    "Whether ids of deleted nodes and relationships are kept from being used again: 'HELD'; 'COMPARED'"
                            + " when they may be, so that what is written to is compared first; 'LOST' when nothing tells which"
                            + " were, so that it must be refreshed or projected again; null in motif.graph.drop")
            String ids,

            @Description("Transactions that its database has committed since; null in motif.graph.drop")
            Long transactionsSince,

            @Description(
                    "Its nodes that were deleted since; null in motif.graph.drop, and where the store does not tell")
            Long deletedNodes,

            @Description("Its relationships that were deleted since; null also where it does not hold their ids")
            Long deletedRelationships,

            @Description("The parameters of the projection") Map<String, Object> configuration) {
        static GraphRow of(CatalogGraph graph) {
            return of(graph, null, null, new Deletions(null, null));
        }

        /** A row with what has changed since the projection, of a graph that the caller uses. */
        static GraphRow of(CatalogGraph graph, Call call) {
            ProjectedGraph projected = graph.projected();
            return of(
                    graph,
                    projected.ids().state(),
                    IdHold.lastCommitted(call.database()) - projected.ids().lastTransaction(),
                    projected.deletions(call.database(), call.memory(), call.workers(1, Progress.NONE)));
        }

        private static GraphRow of(CatalogGraph graph, IdHold.State ids, Long transactionsSince, Deletions deletions) {
            ProjectedGraph projected = graph.projected();
            return new GraphRow(
                    graph.key().name(),
                    graph.key().database(),
                    graph.key().user(),
                    projected.kind(),
                    projected.leftCount(),
                    projected.rightCount(),
                    projected.graph().vertexCount(),
                    projected.graph().edgeCount(),
                    projected.relationships() != null,
                    projected.bytes(),
                    Bytes.toText(projected.bytes()),
                    graph.columns().list().stream()
                            .map(column ->
                                    ColumnProcedures.ColumnRow.of(graph, column).asMap())
                            .toList(),
                    OffHeapBudget.memory().forms().bytesOf(projected.graph()),
                    Gpus.copiedBytes(projected.graph()),
                    graph.created(),
                    ids == null ? null : ids.name(),
                    transactionsSince,
                    deletions.nodes(),
                    deletions.relationships(),
                    graph.configuration());
        }
    }

    public record ExistsRow(
            @Description("The graph's name") String graphName,

            @Description("Whether there is a graph of this name")
            boolean exists) {}

    @Procedure(name = "motif.graph.project", mode = Mode.READ)
    @Description("Reads nodes and relationships into a named graph for use by algorithms.")
    public Stream<ProjectRow> project(
            @Name(value = "graphName", description = "The name of the new graph") String graphName,
            @Name(value = "nodes", description = NODES) Object nodes,
            @Name(value = "relationships", description = RELATIONSHIPS) Object relationships,
            @Name(value = "configuration", defaultValue = "{}", description = PROJECT_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call("motif.graph.project");
        GraphKey key = call.key(checkedName(graphName));
        Request request = Request.of(nodes, relationships, configuration, false);
        StageTimes times = new StageTimes();
        return call.run(request.jobId, request.logProgress, job -> {
            job.about(graphName, times);
            job.plan(GraphProjector.STAGES);
            NativeMemory memory = call.memory();
            Workers workers = call.workers(request.readConcurrency, job);
            CatalogGraph graph = GraphCatalog.server()
                    .add(call.database(), key, request.holdIds, request.asGiven, () -> {
                        ProjectionEstimate need = request.estimate(call);
                        MemoryGuard.reserve(
                                job, call.procedure(), need.projecting(), need.heap(), memory, request.sudo);
                        GraphProjector projector = new GraphProjector(call.database(), memory, workers);
                        return following(call, request, () -> {
                            GraphProjector.WithValues read =
                                    times.time(Stage.PROJECT, () -> projector.read(request.projection));
                            return new WithColumns(
                                    read.graph(),
                                    read.values().stream().map(Column::read).toList());
                        });
                    });
            job.close();
            ProjectRow row = ProjectRow.of(graph, times.millis(Stage.PROJECT));
            if (row.relationshipCount() == 0) {
                call.warn("graph " + UserText.value(graphName)
                        + " has no relationships; a projection reads what is committed, not the"
                        + " uncommitted changes of its own transaction");
            }
            return Stream.of(row);
        });
    }

    /** The graph that {@code project} reads, and who remembers what changes from before that on, if somebody shall. */
    private static WithColumns following(Call call, Request request, Supplier<WithColumns> project) {
        Follower follower = request.follow ? DatabaseWatch.follow(call.database(), request.projection) : null;
        return OffHeapScope.closingOnFailure(follower, () -> {
            WithColumns read = project.get();
            return new WithColumns(read.graph(), read.columns(), false, new Source(request.projection, follower));
        });
    }

    @Procedure(name = "motif.graph.project.estimate", mode = Mode.READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> projectEstimate(
            @Name(value = "nodes", description = NODES) Object nodes,
            @Name(value = "relationships", description = RELATIONSHIPS) Object relationships,
            @Name(value = "configuration", defaultValue = "{}", description = ESTIMATE_CONFIGURATION)
                    Map<String, Object> configuration) {
        ProjectionEstimate estimate =
                Request.of(nodes, relationships, configuration, true).estimate(call("motif.graph.project.estimate"));
        return Stream.of(EstimateRow.of(
                estimate.size(), estimate.projecting(), estimate.heap(), null, null, OffHeapBudget.memory()));
    }

    private record Request(
            Projection projection,
            boolean follow,
            boolean holdIds,
            int readConcurrency,
            String jobId,
            boolean logProgress,
            boolean sudo,
            GraphCounts counts,
            Map<String, Object> asGiven) {
        /** @param estimate whether counts may be given, for an estimate */
        static Request of(Object nodes, Object relationships, Map<String, Object> configuration, boolean estimate) {
            Configuration given = new Configuration(configuration);
            Projection projection = ProjectionConfig.withProperties(nodes, relationships, given);
            boolean follow = given.flag("follow", false);
            boolean holdIds = given.flag("holdIds", true);
            if (follow && !holdIds) {
                throw new IllegalArgumentException(
                        "`holdIds` must be true with `follow`, which tells nodes apart by their" + " ids, got false");
            }
            int readConcurrency = CallConfig.concurrency(given, "readConcurrency", CallConfig.defaultConcurrency());
            String jobId = CallConfig.jobId(given);
            boolean logProgress = CallConfig.logProgress(given);
            boolean sudo = CallConfig.sudo(given);
            GraphCounts counts = estimate ? GraphCounts.ofProjection(given, projection.isBipartite()) : null;
            given.rejectUnknown();
            Map<String, Object> asGiven = new LinkedHashMap<>();
            asGiven.put("nodes", nodes);
            asGiven.put("relationships", relationships);
            asGiven.putAll(given.asGiven());
            return new Request(
                    follow ? projection.withRelationshipIds() : projection,
                    follow,
                    holdIds,
                    readConcurrency,
                    jobId,
                    logProgress,
                    sudo,
                    counts,
                    asGiven);
        }

        ProjectionEstimate estimate(Call call) {
            return counts == null
                    ? call.estimate(projection, readConcurrency)
                    : new ProjectionEstimate(projection, counts.expected(), readConcurrency);
        }
    }

    @UserAggregationFunction("motif.graph.project")
    @Description("Makes a named graph of the rows of a query, for use by algorithms.")
    public GraphAggregator projectRows() {
        return new GraphAggregator(call("motif.graph.project"));
    }

    @Procedure(name = "motif.graph.list", mode = Mode.READ)
    @Description("Lists the named graphs of this database and user.")
    public Stream<GraphRow> list(
            @Name(value = "graphName", defaultValue = "", description = "Only this graph; empty for all")
                    String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        Call call = call("motif.graph.list");
        Predicate<String> owners = call.owners(CallConfig.usernameAlone(configuration));
        String databaseId = call.databaseId();
        return GraphCatalog.server()
                .list(key -> key.databaseId().equals(databaseId) && owners.test(key.user()))
                .stream()
                .filter(graph -> graphName == null
                        || graphName.isEmpty()
                        || graph.key().name().equals(graphName))
                .filter(CatalogGraph::acquire)
                .map(graph -> {
                    try {
                        return call.withoutJob(() -> GraphRow.of(graph, call));
                    } finally {
                        graph.release();
                    }
                });
    }

    @Procedure(name = "motif.graph.exists", mode = Mode.READ)
    @Description("Says whether there is a named graph of this name.")
    public Stream<ExistsRow> exists(
            @Name(value = "graphName", description = "The name to look for") String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        String name = checkedName(graphName);
        GraphKey key = call("motif.graph.exists").key(name, CallConfig.usernameAlone(configuration));
        return Stream.of(new ExistsRow(name, GraphCatalog.server().exists(key)));
    }

    @Procedure(name = "motif.graph.drop", mode = Mode.READ)
    @Description("Drops named graphs and gives their memory back, once calls that use them have ended.")
    public Stream<GraphRow> drop(
            @Name(value = "graphName", description = "A name or a list of names") Object graphName,
            @Name(
                            value = "failIfMissing",
                            defaultValue = "true",
                            description = "Whether a missing graph is an error, in which case none is dropped")
                    Boolean failIfMissing,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        Call call = call("motif.graph.drop");
        String username = CallConfig.usernameAlone(configuration);
        List<GraphKey> keys = Names.list("`graphName`", graphName, "the name of a graph").stream()
                .map(name -> call.key(name, username))
                .toList();
        List<CatalogGraph> dropped = GraphCatalog.server().drop(keys, failIfMissing == null || failIfMissing);
        List<GraphRow> rows = dropped.stream().map(GraphRow::of).toList();
        dropped.forEach(CatalogGraph::release);
        return rows.stream();
    }

    public static String checkedName(Object graphName) {
        return Names.name("`graphName`", graphName);
    }
}
