package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.PartialWriteException;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.job.Job;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.PropertyWriter;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The procedures {@code motif.graph.*} about columns, which {@code mutate} adds to named graphs. */
public final class ColumnProcedures extends MotifProcedures {
    private static final String STREAM_NODES = "motif.graph.nodeProperties.stream";
    private static final String STREAM_RELATIONSHIPS = "motif.graph.relationshipProperties.stream";
    private static final String DROP = "motif.graph.dropProperties";

    private static final String WRITE = "motif.graph.write";

    private static final String NODE_PROPERTIES = "nodeProperties";
    private static final String RELATIONSHIP_PROPERTIES = "relationshipProperties";

    private static final String PROPERTIES = "The name of a column, a list of names, or '*' for all";
    private static final String WRITE_CONFIGURATION = NODE_PROPERTIES + ", " + RELATIONSHIP_PROPERTIES
            + ", writeConcurrency, onlyChanged, skipIfRunning, concurrency, jobId, logProgress, username";
    private static final String STREAM_CONFIGURATION = "nodes, jobId, logProgress, username";
    private static final String NODES_CONFIGURATION = "wide, " + STREAM_CONFIGURATION;

    /** The value of one node in one column, or its values in all that are asked for. */
    public record NodePropertyRow(
            @Description("The node") long nodeId,

            @Description("The name of the column; null with wide: true")
            String nodeProperty,

            @Description("The value, null where the node has none, and with wide: true")
            Object propertyValue,

            @Description("The values of all columns by their names; null unless wide: true")
            Map<String, Object> values,

            @Description("The node's side, 'LEFT' or 'RIGHT'; null in a unipartite graph")
            String side,

            @Description("The node" + WITH_NODES) Node node) {}

    public record RelationshipPropertyRow(
            @Description("The left node of the relationship; in a unipartite graph the one with the smaller id")
            long sourceNodeId,

            @Description("The right node of the relationship; in a unipartite graph the one with the larger id")
            long targetNodeId,

            @Description("The relationship, of parallel ones the smallest id; null when the graph was projected without"
                    + " relationshipIds: true")
            Long relationshipId,

            @Description("The name of the column") String relationshipProperty,

            @Description("The value, or a list where all of parallel relationships were kept; null where it has none")
            Object propertyValue,

            @Description("The source" + WITH_NODES) Node sourceNode,
            @Description("The target" + WITH_NODES) Node targetNode,
            @Description("The relationship" + WITH_NODES) Relationship relationship) {}

