package dev.motif.cypher.write;

import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.PartialWriteException;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.StoredIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.IntToLongFunction;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Writes a relationship of one type for each pair of nodes, with a number as its property. Relationships of this type
 * that lead from the one to the other already are used again, all of them, so writing the same pairs twice changes
 * nothing. Relationships of other pairs stay, unless {@link #deleteFormer} was called.
 *
 * <p>Batches commit one by one, and lock their nodes, in the order of their ids, before they read: so that calls that write
 * the same pairs at once write each once. Pairs with a node that was deleted after the projection are skipped.
 */
public final class RelationshipMerger {
    /** The name of the stage in which it writes. */
    public static final String STAGE = "writing relationships";

    /** The key of the relationships' type. */
    public static final String WRITE_TYPE = "writeRelationshipType";

    private static final int PAIRS_PER_BATCH = 10_000;

    /** About the heap of a relationship of a node in a map of lists: an entry, its key, a list with an array, and itself. */
    private static final long BYTES_PER_RELATIONSHIP = 184;

    private final WriteTransactions transactions;
    private final RelationshipType type;
    private final String property;
    private final HeapBudget.Share heap;
    private long written;
    private long created;
    private long skipped;
    private long deleted;

    /** A relationship that is to be written, or is there already. */
    public record Pair(long source, long target, double value) {}

    private record Former(int next, long deleted) {}

    private record Batch(long written, long created, long skipped) {}

    /**
     * @param call whose rights are used; its transaction must not hold changes, since their locks would never be freed
     * @param heap gets the bytes of the relationships of a node; the caller's
     */
    public RelationshipMerger(
            Call call, Workers workers, String type, String property, ProjectedGraph graph, HeapBudget.Share heap) {
        this.transactions = new WriteTransactions(call, workers.with(1), graph);
        this.type = RelationshipType.withName(type);
        this.property = property;
        this.heap = heap;
        transactions.relationshipType(WRITE_TYPE, type);
        transactions.propertyKey(WriteConfig.WRITE_PROPERTY, property);
    }

    /**
     * Writes all pairs, the pairs of a source one after the other.
     *
     * @param count how many they are, to show how far they are written; 0 where they are found meanwhile, which shows
     *     it
     * @throws PartialWriteException when it ends early; what was committed stays
     */
    public void merge(Iterator<Pair> all, long count) {
        Progress progress = transactions.workers().progress();
        if (count > 0) {
            progress.begin(STAGE, count);
        }
        try {
            transactions.workers().run(1, (worker, group) -> {
                while (all.hasNext()) {
                    if (group.stopped() || transactions.workers().cancellation().requested()) {
                        throw new CancellationException("cancelled by the caller");
                    }
                    List<Pair> batch = nextBatch(all);
                    Batch done = transactions.commit(transaction -> merge(transaction, batch));
                    written += done.written;
                    created += done.created;
                    skipped += done.skipped;
                    if (count > 0) {
                        progress.advance(batch.size());
                    }
                }
            });
        } catch (RuntimeException e) {
            throw new PartialWriteException(e, written, "relationships");
        }
    }

    /**
     * Deletes the relationships of the type that have the property and lead from a source to a target, which an earlier run
     * may have written.
     *
     * @param count the number of sources
     * @param source gives the id of the node that is the source of a number from 0 on
     * @param isTarget whether a node, by its id, is a target
     * @throws PartialWriteException when it ends early; what was deleted stays so
     */
    public void deleteFormer(int count, IntToLongFunction source, LongPredicate isTarget) {
        try {
            transactions.workers().run(1, (worker, group) -> {
                for (int next = 0; next < count; ) {
                    transactions.workers().cancellation().check();
                    int first = next;
                    Former done =
                            transactions.commit(transaction -> deleteSome(transaction, first, count, source, isTarget));
                    next = done.next;
                    deleted += done.deleted;
                }
            });
        } catch (RuntimeException e) {
            throw new PartialWriteException(e, written, "relationships");
        }
    }

    /** Deletes until a batch is full; a node that has more is the next one again. */
    private Former deleteSome(
            InternalTransaction transaction, int first, int end, IntToLongFunction source, LongPredicate isTarget) {
        long count = 0;
        int v = first;
        try (StoredIds.Nodes stored = transactions.storedNodes(transaction)) {
            for (; v < end && v - first < PAIRS_PER_BATCH; v++) {
                for (Relationship former : outgoing(transaction, stored, source.applyAsLong(v))) {
                    if (former.hasProperty(property) && isTarget.test(former.getEndNodeId())) {
                        if (count == PAIRS_PER_BATCH) {
                            return new Former(v, count);
                        }
                        former.delete();
                        count++;
                    }
                }
            }
        }
        return new Former(v, count);
    }

    /** The relationships of the type that lead from a node; none where it was deleted after the projection. */
    private List<Relationship> outgoing(InternalTransaction transaction, StoredIds.Nodes stored, long id) {
        try {
            Node source = node(transaction, stored, id);
            askForHeap(source);
            try (var relationships = source.getRelationships(Direction.OUTGOING, type)) {
                return relationships.stream().toList();
            }
        } catch (NotFoundException e) {
            return List.of();
        }
    }

    private static List<Pair> nextBatch(Iterator<Pair> all) {
        List<Pair> batch = new ArrayList<>();
        while (batch.size() < PAIRS_PER_BATCH && all.hasNext()) {
            batch.add(all.next());
        }
        return batch;
    }

    private Batch merge(InternalTransaction transaction, List<Pair> batch) throws KernelException {
        long done = 0;
        long made = 0;
        Map<Long, List<Relationship>> former = Map.of();
        Node source = null;
        lock(transaction, batch);
        try (StoredIds.Nodes nodes = transactions.storedNodes(transaction)) {
            for (Pair pair : batch) {
                try {
                    if (source == null || source.getId() != pair.source) {
                        source = node(transaction, nodes, pair.source);
                        former = former(source);
                    }
                    List<Relationship> relationships = former.get(pair.target);
                    if (relationships == null) {
                        relationships =
                                List.of(source.createRelationshipTo(node(transaction, nodes, pair.target), type));
                        made++;
                    }
                    for (Relationship relationship : relationships) {
                        if (!Double.valueOf(pair.value).equals(relationship.getProperty(property, null))) {
                            relationship.setProperty(property, pair.value);
                        }
                    }
                    done++;
                } catch (NotFoundException e) {
                    // Deleted after the projection.
                    source = null;
                }
            }
        }
        return new Batch(done, made, batch.size() - done);
    }

    private static void lock(InternalTransaction transaction, List<Pair> batch) {
        batch.stream()
                .flatMapToLong(pair -> LongStream.of(pair.source, pair.target))
                .sorted()
                .distinct()
                .forEach(id -> transaction.acquireWriteLock(transaction.newNodeEntity(id)));
    }

    private static Node node(InternalTransaction transaction, StoredIds.Nodes nodes, long id) {
        if (!(nodes == null ? transaction.kernelTransaction().dataRead().nodeExists(id) : nodes.has(id))) {
            throw new NotFoundException("node " + id);
        }
        return transaction.newNodeEntity(id);
    }

    private void askForHeap(Node source) {
        heap.become(source.getDegree(type, Direction.OUTGOING) * BYTES_PER_RELATIONSHIP);
    }

    /** The relationships of the type that lead from a node, by the nodes that they lead to. */
    private Map<Long, List<Relationship>> former(Node source) {
        askForHeap(source);
        Map<Long, List<Relationship>> former = new HashMap<>();
        try (var relationships = source.getRelationships(Direction.OUTGOING, type)) {
            relationships.forEach(one -> former.computeIfAbsent(one.getEndNodeId(), end -> new ArrayList<>())
                    .add(one));
        }
        return former;
    }

    /** The number of pairs whose relationships are committed, new or not. */
    public long written() {
        return written;
    }

    /** The number of new relationships that are committed. */
    public long created() {
        return created;
    }

    /** The number of pairs that were skipped because one of the nodes no longer exists. */
    public long skipped() {
        return skipped;
    }

    /** The number of relationships of an earlier run that were deleted. */
    public long deleted() {
        return deleted;
    }
}
