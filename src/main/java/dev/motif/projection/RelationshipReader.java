package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.common.EntityType;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.internal.kernel.api.RelationshipTypeIndexCursor;
import org.neo4j.internal.kernel.api.TokenReadSession;
import org.neo4j.kernel.api.ExecutionContext;
import org.neo4j.kernel.api.KernelTransaction;

/** Reads relationships in one scan and puts their edges into buckets. Counts those that it drops. */
final class RelationshipReader {
    /** Above this share of all relationships a scan of the whole store is faster than one of the index of types. */
    private static final double FULL_SCAN_SHARE = 0.4;

    private static final int RECORDS_BETWEEN_POLLS = 1 << 14;

    private final KernelTransaction transaction;
    private final StoreScan scan;
    private final Workers workers;
    private final NodeIds left;
    private final NodeIds right;
    private final StoreFilter filter;

    private final LongAdder selfLoops = new LongAdder();
    private final LongAdder wrongSide = new LongAdder();
    private final LongAdder filtered = new LongAdder();

    /**
     * @param left the nodes of the left side, or all nodes of a unipartite graph
     * @param right the nodes of the right side, or null
     * @param filter which relationships to keep, or null
     */
    RelationshipReader(
            KernelTransaction transaction, Workers workers, NodeIds left, NodeIds right, StoreFilter filter) {
        this.transaction = transaction;
        this.scan = new StoreScan(transaction, workers);
        this.workers = workers;
        this.left = left;
        this.right = right;
        this.filter = filter;
    }

    /** The number of relationships of {@code types}, by the count store. */
    static long expected(Read read, int[] types) {
        return Arrays.stream(types)
                .mapToLong(type -> read.estimateCountsForRelationships(Tokens.ANY, type, Tokens.ANY))
                .sum();
    }

    /**
     * The most relationships of {@code type} that can join the two sides, by the count store. It has the number of
     * those that begin at a label and of those that end at a label, but not of those that do both.
     *
     * @param right the array {@code left} itself for a unipartite graph
     */
    static long expected(Read read, int[] left, int[] right, int type) {
        long forward = Math.min(starting(read, left, type), ending(read, right, type));
        long backward = right == left ? 0 : Math.min(starting(read, right, type), ending(read, left, type));
        return Math.min(expected(read, new int[] {type}), forward + backward);
    }

    private static long starting(Read read, int[] labels, int type) {
        return Arrays.stream(labels)
                .mapToLong(label -> read.estimateCountsForRelationships(label, type, Tokens.ANY))
                .sum();
    }

    private static long ending(Read read, int[] labels, int type) {
        return Arrays.stream(labels)
                .mapToLong(label -> read.estimateCountsForRelationships(Tokens.ANY, type, label))
                .sum();
    }

    /**
     * Reads the relationships of these types and adds their edges to {@code buckets}.
     *
     * @param types token ids, or only {@link Tokens#ANY}
     * @param buckets the payload of an edge is the id of its relationship
     */
    void read(int[] types, EdgeBuckets buckets) throws KernelException {
        Read read = transaction.dataRead();
        long all = read.estimateCountsForRelationships(Tokens.ANY, Tokens.ANY, Tokens.ANY);
        boolean few = types[0] != Tokens.ANY && expected(read, types) < FULL_SCAN_SHARE * all;
        TokenReadSession index = few ? scan.lookupIndex(EntityType.RELATIONSHIP) : null;
        if (index == null) {
            scanStore(types, all, buckets);
        } else {
            for (int type : types) {
                scanType(index, type, buckets);
            }
        }
        if (filter != null) {
            filter.checkComparable();
        }
    }

    ProjectionStatistics statistics(long duplicates, long filteredNodes) {
        return new ProjectionStatistics(duplicates, selfLoops.sum(), wrongSide.sum(), filtered.sum(), filteredNodes);
    }

