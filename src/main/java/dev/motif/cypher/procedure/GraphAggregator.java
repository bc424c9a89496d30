package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.ProjectionConfig;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EdgeRows;
import dev.motif.projection.GraphProjector.WithValues;
import dev.motif.projection.RowProjector;
import dev.motif.projection.StoredIds;
import dev.motif.projection.Tokens;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.PropertyReader;
import dev.motif.projection.value.RowValues;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserAggregationResult;
import org.neo4j.procedure.UserAggregationUpdate;
import org.neo4j.values.AnyValue;
import org.neo4j.values.storable.Values;
import org.neo4j.values.virtual.MapValue;
import org.neo4j.values.virtual.VirtualNodeValue;
import org.neo4j.values.virtual.VirtualRelationshipValue;

/**
 * The aggregation function {@code motif.graph.project}: collects the rows of one group of a query, then makes a named
 * graph of them.
 *
 * <p>Arguments have Neo4j's own type {@link AnyValue}: with any other type Neo4j would check each argument of each row
 * and convert it to a Java object, which costs as much as all other work.
 *
 * <p>The configuration is read from the first row, but {@code relationship} and the values of nodes and relationships from
 * every one.
 *
 * <p>A query that fails or is killed never asks for the result. Therefore the rows are also registered with the
 * transaction, which frees them when it closes.
 */
public final class GraphAggregator {
    private static final String RELATIONSHIP = "relationship";
    private static final String PROPERTIES = "relationshipProperties";
    private static final String SOURCE_PROPERTIES = "sourceNodeProperties";
    private static final String TARGET_PROPERTIES = "targetNodeProperties";

    private final Call call;

    private Request request;
    private AnyValue name;
    /** The key of the relationships as this query spells it, null when its rows have none. */
    private String relationshipKey;

    /** The key of the values as this query spells it, null when its rows have none. */
    private String propertiesKey;

    private RowValues.Group values;
    private RowValues valuesOfNodes;
    private NodeValues sources;
    private NodeValues targets;

    private EdgeRows rows;
    /** The heap of texts that rows have. */
    private HeapBudget.Share heap;
    /** Held from the first row on. */
    private IdHold ids;
    /** Whether nodes and relationships of rows may be deleted already, and are looked up. */
    private boolean looksUp;

    private Map<String, Object> row;

    private enum Kind {
        BIPARTITE,
        UNIPARTITE
    }

    /**
     * The arguments of the first row, checked.
     *
     * @param properties the columns of relationships, the last of which may be their directions
     */
    private record Request(
            GraphKey key,
            Kind kind,
            List<Property> properties,
            int readConcurrency,
            boolean holdIds,
            String jobId,
            boolean logProgress,
            Map<String, Object> asGiven,
            long startNanos) {
        @SuppressWarnings("unchecked")
        static Request of(Call call, Object graphName, Object configuration) {
            if (configuration != null && !(configuration instanceof Map<?, ?>)) {
                throw new IllegalArgumentException(
                        "`configuration` must be a MAP, got " + UserText.value(configuration));
            }
            Configuration given = new Configuration((Map<String, Object>) configuration);
            Kind kind = given.oneOf("kind", Kind.class, null);
            given.value(RELATIONSHIP);
            given.value(SOURCE_PROPERTIES);
            given.value(TARGET_PROPERTIES);
            List<Property> properties = ProjectionConfig.ofRows(given, kind == Kind.BIPARTITE);
            int readConcurrency = CallConfig.concurrency(given, "readConcurrency", CallConfig.defaultConcurrency());
            boolean holdIds = given.flag("holdIds", true);
            String jobId = CallConfig.jobId(given);
            boolean logProgress = CallConfig.logProgress(given);
            given.rejectUnknown();
            if (kind == null) {
                throw new IllegalArgumentException("`kind` is missing: it must be 'BIPARTITE' or 'UNIPARTITE'");
            }
            GraphKey key = call.key(GraphProcedures.checkedName(graphName));
            GraphCatalog.server().checkFree(key);
            Map<String, Object> asGiven = given.asGiven();
            // An entity belongs to the caller's transaction, which the graph outlives.
            asGiven.remove(RELATIONSHIP);
            // What columns nodes have is known once a row has such a node.
            asGiven.remove(SOURCE_PROPERTIES);
            asGiven.remove(TARGET_PROPERTIES);
            Request request = new Request(
                    key, kind, properties, readConcurrency, holdIds, jobId, logProgress, asGiven, System.nanoTime());
            if (!request.given().isEmpty()) {
                Map<String, Object> aggregations = new LinkedHashMap<>();
                request.given()
                        .forEach(property -> aggregations.put(
                                property.column(), property.aggregation().name()));
                asGiven.put(PROPERTIES, aggregations);
            }
            return request;
        }

        /** The columns of relationships that rows have values for. */
        List<Property> given() {
            return properties.stream()
                    .filter(property -> !property.isDirection())
                    .toList();
        }
    }

