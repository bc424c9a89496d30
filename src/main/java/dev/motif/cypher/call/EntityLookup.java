package dev.motif.cypher.call;

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
 * The nodes and relationships of the caller's transaction by their ids. It has those that {@code MATCH} would find: not
 * what was deleted, with which a result would fail as a whole, and not what the caller may not see.
 */
public final class EntityLookup {
    /** Has no node and no relationship. */
    public static final EntityLookup NONE = new EntityLookup();

    private final InternalTransaction transaction;
    private final KernelTransaction kernel;
    private final Read read;

    private EntityLookup() {
        transaction = null;
        kernel = null;
        read = null;
    }

    public EntityLookup(Transaction transaction) {
        this.transaction = (InternalTransaction) transaction;
        kernel = this.transaction.kernelTransaction();
        read = kernel.dataRead();
    }

    /**
     * The node with this id, or null. No store has negative ids, but it fails on them.
     *
     * @param id null for none
     */
    public Node node(Long id) {
        return read != null && id != null && id >= 0 && read.nodeExists(id) ? transaction.newNodeEntity(id) : null;
    }

    /** The nodes among those with these ids; null where this has none at all. */
    public List<Node> nodes(List<Long> ids) {
        return read == null
                ? null
                : ids.stream().map(this::node).filter(Objects::nonNull).toList();
    }

    /**
     * The relationship with this id, or null.
     *
     * @param id null for none
     */
    public Relationship relationship(Long id) {
        if (read == null || id == null || id < 0 || !read.relationshipExists(id)) {
            return null;
        }
        // The cursor also checks that the caller may see both ends. It must not be given an id that no store can have.
        try (RelationshipScanCursor cursor =
                kernel.cursors().allocateRelationshipScanCursor(kernel.cursorContext(), kernel.memoryTracker())) {
            read.singleRelationship(id, cursor);
            return cursor.next()
                    ? transaction.newRelationshipEntity(
                            id, cursor.sourceNodeReference(), cursor.type(), cursor.targetNodeReference())
                    : null;
        }
    }

    /**
     * The relationships among those with these ids; null where this has none at all.
     *
     * @param ids null for none
     */
    public List<Relationship> relationships(List<Long> ids) {
        return read == null || ids == null
                ? null
                : ids.stream().map(this::relationship).filter(Objects::nonNull).toList();
    }
}
