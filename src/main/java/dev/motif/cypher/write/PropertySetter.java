package dev.motif.cypher.write;

import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.PropertyCursor;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.io.pagecache.context.CursorContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.memory.MemoryTracker;
import org.neo4j.storageengine.api.PropertySelection;
import org.neo4j.values.storable.IntegralValue;
import org.neo4j.values.storable.Value;

/** Sets one property of nodes or relationships, in one transaction and on the thread of that transaction. */
final class PropertySetter implements AutoCloseable {
    private final int key;
    private final boolean onlyChanged;
    private final Write write;
    private final Read read;
    private final NodeCursor node;
    private final RelationshipScanCursor relationship;
    private final PropertyCursor property;
    private final PropertySelection selection;

    /** @param onlyChanged whether to read the stored value first, which takes no lock, and to write only another one */
    PropertySetter(KernelTransaction transaction, int key, boolean onlyChanged) throws KernelException {
        CursorContext context = transaction.cursorContext();
        MemoryTracker memory = transaction.memoryTracker();
        this.key = key;
        this.onlyChanged = onlyChanged;
        this.write = transaction.dataWrite();
        this.read = transaction.dataRead();
        this.node = transaction.cursors().allocateNodeCursor(context, memory);
        this.relationship = transaction.cursors().allocateRelationshipScanCursor(context, memory);
        this.property = transaction.cursors().allocatePropertyCursor(context, memory);
        this.selection = PropertySelection.selection(key);
    }

    /**
     * Sets the property of a node; returns whether the value was written.
     *
     * @throws org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException when there is no such node
     */
    boolean setNode(long id, Value value) throws KernelException {
        if (onlyChanged && nodeHas(id, value)) {
            return false;
        }
        write.nodeSetProperty(id, key, value);
        return true;
    }

    /**
     * Sets the property of a relationship; returns whether the value was written.
     *
     * @throws org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException when there is no such relationship
     */
    boolean setRelationship(long id, Value value) throws KernelException {
        if (onlyChanged && relationshipHas(id, value)) {
            return false;
        }
        write.relationshipSetProperty(id, key, value);
        return true;
    }

    private boolean nodeHas(long id, Value value) {
        read.singleNode(id, node);
        if (!node.next()) {
            return false;
        }
        node.properties(property, selection);
        return storedIs(value);
    }

    private boolean relationshipHas(long id, Value value) {
        read.singleRelationship(id, relationship);
        if (!relationship.next()) {
            return false;
        }
        relationship.properties(property, selection);
        return storedIs(value);
    }

    /** Whether the stored value is this one. An INTEGER and a FLOAT are different values, even as equal numbers. */
    private boolean storedIs(Value value) {
        if (!property.next()) {
            return false;
        }
        Value stored = property.propertyValue();
        return stored.valueGroup() == value.valueGroup()
                && stored instanceof IntegralValue == value instanceof IntegralValue
                && stored.equals(value);
    }

    @Override
    public void close() {
        property.close();
        relationship.close();
        node.close();
    }
}
