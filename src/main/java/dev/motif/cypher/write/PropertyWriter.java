package dev.motif.cypher.write;

import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.PartialWriteException;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.StoredIds;
import dev.motif.projection.id.NodeIds;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.exceptions.EntityNotFoundException;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Writes values of each node or relationship as properties, in transactions of its own. Several properties are written in
 * one pass.
 *
 * <p>Batches commit one by one: after an error or a kill, whole batches are written and the rest is not; writing the
 * same values again is harmless. Nodes and relationships that were deleted after the projection are skipped.
 */
public final class PropertyWriter implements PropertyTarget {
    /** The name of the stage in which it writes. */
    public static final String STAGE = "writing properties";

    /**
     * The number of nodes or relationships of a transaction. They are enough to make a commit's wait for the disk short
     * beside its work. They are few enough that their pending changes, up to 1.4 KB of heap each, do not outlive the
     * garbage collector's young generation. With more properties than {@link #PROPERTIES_OF_A_BATCH} there are fewer.
     */
    private static final int BATCH = 5_000;

    private static final int PROPERTIES_OF_A_BATCH = 4;

    private final NativeMemory memory;
    private final WriteTransactions transactions;
    private final Workers workers;
    private final int[] propertyKeys;
    private final int batch;
    private final boolean onlyChanged;

    private final LongAdder ofNodes = new LongAdder();
    private final LongAdder ofRelationships = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    /** Sets the properties of one entity; returns how many values were written, or -1 where it is another one by now. */
    @FunctionalInterface
    private interface Entity {
        int set(PropertySetter setter, long index) throws KernelException;
    }

    private record Batch(long written, long skipped) {}

    /**
     * @param call whose rights are used; its transaction must not hold changes, since their locks would never be freed
     * @param graph has the nodes and relationships
     */
    public PropertyWriter(Call call, Workers workers, WriteConfig config, ProjectedGraph graph) {
        this.memory = call.memory();
        this.transactions = new WriteTransactions(call, call.workers(config.concurrency(), workers.progress()), graph);
        this.workers = transactions.workers();
        this.propertyKeys = config.properties().stream()
                .mapToInt(property -> transactions.propertyKey(WriteConfig.WRITE_PROPERTY, property))
                .toArray();
        this.batch = BATCH * PROPERTIES_OF_A_BATCH / Math.max(PROPERTIES_OF_A_BATCH, propertyKeys.length);
        this.onlyChanged = config.onlyChanged();
    }

    @Override
    public long written() {
        return ofNodes.sum() + ofRelationships.sum();
    }

    @Override
    public long writtenToNodes() {
        return ofNodes.sum();
    }

    @Override
    public long skipped() {
        return skipped.sum();
    }

    /** @throws PartialWriteException when it ends early; what was committed stays */
    @Override
    public void writeNodes(NodeIds nodes, PropertyValues... values) {
        write(
                nodes.count(),
                () -> workers.forRanges(
                        nodes.count(),
                        batch,
                        (worker, from, to) -> commit(
                                from, to, (setter, v) -> setter.setNode(nodes.nodeId((int) v), values, v), ofNodes)));
    }

    /**
     * Gives values to every relationship of each edge.
     *
     * @param projected has the ids of relationships
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    @Override
    public void writeRelationships(ProjectedGraph projected, PropertyValues... values) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RelationshipBlocks blocks =
                    RelationshipBlocks.of(projected, transactions::findOthers, workers, batch, scope);
            Entity entity = (setter, i) -> blocks.edge(i) < 0
                    ? PropertySetter.OTHER
                    : setter.setRelationship(blocks.relationship(i), values, blocks.edge(i));
            BlockSchedule schedule = new BlockSchedule(blocks);
            write(
                    projected.relationships().count(),
                    () -> workers.run(blocks.writers(), (writer, group) -> {
                        for (int block = schedule.take(group::stopped);
                                block != BlockSchedule.NONE;
                                block = schedule.take(group::stopped)) {
                            writeBlock(blocks, block, entity, schedule, group);
                        }
                    }));
        }
    }

    private void writeBlock(
            RelationshipBlocks blocks, int block, Entity entity, BlockSchedule schedule, Workers.Group group)
            throws KernelException {
        try {
            long end = blocks.end(block);
            for (long from = blocks.start(block); from < end && !group.stopped(); from += batch) {
                commit(from, Math.min(end, from + batch), entity, ofRelationships);
            }
        } finally {
            schedule.release(block);
        }
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
        Batch result = transactions.commit(transaction -> set(transaction, from, to, entity));
        written.add(result.written());
        skipped.add(result.skipped());
        workers.progress().advance(to - from);
    }

    private Batch set(InternalTransaction transaction, long from, long to, Entity entity) throws KernelException {
        long changed = 0;
        long missing = 0;
        try (StoredIds.Nodes nodes = transactions.storedNodes(transaction);
                PropertySetter setter =
                        new PropertySetter(transaction.kernelTransaction(), propertyKeys, onlyChanged, nodes)) {
            for (long i = from; i < to; i++) {
                try {
                    int written = entity.set(setter, i);
                    changed += Math.max(0, written);
                    missing += written == PropertySetter.OTHER ? propertyKeys.length : 0;
                } catch (EntityNotFoundException e) {
                    missing += propertyKeys.length;
                }
            }
        }
        return new Batch(changed, missing);
    }
}
