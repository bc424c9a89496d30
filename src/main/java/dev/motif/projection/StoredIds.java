package dev.motif.projection;

import dev.motif.graph.EdgeCursor;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.util.List;
import java.util.function.LongConsumer;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Checks that a database has nodes and relationships with the ids of a graph, with labels, types and ends as the graph
 * has them. Each worker has a transaction of its own with the rights of the caller.
 */
public final class StoredIds {
    private static final int NODES_PER_TASK = 1 << 14;
    private static final int EDGES_PER_TASK = 1 << 18;
    private static final int EDGES_PER_POLL = 1 << 10;

    private final ProjectedGraph graph;
    private final GraphDatabaseAPI database;
    private final Workers workers;
    private final String error;

    /** @param error the error, with {@code %s} for what is wrong */
    private StoredIds(ProjectedGraph graph, GraphDatabaseAPI database, Workers workers, String error) {
        this.graph = graph;
        this.database = database;
        this.workers = workers;
        this.error = error;
    }

    /**
     * Checks all nodes, and all relationships whose ids the graph has. Progress advances by nodes and edges.
     *
     * @param database as injected into a procedure
     * @throws IllegalArgumentException when one is missing or is another one
     */
    public static void check(ProjectedGraph graph, GraphDatabaseAPI database, Workers workers) {
        String error = "The graph is not one of this database as it is now: %s. Project it again.";
        new StoredIds(graph, database, workers, error).check();
    }

    /**
     * Checks the ids of a graph that a transaction sees, as {@link #check} does: the transaction's own changes may be
     * rolled back, and Neo4j gives their ids to others then.
     *
     * @throws IllegalArgumentException when a node or relationship is not committed
     */
    public static void checkCommitted(ProjectedGraph graph, GraphDatabaseAPI database, Workers workers) {
        String error = "Nodes and relationships must be committed before a graph is made of them, since it outlives the"
                + " transaction, but %s.";
        new StoredIds(graph, database, workers, error).check();
    }

    private void check() {
        Projection projection = graph.projection();
        nodes(graph.left(), projection == null ? Projection.ALL : projection.left());
        if (graph.isBipartite()) {
            nodes(graph.right(), projection == null ? Projection.ALL : projection.right());
        }
        if (graph.relationships() != null) {
            relationships(
                    (first, id, source, target) -> {
                        throw wrong("relationship " + id + " is not there, or is not what joins the nodes " + source
                                + " and " + target);
                    },
                    workers);
        }
    }

    private void nodes(NodeIds ids, List<String> labels) {
        workers.forRanges(ids.count(), NODES_PER_TASK, (worker, from, to) -> {
            try (InternalTransaction transaction = CallerTransaction.begin(database);
                    Nodes stored = new Nodes(graph, transaction.kernelTransaction())) {
                for (long vertex = from; vertex < to; vertex++) {
                    long id = ids.nodeId((int) vertex);
                    if (!stored.has(id)) {
                        throw wrong("node " + id + " is not there"
                                + (labels.equals(Projection.ALL) ? "" : ", or has none of the labels " + labels));
                    }
                }
            }
            workers.progress().advance(to - from);
        });
    }

    /**
     * Finds the relationships of a graph that differ from the database's under their ids: they are not there, have
     * another type or other ends, or were deleted before their ids could be used again.
     *
     * @param found given the index of each, by all workers at once: its edge, or for one beside the first of its edge
     *     the number of edges and the index among {@link RelationshipIds#others()}
     */
    public static void findOthers(
            ProjectedGraph graph, GraphDatabaseAPI database, Workers workers, LongConsumer found) {
        new StoredIds(graph, database, workers, "%s")
                .relationships((index, id, source, target) -> found.accept(index), workers.beside());
    }

    /** Told of a relationship that is not what the graph has. */
    @FunctionalInterface
    private interface Other {
        void found(long index, long id, long source, long target);
    }

