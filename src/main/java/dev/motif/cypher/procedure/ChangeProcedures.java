package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Comparison;
import dev.motif.catalog.Comparison.Difference;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.Refresh;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.MemoryGuard;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.EntityKind;
import dev.motif.text.Names;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The procedures {@code motif.graph.*} about what changes. */
public final class ChangeProcedures extends MotifProcedures {
    private static final String COMPARE = "motif.graph.compare";
    private static final String REFRESH = "motif.graph.refresh";
    private static final String REFRESH_CONFIGURATION = "readConcurrency, jobId, logProgress, sudo";
    private static final String NODE_PROPERTIES = "nodeProperties";
    private static final String RELATIONSHIP_PROPERTIES = "relationshipProperties";
    private static final String COMPARE_CONFIGURATION = NODE_PROPERTIES + ", " + RELATIONSHIP_PROPERTIES
            + ", moreThan, per, limit, nodes, jobId, logProgress, username";

    public record RefreshRow(
            @Description("The graph's name") String graphName,
            @Description("Nodes that were not there before") long nodesAdded,
            @Description("Nodes that are no more there") long nodesRemoved,

            @Description("Relationships that were not there before, at most one between two nodes")
            long relationshipsAdded,

            @Description("Relationships that are no more there")
            long relationshipsRemoved,

            @Description("All nodes") long nodeCount,

            @Description("Relationships: at most one between two nodes")
            long relationshipCount,

            @Description("Why everything was read; null when only what changed was")
            String reason,

            @Description("Off-heap bytes of the graph") long bytes,
            @Description("Milliseconds it took") long refreshMillis) {
        static RefreshRow of(CatalogGraph graph, Refresh refresh, long millis) {
            return new RefreshRow(
                    graph.key().name(),
                    refresh.added(true),
                    refresh.removed(true),
                    refresh.added(false),
                    refresh.removed(false),
                    graph.projected().graph().vertexCount(),
                    graph.projected().graph().edgeCount(),
                    refresh.reason(),
                    graph.projected().bytes(),
                    millis);
        }
    }

    public record DifferenceRow(
            @Description("'ADDED', 'REMOVED', or 'CHANGED' for the value of a column")
            String change,

            @Description("What it is about: 'NODES' of a unipartite graph, 'LEFT' or 'RIGHT' ones, or 'RELATIONSHIPS'")
            String of,

            @Description("The node; null for a relationship")
            Long nodeId,

            @Description("The left node of the relationship; in a unipartite graph the one with the smaller id")
            Long sourceNodeId,

            @Description("The right node of the relationship; in a unipartite graph the one with the larger id")
            Long targetNodeId,

            @Description("The relationship, of parallel ones the smallest id; null when the graph that has it was"
                    + " projected without relationshipIds: true")
            Long relationshipId,

            @Description("The column whose value changed; null unless one did")
            String property,

            @Description("The value in the earlier graph; null likewise")
            Object before,

            @Description("The value in the later graph; null likewise")
            Object after,

            @Description("The node" + WITH_NODES) Node node,
            @Description("The source" + WITH_NODES) Node sourceNode,
            @Description("The target" + WITH_NODES) Node targetNode,
            @Description("The relationship" + WITH_NODES) Relationship relationship) {
        static DifferenceRow of(Difference difference, boolean bipartite, EntityLookup entities) {
            boolean isNode = difference.of().areNodes();
            Long node = isNode ? (Long) difference.first() : null;
            Long source = isNode ? null : (Long) difference.first();
            Long target = isNode ? null : (Long) difference.second();
            return new DifferenceRow(
                    difference.change().name(),
                    isNode && !bipartite ? "NODES" : difference.of().name(),
                    node,
                    source,
                    target,
                    difference.relationship(),
                    difference.property(),
                    difference.before(),
                    difference.now(),
                    entities.node(node),
                    entities.node(source),
                    entities.node(target),
                    entities.relationship(difference.relationship()));
        }
    }

