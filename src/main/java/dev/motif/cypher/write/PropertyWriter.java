package dev.motif.cypher.write;

import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.PartialWriteException;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.NodeIds;
import dev.motif.projection.ProjectedGraph;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.neo4j.exceptions.KernelException;
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
    /** The stage of each of its writes. */
    public static final String STAGE = "writing properties";

    /**
     * Nodes or relationships of a transaction. Enough to make a commit's wait for the disk small beside its work, and so
     * few that what is pending, up to 1.4 KB of heap each, does not outlive the young generation.
     */
    private static final int BATCH = 5_000;

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

    /** Properties that were written, without those that had their value already where only changes are asked for. */
    public long written() {
        return written.sum();
    }

    /** Nodes or relationships that no longer exist. */
    public long skipped() {
        return skipped.sum();
    }

    /** Writes {@code values[v]} to the node of each vertex {@code v}. */
    public void writeNodes(NodeIds nodes, OffHeapLongs values) {
        writeNodes(nodes, integers(values));
    }

    /** The same for values of any type; {@code values} is called by all workers. */
    public void writeNodes(NodeIds nodes, LongFunction<Value> values) {
        write(
                nodes.count(),
                () -> workers.forRanges(
                        nodes.count(),
                        BATCH,
                        (worker, from, to) -> commit(
                                from, to, (setter, v) -> setter.setNode(nodes.nodeId((int) v), values.apply(v)))));
    }

    /** Writes {@code values[e]} to every relationship of each edge {@code e}. */
    public void writeRelationships(ProjectedGraph projected, OffHeapLongs values, NativeMemory memory) {
        writeRelationships(projected, integers(values), memory);
    }

    /** The same for values of any type; {@code values} is called by all workers. */
    public void writeRelationships(ProjectedGraph projected, LongFunction<Value> values, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RelationshipBlocks blocks = RelationshipBlocks.of(projected, workers, BATCH, scope);
            Entity entity = (setter, i) -> setter.setRelationship(blocks.relationship(i), values.apply(blocks.edge(i)));
            write(projected.relationships().count(), () -> {
                for (int round = 0; round < blocks.writers(); round++) {
                    writeRound(blocks, round, entity);
                }
            });
        }
    }

    private void writeRound(RelationshipBlocks blocks, int round, Entity entity) {
        workers.run(blocks.writers(), (writer, group) -> {
            long end = blocks.end(round, writer);
            for (long from = blocks.start(round, writer); from < end && !group.stopped(); from += BATCH) {
                commit(from, Math.min(end, from + BATCH), entity);
            }
        });
    }

    private static LongFunction<Value> integers(OffHeapLongs values) {
        return index -> Values.longValue(values.get(index));
    }

    private void write(long count, Runnable batches) {
        workers.progress().begin(STAGE, count);
        try {
            batches.run();
        } catch (RuntimeException e) {
            throw new PartialWriteException(e, written(), "properties");
        }
    }

    private void commit(long from, long to, Entity entity) throws KernelException {
        Batch batch = transactions.commit(transaction -> set(transaction, from, to, entity));
        written.add(batch.written());
        skipped.add(batch.skipped());
        workers.progress().advance(to - from);
    }

    private Batch set(InternalTransaction transaction, long from, long to, Entity entity) throws KernelException {
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
