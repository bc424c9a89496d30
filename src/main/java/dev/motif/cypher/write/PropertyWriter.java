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
 * Writes one value for each node or relationship as a property, in transactions of its own.
 *
 * <p>Batches commit one by one: after an error or a kill, whole batches are written and the rest is not; writing the
 * same values again is harmless. Nodes and relationships that were deleted after the projection are skipped.
 */
public final class PropertyWriter {
    /** The name of the stage in which it writes. */
    public static final String STAGE = "writing properties";

    /**
     * The number of nodes or relationships of a transaction. They are enough to make a commit's wait for the disk short
     * beside its work. They are few enough that their pending changes, up to 1.4 KB of heap each, do not outlive the
     * garbage collector's young generation.
     */
    private static final int BATCH = 5_000;

    private final WriteTransactions transactions;
    private final Workers workers;
    private final int propertyKey;
    private final boolean onlyChanged;

    private final LongAdder ofNodes = new LongAdder();
    private final LongAdder ofRelationships = new LongAdder();
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

    /**
     * The number of properties that were committed; under {@code onlyChanged} without those that were stored already.
     */
    public long written() {
        return ofNodes.sum() + ofRelationships.sum();
    }

    /** Those of {@link #written} that are properties of nodes. */
    public long writtenToNodes() {
        return ofNodes.sum();
    }

    /** The number of nodes or relationships that were skipped because they no longer exist. */
    public long skipped() {
        return skipped.sum();
    }

    /**
     * Writes {@code values[v]} to the node of each vertex {@code v}.
     *
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    public void writeNodes(NodeIds nodes, OffHeapLongs values) {
        writeNodes(nodes, integers(values));
    }

    /**
     * Writes {@code values.apply(v)} to the node of each vertex {@code v}.
     *
     * @param values called by all workers at once, and again for a batch that is repeated after a deadlock
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    public void writeNodes(NodeIds nodes, LongFunction<Value> values) {
        write(
                nodes.count(),
                () -> workers.forRanges(
                        nodes.count(),
                        BATCH,
                        (worker, from, to) -> commit(
                                from,
                                to,
                                (setter, v) -> setter.setNode(nodes.nodeId((int) v), values.apply(v)),
                                ofNodes)));
    }

    /**
     * Writes {@code values[e]} to every relationship of each edge {@code e}.
     *
     * @param projected has the ids of relationships
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    public void writeRelationships(ProjectedGraph projected, OffHeapLongs values, NativeMemory memory) {
        writeRelationships(projected, integers(values), memory);
    }

    /**
     * Writes {@code values.apply(e)} to every relationship of each edge {@code e}.
     *
     * @param projected has the ids of relationships
     * @param values called by all workers at once, and again for a batch that is repeated after a deadlock
     * @param memory for the order of the relationships, while this runs
     * @throws PartialWriteException when it ends early; what was committed stays
     */
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
                commit(from, Math.min(end, from + BATCH), entity, ofRelationships);
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

    private void commit(long from, long to, Entity entity, LongAdder written) throws KernelException {
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
