package dev.motif.algorithm.group.span;

import dev.motif.algorithm.group.span.TimedGraph.Rows;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Steps;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The parts of a graph in which groups with a span are.
 *
 * <p>A window begins at the time of a relationship and ends a span later; two vertices are joined in it when one of their
 * relationships lies in it. All relationships of a group lie in some window, and the latest such window begins at one of them.
 * So the maximal groups with a span are among the maximal groups of the windows that have a relationship at the beginning of the
 * window, and those are in the part of the window that is around these relationships: see {@link Reach}.
 *
 * <p>Parts of several windows make one graph, which falls apart into them, so that one search works on many. It has at most
 * {@value #MOST_SLOTS} slots, or a single larger part. A group that it finds is one of a single window.
 */
public final class WindowParts implements AutoCloseable {
    /** Why a search within a span is done on the CPU. */
    public static final String ON_CPU = "groups within a span are searched on the CPU";

    private static final long MOST_SLOTS = 1 << 18;

    private final TimedGraph timed;
    private final Reach reach;
    private final int[] least;
    private final Execution execution;
    private final Steps steps;
    private final OffHeapScope scope;

    /** For each side and vertex: 1 + its number in the current part, 0 for none. */
    private final OffHeapInts[] numbers;

    /** For each side and vertex: the last mark that it got. */
    private final OffHeapInts[] marks;

    /** For each side: the vertices of the current part. */
    private final OffHeapInts[] members;

    private final int[] sizes = new int[2];
    private int mark;

    /** The first relationship of the next window. */
    private long next;

    /** Begin and end of the current part's window, and its most slots. */
    private long start;

    private long end;
    private long slots;
    private boolean pending;

    /** How far from a relationship the other members of a group can be. */
    public enum Reach {
        /** In a biclique each is adjacent to an end of the relationship. */
        NEIGHBORS,
        /** In a clique each is adjacent to both ends. */
        COMMON_NEIGHBORS,
        /** In a near-group two of a side, or of a unipartite graph two that are not adjacent, have a neighbor in common. */
        TWO_HOPS
    }

    /** Parts of windows as a graph. Owns its memory. */
    public static final class Parts implements AutoCloseable {
        private final Graph graph;

        /** For each side and vertex: its number in the whole graph. */
        private final OffHeapInts[] vertices;

        /** For each vertex of side 0 when its window begins. */
        private final OffHeapLongs starts;

        private final long relationships;

        private Parts(Graph graph, OffHeapInts[] vertices, OffHeapLongs starts, long relationships) {
            this.graph = graph;
            this.vertices = vertices;
            this.starts = starts;
            this.relationships = relationships;
        }

        /** The parts side by side: bipartite where the whole graph is. */
        public Graph graph() {
            return graph;
        }

        /** The number of relationships of the whole graph with which windows began since the parts before these. */
        private long relationships() {
            return relationships;
        }

        /** The numbers of vertices in the whole graph, ascending. */
        public int[] inWhole(int side, int[] ofParts) {
            int[] whole = new int[ofParts.length];
            for (int i = 0; i < whole.length; i++) {
                whole[i] = vertices[side].get(ofParts[i]);
            }
            Arrays.sort(whole);
            return whole;
        }

        /** When the window of a vertex of side 0 begins. */
        public long start(int vertex) {
            return starts.get(vertex);
        }

        @Override
        public void close() {
            graph.close();
            starts.close();
            OffHeapScope.closeAll(vertices);
        }
    }

    /** @param least by side the fewest members of a group */
    public WindowParts(TimedGraph timed, Reach reach, int[] least, Execution execution) {
        this.timed = timed;
        this.reach = reach;
        this.least = least.clone();
        this.execution = execution;
        this.steps = new Steps(execution.workers().cancellation());
        this.scope = new OffHeapScope(execution.memory());
        int sides = timed.sides();
        this.numbers = new OffHeapInts[sides];
        this.marks = new OffHeapInts[sides];
        this.members = new OffHeapInts[sides];
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            building.own(scope);
            for (int side = 0; side < sides; side++) {
                numbers[side] = scope.zeroedInts(timed.vertexCount(side));
                marks[side] = scope.zeroedInts(timed.vertexCount(side));
                members[side] = scope.ints(timed.vertexCount(side));
            }
            building.keep(scope);
        }
    }

    /**
     * The memory of a search by windows beside the graph and its times.
     *
     * @param search estimates a search in a graph of parts by its size
     */
    public static CpuEstimate estimate(
            GraphSize size,
            TimeWindow window,
            boolean bipartite,
            Function<GraphSize, CpuEstimate> search,
            int concurrency) {
        long relationships =
                window.times() == null ? size.edges() : window.times().count();
        long most = mostSlots(relationships, bipartite);
        CpuEstimate inParts = search.apply(bipartite ? new GraphSize(most, most, most) : new GraphSize(most, 0, most));
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        "windows",
                        MemoryEstimate.range(
                                "relationships by time", 0, TimedGraph.peakBytes(size.vertices(), relationships)),
                        MemoryEstimate.range(
                                "parts of windows", 0, mostBytes(size.vertices(), relationships, bipartite)),
                        MemoryEstimate.range(
                                "search in the parts of windows",
                                0,
                                inParts.offHeap().maxBytes())),
                inParts.heap() == null ? MemoryEstimate.of("search", 0) : inParts.heap(),
                MemoryEstimate.range(
                        "members of a group, one set a worker",
                        0,
                        4L * concurrency * Math.min(size.vertices(), most) * Integer.BYTES));
    }

    /** The most slots of a graph of parts. */
    private static long mostSlots(long relationships, boolean bipartite) {
        long one = bipartite ? relationships : 2 * relationships;
        return (long) Math.min((double) one * relationships, Math.max(MOST_SLOTS, one));
    }

    /** The most bytes beside the search in a graph of parts. */
    private static long mostBytes(long vertices, long relationships, boolean bipartite) {
        long most = mostSlots(relationships, bipartite);
        return 3 * vertices * Integer.BYTES
                + 2 * (most + 1) * (Long.BYTES + Integer.BYTES)
                + 3 * Csr.bytes(most, most)
                + CsrBuilder.transposingBytes(most);
    }

    /** Hands over all parts, some at a time, in a stage of the run. */
    public void forEach(String stage, Consumer<Parts> search) {
        Progress progress = execution.workers().progress();
        progress.begin(stage, timed.count());
        for (Parts some = next(); some != null; some = next()) {
            try (Parts current = some) {
                search.accept(current);
                progress.advance(current.relationships());
                progress.publish();
            }
        }
    }

    /** The next parts, or null when there are no more. The caller closes them. */
    private Parts next() {
        long before = next;
        if (!pending && !gather()) {
            return null;
        }
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            long usual = Math.min(MOST_SLOTS, mostSlots(timed.count(), timed.isBipartite()));
            Maker maker = new Maker(Math.max(slots, usual), building);
            do {
                maker.add();
            } while (gather() && maker.fits());
            return maker.make(next - before);
        }
    }

    /** Finds the next part that is large enough; false when there is none. */
    private boolean gather() {
        pending = false;
        while (next < timed.count() && !pending) {
            clear();
            start = timed.time(next);
            end = EdgeTimes.plus(start, timed.span());
            while (next < timed.count() && timed.time(next) == start) {
                long edge = timed.edge(next++);
                meet(timed.end(edge, 0), timed.end(edge, 1));
            }
            pending = true;
            for (int side = 0; side < least.length; side++) {
                pending &= sizes[side] >= least[side];
            }
        }
        if (pending) {
            slots = 0;
            for (int i = 0; i < sizes[0]; i++) {
                int vertex = members[0].get(i);
                slots += timed.rows(0).after(vertex, end) - timed.rows(0).from(vertex, start);
                steps.add();
            }
        }
        return pending;
    }

    private void clear() {
        for (int side = 0; side < numbers.length; side++) {
            for (int i = 0; i < sizes[side]; i++) {
                numbers[side].set(members[side].get(i), 0);
                steps.add();
            }
            sizes[side] = 0;
        }
    }

    /** Adds the vertices that can be in a group with a relationship. */
    private void meet(int first, int second) {
        switch (reach) {
            case NEIGHBORS -> {
                forNeighbors(0, first, neighbor -> take(1, neighbor));
                forNeighbors(1, second, neighbor -> take(0, neighbor));
            }
            case COMMON_NEIGHBORS -> {
                int here = nextMark();
                take(0, first);
                take(0, second);
                forNeighbors(0, first, neighbor -> marks[0].set(neighbor, here));
                forNeighbors(0, second, neighbor -> {
                    if (marks[0].get(neighbor) == here) {
                        take(0, neighbor);
                    }
                });
            }
            case TWO_HOPS -> {
                int last = timed.sides() - 1;
                take(0, first);
                forNeighbors(0, first, middle -> {
                    take(last, middle);
                    forNeighbors(1, middle, other -> take(0, other));
                });
                forNeighbors(1, second, middle -> {
                    take(0, middle);
                    forNeighbors(0, middle, other -> take(last, other));
                });
            }
        }
    }

    private interface VertexBody {
        void take(int vertex);
    }

    /** Hands over the neighbors of a vertex in the window: a neighbor with several relationships several times. */
    private void forNeighbors(int side, int vertex, VertexBody body) {
        Rows rows = timed.rows(side);
        long last = rows.after(vertex, end);
        for (long at = rows.from(vertex, start); at < last; at++) {
            body.take(rows.neighbors().get(at));
            steps.add();
        }
    }

    private void take(int side, int vertex) {
        if (numbers[side].get(vertex) == 0) {
            members[side].set(sizes[side]++, vertex);
            numbers[side].set(vertex, sizes[side]);
        }
    }

    private int nextMark() {
        if (mark == Integer.MAX_VALUE) {
            mark = 0;
            for (OffHeapInts each : marks) {
                each.clear();
            }
        }
        return ++mark;
    }

    @Override
    public void close() {
        scope.close();
    }

    /** A graph of parts that is being made. */
    private final class Maker {
        private final OffHeapScope building;
        private final OffHeapLongs offsets;
        private final OffHeapInts neighbors;
        private final OffHeapInts[] vertices = new OffHeapInts[timed.sides()];
        private final OffHeapLongs starts;
        private final int[] counts = new int[timed.sides()];
        private final long room;
        private long used;

        Maker(long room, OffHeapScope building) {
            this.room = room;
            this.building = building;
            this.offsets = building.longs(room + 1);
            this.neighbors = building.ints(room);
            this.starts = building.longs(room);
            for (int side = 0; side < vertices.length; side++) {
                vertices[side] = building.ints(room);
            }
        }

        boolean fits() {
            return used + slots <= room;
        }

        /** Adds the current part. */
        void add() {
            int other = timed.sides() - 1;
            for (int i = 0; i < sizes[0]; i++) {
                int here = nextMark();
                starts.set(counts[0] + i, start);
                offsets.set(counts[0] + i, used);
                forNeighbors(0, members[0].get(i), neighbor -> {
                    int number = numbers[other].get(neighbor);
                    if (number > 0 && marks[other].get(neighbor) != here) {
                        marks[other].set(neighbor, here);
                        neighbors.set(used++, counts[other] + number - 1);
                    }
                });
            }
            for (int side = 0; side < vertices.length; side++) {
                for (int i = 0; i < sizes[side]; i++) {
                    vertices[side].set(counts[side] + i, members[side].get(i));
                }
            }
            for (int side = 0; side < vertices.length; side++) {
                counts[side] += sizes[side];
            }
        }

        Parts make(long relationships) {
            offsets.set(counts[0], used);
            offsets.truncate(counts[0] + 1L);
            neighbors.truncate(used);
            starts.truncate(counts[0]);
            for (int side = 0; side < vertices.length; side++) {
                vertices[side].truncate(counts[side]);
            }
            CsrBuilder builder =
                    new CsrBuilder(execution.memory(), execution.workers().beside());
            Csr unsorted = building.own(new Csr(building.keep(offsets), building.keep(neighbors)));
            // Transposing sorts.
            Csr transposed = building.own(builder.transpose(unsorted, counts[timed.sides() - 1]));
            Graph graph;
            if (timed.isBipartite()) {
                building.close(unsorted);
                Csr sorted = builder.transpose(transposed, counts[0]);
                graph = new BipartiteGraph(sorted, building.keep(transposed));
            } else {
                graph = new UnipartiteGraph(building.keep(transposed));
            }
            building.own(graph);
            building.keep(starts);
            for (OffHeapInts each : vertices) {
                building.keep(each);
            }
            return new Parts(building.keep(graph), vertices, starts, relationships);
        }
    }
}