    private void relationships(Other others, Workers progressing) {
        List<String> types =
                graph.projection() == null ? Projection.ALL : graph.projection().types();
        long edges = graph.graph().edgeCount();
        long perTask = Math.max(EDGES_PER_TASK, edges / workers.concurrency() + 1);
        workers.forRanges(edges, perTask, (worker, from, to) -> {
            try (InternalTransaction transaction = CallerTransaction.begin(database)) {
                KernelTransaction kernel = transaction.kernelTransaction();
                int[] tokens = Tokens.types(kernel.tokenRead(), types);
                try (RelationshipScanCursor cursor = kernel.cursors()
                        .allocateRelationshipScanCursor(kernel.cursorContext(), kernel.memoryTracker())) {
                    relationships(from, to, new Relationship(kernel.dataRead(), cursor, tokens), others, progressing);
                }
            }
        });
    }

    private void relationships(long from, long to, Relationship relationship, Other others, Workers progressing) {
        OffHeapLongs parallel = graph.relationships().others().slots();
        NodeIds ends = graph.targets();
        EdgeCursor edge = new EdgeCursor(graph.graph(), from);
        long other = parallel.lowerBound(0, parallel.length(), from);
        while (edge.edge() < to - 1 && edge.next()) {
            long source = graph.left().nodeId(edge.first());
            long target = ends.nodeId(edge.second());
            long id = graph.relationships().first().get(edge.edge());
            if (isOther(relationship, id, source, target)) {
                others.found(edge.edge(), id, source, target);
            }
            for (; other < parallel.length() && parallel.get(other) == edge.edge(); other++) {
                id = graph.relationships().others().payloads().get(other);
                if (isOther(relationship, id, source, target)) {
                    others.found(graph.graph().edgeCount() + other, id, source, target);
                }
            }
            if (edge.edge() % EDGES_PER_POLL == 0) {
                workers.cancellation().check();
                progressing.progress().advance(EDGES_PER_POLL);
            }
        }
    }

    private boolean isOther(Relationship relationship, long id, long source, long target) {
        return !relationship.is(id, source, target) || graph.ids().isGoneRelationship(id);
    }

    /** Compares nodes as one transaction sees them with what a graph was read from. */
    public static final class Nodes implements AutoCloseable {
        private final ProjectedGraph graph;
        private final Read read;
        private final NodeCursor node;
        private final int[] left;
        private final int[] right;

        /** @throws IllegalArgumentException when the database has no such labels */
        public Nodes(ProjectedGraph graph, KernelTransaction kernel) {
            Projection projection = graph.projection();
            this.graph = graph;
            read = kernel.dataRead();
            left = Tokens.labels(kernel.tokenRead(), projection == null ? Projection.ALL : projection.left());
            right = graph.isBipartite() && projection != null
                    ? Tokens.labels(kernel.tokenRead(), projection.right())
                    : left;
            node = kernel.cursors().allocateNodeCursor(kernel.cursorContext(), kernel.memoryTracker());
        }

        /** Whether the node of a vertex is there, with a label that nodes of its side have, and is not known to be another one. */
        public boolean has(long id) {
            read.singleNode(id, node);
            return node.next()
                    && Tokens.hasOneOf(node, graph.left().vertex(id) >= 0 ? left : right)
                    && !graph.ids().isGoneNode(id);
        }

        @Override
        public void close() {
            node.close();
        }
    }

    /** Looks relationships up in one transaction. */
    private record Relationship(Read read, RelationshipScanCursor cursor, int[] types) {
        boolean is(long id, long source, long target) {
            if (id < 0) {
                return false;
            }
            read.singleRelationship(id, cursor);
            return cursor.next() && Tokens.isOneOf(cursor.type(), types) && joins(source, target);
        }

        private boolean joins(long source, long target) {
            long from = cursor.sourceNodeReference();
            long to = cursor.targetNodeReference();
            return from == source && to == target || from == target && to == source;
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(error.formatted(what));
    }
}
