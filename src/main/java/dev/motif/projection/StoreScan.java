package dev.motif.projection;

import dev.motif.parallel.Workers;
import java.util.Iterator;
import java.util.function.BiFunction;
import org.neo4j.common.EntityType;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.Cursor;
import org.neo4j.internal.kernel.api.CursorFactory;
import org.neo4j.internal.kernel.api.InternalIndexState;
import org.neo4j.internal.kernel.api.PartitionedScan;
import org.neo4j.internal.kernel.api.TokenPredicate;
import org.neo4j.internal.kernel.api.TokenReadSession;
import org.neo4j.internal.schema.IndexDescriptor;
import org.neo4j.internal.schema.IndexType;
import org.neo4j.internal.schema.SchemaDescriptors;
import org.neo4j.kernel.api.ExecutionContext;
import org.neo4j.kernel.api.KernelTransaction;

/**
 * Runs partitioned scans of the store on several workers, in one transaction with an execution context for each worker.
 *
 * <p>A scan sees each record as it is committed at the moment when the scan reaches it, so two scans of a store that
 * changes can disagree.
 */
record StoreScan(KernelTransaction transaction, Workers workers) {
    private static final long RECORDS_PER_PARTITION = 50_000;
    private static final int PARTITIONS_PER_WORKER = 4;

    /** Reads all records that {@code cursor} finds in the partitions that it takes from {@code partitions}. */
    @FunctionalInterface
    interface Reader<C extends Cursor> {
        void read(int worker, C cursor, ExecutionContext context, Partitions<C> partitions) throws Exception;
    }

    /** The partitions of one scan as one worker sees them. */
    @FunctionalInterface
    interface Partitions<C extends Cursor> {
        /** Moves {@code cursor} to the next partition; false when there is none left or the job has stopped. */
        boolean next(C cursor);
    }

    /** A session on the lookup index of labels or types, or null when the database has none that is online. */
    TokenReadSession lookupIndex(EntityType entities) throws KernelException {
        Iterator<IndexDescriptor> indexes =
                transaction.schemaRead().index(SchemaDescriptors.forAnyEntityTokens(entities));
        while (indexes.hasNext()) {
            IndexDescriptor index = indexes.next();
            if (index.getIndexType() == IndexType.LOOKUP
                    && transaction.schemaRead().indexGetState(index) == InternalIndexState.ONLINE) {
                return transaction.dataRead().tokenReadSession(index);
            }
        }
        return null;
    }

    /** The number of partitions to ask for in a scan of about {@code records} records. */
    int partitions(long records) {
        long wanted = Math.max((long) workers.concurrency() * PARTITIONS_PER_WORKER, records / RECORDS_PER_PARTITION);
        return (int) Math.min(wanted, Integer.MAX_VALUE);
    }

    static TokenPredicate token(int id) {
        return new TokenPredicate(id);
    }

    /**
     * Runs {@code reader} once on every worker; together they read the whole {@code scan}.
     *
     * @param allocate makes the cursor of a worker from its execution context
     */
    <C extends Cursor> void run(
            PartitionedScan<C> scan, BiFunction<CursorFactory, ExecutionContext, C> allocate, Reader<C> reader) {
        run((worker, context, group) -> {
            try (C cursor = allocate.apply(context.cursors(), context)) {
                reader.read(worker, cursor, context, c -> !group.stopped() && scan.reservePartition(c, context));
            }
        });
    }

    /** The work of one worker, in a context of its own. */
    @FunctionalInterface
    interface Body {
        void run(int worker, ExecutionContext context, Workers.Group group) throws Exception;
    }

    /** Runs {@code body} once on every worker. */
    void run(Body body) {
        int count = workers.concurrency();
        ExecutionContext[] contexts = new ExecutionContext[count];
        boolean[] completed = new boolean[count];
        try {
            for (int worker = 0; worker < count; worker++) {
                contexts[worker] = transaction.createExecutionContext();
            }
            workers.run(count, (worker, group) -> {
                try {
                    body.run(worker, contexts[worker], group);
                } finally {
                    completed[worker] = true;
                    contexts[worker].complete();
                }
            });
        } finally {
            for (int worker = 0; worker < count; worker++) {
                close(contexts[worker], completed[worker]);
            }
        }
    }

    /** Closes a context, on the thread that made it. Completes it first if its worker has not, because it never ran. */
    private static void close(ExecutionContext context, boolean completed) {
        if (context != null) {
            if (!completed) {
                context.complete();
            }
            context.close();
        }
    }
}
