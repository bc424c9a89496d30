package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.DisjointSets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.concurrent.CancellationException;

/**
 * Finds the minimum edge cut of a connected graph, exactly.
 *
 * <p>The smallest degree is an upper bound. A maximum adjacency search takes the vertices one by one, always one of the
 * largest weight r to the vertices before it, and tells for each edge how well its ends are connected at least; edges
 * whose ends are connected as well as the bound are contracted, since no smaller cut separates them. A cut between what
 * has been taken and the rest may lower the bound. Then pairs are contracted of which one vertex has half of its weight
 * at the other. That is repeated until one vertex is left, or until a round contracts little: then a set grows by a
 * vertex at a time, which is contracted into it once a flow from the vertex to the set is as large as the bound, or has
 * lowered the bound. These flows are short as a rule, since they end as soon as they reach the set.
 *
 * <p>Work: linear in the edges for each round; rounds are few, since they shrink the graph by a part each. Flows take
 * {@code O(vertices * cut * edges)} steps in the worst case.
 *
 * <p>Sources: Nagamochi, Ono and Ibaraki, "Implementing an Efficient Minimum Capacity Cut Algorithm", Mathematical
 * Programming 67, 1994, doi:10.1007/BF01582226. Henzinger, Noe, Schulz and Strash, "Practical Minimum Cut Algorithms",
 * ACM Journal of Experimental Algorithmics 23, 2018, doi:10.1145/3274662, for queues up to the bound. Padberg and
 * Rinaldi, "An Efficient Algorithm for the Minimum Capacity Cut Problem", Mathematical Programming 47, 1990,
 * doi:10.1007/BF01580850, for the second test. Ford and Fulkerson, "Maximal Flow Through a Network", 1956,
 * doi:10.4153/CJM-1956-045-5.
 */
final class MinimumCut {
    /** A round that contracts less than this part of the vertices is the last before flows. */
    private static final int LEAST_SHRINKING = 20;

    /** The bytes of the arrays of a search, and of labels; the arrays of edges take less than making a graph does. */
    private static final long BYTES_PER_VERTEX = 2L * Long.BYTES + 9L * Integer.BYTES;

    private final NativeMemory memory;
    private final Steps steps;
    private CutGraph graph;
    private int bound;

    private MinimumCut(CutGraph graph, NativeMemory memory, Cancellation cancellation) {
        this.graph = graph;
        this.memory = memory;
        this.steps = new Steps(cancellation);
    }

    /** The most bytes that a search of a graph of this size takes, with the graph. */
    static long bytes(long vertices, long edges) {
        return CutGraph.bytes(vertices, edges) + vertices * BYTES_PER_VERTEX;
    }

    /**
     * The fewest edges whose deletion disconnects a connected graph of two or more vertices.
     *
     * @param most the number of its edges
     * @throws CancellationException when cancellation was requested
     */
    static long of(
            int vertices,
            long most,
            CutGraph.EdgeSource source,
            int smallestDegree,
            NativeMemory memory,
            Cancellation cancellation) {
        MinimumCut search = new MinimumCut(
                CutGraph.of(vertices, most, source, smallestDegree, memory, cancellation), memory, cancellation);
        search.bound = smallestDegree;
        try {
            boolean found = false;
            while (!found) {
                found = search.round();
            }
            return search.bound;
        } finally {
            search.graph.close();
        }
    }

    /** Contracts the graph; returns whether the bound is the minimum cut then. */
    private boolean round() {
        int vertices = graph.vertexCount();
        for (int v = 0; v < vertices; v++) {
            steps.add();
            lower(graph.degree(v));
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts labels = scope.ints(vertices);
            DisjointSets sets = new DisjointSets(scope.ints(vertices));
            long contracted;
            try (Order order = new Order(vertices)) {
                contracted = connected(order, sets);
            }
            contracted += heavy(sets, labels);
            if (contracted < vertices / LEAST_SHRINKING) {
                try (Order order = new Order(vertices)) {
                    flows(order, scope);
                }
                return true;
            }
            graph = graph.contracted(sets, labels, bound);
        }
        return graph.vertexCount() == 1;
    }

    private void lower(long cut) {
        bound = (int) Math.min(bound, cut);
    }

