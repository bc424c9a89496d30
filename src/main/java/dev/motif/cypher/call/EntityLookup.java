package dev.motif.cypher.call;

import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.IdHold;
import java.util.List;
import java.util.Objects;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * The nodes and relationships of a graph by their ids, as the caller's transaction sees them. It has what {@code MATCH} would
 * find: not what was deleted, with which a result would fail as a whole, and not what the caller may not see; and nothing
 * that has got the id of something deleted.
 */
public final class EntityLookup {
    /** About the heap of a node in a row: its vertex, its id, itself, and its places in lists while these are made. */
    public static final long NODE_BYTES = 96;

    /** Has no node and no relationship. */
    public static final EntityLookup NONE = new EntityLookup();

    private final InternalTransaction transaction;
    private final KernelTransaction kernel;
    private final Read read;
    private final IdHold ids;

    private EntityLookup() {
        transaction = null;
        kernel = null;
        read = null;
        ids = null;
    }

    /** The nodes and relationships of {@code graph}, which the caller uses longer than this. */
    public EntityLookup(Transaction transaction, ProjectedGraph graph) {
        this(transaction, graph.ids());
    }

    /** All nodes and relationships of the database. */
    public EntityLookup(Transaction transaction) {
        this(transaction, IdHold.NONE);
    }

    private EntityLookup(Transaction transaction, IdHold ids) {
        this.transaction = (InternalTransaction) transaction;
        this.ids = ids;
        kernel = this.transaction.kernelTransaction();
        read = kernel.dataRead();
    }

    /**
     * The node with this id, or null. No store has negative ids, but it fails on them.
     *
     * @param id null for none
     * @throws IllegalStateException when nobody knows whether it is the graph's any more
     */
    public Node node(Long id) {
        if (read == null || id == null || id < 0 || !read.nodeExists(id)) {
            return null;
        }
        // Asked last: what was there before the id could be used again was the graph's.
        ids.checkKnown();
        return ids.isGoneNode(id) ? null : transaction.newNodeEntity(id);
    }

    /** The looked-up nodes with these ids; null where this has no nodes at all. */
    public List<Node> nodes(List<Long> ids) {
        return read == null
                ? null
                : ids.stream().map(this::node).filter(Objects::nonNull).toList();
    }

    /**
     * The relationship with this id, or null.
     *
     * @param id null for none
     * @throws IllegalStateException when nobody knows whether it is the graph's any more
     */
    public Relationship relationship(Long id) {
        if (read == null || id == null || id < 0 || !read.relationshipExists(id)) {
            return null;
        }
        // The cursor also checks that the caller may see both ends. It must not be given an id that no store can have.
        try (RelationshipScanCursor cursor =
                kernel.cursors().allocateRelationshipScanCursor(kernel.cursorContext(), kernel.memoryTracker())) {
            read.singleRelationship(id, cursor);
            boolean there = cursor.next();
            ids.checkKnown();
            return there && !ids.isGoneRelationship(id)
                    ? transaction.newRelationshipEntity(
                            id, cursor.sourceNodeReference(), cursor.type(), cursor.targetNodeReference())
                    : null;
        }
    }

    /**
     * The looked-up relationships with these ids; null where this has no relationships at all.
     *
     * @param ids null for none
     */
    public List<Relationship> relationships(List<Long> ids) {
        return read == null || ids == null
                ? null
                : ids.stream().map(this::relationship).filter(Objects::nonNull).toList();
    }
}