    @Procedure(name = COMPARE, mode = Mode.READ)
    @Description("Returns the nodes and relationships that only one of two named graphs has, and values that differ.")
    public Stream<DifferenceRow> compare(
            @Name(value = "graphName", description = "The name of a graph, the later state") String graphName,
            @Name(value = "fromGraphName", description = "The name of the graph to compare it with, the earlier state")
                    String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = COMPARE_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(COMPARE);
        String name = GraphProcedures.checkedName(graphName);
        String from = Names.name("`fromGraphName`", fromGraphName);
        Configuration given = new Configuration(configuration);
        String username = CallConfig.username(given);
        GraphKey later = call.key(name, username);
        GraphKey earlier = call.key(from, username);
        List<String> ofNodes = names(given, NODE_PROPERTIES, A_COLUMN);
        List<String> ofRelationships = names(given, RELATIONSHIP_PROPERTIES, A_COLUMN);
        double moreThan = given.number("moreThan", 0, 0, Double.MAX_VALUE);
        Granularity per = Granularity.of(given, null);
        long limit = limit(given, Long.MAX_VALUE);
        boolean nodes = nodes(given, COMPARE);
        return call.run(given, job -> {
            job.about(graphName, new StageTimes());
            ColumnLease now = ColumnLease.acquire(later, ofNodes, ofRelationships, call.memory());
            return OffHeapScope.closingOnFailure(now, () -> {
                ColumnLease before = ColumnLease.acquire(earlier, ofNodes, ofRelationships, call.memory());
                return OffHeapScope.closingOnFailure(before, () -> {
                    Comparison comparison = new Comparison(now, before, moreThan, limit, call.cancellation());
                    EntityLookup ofNow = nodes ? call.entities(now.graph().projected()) : EntityLookup.NONE;
                    EntityLookup ofBefore = nodes ? call.entities(before.graph().projected()) : EntityLookup.NONE;
                    return call.reporting(job, rows(comparison, per, ofNow, ofBefore))
                            .onClose(before::close)
                            .onClose(now::close);
                });
            });
        });
    }

    @Procedure(name = REFRESH, mode = Mode.READ)
    @Description("Makes a named graph what a new projection would give, by reading what changed since, or everything.")
    public Stream<RefreshRow> refresh(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = REFRESH_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(REFRESH);
        GraphKey key = call.key(GraphProcedures.checkedName(graphName));
        Configuration given = new Configuration(configuration);
        int readConcurrency = CallConfig.concurrency(given, "readConcurrency", CallConfig.defaultConcurrency());
        String jobId = CallConfig.jobId(given);
        boolean logProgress = CallConfig.logProgress(given);
        boolean sudo = CallConfig.sudo(given);
        given.rejectUnknown();
        StageTimes times = new StageTimes();
        return call.run(jobId, logProgress, job -> {
            job.about(graphName, times);
            Refresh refresh = new Refresh(
                    call.database(),
                    call.memory(),
                    call.workers(readConcurrency, job),
                    call.isInCluster() ? "other servers of the cluster may have changed the database" : null,
                    job::plan,
                    projection -> MemoryGuard.check(
                            call.procedure(),
                            call.estimate(projection, readConcurrency).projecting(),
                            call.memory(),
                            sudo));
            CatalogGraph graph = times.time(Stage.PROJECT, () -> refresh.of(key));
            job.close();
            return Stream.of(RefreshRow.of(graph, refresh, times.millis(Stage.PROJECT)));
        });
    }

    /** @param per null for nodes and relationships */
    private static Stream<DifferenceRow> rows(
            Comparison comparison, Granularity per, EntityLookup ofNow, EntityLookup ofBefore) {
        boolean bipartite = comparison.now().graph().projected().isBipartite();
        return Stream.of(EntityKind.values())
                .filter(of -> bipartite || of != EntityKind.RIGHT)
                .filter(of -> per == null || per.elements().contains(of))
                .map(of -> AlgorithmRun.stream(comparison.of(of))
                        .map(difference -> DifferenceRow.of(
                                difference,
                                bipartite,
                                difference.change() == Comparison.Change.REMOVED ? ofBefore : ofNow)))
                .reduce(Stream.empty(), Stream::concat);
    }
}
