package dev.motif.projection.follow;

import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.CallerTransaction;
import dev.motif.projection.Projection;
import dev.motif.projection.PropertyFilter;
import dev.motif.projection.StoreFilter;
import dev.motif.projection.Tokens;
import dev.motif.projection.follow.Changes.Longs;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.PropertyReader;
import dev.motif.projection.value.ValueType;
import java.util.List;
import java.util.stream.LongStream;
import org.neo4j.internal.kernel.api.CursorFactory;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.PropertyCursor;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.internal.kernel.api.RelationshipTraversalCursor;
import org.neo4j.internal.kernel.api.helpers.RelationshipSelections;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.storageengine.api.PropertySelection;
import org.neo4j.values.storable.Value;

/** Looks up nodes and relationships by their ids, several threads at once, each in transactions of its own. */
final class ChangedRecords {
    /** The node is one of the left side, or of a unipartite graph. */
    static final int LEFT = 1;
    /** The node is one of the right side. */
    static final int RIGHT = 2;

    private static final int IDS_PER_TASK = 1 << 12;
    private static final int NODES_PER_TASK = 1 << 9;
    /** The number of longs after which a thread passes on the changes that it has found. */
    private static final int EXPANDED_TOGETHER = 1 << 13;

    private final GraphDatabaseAPI database;
    private final Projection projection;
    private final Workers workers;
    private final long most;

    /** @param most the most relationships of nodes that come into the graph */
    ChangedRecords(GraphDatabaseAPI database, Projection projection, Workers workers, long most) {
        this.database = database;
        this.projection = projection;
        this.workers = workers.beside();
        this.most = most;
    }

    /** Does part of the work in a transaction of its own. */
    @FunctionalInterface
    private interface Part {
        void run(KernelTransaction kernel, int from, int to);
    }

    private void forRanges(int count, int grain, Part part) {
        workers.forRanges(count, grain, (worker, from, to) -> {
            try (InternalTransaction transaction = CallerTransaction.begin(database)) {
                part.run(transaction.kernelTransaction(), (int) from, (int) to);
            }
        });
    }

    /** The sides that nodes belong to: {@link #LEFT}, {@link #RIGHT}, both or none. */
    byte[] sides(long[] ids) {
        byte[] sides = new byte[ids.length];
        forRanges(ids.length, IDS_PER_TASK, (kernel, from, to) -> {
            try (Side left = new Side(kernel, projection.left(), projection.leftFilter());
                    Side right = projection.isBipartite()
                            ? new Side(kernel, projection.right(), projection.rightFilter())
                            : null;
                    NodeCursor node =
                            kernel.cursors().allocateNodeCursor(kernel.cursorContext(), kernel.memoryTracker())) {
                for (int i = from; i < to; i++) {
                    kernel.dataRead().singleNode(ids[i], node);
                    if (node.next()) {
                        sides[i] =
                                (byte) ((left.has(node) ? LEFT : 0) | (right != null && right.has(node) ? RIGHT : 0));
                    }
                }
            }
        });
        return sides;
    }

    /** Decides whether a node is of a side, for one thread. */
    private static final class Side implements AutoCloseable {
        private final int[] labels;
        private final StoreFilter.Reader filter;

        Side(KernelTransaction kernel, List<String> labels, PropertyFilter filter) {
            this.labels = Tokens.labels(kernel.tokenRead(), labels);
            StoreFilter found = StoreFilter.of(filter, kernel.tokenRead());
            this.filter = found == null ? null : found.reader(kernel);
        }

        boolean has(NodeCursor node) {
            return Tokens.hasOneOf(node, labels) && (filter == null || filter.keeps(node));
        }

        @Override
        public void close() {
            OffHeapScope.closeAll(filter);
        }
    }

    /**
     * The relationships with these ids: a pair of vertices ({@link ChangedEdges#pair}), and the id twice, plus 1 where
     * the relationship joins them now.
     *
     * @param missing gets the ids that are not in the database
     */
    Longs relationships(long[] ids, NodeIds left, NodeIds right, Longs missing) {
        Longs found = new Longs();
        forRanges(ids.length, IDS_PER_TASK, (kernel, from, to) -> {
            Longs own = new Longs();
            Longs ownMissing = new Longs();
            try (Relationships relationships = new Relationships(kernel)) {
                for (int i = from; i < to; i++) {
                    relationships.look(ids[i], left, right, own, ownMissing);
                }
            }
            synchronized (found) {
                found.addAll(own);
                missing.addAll(ownMissing);
            }
        });
        return found;
    }