    private void scanStore(int[] types, long expected, EdgeBuckets buckets) {
        BitSet wanted = new BitSet();
        boolean any = types[0] == Tokens.ANY;
        if (!any) {
            Arrays.stream(types).forEach(wanted::set);
        }
        var partitions =
                transaction.dataRead().allRelationshipsScan(scan.partitions(expected), transaction.cursorContext());
        scan.<RelationshipScanCursor>run(
                partitions,
                (cursors, context) ->
                        cursors.allocateRelationshipScanCursor(context.cursorContext(), context.memoryTracker()),
                (worker, cursor, context, next) -> {
                    try (Collector edges = new Collector(buckets, context)) {
                        while (next.next(cursor)) {
                            while (cursor.next()) {
                                if ((any || wanted.get(cursor.type())) && (filter == null || edges.keeps(cursor))) {
                                    edges.add(
                                            cursor.sourceNodeReference(),
                                            cursor.targetNodeReference(),
                                            cursor.relationshipReference());
                                }
                            }
                            edges.publish();
                        }
                    }
                });
    }

    private void scanType(TokenReadSession index, int type, EdgeBuckets buckets) throws KernelException {
        Read read = transaction.dataRead();
        long expected = expected(read, new int[] {type});
        var partitions = read.relationshipTypeScan(
                index, scan.partitions(expected), transaction.cursorContext(), StoreScan.token(type));
        scan.<RelationshipTypeIndexCursor>run(
                partitions,
                (cursors, context) ->
                        cursors.allocateRelationshipTypeIndexCursor(context.cursorContext(), context.memoryTracker()),
                (worker, cursor, context, next) -> {
                    try (Collector edges = new Collector(buckets, context)) {
                        while (next.next(cursor)) {
                            while (cursor.next()) {
                                // readFromStore is false for a relationship deleted since the index was read.
                                if (cursor.readFromStore() && (filter == null || edges.keeps(cursor))) {
                                    edges.add(
                                            cursor.sourceNodeReference(),
                                            cursor.targetNodeReference(),
                                            cursor.relationshipReference());
                                }
                            }
                            edges.publish();
                        }
                    }
                });
    }

    /** The edges that one worker finds. */
    private final class Collector implements AutoCloseable {
        private final EdgeBuckets.Writer edges;
        private final StoreFilter.Reader properties;
        private long read;
        private long loops;
        private long outside;
        private long rejected;

        Collector(EdgeBuckets buckets, ExecutionContext context) {
            edges = buckets.writer();
            properties = filter == null ? null : filter.reader(context);
        }

        boolean keeps(RelationshipScanCursor relationship) {
            return counted(properties.keeps(relationship));
        }

        boolean keeps(RelationshipTypeIndexCursor relationship) {
            return counted(properties.keeps(relationship));
        }

        private boolean counted(boolean kept) {
            if (!kept) {
                rejected++;
            }
            return kept;
        }

        void add(long source, long target, long relationship) {
            if ((++read & (RECORDS_BETWEEN_POLLS - 1)) == 0) {
                workers.cancellation().check();
            }
            if (source == target) {
                loops++;
            } else if (right == null) {
                addUndirected(left.vertex(source), left.vertex(target), relationship);
            } else {
                addBipartite(source, target, relationship);
            }
        }

        private void addUndirected(int u, int v, long relationship) {
            if (u < 0 || v < 0) {
                outside++;
            } else {
                edges.add(Math.min(u, v), Math.max(u, v), relationship);
            }
        }

        private void addBipartite(long source, long target, long relationship) {
            int l = left.vertex(source);
            int r = right.vertex(l < 0 ? source : target);
            if (l < 0) {
                l = left.vertex(target);
            }
            if (l < 0 || r < 0) {
                outside++;
            } else {
                edges.add(l, r, relationship);
            }
        }

        void publish() {
            workers.progress().advance(read + rejected);
            selfLoops.add(loops);
            wrongSide.add(outside);
            filtered.add(rejected);
            read = 0;
            loops = 0;
            outside = 0;
            rejected = 0;
        }

        @Override
        public void close() {
            edges.close();
            if (properties != null) {
                properties.close();
            }
        }
    }
}
