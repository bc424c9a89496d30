package dev.motif.cypher.write;

import dev.motif.projection.StoredIds;
import java.util.stream.IntStream;
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
import org.neo4j.values.storable.IntegralArray;
import org.neo4j.values.storable.IntegralValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/** Sets properties of nodes or relationships, in one transaction and on the thread of that transaction. */
final class PropertySetter implements AutoCloseable {
    /** Returned for a node that is another one by now. */
    static final int OTHER = -1;

    private final int[] keys;
    private final boolean onlyChanged;
    private final StoredIds.Nodes nodes;
    private final Write write;
    private final Read read;
    private final NodeCursor node;
    private final RelationshipScanCursor relationship;
    private final PropertyCursor property;
    private final PropertySelection[] selections;

    /**
     * @param onlyChanged whether to read the stored value first, which takes no lock, and to write only another one
     * @param nodes compares nodes, null for no need to
     */
    PropertySetter(KernelTransaction transaction, int[] keys, boolean onlyChanged, StoredIds.Nodes nodes)
            throws KernelException {
        CursorContext context = transaction.cursorContext();
        MemoryTracker memory = transaction.memoryTracker();
        this.keys = keys;
        this.onlyChanged = onlyChanged;
        this.nodes = nodes;
        this.write = transaction.dataWrite();
        this.read = transaction.dataRead();
        this.node = transaction.cursors().allocateNodeCursor(context, memory);
        this.relationship = transaction.cursors().allocateRelationshipScanCursor(context, memory);
        this.property = transaction.cursors().allocatePropertyCursor(context, memory);
        this.selections =
                IntStream.of(keys).mapToObj(PropertySelection::selection).toArray(PropertySelection[]::new);
    }

    /**
     * Sets the properties of a node; returns how many values were written, or {@link #OTHER}.
     *
     * @param values of the properties, in the order of the keys
     * @param index the index of the node in {@code values}
     * @throws org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException when there is no such node
     */
    int setNode(long id, PropertyValues[] values, long index) throws KernelException {
        if (nodes != null && !nodes.has(id)) {
            return OTHER;
        }
        int written = 0;
        for (int i = 0; i < keys.length; i++) {
            Value value = values[i].value(index);
            if (value != Values.NO_VALUE && !(onlyChanged && nodeHas(id, selections[i], value))) {
                write.nodeSetProperty(id, keys[i], value);
                written++;
            }
        }
        return written;
    }

    /**
     * Sets the properties of a relationship; returns how many values were written.
     *
     * @param values of the properties, in the order of the keys
     * @param index the index of the relationship in {@code values}
     * @throws org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException when there is no such relationship
     */
    int setRelationship(long id, PropertyValues[] values, long index) throws KernelException {
        int written = 0;
        for (int i = 0; i < keys.length; i++) {
            Value value = values[i].areDirected() ? values[i].value(index, isForward(id)) : values[i].value(index);
            if (value != Values.NO_VALUE && !(onlyChanged && relationshipHas(id, selections[i], value))) {
                write.relationshipSetProperty(id, keys[i], value);
                written++;
            }
        }
        return written;
    }

    private boolean nodeHas(long id, PropertySelection selection, Value value) {
        read.singleNode(id, node);
        if (!node.next()) {
            return false;
        }
        node.properties(property, selection);
        return storedIs(value);
    }

    /** Whether a relationship leads from the node of the smaller id to the other one; true where it is gone. */
    private boolean isForward(long id) {
        read.singleRelationship(id, relationship);
        return !relationship.next() || relationship.sourceNodeReference() < relationship.targetNodeReference();
    }

    private boolean relationshipHas(long id, PropertySelection selection, Value value) {
        read.singleRelationship(id, relationship);
        if (!relationship.next()) {
            return false;
        }
        relationship.properties(property, selection);
        return storedIs(value);
    }

    /** Whether the stored value is this one. An INTEGER and a FLOAT are different values, even as equal numbers, also in lists. */
    private boolean storedIs(Value value) {
        if (!property.next()) {
            return false;
        }
        Value stored = property.propertyValue();
        return stored.valueGroup() == value.valueGroup()
                && stored instanceof IntegralValue == value instanceof IntegralValue
                && stored instanceof IntegralArray == value instanceof IntegralArray
                && stored.equals(value);
    }

    @Override
    public void close() {
        property.close();
        relationship.close();
        node.close();
    }
}
