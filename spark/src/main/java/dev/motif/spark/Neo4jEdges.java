package dev.motif.spark;

import java.io.Serializable;
import java.time.ZonedDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.TaskCompletionListener;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Result;
import org.neo4j.driver.Session;
import org.neo4j.driver.Value;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * The edges of a part of a named graph in Neo4j, fetched as packed bytes while they are read. A named graph does not change;
 * that there still is the same one is checked after its last edge.
 */
final class Neo4jEdges implements Iterator<Row> {
    private static final byte[] NONE = {};

    /**
     * A named graph in Neo4j.
     *
     * @param relationshipIds whether its edges have the ids of relationships
     */
    record NamedGraph(String name, GraphKind kind, boolean relationshipIds, ZonedDateTime created)
            implements Serializable {
        /**
         * Finds a graph by its name.
         *
         * @throws IllegalArgumentException when there is none
         * @throws IllegalStateException when the server cannot be reached, refuses the user, or has no Motif
         */
        static NamedGraph find(Neo4j neo4j, String name) {
            try (Driver driver = neo4j.driver();
                    Session session = neo4j.session(driver, AccessMode.READ)) {
                List<NamedGraph> found = list(session, name);
                if (found.isEmpty()) {
                    throw new IllegalArgumentException("`graph` must be the name of a graph in Neo4j at '" + neo4j.uri()
                            + "', got '" + name + "'");
                }
                return found.get(0);
            } catch (Neo4jException e) {
                throw neo4j.failure(e);
            }
        }

        private static List<NamedGraph> list(Session session, String name) {
            return session.run(
                            "CALL motif.graph.list($name) YIELD graphName, kind, relationshipIds, creationTime",
                            Map.of("name", name))
                    .list(row -> new NamedGraph(
                            row.get(0).asString(),
                            GraphKind.valueOf(row.get(1).asString()),
                            row.get(2).asBoolean(),
                            row.get(3).asZonedDateTime()));
        }
    }

    private final Neo4j neo4j;
    private final NamedGraph graph;
    private final boolean relationshipIds;
    private final Session session;
    private final Result chunks;
    private EdgeChunk chunk = new EdgeChunk(NONE, NONE);
    private byte[] relationships = NONE;
    private int next;
    private boolean ended;

    /**
     * Reads one of {@code of} parts of about equally many edges, in a task of Spark, whose end ends the connection.
     *
     * @param relationshipIds whether rows are source, target and relationship, or source and target
     */
    Neo4jEdges(Neo4j neo4j, NamedGraph graph, boolean relationshipIds, int part, int of) {
        this.neo4j = neo4j;
        this.graph = graph;
        this.relationshipIds = relationshipIds;
        Driver driver = neo4j.driver();
        TaskContext.get().addTaskCompletionListener((TaskCompletionListener) context -> driver.close());
        this.session = neo4j.session(driver, AccessMode.READ);
        try {
            this.chunks = session.run(
                    "CALL motif.graph.edges.stream($name, {part: $part, of: $of, relationshipIds: $relationshipIds})"
                            + " YIELD sourceNodeIds, targetNodeIds, relationshipIds",
                    Map.of("name", graph.name, "part", part, "of", of, "relationshipIds", relationshipIds));
        } catch (Neo4jException e) {
            throw neo4j.failure(e);
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == chunk.count() && !ended) {
                fetch();
            }
        } catch (Neo4jException e) {
            throw neo4j.failure(e);
        }
        return next < chunk.count();
    }

    private void fetch() {
        if (chunks.hasNext()) {
            Record row = chunks.next();
            chunk = new EdgeChunk(row.get(0).asByteArray(), row.get(1).asByteArray());
            Value ids = row.get(2);
            relationships = ids.isNull() ? NONE : ids.asByteArray();
            next = 0;
            return;
        }
        ended = true;
        // Names are unique, so it was there all the time if it is there still.
        if (!NamedGraph.list(session, graph.name).contains(graph)) {
            throw new IllegalStateException("graph '" + graph.name + "' was dropped or replaced; read it again");
        }
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int i = next++;
        long source = EdgeChunk.id(chunk.sources(), i);
        long target = EdgeChunk.id(chunk.targets(), i);
        return relationshipIds
                ? RowFactory.create(source, target, EdgeChunk.id(relationships, i))
                : RowFactory.create(source, target);
    }
}