    public record ColumnRow(
            @Description("The graph's name") String graphName,
            @Description("The name of the column") String property,

            @Description("What has it: 'NODES', 'LEFT' or 'RIGHT' nodes alone, or 'RELATIONSHIPS'")
            String of,

            @Description(
                    "Of the values, such as 'INTEGER' or 'ZONED DATETIME'; with LIST<> around it where each has a list")
            String type,

            @Description("Off-heap bytes of the column") long bytes,

            @Description(
                    "Whether the graph, or weights or times of which the values were computed, have changed since, by motif.graph.refresh")
            boolean stale) {
        static ColumnRow of(CatalogGraph graph, Column column) {
            return new ColumnRow(
                    graph.key().name(),
                    column.name(),
                    column.of(graph.projected().isBipartite()),
                    column.lists() == null
                            ? column.type().cypher()
                            : "LIST<" + column.type().cypher() + ">",
                    column.bytes(),
                    column.stale());
        }

        /** The column as a row about the graph shows it. */
        Map<String, Object> asMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("property", property);
            map.put("of", of);
            map.put("type", type);
            map.put("bytes", bytes);
            map.put("stale", stale);
            return map;
        }
    }

    public record WriteRow(
            @Description("The graph's name") String graphName,

            @Description("Properties of nodes that were written")
            long nodePropertiesWritten,

            @Description("Properties of relationships that were written")
            long relationshipPropertiesWritten,

            @Description("Properties of nodes or relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,
            @Description("The parameters of the call") Map<String, Object> configuration) {}

    @Procedure(name = STREAM_NODES, mode = Mode.READ)
    @Description("Returns the values that the nodes of a named graph have in columns.")
    public Stream<NodePropertyRow> nodeProperties(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "properties", description = PROPERTIES) Object properties,
            @Name(value = "configuration", defaultValue = "{}", description = NODES_CONFIGURATION)
                    Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        boolean wide = given.flag("wide", false);
        return streamed(STREAM_NODES, graphName, names(properties), List.of(), given, (held, entities) -> Stream.of(
                        EntityKind.LEFT, EntityKind.RIGHT)
                .map(side -> wide ? wideRows(held, side, entities) : nodeRows(held, side, entities))
                .reduce(Stream.empty(), Stream::concat));
    }

    @Procedure(name = STREAM_RELATIONSHIPS, mode = Mode.READ)
    @Description("Returns the values that the relationships of a named graph have in columns.")
    public Stream<RelationshipPropertyRow> relationshipProperties(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "properties", description = PROPERTIES) Object properties,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamed(
                STREAM_RELATIONSHIPS,
                graphName,
                List.of(),
                names(properties),
                new Configuration(configuration),
                ColumnProcedures::relationshipRows);
    }

    @Procedure(name = DROP, mode = Mode.READ)
    @Description("Drops columns of a named graph and gives their memory back, once calls that read them have ended.")
    public Stream<ColumnRow> dropProperties(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "properties", description = "The name of a column, or a list of names") Object properties,
            @Name(
                            value = "failIfMissing",
                            defaultValue = "true",
                            description = "Whether a missing column is an error, in which case none is dropped")
                    Boolean failIfMissing,
            @Name(value = "configuration", defaultValue = "{}", description = OWNER_KEYS)
                    Map<String, Object> configuration) {
        GraphKey key = call(DROP).key(GraphProcedures.checkedName(graphName), CallConfig.usernameAlone(configuration));
        List<String> names = names(properties);
        CatalogGraph graph = GraphCatalog.server().acquire(key);
        try {
            List<Column> dropped = graph.columns().drop(names, failIfMissing == null || failIfMissing);
            List<ColumnRow> rows =
                    dropped.stream().map(column -> ColumnRow.of(graph, column)).toList();
            dropped.forEach(Column::release);
            return rows.stream();
        } finally {
            graph.release();
        }
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Writes columns of a named graph as properties, all columns of a kind in one pass.")
    public Stream<WriteRow> write(
            @Name(value = "graphName", description = GRAPH_NAME) String graphName,
            @Name(value = "configuration", defaultValue = "{}", description = WRITE_CONFIGURATION)
                    Map<String, Object> configuration) {
        Call call = call(WRITE);
        String name = GraphProcedures.checkedName(graphName);
        Configuration given = new Configuration(configuration);
        GraphKey key = call.key(name, CallConfig.username(given));
        List<String> ofNodes = names(given, NODE_PROPERTIES, A_COLUMN);
        List<String> ofRelationships = names(given, RELATIONSHIP_PROPERTIES, A_COLUMN);
        if (ofNodes.isEmpty() && ofRelationships.isEmpty()) {
            throw new IllegalArgumentException("at least one of `" + NODE_PROPERTIES + "` and `"
                    + RELATIONSHIP_PROPERTIES + "` must be given: the names of columns, or '*'");
        }
        WriteConfig config = WriteConfig.of(List.of(), given);
        String jobId = CallConfig.jobId(given);
        boolean logProgress = CallConfig.logProgress(given);
        given.rejectUnknown();
        call.checkNoUncommittedChanges();
        Function<Job, Stream<WriteRow>> work = job -> {
            call.checkCanWrite();
            try (ColumnLease held = ColumnLease.acquire(key, ofNodes, ofRelationships, call.memory())) {
                if (!ofRelationships.isEmpty()) {
                    held.graph().projected().checkRelationshipIds("Graph " + UserText.value(graphName));
                }
                Stream<WriteRow> row = Stream.of(written(held, call, job, config, given));
                job.close();
                return row;
            }
        };
        return config.skipIfRunning()
                ? call.runUnlessRunning(jobId, logProgress, work).orElseGet(Stream::empty)
                : call.run(jobId, logProgress, work);
    }

    private static WriteRow written(ColumnLease held, Call call, Job job, WriteConfig config, Configuration given) {
        StageTimes times = new StageTimes();
        job.about(held.graph().key().name(), times);
        List<EntityKind> elements = Arrays.stream(EntityKind.values())
                .filter(of -> !held.of(of).isEmpty())
                .toList();
        job.plan(Collections.nCopies(elements.size(), PropertyWriter.STAGE));
        List<PropertyTarget> writers = new ArrayList<>();
        for (EntityKind of : elements) {
            try {
                writers.add(times.time(Stage.WRITE, () -> written(of, held, call, job, config)));
            } catch (PartialWriteException e) {
                throw e.after(sum(writers, PropertyTarget::written));
            } catch (RuntimeException e) {
                throw writers.isEmpty()
                        ? e
                        : new PartialWriteException(e, sum(writers, PropertyTarget::written), "properties");
            }
        }
        long all = sum(writers, PropertyTarget::written);
        long ofNodes = sum(writers, PropertyTarget::writtenToNodes);
        return new WriteRow(
                held.graph().key().name(),
                ofNodes,
                all - ofNodes,
                sum(writers, PropertyTarget::skipped),
                times.millis(Stage.WRITE),
                given.asGiven());
    }

    private static PropertyTarget written(EntityKind of, ColumnLease held, Call call, Job job, WriteConfig config) {
        List<Column> columns = held.of(of);
        ProjectedGraph projected = held.graph().projected();
        PropertyWriter writer = new PropertyWriter(
                call,
                call.workers(config.concurrency(), job),
                config.withProperties(columns.stream().map(Column::name).toList()),
                projected);
        PropertyValues[] values =
                columns.stream().map(column -> PropertyValues.of(column, of)).toArray(PropertyValues[]::new);
        if (of == EntityKind.RELATIONSHIPS) {
            writer.writeRelationships(projected, values);
        } else {
            writer.writeNodes(projected.nodes(of), values);
        }
        return writer;
    }

    private static long sum(List<PropertyTarget> writers, ToLongFunction<PropertyTarget> number) {
        return writers.stream().mapToLong(number).sum();
    }

    private static List<String> names(Object properties) {
        return Names.list("`properties`", properties, A_COLUMN, Columns.DEGREE);
    }

    /** Streams rows of columns as a job; the graph and the columns stay until the rows have been read. */
    private <T> Stream<T> streamed(
            String procedure,
            String graphName,
            List<String> ofNodes,
            List<String> ofRelationships,
            Configuration given,
            BiFunction<ColumnLease, EntityLookup, Stream<T>> rows) {
        Call call = call(procedure);
        String name = GraphProcedures.checkedName(graphName);
        GraphKey key = call.key(name, CallConfig.username(given));
        boolean nodes = nodes(given, procedure);
        return call.run(given, job -> {
            job.about(graphName, new StageTimes());
            ColumnLease held = ColumnLease.acquire(key, ofNodes, ofRelationships, call.memory());
            return OffHeapScope.closingOnFailure(held, () -> {
                EntityLookup entities = nodes ? call.entities(held.graph().projected()) : EntityLookup.NONE;
                return call.reporting(job, rows.apply(held, entities)).onClose(held::close);
            });
        });
    }

    private static Stream<NodePropertyRow> nodeRows(ColumnLease held, EntityKind side, EntityLookup entities) {
        ProjectedGraph projected = held.graph().projected();
        List<Column> columns = held.of(side);
        NodeIds nodes = projected.nodes(side);
        String sideName = projected.isBipartite() ? side.name() : null;
        int width = columns.size();
        return LongStream.range(0, side.count(projected) * width).mapToObj(i -> {
            int vertex = (int) (i / width);
            Column column = columns.get((int) (i % width));
            long node = nodes.nodeId(vertex);
            return new NodePropertyRow(
                    node, column.name(), column.value(side, vertex), null, sideName, entities.node(node));
        });
    }

    private static Stream<NodePropertyRow> wideRows(ColumnLease held, EntityKind side, EntityLookup entities) {
        ProjectedGraph projected = held.graph().projected();
        List<Column> columns = held.of(side);
        NodeIds nodes = projected.nodes(side);
        String sideName = projected.isBipartite() ? side.name() : null;
        return LongStream.range(0, columns.isEmpty() ? 0 : side.count(projected))
                .mapToObj(vertex -> {
                    long node = nodes.nodeId((int) vertex);
                    Map<String, Object> values = new LinkedHashMap<>();
                    columns.forEach(column -> values.put(column.name(), column.value(side, vertex)));
                    return new NodePropertyRow(node, null, null, values, sideName, entities.node(node));
                });
    }

    private static Stream<RelationshipPropertyRow> relationshipRows(ColumnLease held, EntityLookup entities) {
        ProjectedGraph projected = held.graph().projected();
        NodeIds others = projected.targets();
        EdgeCursor edges = new EdgeCursor(projected.graph());
        List<Column> columns = held.ofRelationships();
        int width = columns.size();
        return LongStream.range(0, projected.graph().edgeCount() * width).mapToObj(i -> {
            if (i % width == 0) {
                edges.next();
            }
            Column column = columns.get((int) (i % width));
            long source = projected.left().nodeId(edges.first());
            long target = others.nodeId(edges.second());
            Long relationship = projected.relationshipId(edges.edge());
            return new RelationshipPropertyRow(
                    source,
                    target,
                    relationship,
                    column.name(),
                    column.value(EntityKind.RELATIONSHIPS, edges.edge()),
                    entities.node(source),
                    entities.node(target),
                    entities.relationship(relationship));
        });
    }
}
