package dev.motif.projection;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIdChunk;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.PropertyReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.common.EntityType;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.NodeLabelIndexCursor;
import org.neo4j.internal.kernel.api.PropertyCursor;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.TokenReadSession;
import org.neo4j.kernel.api.ExecutionContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.storageengine.api.PropertySelection;

/**
 * Collects the ids of the nodes that have at least one of the given labels, and their properties. Counts the nodes that
 * a filter rejects.
 */
final class NodeReader {
    private static final int NODES_PER_TASK = 1 << 12;

    private final KernelTransaction transaction;
    private final StoreScan scan;
    private final NativeMemory memory;
    private final Workers workers;

    private final LongAdder filtered = new LongAdder();

    NodeReader(KernelTransaction transaction, NativeMemory memory, Workers workers) {
        this.transaction = transaction;
        this.scan = new StoreScan(transaction, workers);
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * Reads the nodes that have at least one of these labels. The caller owns the result.
     *
     * @param labels token ids, or only {@link Tokens#ANY}
     * @param filter which of these nodes to keep, or null for all
     */
    NodeIds read(int[] labels, StoreFilter filter) throws KernelException {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            List<NodeIdChunk> chunks = new ArrayList<>();
            TokenReadSession index = labels[0] == Tokens.ANY ? null : scan.lookupIndex(EntityType.NODE);
            try {
                if (index == null) {
                    scanStore(labels, filter, chunks);
                } else {
                    for (int i = 0; i < labels.length; i++) {
                        scanLabel(index, labels[i], Arrays.copyOf(labels, i), filter, chunks);
                    }
                }
            } finally {
                chunks.forEach(scope::own);
            }
            return NodeIds.of(memory, workers, chunks);
        }
    }

    /**
     * Reads properties of nodes in the order of their ids, which is about the order of the store.
     *
     * @param properties the bits of the values of each, by vertex; all are set
     * @return which properties a node has
     */
    boolean[] values(NodeIds nodes, List<PropertyReader> properties, List<OffHeapLongs> values) {
        PropertySelection selection = PropertySelection.selection(
                properties.stream().mapToInt(PropertyReader::key).distinct().toArray());
        int count = properties.size();
        boolean[] found = new boolean[count];
        AtomicLong next = new AtomicLong();
        scan.run((worker, context, group) -> {
            boolean[] foundHere = new boolean[count];
            Read read = context.dataRead();
            try (NodeCursor node =
                            context.cursors().allocateNodeCursor(context.cursorContext(), context.memoryTracker());
                    PropertyCursor property = context.cursors()
                            .allocatePropertyCursor(context.cursorContext(), context.memoryTracker())) {
                for (long from = next.getAndAdd(NODES_PER_TASK);
                        from < nodes.count() && !group.stopped();
                        from = next.getAndAdd(NODES_PER_TASK)) {
                    int to = (int) Math.min(nodes.count(), from + NODES_PER_TASK);
                    for (int vertex = (int) from; vertex < to; vertex++) {
                        for (int i = 0; i < count; i++) {
                            values.get(i).set(vertex, properties.get(i).bitsWithout());
                        }
                        long id = nodes.nodeId(vertex);
                        read.singleNode(id, node);
                        // There is none for a node deleted since.
                        if (!node.next()) {
                            continue;
                        }
                        node.properties(property, selection);
                        while (property.next()) {
                            for (int i = 0; i < count; i++) {
                                PropertyReader reader = properties.get(i);
                                if (reader.key() == property.propertyKey()) {
                                    values.get(i).set(vertex, reader.bits(property.propertyValue(), "node", id));
                                    foundHere[i] = true;
                                }
                            }
                        }
                    }
                }
            }
            synchronized (found) {
                for (int i = 0; i < count; i++) {
                    found[i] |= foundHere[i];
                }
            }
        });
        return found;
    }

    /** How many nodes the filters of all calls of {@link #read} have rejected. */
    long filtered() {
        return filtered.sum();
    }

    /** @param before labels that have been scanned before; without a filter a node may be found again */
    private void scanLabel(
            TokenReadSession index, int label, int[] before, StoreFilter filter, List<NodeIdChunk> chunks)
            throws KernelException {
        long expected = transaction.dataRead().estimateCountsForNode(label);
        var partitions = transaction
                .dataRead()
                .nodeLabelScan(index, scan.partitions(expected), transaction.cursorContext(), StoreScan.token(label));
        scan.<NodeLabelIndexCursor>run(
                partitions,
                (cursors, context) ->
                        cursors.allocateNodeLabelIndexCursor(context.cursorContext(), context.memoryTracker()),
                (worker, cursor, context, next) -> {
                    Collector found = new Collector(chunks);
                    try (Check check = filter == null ? null : new Check(filter, context)) {
                        while (next.next(cursor)) {
                            while (cursor.next()) {
                                if (check == null || check.keeps(cursor.nodeReference(), before)) {
                                    found.add(cursor.nodeReference());
                                }
                            }
                            found.publish();
                        }
                    }
                });
    }

    private void scanStore(int[] labels, StoreFilter filter, List<NodeIdChunk> chunks) {
        long expected = transaction.dataRead().estimateCountsForNode(Tokens.ANY);
        var partitions = transaction.dataRead().allNodesScan(scan.partitions(expected), transaction.cursorContext());
        scan.<NodeCursor>run(
                partitions,
                (cursors, context) -> cursors.allocateNodeCursor(context.cursorContext(), context.memoryTracker()),
                (worker, cursor, context, next) -> {
                    Collector found = new Collector(chunks);
                    try (Check check = filter == null ? null : new Check(filter, context)) {
                        while (next.next(cursor)) {
                            while (cursor.next()) {
                                if (Tokens.hasOneOf(cursor, labels) && (check == null || check.keeps(cursor))) {
                                    found.add(cursor.nodeReference());
                                }
                            }
                            found.publish();
                        }
                    }
                });
    }

    /** Applies the filter for one worker. */
    private final class Check implements AutoCloseable {
        private final Read read;
        private final NodeCursor node;
        private final StoreFilter.Reader properties;
        private long rejected;

        Check(StoreFilter filter, ExecutionContext context) {
            read = context.dataRead();
            node = context.cursors().allocateNodeCursor(context.cursorContext(), context.memoryTracker());
            properties = filter.reader(context);
        }

        /** Whether to keep a node that an index has; one with a label of {@code before} was decided on already. */
        boolean keeps(long nodeId, int[] before) {
            read.singleNode(nodeId, node);
            // There is none for a node deleted since the index was read.
            return node.next() && !Tokens.hasOneOf(node, before) && keeps(node);
        }

        boolean keeps(NodeCursor found) {
            boolean kept = properties.keeps(found);
            if (!kept) {
                rejected++;
            }
            return kept;
        }

        @Override
        public void close() {
            filtered.add(rejected);
            properties.close();
            node.close();
        }
    }

    /** The nodes that one worker finds. */
    private final class Collector {
        private final List<NodeIdChunk> chunks;
        private NodeIdChunk chunk;
        private long unpublished;

        Collector(List<NodeIdChunk> chunks) {
            this.chunks = chunks;
        }

        void add(long nodeId) {
            if (chunk == null || chunk.isFull()) {
                chunk = NodeIdChunk.after(chunk, memory);
                synchronized (chunks) {
                    chunks.add(chunk);
                }
            }
            chunk.add(nodeId);
            unpublished++;
        }

        void publish() {
            workers.progress().advance(unpublished);
            unpublished = 0;
        }
    }
}