    /** The values of the nodes of one side of the rows. */
    private final class NodeValues {
        private final String parameter;
        /** The key of the values as this query spells it, null when its rows have none. */
        private final String key;

        private EdgeRows nodes;
        private RowValues.Group columns;
        private long last = EdgeRows.NONE;
        private long[] lastBits;

        NodeValues(String parameter, AnyValue configuration) {
            this.parameter = parameter;
            this.key = RowValues.keyIn(configuration, parameter);
        }

        /** @throws IllegalArgumentException when a value cannot be a value of a column, or the columns differ */
        void read(AnyValue configuration, long node) {
            if (key == null || node == EdgeRows.NONE) {
                return;
            }
            AnyValue given = configuration instanceof MapValue map ? map.get(key) : Values.NO_VALUE;
            if (columns == null) {
                begin(given);
            }
            long[] bits = columns.bits(given, rows.count() + 1);
            // Rows often have the node of the row before.
            if (bits.length > 0 && !(node == last && Arrays.equals(bits, lastBits))) {
                nodes.add(node, EdgeRows.NONE, EdgeRows.NONE, bits);
                last = node;
                lastBits = bits.clone();
            }
        }

        private void begin(AnyValue given) {
            List<Property> properties =
                    ProjectionConfig.ofNodesOfRows(parameter, call.toJava(given), request.properties);
            nodes = new EdgeRows(call.memory(), false, properties.size());
            call.closeWithTransaction(nodes);
            columns = valuesOfNodes.add(parameter, properties, nodes::change);
            request.asGiven.put(parameter, columns.columns());
        }

        /** The nodes and their values; null where rows have none. */
        RowProjector.NodeValues made() {
            return columns == null ? null : new RowProjector.NodeValues(parameter, nodes, columns.readers());
        }

        void end() {
            if (nodes != null) {
                nodes.close();
                call.closedBefore(nodes);
                nodes = null;
            }
        }
    }

    GraphAggregator(Call call) {
        this.call = call;
    }

