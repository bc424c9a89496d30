package dev.motif.projection;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import org.neo4j.common.EntityType;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.NodeLabelIndexCursor;
import org.neo4j.internal.kernel.api.TokenReadSession;
import org.neo4j.kernel.api.KernelTransaction;

/** Collects the ids of the nodes that have at least one of the given labels. */
final class NodeReader {
    private final KernelTransaction transaction;
    private final StoreScan scan;
    private final NativeMemory memory;
    private final Workers workers;

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
     */
    NodeIds read(int[] labels) throws KernelException {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            List<NodeIdChunk> chunks = new ArrayList<>();
            TokenReadSession index = labels[0] == Tokens.ANY ? null : scan.lookupIndex(EntityType.NODE);
            try {
                if (index == null) {
                    scanStore(labels, chunks);
                } else {
                    for (int label : labels) {
                        scanLabel(index, label, chunks);
                    }
                }
            } finally {
                chunks.forEach(scope::own);
            }
            return NodeIds.of(memory, workers, chunks);
        }
    }

    private void scanLabel(TokenReadSession index, int label, List<NodeIdChunk> chunks) throws KernelException {
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
                    while (next.next(cursor)) {
                        while (cursor.next()) {
                            found.add(cursor.nodeReference());
                        }
                        found.publish();
                    }
                });
    }

    private void scanStore(int[] labels, List<NodeIdChunk> chunks) {
        long expected = transaction.dataRead().estimateCountsForNode(Tokens.ANY);
        var partitions = transaction.dataRead().allNodesScan(scan.partitions(expected), transaction.cursorContext());
        scan.<NodeCursor>run(
                partitions,
                (cursors, context) -> cursors.allocateNodeCursor(context.cursorContext(), context.memoryTracker()),
                (worker, cursor, context, next) -> {
                    Collector found = new Collector(chunks);
                    while (next.next(cursor)) {
                        while (cursor.next()) {
                            if (hasOneOf(cursor, labels)) {
                                found.add(cursor.nodeReference());
                            }
                        }
                        found.publish();
                    }
                });
    }

    private static boolean hasOneOf(NodeCursor node, int[] labels) {
        for (int label : labels) {
            if (label == Tokens.ANY || node.hasLabel(label)) {
                return true;
            }
        }
        return false;
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
