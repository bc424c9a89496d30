package dev.motif.projection.follow;

import static dev.motif.graph.change.ChangedEdges.first;
import static dev.motif.graph.change.ChangedEdges.pair;
import static dev.motif.graph.change.ChangedEdges.second;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.change.Splice;
import dev.motif.graph.change.SplicedRows;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.follow.Changes.Longs;
import dev.motif.projection.follow.Follower.Taken;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Makes the graph that a new projection would give of an earlier one with the ids of its relationships, by reading only
 * what changed. Vertices and edges that stay keep their order, so arrays are copied in runs ({@link Splice}).
 *
 * <p>A relationship is in the graph if both ends are and its filter keeps it. So one that changed is looked up, and so are
 * all relationships of nodes that come into the graph. An edge has a set of relationships: it is removed with the last
 * of them.
 *
 * <p>Takes, beside the reading, O(vertices + edges) copies of words, where relationships were deleted a pass over the ids
 * of all, and on the heap up to {@value #BYTES_PER_CHANGE} bytes
 * for each relationship and node that may have changed.
 */
public final class Refresher {
    /** The names of the stages that take long, in their order. */
    public static final List<String> STAGES = List.of("reading changes", "changing the graph");

    /** With more changes than this share of nodes and edges everything is read; a look-up takes longer than a scan's step. */
    private static final int LARGEST_SHARE = 4;

    /** No list of changes is longer than a JVM's arrays. */
    private static final long LARGEST = 1L << 27;

    /** The bytes on the heap for a change: in lists of changes and edits, sorted copies of these, and splices. */
    static final int BYTES_PER_CHANGE = 256;

    private static final int IDS_PER_TASK = 1 << 16;

    /** The number of changes that is never too large. */
    private static final int FEW = 1 << 12;

    private final NativeMemory memory;
    private final Workers workers;
    private final ProjectedGraph base;
    private final ChangedRecords records;
    private final long most;

    /**
     * A graph, and how it differs from the one before.
     *
     * @param left of the nodes of the left side, or of all nodes
     * @param right of the nodes of the right side; null for a unipartite graph
     * @param edges of the relationships
     * @param gone the edges that were removed, as pairs of vertices of the earlier graph
     * @param come the edges that were inserted, as pairs of vertices
     * @param touched the indexes of nodes and relationships from before that may have changed, in their properties or
     *     otherwise, ascending
     */
    public record Refreshed(
            ProjectedGraph graph,
            Splice left,
            Splice right,
            Splice edges,
            long[] gone,
            long[] come,
            Map<EntityKind, long[]> touched) {
        public Splice of(EntityKind elements) {
            return switch (elements) {
                case LEFT -> left;
                case RIGHT -> right;
                case RELATIONSHIPS -> edges;
            };
        }
    }

    /**
     * @param database as injected into a procedure, so that transactions have the rights of the caller
     * @param base the earlier graph, which has the ids of relationships and stays with its owner
     */
    public Refresher(
            GraphDatabaseAPI database, ProjectedGraph base, Projection source, NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
        this.base = base;
        long share = (base.graph().vertexCount() + base.graph().edgeCount()) / LARGEST_SHARE;
        this.most = Math.min(LARGEST, Math.max(FEW, share));
        this.records = new ChangedRecords(database, source, workers, most);
    }

    /**
     * Reads the changes and makes the graph, which the caller then owns; null when they are too many.
     *
     * @param heap gets the bytes of the changes, as long as the caller uses the result
     * @throws HeapBudget.Exceeded when the heap has no room for them
     * @throws IllegalArgumentException when a node is on both sides now
     */
    public Refreshed refresh(Taken taken, HeapBudget.Share heap) {
        Changes changes = taken.changes();
        long[] nodes = nodesToLookUp(changes);
        long count = (long) nodes.length + changes.relationships().length + changes.again().length;
        if (count > most) {
            return null;
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            heap.add(count * BYTES_PER_CHANGE);
            workers.progress().begin(STAGES.get(0), 0);
            Longs joined = new Longs();
            byte[] sides = records.sides(nodes);
            Splice left = splice(base.left(), nodes, sides, ChangedRecords.LEFT, joined);
            Splice right = base.isBipartite() ? splice(base.right(), nodes, sides, ChangedRecords.RIGHT, joined) : null;
            NodeIds leftIds = scope.own(spliced(base.left(), left, joined, 0));
            NodeIds rightIds =
                    right == null ? null : scope.own(spliced(base.right(), right, joined, left.insertedCount()));
            if (joined.count() > 0) {
                new GraphAssembler(memory, workers.beside()).checkDisjoint(leftIds, rightIds);
            }
            long[] expanded = expanded(joined, changes.again(), leftIds, rightIds);
            OffHeapLongs starts = base.graph() instanceof UnipartiteGraph unipartite
                    ? unipartite.firstEdges(scope, workers.beside())
                    : null;
            Longs missing = new Longs();
            Longs operations = records.relationships(changes.relationships(), leftIds, rightIds, missing);
            addDeleted(missing, starts, leftIds, rightIds, operations);
            boolean few = records.expand(expanded, leftIds, rightIds, operations, heap);
            Longs gone = few ? gone(left, right, heap) : null;
            if (gone == null) {
                return null;
            }
            workers.progress().begin(STAGES.get(1), 0);
            Refreshed made = new Patch(left, right == null ? left : right, starts, gone, scope)
                    .applied(operations, leftIds, rightIds);
            made.touched.put(EntityKind.LEFT, verticesFromBefore(nodes, leftIds, left));
            if (right != null) {
                made.touched.put(EntityKind.RIGHT, verticesFromBefore(nodes, rightIds, right));
            }
            taken.read(expanded);
            return made;
        }
    }

    /** The nodes to be looked up: of the deleted ones only nodes of the earlier graph. */
    private long[] nodesToLookUp(Changes changes) {
        LongStream gone = Arrays.stream(changes.deletedNodes())
                .filter(node -> base.left().vertex(node) >= 0 || base.targets().vertex(node) >= 0);
        return Changes.distinct(
                LongStream.concat(Arrays.stream(changes.nodes()), gone).toArray());
    }

    private Splice splice(NodeIds old, long[] nodes, byte[] sides, int side, Longs joined) {
        Longs removed = new Longs();
        Longs at = new Longs();
        Steps steps = new Steps(workers.cancellation());
        for (int i = 0; i < nodes.length; i++) {
            steps.add();
            int vertex = old.vertex(nodes[i]);
            boolean is = (sides[i] & side) != 0;
            if (!is && vertex >= 0) {
                removed.add(vertex);
            } else if (is && vertex < 0) {
                at.add(old.ids().lowerBound(0, old.count(), nodes[i]));
                joined.add(nodes[i]);
            }
        }
        return new Splice(old.count(), removed.toArray(), at.toArray());
    }

    /** The vertices of the given nodes that were in the graph before. */
    private static long[] verticesFromBefore(long[] nodes, NodeIds now, Splice splice) {
        return Arrays.stream(nodes)
                .map(now::vertex)
                .filter(vertex -> vertex >= 0 && !splice.isInserted(vertex))
                .toArray();
    }

    /** @param from the index in {@code joined} of the first node that joins this side */
    private NodeIds spliced(NodeIds old, Splice splice, Longs joined, int from) {
        if (splice.isIdentity()) {
            return old.share();
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs ids = splice.copy(old.ids(), scope, workers.beside());
            for (int i = 0; i < splice.insertedCount(); i++) {
                ids.set(splice.inserted(i), joined.get(from + i));
            }
            return NodeIds.of(ids, memory, workers.beside());
        }
    }

    /** The nodes whose relationships are all read: new nodes of the graph, and nodes that are to be read again. */
    private static long[] expanded(Longs joined, long[] again, NodeIds left, NodeIds right) {
        return Changes.distinct(LongStream.concat(
                        Arrays.stream(joined.toArray()),
                        Arrays.stream(again)
                                .filter(node -> left.vertex(node) >= 0 || right != null && right.vertex(node) >= 0))
                .toArray());
    }

    /** Adds that relationships which are no more in the database do not join what they joined in the earlier graph. */
    private void addDeleted(Longs missing, OffHeapLongs starts, NodeIds left, NodeIds right, Longs operations) {
        if (missing.count() == 0) {
            return;
        }
        IdSet deleted = new IdSet(missing.toSet());
        OffHeapLongs first = base.relationships().first();
        ParallelEdges others = base.relationships().others();
        forEachOf(deleted, first, operations, (i, found) -> addDeleted(i, first.get(i), starts, left, right, found));
        forEachOf(
                deleted,
                others.payloads(),
                operations,
                (i, found) ->
                        addDeleted(others.slots().get(i), others.payloads().get(i), starts, left, right, found));
    }

    @FunctionalInterface
    private interface IdConsumer {
        void accept(long index, Longs found);
    }

    private void forEachOf(IdSet some, OffHeapLongs ids, Longs operations, IdConsumer consumer) {
        workers.beside().forRanges(ids.length(), IDS_PER_TASK, (worker, from, to) -> {
            Longs found = new Longs();
            for (long i = from; i < to; i++) {
                if (some.has(ids.get(i))) {
                    consumer.accept(i, found);
                }
            }
            synchronized (operations) {
                operations.addAll(found);
            }
        });
    }

    private void addDeleted(
            long edge, long relationship, OffHeapLongs starts, NodeIds left, NodeIds right, Longs found) {
        int u = starts == null ? rows().vertexOf(edge) : Csr.vertexOf(starts, edge);
        long slot = starts == null ? edge : ((UnipartiteGraph) base.graph()).slotOf(edge, u, starts);
        long source = base.left().nodeId(u);
        long target = base.targets().nodeId(rows().neighbor(slot));
        ChangedRecords.add(found, ChangedRecords.pair(source, target, left, right), relationship, false);
    }

    /** Some ids, which tells of nearly all others by one look that they are not among them. */
    private static final class IdSet {
        private static final int BITS_PER_ID = 16;

        private final long[] ids;
        private final long[] bits;
        private final int shift;

        /** @param ids ascending */
        IdSet(long[] ids) {
            this.ids = ids;
            int log = Long.SIZE - Long.numberOfLeadingZeros(Math.max(Long.SIZE, (long) BITS_PER_ID * ids.length) - 1);
            this.bits = new long[Math.toIntExact((1L << log) / Long.SIZE)];
            this.shift = Long.SIZE - log;
            for (long id : ids) {
                bits[(int) (bit(id) >>> 6)] |= 1L << bit(id);
            }
        }

        private long bit(long id) {
            return id * 0x9E3779B97F4A7C15L >>> shift;
        }

        boolean has(long id) {
            long bit = bit(id);
            return (bits[(int) (bit >>> 6)] >>> bit & 1) != 0 && Arrays.binarySearch(ids, id) >= 0;
        }
    }

    /** The edges of nodes that are no more in the graph, as pairs of old vertices, ascending; null when they are too many. */
    private Longs gone(Splice left, Splice right, HeapBudget.Share heap) {
        Longs gone = new Longs();
        boolean bipartite = base.graph() instanceof BipartiteGraph;
        Csr rows = rows();
        for (int i = 0; i < left.removedCount(); i++) {
            int u = (int) left.removed(i);
            if (gone.count() + rows.degree(u) > most) {
                return null;
            }
            heap.add(rows.degree(u) * BYTES_PER_CHANGE);
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                int v = rows.neighbor(slot);
                gone.add(bipartite ? pair(u, v) : pair(Math.min(u, v), Math.max(u, v)));
            }
        }
        for (int i = 0; right != null && i < right.removedCount(); i++) {
            int v = (int) right.removed(i);
            Csr columns = ((BipartiteGraph) base.graph()).right();
            if (gone.count() + columns.degree(v) > most) {
                return null;
            }
            heap.add(columns.degree(v) * BYTES_PER_CHANGE);
            for (long slot = columns.start(v); slot < columns.end(v); slot++) {
                gone.add(pair(columns.neighbor(slot), v));
            }
        }
        return gone;
    }

    private Csr rows() {
        return base.graph() instanceof BipartiteGraph bipartite
                ? bipartite.left()
                : ((UnipartiteGraph) base.graph()).adjacency();
    }

    /** Edits of edges, in the order of pairs. */
    private static final class Edits {
        /** Old pairs of the edges that are removed, and where these are. */
        final Longs removed = new Longs();

        final Longs removedAt = new Longs();
        /** New pairs of the edges that are inserted, where they are put, and the smallest ids of their relationships. */
        final Longs inserted = new Longs();

        final Longs insertedAt = new Longs();
        final Longs insertedFirst = new Longs();
        /** Old indexes of the edges that get other relationships, and the smallest ids of these. */
        final Longs changed = new Longs();

        final Longs changedFirst = new Longs();
        /** Old indexes of the edges that stay, of which a relationship was read. */
        final Longs reread = new Longs();
        /** New pairs of inserted and changed edges with several relationships, once for each but the smallest, and its id. */
        final Longs parallel = new Longs();

        final Longs parallelIds = new Longs();

        void insert(long pair, long at, long relationship) {
            inserted.add(pair);
            insertedAt.add(at);
            insertedFirst.add(relationship);
        }

        private List<Longs> lists() {
            return List.of(
                    removed,
                    removedAt,
                    inserted,
                    insertedAt,
                    insertedFirst,
                    changed,
                    changedFirst,
                    reread,
                    parallel,
                    parallelIds);
        }

        /** Adds pairs that come after the pairs of these edits. */
        void addAll(Edits later) {
            List<Longs> own = lists();
            List<Longs> more = later.lists();
            for (int i = 0; i < own.size(); i++) {
                own.get(i).addAll(more.get(i));
            }
        }
    }

    /**
     * Patches the edges of the earlier graph: collects removed and inserted edges, and copies the rows, the ids of
     * relationships and the parallel edges into a new graph, with these changes.
     */
    private final class Patch {
        private final Splice left;
        private final Splice right;
        private final OffHeapScope scope;
        /** The first edge of each row of a unipartite graph, where edges lead to larger vertices; else null. */
        private final OffHeapLongs starts;

        private final OffHeapLongs oldFirst = base.relationships().first();
        private final ParallelEdges oldOthers = base.relationships().others();

        private final Edits edits = new Edits();

        /** @param gone old pairs of edges that are removed with their nodes */
        Patch(Splice left, Splice right, OffHeapLongs starts, Longs gone, OffHeapScope scope) {
            this.left = left;
            this.right = right;
            this.scope = scope;
            this.starts = starts;
            long[] pairs = gone.toSet();
            long[] at = SplicedRows.slots(rows(), pairs, workers.beside());
            Arrays.setAll(at, i -> edge(first(pairs[i]), at[i]));
            edits.removed.addAll(pairs);
            edits.removedAt.addAll(at);
        }

        /** The old index of the edge in an old slot of {@code u}, towards a larger vertex where the graph is unipartite. */
        private long edge(int u, long slot) {
            return starts == null ? slot : starts.get(u) + slot - ((UnipartiteGraph) base.graph()).firstForward(u);
        }

        /**
         * @param operations pairs of new vertices, and the id of a relationship twice, plus 1 where it joins them
         */
        Refreshed applied(Longs operations, NodeIds leftIds, NodeIds rightIds) {
            int count = operations.count() / 2;
            OffHeapLongs keys = scope.longs(count);
            OffHeapLongs ids = scope.longs(count);
            for (int i = 0; i < count; i++) {
                keys.set(i, operations.get(2 * i));
                ids.set(i, operations.get(2 * i + 1));
            }
            RadixSort.Sorted sorted = RadixSort.sort(
                    keys, ids, scope.longs(count), scope.longs(count), count, Long.SIZE, workers.cancellation());
            Edits[] found = new Edits[(count + FEW - 1) / FEW];
            workers.beside().forRanges(count, FEW, (worker, from, to) -> {
                int start = startOfPair(sorted.keys(), (int) from);
                long[] pairs = new long[startOfPair(sorted.keys(), (int) to) - start];
                Arrays.setAll(pairs, i -> sorted.keys().get(start + i));
                found[(int) (from / FEW)] = applied(pairs, sorted.payloads(), start);
            });
            for (int i = 0; i < found.length; i++) {
                edits.addAll(found[i]);
                found[i] = null;
            }
            return built(leftIds, rightIds);
        }

        /** The first index from {@code index} on at which another pair begins. */
        private static int startOfPair(OffHeapLongs pairs, int index) {
            int start = index;
            while (start > 0 && start < pairs.length() && pairs.get(start) == pairs.get(start - 1)) {
                start++;
            }
            return start;
        }

        /** Applies the operations from {@code start} on, which are all operations on these pairs. */
        private Edits applied(long[] pairs, OffHeapLongs operations, int start) {
            // What waits for memory is done for all at once, step by step.
            long[] before = new long[pairs.length];
            Arrays.setAll(before, i -> SplicedRows.before(pairs[i], left, right));
            long[] edges = new long[pairs.length];
            rows().firstSlotsFrom(before, 0, pairs.length, edges);
            Arrays.setAll(edges, i -> edge(pairs[i], before[i], edges[i]));
            long[] first = new long[pairs.length];
            Arrays.setAll(first, i -> edges[i] < 0 ? -1 : oldFirst.get(edges[i]));
            Edits found = new Edits();
            long others = 0;
            for (int from = 0; from < pairs.length; ) {
                int to = from + 1;
                while (to < pairs.length && pairs[to] == pairs[from]) {
                    to++;
                }
                OffHeapLongs slots = oldOthers.slots();
                if (edges[from] >= 0) {
                    others = slots.lowerBoundNear(others, edges[from]);
                }
                apply(pairs[from], edges[from], first[from], others, operations, start + from, start + to, found);
                from = to;
            }
            return found;
        }

        /**
         * The old index of the edge between new vertices; the complement of where it is inserted when there was none.
         *
         * @param before the pair that it was, or before which it is inserted
         * @param slot where that is
         */
        private long edge(long pair, long before, long slot) {
            int u = first(before);
            if (left.isInserted(first(pair))) {
                return ~(starts == null ? slot : starts.get(u));
            }
            boolean there =
                    !right.isInserted(second(pair)) && slot < rows().end(u) && rows().neighbor(slot) == second(before);
            return there ? edge(u, slot) : ~edge(u, slot);
        }

        /**
         * Applies the operations {@code [from, to)}, which are the operations on one pair: the later one on a
         * relationship counts.
         *
         * @param edge what {@link #edge(long, long, long)} says of it
         * @param first the smallest id of its relationships
         * @param others where the others are
         */
        private void apply(
                long pair, long edge, long first, long others, OffHeapLongs operations, int from, int to, Edits found) {
            boolean there = edge >= 0;
            OffHeapLongs slots = oldOthers.slots();
            boolean isOnly = there && (others == slots.length() || slots.get(others) != edge);
            if (to - from == 1) {
                boolean joins = (operations.get(from) & 1) != 0;
                long id = operations.get(from) >>> 1;
                if (!there) {
                    if (joins) {
                        found.insert(pair, ~edge, id);
                    }
                    return;
                }
                if (isOnly && id == first && !joins) {
                    remove(pair, edge, found);
                    return;
                }
            }
            Longs before = new Longs();
            if (there) {
                before.add(first);
                for (long i = others; i < slots.length() && slots.get(i) == edge; i++) {
                    before.add(oldOthers.payloads().get(i));
                }
            }
            long[] old = before.toSet();
            long[] now = after(old, operations, from, to);
            if (there && now.length > 0) {
                found.reread.add(edge);
            }
            if (Arrays.equals(old, now)) {
                return;
            }
            if (now.length == 0) {
                remove(pair, edge, found);
                return;
            }
            if (there) {
                found.changed.add(edge);
                found.changedFirst.add(now[0]);
            } else {
                found.insert(pair, ~edge, now[0]);
            }
            for (int i = 1; i < now.length; i++) {
                found.parallel.add(pair);
                found.parallelIds.add(now[i]);
            }
        }

        private void remove(long pair, long edge, Edits found) {
            found.removed.add(pair(left.before(first(pair)), right.before(second(pair))));
            found.removedAt.add(edge);
        }

        private static long[] after(long[] old, OffHeapLongs operations, int from, int to) {
            long[] all = Arrays.copyOf(old, old.length + to - from);
            for (int i = from; i < to; i++) {
                all[old.length + i - from] = operations.get(i) >>> 1;
            }
            Longs now = new Longs();
            for (long id : Changes.distinct(all)) {
                boolean is = Arrays.binarySearch(old, id) >= 0;
                for (int i = from; i < to; i++) {
                    if (operations.get(i) >>> 1 == id) {
                        is = (operations.get(i) & 1) != 0;
                    }
                }
                if (is) {
                    now.add(id);
                }
            }
            return now.toArray();
        }

        /** Builds the new graph from the edits: its rows, the ids of its relationships, and the splices of all elements. */
        private Refreshed built(NodeIds leftIds, NodeIds rightIds) {
            // Edges are numbered in the order of pairs.
            long[] gone = edits.removed.toSet();
            long[] goneAt = edits.removedAt.toSet();
            long[] come = edits.inserted.toArray();
            long[] comeAt = edits.insertedAt.toArray();
            Graph graph;
            Splice edges;
            if (base.graph() instanceof BipartiteGraph bipartite) {
                SplicedRows ofLeft = SplicedRows.of(
                        bipartite.left(), gone, come, goneAt, comeAt, left, right, scope, workers.beside());
                SplicedRows ofRight = SplicedRows.of(
                        bipartite.right(),
                        ChangedEdges.turned(gone),
                        ChangedEdges.turned(come),
                        right,
                        left,
                        scope,
                        workers.beside());
                graph = new BipartiteGraph(ofLeft.csr(), ofRight.csr());
                edges = ofLeft.slots();
            } else {
                graph = new UnipartiteGraph(SplicedRows.of(
                                rows(),
                                ChangedEdges.both(gone),
                                ChangedEdges.both(come),
                                left,
                                left,
                                scope,
                                workers.beside())
                        .csr());
                edges = new Splice(base.graph().edgeCount(), goneAt, comeAt);
            }
            OffHeapLongs first = edges.copy(oldFirst, scope, workers.beside());
            for (int i = 0; i < edges.insertedCount(); i++) {
                first.set(edges.inserted(i), edits.insertedFirst.get(i));
            }
            for (int i = 0; i < edits.changed.count(); i++) {
                first.set(edges.after(edits.changed.get(i)), edits.changedFirst.get(i));
            }
            ParallelEdges others = others(edges);
            ProjectionStatistics old = base.statistics();
            ProjectedGraph made = new ProjectedGraph(
                    graph,
                    leftIds,
                    rightIds,
                    new RelationshipIds(first, others),
                    new ProjectionStatistics(
                            others.slots().length(),
                            old.selfLoops(),
                            old.wrongSide(),
                            old.filtered(),
                            old.filteredNodes()),
                    base.projection());
            if (graph instanceof BipartiteGraph bipartite) {
                keep(bipartite.left());
                keep(bipartite.right());
                scope.keep(rightIds);
            } else {
                keep(((UnipartiteGraph) graph).adjacency());
            }
            scope.keep(leftIds);
            scope.keep(first);
            scope.keep(others.slots());
            scope.keep(others.payloads());
            Map<EntityKind, long[]> touched = new EnumMap<>(EntityKind.class);
            touched.put(
                    EntityKind.RELATIONSHIPS,
                    Arrays.stream(edits.reread.toArray()).map(edges::after).toArray());
            return new Refreshed(made, left, base.isBipartite() ? right : null, edges, gone, come, touched);
        }

        private void keep(Csr csr) {
            scope.keep(csr.offsets());
            scope.keep(csr.neighbors());
        }

        /** The relationships beside the smallest of each edge, in the order of edges. */
        private ParallelEdges others(Splice edges) {
            OffHeapLongs slots = scope.longs(oldOthers.slots().length() + edits.parallel.count());
            OffHeapLongs ids = scope.longs(slots.length());
            long[] others = edits.parallel.toArray();
            long[] indexes = newIndexes(others, edges);
            long end = 0;
            int next = 0;
            int fewer = 0;
            int more = 0;
            int skipped = 0;
            Steps steps = new Steps(workers.cancellation());
            for (long i = 0; i < oldOthers.slots().length(); i++) {
                steps.add();
                long edge = oldOthers.slots().get(i);
                for (; fewer < edges.removedCount() && edges.removed(fewer) < edge; fewer++) {}
                for (; more < edges.insertedCount() && edges.insertedAt(more) <= edge; more++) {}
                for (; skipped < edits.changed.count() && edits.changed.get(skipped) < edge; skipped++) {}
                boolean stays = (fewer == edges.removedCount() || edges.removed(fewer) != edge)
                        && (skipped == edits.changed.count() || edits.changed.get(skipped) != edge);
                long now = edge - fewer + more;
                if (stays) {
                    for (; next < others.length && indexes[next] < now; next++) {
                        slots.set(end, indexes[next]);
                        ids.set(end++, edits.parallelIds.get(next));
                    }
                    slots.set(end, now);
                    ids.set(end++, oldOthers.payloads().get(i));
                }
            }
            for (; next < others.length; next++) {
                slots.set(end, indexes[next]);
                ids.set(end++, edits.parallelIds.get(next));
            }
            slots.truncate(end);
            ids.truncate(end);
            return new ParallelEdges(slots, ids);
        }

        /** The new indexes of inserted or changed edges. */
        private long[] newIndexes(long[] pairs, Splice spliced) {
            long[] come = edits.inserted.toArray();
            return Arrays.stream(pairs)
                    .map(pair -> {
                        int number = Arrays.binarySearch(come, pair);
                        if (number >= 0) {
                            return spliced.inserted(number);
                        }
                        int u = (int) left.before(first(pair));
                        return spliced.after(edge(u, rows().firstSlotFrom(u, (int) right.before(second(pair)))));
                    })
                    .toArray();
        }
    }
}