    /** Joins the ends of edges that are connected as well as the bound; returns how often two sets became one. */
    private long connected(Order order, DisjointSets sets) {
        long joined = 0;
        long cut = 0;
        for (int taken = 1; taken <= graph.vertexCount(); taken++) {
            int u = order.take();
            long degree = 0;
            long before = order.weight(u);
            for (long slot = graph.start(u); slot < graph.end(u); slot++) {
                steps.add();
                degree += graph.weight(slot);
                int v = graph.neighbor(slot);
                if (!order.isTaken(v) && order.add(v, graph.weight(slot)) >= bound && sets.root(u) != sets.root(v)) {
                    sets.join(u, v);
                    joined++;
                }
            }
            cut += degree - 2 * before;
            if (taken < graph.vertexCount()) {
                lower(cut);
            }
        }
        return joined;
    }

    /**
     * Joins pairs of vertices, each in one pair, whose edge has at least half the weight of all edges of one of them: a cut
     * between them is not smaller than that which cuts off this one.
     *
     * @param paired one for each vertex; overwritten
     */
    private long heavy(DisjointSets sets, OffHeapInts paired) {
        paired.clear();
        long joined = 0;
        for (int u = 0; u < graph.vertexCount(); u++) {
            long degree = paired.get(u) == 0 ? graph.degree(u) : 0;
            for (long slot = graph.start(u); slot < graph.end(u) && paired.get(u) == 0; slot++) {
                steps.add();
                int v = graph.neighbor(slot);
                if (2L * graph.weight(slot) >= degree && paired.get(v) == 0 && sets.root(u) != sets.root(v)) {
                    paired.set(u, 1);
                    paired.set(v, 1);
                    sets.join(u, v);
                    joined++;
                }
            }
        }
        return joined;
    }

    /** Lowers the bound to the minimum cut. */
    private void flows(Order order, OffHeapScope scope) {
        Flow flow = new Flow(order, scope);
        for (int taken = 1; taken <= graph.vertexCount(); taken++) {
            int u = order.take();
            if (taken > 1 && order.weight(u) < bound) {
                lower(flow.from(u));
            }
            for (long slot = graph.start(u); slot < graph.end(u); slot++) {
                steps.add();
                if (!order.isTaken(graph.neighbor(slot))) {
                    order.add(graph.neighbor(slot), graph.weight(slot));
                }
            }
        }
    }

    /**
     * The vertices in the order of a maximum adjacency search: by their weight to the vertices that were taken before,
     * where weights above the bound count as the bound. A bucket for each weight holds a list of the vertices that have
     * it.
     */
    private final class Order implements AutoCloseable {
        private static final int NONE = -1;
        private static final int TAKEN = -2;

        private final OffHeapScope scope = new OffHeapScope(memory);
        private final OffHeapLongs weights;
        private final OffHeapInts buckets;
        private final OffHeapInts firsts;
        private final OffHeapInts nexts;
        private final OffHeapInts previous;
        private final int highest;
        private int top;

        Order(int vertices) {
            try (OffHeapScope making = new OffHeapScope(memory)) {
                making.own(scope);
                highest = bound;
                weights = scope.zeroedLongs(vertices);
                buckets = scope.ints(vertices);
                nexts = scope.ints(vertices);
                previous = scope.ints(vertices);
                firsts = scope.ints(highest + 1L);
                for (int bucket = 0; bucket <= highest; bucket++) {
                    firsts.set(bucket, NONE);
                }
                for (int v = 0; v < vertices; v++) {
                    put(v, 0);
                }
                making.keep(scope);
            }
        }

        boolean isTaken(int v) {
            return buckets.get(v) == TAKEN;
        }

        /** The weight of the edges of {@code v} to the vertices that were taken; before it, if it was taken itself. */
        long weight(int v) {
            return weights.get(v);
        }

        int take() {
            while (firsts.get(top) == NONE) {
                top--;
            }
            int v = firsts.get(top);
            remove(v);
            buckets.set(v, TAKEN);
            return v;
        }