    /**
     * Adds all relationships of some nodes, as {@link #relationships}. Returns false, and adds some of them, when they are
     * too many.
     *
     * @param heap gets {@link Refresher#BYTES_PER_CHANGE} for each
     * @throws HeapBudget.Exceeded when the heap has no room for them
     */
    boolean expand(long[] nodes, NodeIds left, NodeIds right, Longs found, HeapBudget.Share heap) {
        Expanded expanded = new Expanded(found, heap);
        forRanges(nodes.length, NODES_PER_TASK, (kernel, from, to) -> {
            Longs own = new Longs();
            try (Relationships relationships = new Relationships(kernel)) {
                for (int i = from; i < to && !expanded.tooMany; i++) {
                    relationships.expand(nodes[i], left, right, own, expanded);
                }
            }
            expanded.addAll(own);
        });
        if (expanded.noRoom != null) {
            throw expanded.noRoom;
        }
        return !expanded.tooMany;
    }

    /** Collects relationships of several threads until they are too many. */
    private final class Expanded {
        private final Longs found;
        private final HeapBudget.Share heap;
        private final long limit;
        private volatile boolean tooMany;
        private HeapBudget.Exceeded noRoom;

        Expanded(Longs found, HeapBudget.Share heap) {
            this.found = found;
            this.heap = heap;
            this.limit = found.count() + 2 * most;
        }

        /** Moves what a thread has found. */
        void addAll(Longs own) {
            synchronized (found) {
                tooMany |= found.count() + (long) own.count() > limit || !fits(own.count() / 2);
                if (!tooMany) {
                    found.addAll(own);
                }
            }
            own.clear();
        }

        private boolean fits(long changes) {
            try {
                heap.add(changes * Refresher.BYTES_PER_CHANGE);
                return true;
            } catch (HeapBudget.Exceeded e) {
                noRoom = e;
                return false;
            }
        }
    }

    /** Reads properties of nodes, or of relationships: the bits of each, by the place of the element in {@code ids}. */
    void values(boolean ofNodes, OffHeapLongs ids, List<PropertyReader> properties, List<OffHeapLongs> values) {
        PropertySelection selection = PropertySelection.selection(properties.stream()
                .filter(PropertyReader::isRead)
                .mapToInt(PropertyReader::key)
                .distinct()
                .toArray());
        String element = ofNodes ? "node" : "relationship";
        forRanges(Math.toIntExact(ids.length()), IDS_PER_TASK, (kernel, from, to) -> {
            try (Properties found = new Properties(kernel, ofNodes)) {
                for (int i = from; i < to; i++) {
                    found.look(ids.get(i), selection);
                    for (int p = 0; p < properties.size(); p++) {
                        values.get(p).set(i, properties.get(p).bitsBefore(found.isForward()));
                    }
                    while (found.next()) {
                        for (int p = 0; p < properties.size(); p++) {
                            PropertyReader reader = properties.get(p);
                            if (reader.key() == found.key()) {
                                values.get(p).set(i, reader.bits(found.value(), element, ids.get(i)));
                            }
                        }
                    }
                }
            }
        });
    }

    /** Whether one of some nodes, or relationships, has a FLOAT. */
    boolean hasFloat(boolean ofNodes, LongStream ids, int key) {
        PropertySelection selection = PropertySelection.selection(key);
        try (InternalTransaction transaction = CallerTransaction.begin(database);
                Properties found = new Properties(transaction.kernelTransaction(), ofNodes)) {
            return ids.anyMatch(id -> {
                found.look(id, selection);
                return found.next() && ValueType.of(found.value()) == ValueType.FLOAT;
            });
        }
    }

