package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.PropertyReader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.common.EntityType;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.PropertyCursor;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.internal.kernel.api.RelationshipTypeIndexCursor;
import org.neo4j.internal.kernel.api.TokenReadSession;
import org.neo4j.kernel.api.ExecutionContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.storageengine.api.PropertySelection;
import org.neo4j.values.storable.Value;

/** Reads relationships in one scan and puts their edges into buckets. Counts the relationships that it drops. */
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
    private final boolean ids;
    private final PropertyReader[] properties;

    private final LongAdder selfLoops = new LongAdder();
    private final LongAdder wrongSide = new LongAdder();
    private final LongAdder filtered = new LongAdder();

    /**
     * @param left the nodes of the left side, or all nodes of a unipartite graph
     * @param right the nodes of the right side, or null
     * @param filter which relationships to keep, or null
     * @param ids whether the first payload of an edge is the id of its relationship
     * @param properties the payloads behind it
     */
    RelationshipReader(
            KernelTransaction transaction,
            Workers workers,
            NodeIds left,
            NodeIds right,
            StoreFilter filter,
            boolean ids,
            List<PropertyReader> properties) {
        this.transaction = transaction;
        this.scan = new StoreScan(transaction, workers);
        this.workers = workers;
        this.left = left;
        this.right = right;
        this.filter = filter;
        this.ids = ids;
        this.properties = properties.toArray(PropertyReader[]::new);
    }

    /** The number of relationships of {@code types}, by the count store. */
    static long expected(Read read, int[] types) {
        return Arrays.stream(types)
                .mapToLong(type -> read.estimateCountsForRelationships(Tokens.ANY, type, Tokens.ANY))
                .sum();
    }

    /**
     * The most relationships of {@code type} that can join the two sides, by the count store. It has the number of
     * relationships that begin at a label, and of relationships that end at a label, but not of relationships that do
     * both.
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
     * @param buckets have the payloads that this reads
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
                                    if (edges.joins(cursor.sourceNodeReference(), cursor.targetNodeReference())) {
                                        edges.add(cursor);
                                    }
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
                                    if (edges.joins(cursor.sourceNodeReference(), cursor.targetNodeReference())) {
                                        edges.add(cursor);
                                    }
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
        private final StoreFilter.Reader filtering;
        private final PropertyCursor values;
        private final PropertySelection selection;
        private final int keys;
        private final long[] payloads = new long[(ids ? 1 : 0) + properties.length];
        /** The ends of the relationship that {@link #joins} was asked about last. */
        private int source;

        private int target;
        /** Whether it begins at the smaller one. */
        private boolean forward;

        private long read;
        private long loops;
        private long outside;
        private long rejected;

        Collector(EdgeBuckets buckets, ExecutionContext context) {
            edges = buckets.writer();
            filtering = filter == null ? null : filter.reader(context);
            int[] wanted = Arrays.stream(properties)
                    .filter(PropertyReader::isRead)
                    .mapToInt(PropertyReader::key)
                    .distinct()
                    .toArray();
            keys = wanted.length;
            selection = keys == 0 ? null : PropertySelection.selection(wanted);
            values = keys == 0
                    ? null
                    : context.cursors().allocatePropertyCursor(context.cursorContext(), context.memoryTracker());
        }

        boolean keeps(RelationshipScanCursor relationship) {
            return counted(filtering.keeps(relationship));
        }

        boolean keeps(RelationshipTypeIndexCursor relationship) {
            return counted(filtering.keeps(relationship));
        }

        private boolean counted(boolean kept) {
            if (!kept) {
                rejected++;
            }
            return kept;
        }

        /** Whether a relationship between these nodes is an edge. */
        boolean joins(long from, long to) {
            if ((++read & (RECORDS_BETWEEN_POLLS - 1)) == 0) {
                workers.cancellation().check();
            }
            if (from == to) {
                loops++;
                return false;
            }
            if (right == null) {
                int u = left.vertex(from);
                int v = left.vertex(to);
                forward = u < v;
                source = forward ? u : v;
                target = forward ? v : u;
            } else {
                source = left.vertex(from);
                target = right.vertex(source < 0 ? from : to);
                if (source < 0) {
                    source = left.vertex(to);
                }
            }
            if (source < 0 || target < 0) {
                outside++;
                return false;
            }
            return true;
        }

        /** Adds the edge that {@link #joins} was asked about. */
        void add(RelationshipScanCursor relationship) {
            if (values != null) {
                relationship.properties(values, selection);
            }
            add(relationship.relationshipReference());
        }

        /** Adds the edge that {@link #joins} was asked about. */
        void add(RelationshipTypeIndexCursor relationship) {
            if (values != null) {
                relationship.properties(values, selection);
            }
            add(relationship.relationshipReference());
        }

        private void add(long relationship) {
            if (properties.length == 0) {
                edges.add(source, target, relationship);
                return;
            }
            int first = ids ? 1 : 0;
            if (ids) {
                payloads[0] = relationship;
            }
            for (int i = 0; i < properties.length; i++) {
                payloads[first + i] = properties[i].bitsBefore(forward);
            }
            for (int found = 0; found < keys && values.next(); found++) {
                int key = values.propertyKey();
                Value value = values.propertyValue();
                for (int i = 0; i < properties.length; i++) {
                    if (properties[i].key() == key) {
                        payloads[first + i] = properties[i].bits(value, "relationship", relationship);
                    }
                }
            }
            edges.add(source, target, payloads);
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
            OffHeapScope.closeAll(edges, filtering, values);
        }
    }
}