        /** Adds to the weight of a vertex that was not taken; returns it. */
        long add(int v, int weight) {
            long sum = weights.get(v) + weight;
            weights.set(v, sum);
            int bucket = (int) Math.min(highest, sum);
            if (bucket != buckets.get(v)) {
                remove(v);
                put(v, bucket);
            }
            return sum;
        }

        private void put(int v, int bucket) {
            int first = firsts.get(bucket);
            buckets.set(v, bucket);
            nexts.set(v, first);
            previous.set(v, NONE);
            if (first != NONE) {
                previous.set(first, v);
            }
            firsts.set(bucket, v);
            top = Math.max(top, bucket);
        }

        private void remove(int v) {
            int next = nexts.get(v);
            int before = previous.get(v);
            if (next != NONE) {
                previous.set(next, before);
            }
            if (before == NONE) {
                firsts.set(buckets.get(v), next);
            } else {
                nexts.set(before, next);
            }
        }

        @Override
        public void close() {
            scope.close();
        }
    }

    /** Flows from a vertex to all that were taken, each found by searches in breadth. */
    private final class Flow {
        private final Order order;
        /**
         * The flow of each edge from its smaller to its larger end, where its stamp is the stamp of the current vertex.
         */
        private final OffHeapInts flows;

        private final OffHeapInts stamps;
        /** The number of the last search that reached a vertex. */
        private final OffHeapInts reached;
        /** The slot over which it came, and the vertex of that slot. */
        private final OffHeapLongs slots;

        private final OffHeapInts from;
        private final OffHeapInts queue;
        private int stamp;
        private int search;

        Flow(Order order, OffHeapScope scope) {
            this.order = order;
            flows = scope.ints(graph.edgeCount());
            stamps = scope.zeroedInts(graph.edgeCount());
            reached = scope.zeroedInts(graph.vertexCount());
            slots = scope.longs(graph.vertexCount());
            from = scope.ints(graph.vertexCount());
            queue = scope.ints(graph.vertexCount());
        }

        /** The largest flow from a vertex, or the bound if that is not larger. */
        long from(int source) {
            stamp++;
            long total = 0;
            for (long slot = graph.start(source); slot < graph.end(source); slot++) {
                if (order.isTaken(graph.neighbor(slot)) && graph.neighbor(slot) != source) {
                    total += graph.weight(slot);
                    push(source, slot, graph.weight(slot));
                }
            }
            while (total < bound) {
                long more = augment(source, bound - total);
                if (more == 0) {
                    return total;
                }
                total += more;
            }
            return bound;
        }

        private long augment(int source, long most) {
            if (++search == Integer.MAX_VALUE) {
                reached.clear();
                search = 1;
            }
            reached.set(source, search);
            queue.set(0, source);
            long end = 1;
            for (long next = 0; next < end; next++) {
                int u = queue.get(next);
                for (long slot = graph.start(u); slot < graph.end(u); slot++) {
                    steps.add();
                    int v = graph.neighbor(slot);
                    if (v != source && residual(u, slot) > 0 && reached.get(v) != search) {
                        reached.set(v, search);
                        slots.set(v, slot);
                        from.set(v, u);
                        if (order.isTaken(v)) {
                            return pushTo(v, source, most);
                        }
                        queue.set(end++, v);
                    }
                }
            }
            return 0;
        }

        private long pushTo(int target, int source, long most) {
            long amount = most;
            for (int v = target; v != source; v = from.get(v)) {
                amount = Math.min(amount, residual(from.get(v), slots.get(v)));
            }
            for (int v = target; v != source; v = from.get(v)) {
                push(from.get(v), slots.get(v), (int) amount);
            }
            return amount;
        }

        /** The flow that can still go from {@code u} over one of its slots. */
        private long residual(int u, long slot) {
            long edge = graph.edge(slot);
            int weight = graph.weight(slot);
            if (stamps.get(edge) != stamp) {
                return weight;
            }
            return (long) weight - (u < graph.neighbor(slot) ? flows.get(edge) : -flows.get(edge));
        }

        private void push(int u, long slot, int amount) {
            long edge = graph.edge(slot);
            int before = stamps.get(edge) == stamp ? flows.get(edge) : 0;
            stamps.set(edge, stamp);
            flows.set(edge, u < graph.neighbor(slot) ? before + amount : before - amount);
        }
    }
}