    int key(Property property) {
        if (!property.isStored()) {
            return Tokens.ANY;
        }
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            return Tokens.properties(transaction.kernelTransaction().tokenRead(), List.of(property.key()))[0];
        }
    }

    /** Reads properties of one node or relationship after the other, for one thread. */
    private static final class Properties implements AutoCloseable {
        private final KernelTransaction kernel;
        private final NodeCursor node;
        private final RelationshipScanCursor relationship;
        private final PropertyCursor property;
        private boolean there;

        Properties(KernelTransaction kernel, boolean ofNodes) {
            this.kernel = kernel;
            CursorFactory cursors = kernel.cursors();
            node = ofNodes ? cursors.allocateNodeCursor(kernel.cursorContext(), kernel.memoryTracker()) : null;
            relationship = ofNodes
                    ? null
                    : cursors.allocateRelationshipScanCursor(kernel.cursorContext(), kernel.memoryTracker());
            property = cursors.allocatePropertyCursor(kernel.cursorContext(), kernel.memoryTracker());
        }

        void look(long id, PropertySelection selection) {
            if (node != null) {
                kernel.dataRead().singleNode(id, node);
                there = node.next();
                if (there) {
                    node.properties(property, selection);
                }
            } else {
                kernel.dataRead().singleRelationship(id, relationship);
                there = relationship.next();
                if (there) {
                    relationship.properties(property, selection);
                }
            }
        }

        /** Whether a relationship leads from the smaller to the larger id; false where there is none. */
        boolean isForward() {
            return there
                    && relationship != null
                    && relationship.sourceNodeReference() < relationship.targetNodeReference();
        }

        boolean next() {
            return there && property.next();
        }

        int key() {
            return property.propertyKey();
        }

        Value value() {
            return property.propertyValue();
        }

        @Override
        public void close() {
            OffHeapScope.closeAll(property, node, relationship);
        }
    }

    static void add(Longs found, long pair, long id, boolean joins) {
        if (pair >= 0) {
            found.add(pair);
            found.add(id << 1 | (joins ? 1 : 0));
        }
    }

    /** The vertices that a relationship joins; -1 when it joins none. */
    static long pair(long source, long target, NodeIds left, NodeIds right) {
        if (source == target) {
            return -1;
        }
        if (right == null) {
            int u = left.vertex(source);
            int v = left.vertex(target);
            return u < 0 || v < 0 ? -1 : ChangedEdges.pair(Math.min(u, v), Math.max(u, v));
        }
        int u = left.vertex(source);
        int v = right.vertex(u < 0 ? source : target);
        u = u < 0 ? left.vertex(target) : u;
        return u < 0 || v < 0 ? -1 : ChangedEdges.pair(u, v);
    }

    private final class Relationships implements AutoCloseable {
        private final KernelTransaction kernel;
        private final int[] types;
        private final StoreFilter.Reader filter;
        private final NodeCursor node;
        private final RelationshipScanCursor one;
        private final RelationshipTraversalCursor all;

        Relationships(KernelTransaction kernel) {
            this.kernel = kernel;
            types = Tokens.types(kernel.tokenRead(), projection.types());
            StoreFilter found = StoreFilter.of(projection.filter(), kernel.tokenRead());
            filter = found == null ? null : found.reader(kernel);
            node = kernel.cursors().allocateNodeCursor(kernel.cursorContext(), kernel.memoryTracker());
            one = kernel.cursors().allocateRelationshipScanCursor(kernel.cursorContext(), kernel.memoryTracker());
            all = kernel.cursors().allocateRelationshipTraversalCursor(kernel.cursorContext(), kernel.memoryTracker());
        }

        void look(long id, NodeIds left, NodeIds right, Longs found, Longs missing) {
            kernel.dataRead().singleRelationship(id, one);
            if (one.next()) {
                boolean joins = Tokens.isOneOf(one.type(), types) && (filter == null || filter.keeps(one));
                add(found, pair(one.sourceNodeReference(), one.targetNodeReference(), left, right), id, joins);
            } else {
                missing.add(id);
            }
        }

        void expand(long id, NodeIds left, NodeIds right, Longs own, Expanded expanded) {
            kernel.dataRead().singleNode(id, node);
            if (!node.next()) {
                return;
            }
            RelationshipSelections.allCursor(all, node, types[0] == Tokens.ANY ? null : types);
            while (all.next()) {
                if (filter == null || filter.keeps(all)) {
                    add(
                            own,
                            pair(all.sourceNodeReference(), all.targetNodeReference(), left, right),
                            all.relationshipReference(),
                            true);
                }
                if (own.count() >= EXPANDED_TOGETHER) {
                    expanded.addAll(own);
                    if (expanded.tooMany) {
                        return;
                    }
                    workers.cancellation().check();
                }
            }
        }

        @Override
        public void close() {
            OffHeapScope.closeAll(all, one, node, filter);
        }
    }
}
