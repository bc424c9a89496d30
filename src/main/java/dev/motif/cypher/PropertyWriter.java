package dev.motif.cypher;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.RadixSort;
import dev.motif.parallel.Workers;
import dev.motif.projection.NodeIds;
import dev.motif.projection.RelationshipIds;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

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
    private final boolean onlyChanged;

    private final LongAdder written = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    /** Sets the property of one entity; returns whether its value was written. */
    @FunctionalInterface
    private interface Entity {
        boolean set(PropertySetter setter, long index) throws KernelException;
    }

    private record Batch(long written, long skipped) {}

    /**
     * @param call whose rights are used; its transaction must not hold changes, since their locks would never be freed
     * @param workers those of the call
     */
    public PropertyWriter(Call call, Workers workers, WriteConfig config) {
        this.transactions = new WriteTransactions(call, workers.with(config.concurrency()));
        this.workers = transactions.workers();
        this.propertyKey = transactions.propertyKey("writeProperty", config.property());
        this.onlyChanged = config.onlyChanged();
    }

    /** @throws IllegalArgumentException when the caller's transaction holds changes */
    public static void checkNoUncommittedChanges(Call call) {
        if (call.hasUncommittedChanges()) {
            throw new IllegalArgumentException(call.procedure()
                    + " writes in transactions of its own, which would wait forever for the locks of this transaction's"
                    + " uncommitted changes: commit them first and call it in a new transaction");
        }
    }

    /** Properties that were written; values that were stored already are not among them if only others are. */
    public long written() {
        return written.sum();
    }

    /** Nodes or relationships that no longer exist. */
    public long skipped() {
        return skipped.sum();
    }

    /** Writes {@code values[v]} to the node of each vertex {@code v}, with all workers. */
    public void writeNodes(NodeIds nodes, OffHeapLongs values) {
        writeBatches(
                workers,
                nodes.count(),
                NODES_PER_BATCH,
                (setter, v) -> setter.setNode(nodes.nodeId((int) v), values.get(v)));
    }

    /**
     * Writes {@code values[e]} to every relationship of each edge {@code e}. One transaction at a time: setting a
     * property of a relationship locks both of its nodes, so that writers side by side would deadlock.
     */
    public void writeRelationships(RelationshipIds relationships, OffHeapLongs values, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RadixSort.Sorted byId = byRelationshipId(relationships, scope);
            writeBatches(
                    workers.with(1),
                    relationships.count(),
                    RELATIONSHIPS_PER_BATCH,
                    (setter, i) -> setter.setRelationship(
                            byId.keys().get(i),
                            values.get(byId.payloads().get(i))));
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

    private void writeBatches(Workers writers, long count, int batchSize, Entity entity) {
        writers.progress().begin("writing properties", count);
        try {
            writers.forRanges(count, batchSize, (worker, from, to) -> {
                Batch batch = transactions.commit(transaction -> writeBatch(transaction, from, to, entity));
                written.add(batch.written());
                skipped.add(batch.skipped());
                writers.progress().advance(to - from);
            });
        } catch (RuntimeException e) {
            throw new PartialWriteException(e, written(), "properties");
        }
    }

    private Batch writeBatch(InternalTransaction transaction, long from, long to, Entity entity)
            throws KernelException {
        long changed = 0;
        long missing = 0;
        try (PropertySetter setter = new PropertySetter(transaction.kernelTransaction(), propertyKey, onlyChanged)) {
            for (long i = from; i < to; i++) {
                try {
                    changed += entity.set(setter, i) ? 1 : 0;
                } catch (EntityNotFoundException e) {
                    missing++;
                }
            }
        }
        return new Batch(changed, missing);
    }
}
