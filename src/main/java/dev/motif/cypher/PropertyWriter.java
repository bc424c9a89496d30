package dev.motif.cypher;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import dev.motif.projection.CallerTransaction;
import dev.motif.projection.NodeIds;
import dev.motif.projection.RelationshipIds;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.internal.kernel.api.Write;
import org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException;
import org.neo4j.kernel.DeadlockDetectedException;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
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

    private static final int MAX_TRIES = 20;
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final GraphDatabaseAPI database;
    private final Workers workers;
    private final int propertyKey;

    private final LongAdder written = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final Set<InternalTransaction> open = ConcurrentHashMap.newKeySet();

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
        this.database = call.database();
        this.workers =
                new Workers(workers.concurrency(), stoppingTransactions(workers.cancellation()), workers.progress());
        this.propertyKey = createKey(property);
    }

    /** A transaction that waits for a lock of somebody else cannot poll: it has to be stopped from outside. */
    private Cancellation stoppingTransactions(Cancellation cancellation) {
        return () -> {
            boolean requested = cancellation.requested();
            if (requested) {
                open.forEach(transaction -> transaction.terminate(Status.Transaction.Terminated));
            }
            return requested;
        };
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
        writeBatches(
                workers,
                nodes.count(),
                NODES_PER_BATCH,
                (write, v) -> write.nodeSetProperty(nodes.nodeId((int) v), propertyKey, value(values, v)));
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
                    (write, i) -> write.relationshipSetProperty(
                            byId.keys().get(i),
                            propertyKey,
                            value(values, byId.payloads().get(i))));
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

    private static Value value(OffHeapLongs values, long index) {
        return Values.longValue(values.get(index));
    }

    private void writeBatches(Workers writers, long count, int batchSize, Setter setter) {
        writers.progress().begin("writing properties", count);
        writers.forRanges(count, batchSize, (worker, from, to) -> {
            long missing = writeBatchAgainAfterDeadlock(from, to, setter);
            written.add(to - from - missing);
            skipped.add(missing);
            writers.progress().advance(to - from);
        });
    }

    private long writeBatchAgainAfterDeadlock(long from, long to, Setter setter) throws KernelException {
        long pause = FIRST_PAUSE_NANOS;
        for (int attempt = 1; ; attempt++) {
            try {
                return writeBatch(from, to, setter);
            } catch (DeadlockDetectedException e) {
                if (attempt == MAX_TRIES) {
                    throw e;
                }
                workers.cancellation().check();
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            }
        }
    }

    /** Returns how many of the entities no longer exist. */
    private long writeBatch(long from, long to, Setter setter) throws KernelException {
        long missing = 0;
        InternalTransaction transaction = CallerTransaction.begin(database);
        open.add(transaction);
        try (transaction) {
            Write write = transaction.kernelTransaction().dataWrite();
            for (long i = from; i < to; i++) {
                try {
                    setter.set(write, i);
                } catch (EntityNotFoundException e) {
                    missing++;
                }
            }
            workers.cancellation().check();
            transaction.commit();
        } catch (TransactionTerminatedException e) {
            workers.cancellation().check();
            throw e;
        } finally {
            open.remove(transaction);
        }
        return missing;
    }

    private int createKey(String property) {
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            int key = transaction.kernelTransaction().tokenWrite().propertyKeyGetOrCreateForName(property);
            transaction.commit();
            return key;
        } catch (KernelException e) {
            throw new IllegalArgumentException("`writeProperty` '" + property + "': " + e.getMessage(), e);
        }
    }
}
