package dev.motif.cypher;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.RadixSort;
import dev.motif.parallel.Workers;
import dev.motif.projection.NodeIds;
import dev.motif.projection.RelationshipIds;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Writes one value a node or relationship as a property, in transactions of its own.
 *
 * <p>Batches commit one by one: after an error or a kill, whole batches are written and the rest is not; writing the
 * same again is harmless. Nodes and relationships that were deleted after the projection are skipped.
 */
public final class PropertyWriter {
    /** About 0.5 KB of heap a node while a batch is pending. */
    private static final int NODES_PER_BATCH = 50_000;

    /** About 1.4 KB of heap a relationship while a batch is pending. */
    private static final int RELATIONSHIPS_PER_BATCH = 10_000;

    private final WriteTransactions transactions;
    private final Workers workers;
    private final int propertyKey;

    private final LongAdder written = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    /** Sets the property of one entity in a transaction. */
    @FunctionalInterface
    private interface Setter {
        void set(Write write, long index) throws KernelException;
    }

    /**
     * @param call whose rights are used; its transaction must not hold changes, since their locks would never be freed
     * @param workers as many as there may be transactions at once, for nodes
     */
    public PropertyWriter(Call call, Workers workers, String property) {
        this.transactions = new WriteTransactions(call, workers);
        this.workers = transactions.workers();
        this.propertyKey = transactions.propertyKey("writeProperty", property);
    }

    /** @throws IllegalArgumentException when the caller's transaction holds changes */
    public static void checkNoUncommittedChanges(Call call) {
        if (call.hasUncommittedChanges()) {
            throw new IllegalArgumentException(call.procedure()
                    + " writes in transactions of its own, which would wait forever for the locks of this transaction's"
                    + " uncommitted changes: commit them first and call it in a new transaction");
        }
    }

    public long written() {
        return written.sum();
    }

    /** Nodes or relationships that no longer exist. */
    public long skipped() {
        return skipped.sum();
    }

    /** Writes {@code values[v]} to the node of each vertex {@code v}, with all workers. */
    public void writeNodes(NodeIds nodes, OffHeapLongs values) {
        writeNodes(nodes, integers(values));
    }

    /** The same for values of any type; {@code values} is called by all workers. */
    public void writeNodes(NodeIds nodes, LongFunction<Value> values) {
        writeBatches(
                workers,
                nodes.count(),
                NODES_PER_BATCH,
                (write, v) -> write.nodeSetProperty(nodes.nodeId((int) v), propertyKey, values.apply(v)));
    }

    /**
     * Writes {@code values[e]} to every relationship of each edge {@code e}. One transaction at a time: setting a
     * property of a relationship locks both of its nodes, so that writers side by side would deadlock.
     */
    public void writeRelationships(RelationshipIds relationships, OffHeapLongs values, NativeMemory memory) {
        writeRelationships(relationships, integers(values), memory);
    }

    /** The same for values of any type. */
    public void writeRelationships(RelationshipIds relationships, LongFunction<Value> values, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RadixSort.Sorted byId = byRelationshipId(relationships, scope);
            writeBatches(
                    workers.with(1),
                    relationships.count(),
                    RELATIONSHIPS_PER_BATCH,
                    (write, i) -> write.relationshipSetProperty(
                            byId.keys().get(i),
                            propertyKey,
                            values.apply(byId.payloads().get(i))));
        }
    }

    /** Relationship ids with their edges, in the order of the store. */
    private static RadixSort.Sorted byRelationshipId(RelationshipIds relationships, OffHeapScope scope) {
        long first = relationships.first().length();
        long count = relationships.count();
        OffHeapLongs ids = scope.longs(count);
        OffHeapLongs edges = scope.longs(count);
        ids.copyFrom(relationships.first(), 0, 0, first);
        ids.copyFrom(relationships.others().payloads(), 0, first, count - first);
        edges.copyFrom(relationships.others().slots(), 0, first, count - first);
        long largest = 0;
        for (long e = 0; e < first; e++) {
            edges.set(e, e);
        }
        for (long i = 0; i < count; i++) {
            largest = Math.max(largest, ids.get(i));
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(largest);
        return RadixSort.sort(ids, edges, scope.longs(count), scope.longs(count), count, bits);
    }

    private static LongFunction<Value> integers(OffHeapLongs values) {
        return index -> Values.longValue(values.get(index));
    }

    private void writeBatches(Workers writers, long count, int batchSize, Setter setter) {
        writers.progress().begin("writing properties", count);
        writers.forRanges(count, batchSize, (worker, from, to) -> {
            long missing = transactions.commit(transaction -> writeBatch(transaction, from, to, setter));
            written.add(to - from - missing);
            skipped.add(missing);
            writers.progress().advance(to - from);
        });
    }

    /** Returns how many of the entities no longer exist. */
    private static long writeBatch(InternalTransaction transaction, long from, long to, Setter setter)
            throws KernelException {
        long missing = 0;
        Write write = transaction.kernelTransaction().dataWrite();
        for (long i = from; i < to; i++) {
            try {
                setter.set(write, i);
            } catch (EntityNotFoundException e) {
                missing++;
            }
        }
        return missing;
    }
}