    /**
     * Adds a row; frees all rows when it throws.
     *
     * @throws IllegalArgumentException when an argument is wrong, or the graph's name differs from the name in the
     *     first row
     */
    @UserAggregationUpdate
    public void update(
            @Name(value = "graphName", description = "The name of the new graph, the same in all rows")
                    AnyValue graphName,
            @Name(value = "source", description = "A node, of the left side where the graph is bipartite, or null")
                    AnyValue source,
            @Name(value = "target", description = "A node, of the right side where the graph is bipartite, or null")
                    AnyValue target,
            @Name(
                            value = "configuration",
                            defaultValue = "{}",
                            description =
                                    "kind, relationship, sourceNodeProperties, targetNodeProperties, relationshipProperties,"
                                            + " parallel, orientation, readConcurrency, holdIds, jobId, logProgress")
                    AnyValue configuration) {
        try {
            if (request == null) {
                begin(graphName, configuration);
            } else if (graphName != name && !graphName.equals(name)) {
                throw new IllegalArgumentException("`graphName` must be the same in all rows of a group, got "
                        + UserText.value(request.key.name()) + " and " + UserText.value(call.toJava(graphName)));
            }
            long from = idOf("source", source);
            long to = idOf("target", target);
            long relationship = relationshipOf(configuration, from, to);
            sources.read(configuration, from);
            targets.read(configuration, to);
            AnyValue given = propertiesKey != null && configuration instanceof MapValue map
                    ? map.get(propertiesKey)
                    : Values.NO_VALUE;
            rows.add(from, to, relationship, values.bits(given, rows.count() + 1));
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    /** Checks the arguments of the first row and allocates the memory for the rows. */
    private void begin(AnyValue graphName, AnyValue configuration) {
        request = Request.of(call, call.toJava(graphName), call.toJava(configuration));
        name = graphName;
        relationshipKey = RowValues.keyIn(configuration, RELATIONSHIP);
        propertiesKey = RowValues.keyIn(configuration, PROPERTIES);
        List<Property> given = request.given();
        rows = new EdgeRows(call.memory(), relationshipKey != null, given.size());
        call.closeWithTransaction(rows);
        heap = call.memory().heap().share("texts of rows");
        call.closeWithTransaction(heap);
        values = new RowValues(call::toJava, heap).add(PROPERTIES, given, rows::change);
        valuesOfNodes = new RowValues(call::toJava, heap);
        sources = new NodeValues(SOURCE_PROPERTIES, configuration);
        targets = new NodeValues(TARGET_PROPERTIES, configuration);
        ids = DatabaseWatch.hold(call.database(), request.holdIds);
        call.closeWithTransaction(ids);
        // What was deleted before the hold may have been found before it.
        looksUp = call.othersHaveCommitted();
    }

    private void end() {
        if (rows != null) {
            rows.close();
            call.closedBefore(rows);
            rows = null;
        }
        if (heap != null) {
            heap.close();
            call.closedBefore(heap);
            heap = null;
        }
        if (sources != null) {
            sources.end();
            targets.end();
        }
        if (ids != null) {
            ids.close();
            call.closedBefore(ids);
            ids = null;
        }
    }

    private long idOf(String parameter, AnyValue value) {
        if (value == Values.NO_VALUE) {
            return EdgeRows.NONE;
        }
        if (value instanceof VirtualNodeValue node && node.id() >= 0) {
            return looksUp && !call.hasNode(node.id()) ? EdgeRows.NONE : node.id();
        }
        Object given = call.toJava(value);
        throw new IllegalArgumentException("`" + parameter + "` must be a node of the database or null, got "
                + UserText.value(given) + Configuration.nodeHint(given));
    }

    /**
     * The id of the relationship of a row, {@link EdgeRows#NONE} for null or when the rows have none.
     *
     * @throws IllegalArgumentException when it is no relationship of the database, joins other nodes than the nodes of
     *     its row, or some rows of the group have the key and others do not
     */
    private long relationshipOf(AnyValue configuration, long source, long target) {
        boolean given = relationshipKey != null;
        AnyValue value = Values.NO_VALUE;
        if (configuration instanceof MapValue map) {
            value = map.get(given ? relationshipKey : RELATIONSHIP);
        }
        if (value == Values.NO_VALUE) {
            if (given && !(configuration instanceof MapValue map && map.containsKey(relationshipKey))) {
                throw inSomeRows();
            }
            return EdgeRows.NONE;
        }
        if (!given) {
            throw inSomeRows();
        }
        if (!(value instanceof VirtualRelationshipValue relationship) || relationship.id() < 0) {
            throw new IllegalArgumentException("`" + RELATIONSHIP
                    + "` must be a relationship of the database or null, got " + UserText.value(call.toJava(value)));
        }
        if (looksUp && !call.hasRelationship(relationship.id())) {
            return EdgeRows.NONE;
        }
        if (source != EdgeRows.NONE && target != EdgeRows.NONE && !joins(relationship, source, target)) {
            throw new IllegalArgumentException(
                    "`" + RELATIONSHIP + "` must join `source` and `target`, got the one with" + " id "
                            + relationship.id() + " for the nodes with ids " + source + " and " + target);
        }
        return relationship.id();
    }

    private boolean joins(VirtualRelationshipValue relationship, long source, long target) {
        long start = relationship.startNodeId(call::read);
        long end = relationship.endNodeId(call::read);
        return start == source && end == target || start == target && end == source;
    }

    private static IllegalArgumentException inSomeRows() {
        return new IllegalArgumentException(
                "`" + RELATIONSHIP + "` must be given in all rows of a group or in none of them");
    }

    /** The columns of the procedure {@code motif.graph.project} as a map; null when the query had no rows. */
    @UserAggregationResult
    public Map<String, Object> result() {
        // Neo4j may call this twice.
        if (rows != null) {
            try {
                row = project().asMap();
            } finally {
                end();
            }
        }
        return row;
    }

    /** The graph and columns of {@code made}; closes it when that has what is not committed. */
    private WithColumns committed(WithValues made, Workers workers) {
        return OffHeapScope.closingOnFailure(made, () -> {
            if (call.hasUncommittedChanges()) {
                StoredIds.checkCommitted(made.graph(), call.database(), workers.beside());
            }
            return new WithColumns(
                    made.graph().with(ids.share()),
                    made.values().stream().map(Column::new).toList());
        });
    }

    /** The readers of all columns of relationships. */
    private List<PropertyReader> readers() {
        List<PropertyReader> readers = new ArrayList<>(values.readers());
        request.properties.stream()
                .filter(Property::isDirection)
                .forEach(direction -> readers.add(new PropertyReader(direction, Tokens.ANY, false, heap)));
        return readers;
    }

    private GraphProcedures.ProjectRow project() {
        return call.run(request.jobId, request.logProgress, job -> {
            StageTimes times = new StageTimes();
            job.about(request.key.name(), times);
            job.plan(RowProjector.STAGES);
            Workers workers = call.workers(request.readConcurrency, job);
            RowProjector projector = new RowProjector(call.memory(), workers);
            CatalogGraph graph = GraphCatalog.server()
                    .add(
                            request.key,
                            request.asGiven,
                            () -> committed(
                                    projector.project(
                                            rows,
                                            request.kind == Kind.BIPARTITE,
                                            readers(),
                                            sources.made(),
                                            targets.made()),
                                    workers));
            times.add(Stage.PROJECT, (System.nanoTime() - request.startNanos) / 1e6);
            job.close();
            return GraphProcedures.ProjectRow.of(graph, times.millis(Stage.PROJECT));
        });
    }
}
