package dev.motif.algorithm.butterfly.wing;

import dev.motif.algorithm.butterfly.priority.ButterflyCpu;
import dev.motif.algorithm.butterfly.priority.WedgeCounter;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.LongAdder;

/**
 * An index of all butterflies by blooms. A bloom is a (2,k)-biclique: {@code k >= 2} wedges u-v-w with the same ends,
 * of which {@code w} ranks before all other vertices of the bloom. Its {@code C(k,2)} butterflies are in no other
 * bloom, and each of its edges is in one of its wedges, together with a twin: the other edge of the wedge.
 *
 * <p>The members of a bloom are its {@code size(bloom)} wedges, as pairs of twins; a bloom shrinks as edges are peeled.
 * The links of an edge are the blooms that it is in, each with the twin of the edge there; they do not change.
 *
 * <p>Source: Wang, Lin, Qin, Zhang and Zhang, "Efficient Bitruss Decomposition for Large-scale Bipartite Graphs", ICDE
 * 2020, doi:10.48550/arXiv.2001.06111.
 */
final class BloomIndex {
    /** The name of the first stage of building the index, as progress shows it. */
    static final String COUNTING = "counting wedges by edge";

    /** The name of the second stage of building the index. */
    static final String LISTING = "listing blooms";

    private static final long EDGES_PER_TASK = 1 << 14;

    /** The bytes of a wedge: a member is two edges, and each of these has a link of a bloom and a twin. */
    private static final long BYTES_PER_WEDGE = 6L * Integer.BYTES;

    private static final long BYTES_PER_BLOOM = Long.BYTES + Integer.BYTES;

    private final OffHeapLongs linkStart;
    private OffHeapInts links;
    private OffHeapLongs memberStart;
    private OffHeapInts sizes;
    private OffHeapInts members;

    private BloomIndex(OffHeapLongs linkStart) {
        this.linkStart = linkStart;
    }

    /**
     * Builds the index, and counts the butterflies of every edge on the way.
     *
     * @param supports by edge, all 0; receives the number of butterflies of each edge
     * @param scope owns the index
     * @param building owns what is needed only until this method returns
     * @throws IllegalArgumentException when there are 2^31 - 1 blooms or more
     */
    static BloomIndex of(
            BipartiteGraph graph,
            RankedGraph ranked,
            OffHeapLongs supports,
            Workers workers,
            OffHeapScope scope,
            OffHeapScope building) {
        Csr rows = ranked.adjacency();
        BloomIndex index = new BloomIndex(scope.zeroedLongs(graph.edgeCount() + 1));
        Builder builder = new Builder(index, graph, ranked, supports, workers, building);
        workers.progress().begin(COUNTING, rows.vertexCount());
        builder.forEachVertex(builder::count);
        index.allocate(builder.sumUp(), scope);
        workers.progress().begin(LISTING, rows.vertexCount());
        builder.forEachVertex(builder::fill);
        return index;
    }

    /** The number of blooms of a graph, and the number of wedges in all of them. */
    record Totals(long blooms, long wedges) {
        /** Counts the blooms and their wedges, which takes about as long as counting butterflies. */
        static Totals of(BipartiteGraph graph, Execution execution) {
            Workers workers = execution.workers();
            LongAdder blooms = new LongAdder();
            LongAdder wedges = new LongAdder();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                Csr rows = scope.own(RankedGraph.form(graph, execution.memory(), workers))
                        .form()
                        .adjacency();
                WedgeCounter[] counters = WedgeCounter.forWorkers(workers.concurrency(), rows, scope);
                long grain = ButterflyCpu.verticesPerTask(rows, workers);
                workers.forRanges(rows.vertexCount(), grain, (worker, from, to) -> {
                    for (long u = from; u < to; u++) {
                        count(counters[worker], (int) u, blooms, wedges);
                    }
                });
            }
            return new Totals(blooms.sum(), wedges.sum());
        }

        private static void count(WedgeCounter counter, int u, LongAdder blooms, LongAdder wedges) {
            long ends = counter.walkToFirst(u);
            for (long i = 0; i < ends; i++) {
                int common = counter.common(counter.end(i));
                if (common > 1) {
                    blooms.increment();
                    wedges.add(common);
                }
            }
            counter.clear();
        }
    }

    /**
     * Checks that the blooms can be numbered.
     *
     * @throws IllegalArgumentException when there are 2^31 - 1 blooms or more
     */
    static void checkCount(long blooms) {
        if (blooms >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the graph has " + blooms
                    + " pairs of nodes with two or more common neighbors to list; wing numbers need"
                    + " fewer than 2^31 - 1");
        }
    }

    private void allocate(Totals totals, OffHeapScope scope) {
        checkCount(totals.blooms);
        links = scope.ints(4 * totals.wedges);
        members = scope.ints(2 * totals.wedges);
        memberStart = scope.longs(totals.blooms);
        sizes = scope.zeroedInts(totals.blooms);
    }

    /** Builds the index in two walks over the wedges: the first counts, the second fills. */
    private static final class Builder {
        private final BloomIndex index;
        private final Csr rows;
        private final OffHeapLongs supports;
        private final Workers workers;
        private final WedgeCounter[] counters;
        private final OffHeapInts edgeOfSlot;
        private final OffHeapLongs firstBloom;
        private final OffHeapLongs firstWedge;

        Builder(
                BloomIndex index,
                BipartiteGraph graph,
                RankedGraph ranked,
                OffHeapLongs supports,
                Workers workers,
                OffHeapScope scope) {
            this.index = index;
            this.rows = ranked.adjacency();
            this.supports = supports;
            this.workers = workers;
            counters = WedgeCounter.forWorkers(workers.concurrency(), rows, scope);
            edgeOfSlot = scope.ints(rows.slotCount());
            firstBloom = scope.longs(rows.vertexCount() + 1L);
            firstWedge = scope.longs(rows.vertexCount() + 1L);
            findEdges(graph, ranked);
        }

        static MemoryEstimate estimate(long vertices, long edges, int concurrency) {
            return MemoryEstimate.sum(
                    "listing blooms",
                    MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)),
                    MemoryEstimate.of("wedge counters, one set a worker", WedgeCounter.bytes(vertices, concurrency)),
                    MemoryEstimate.of("edges in the ranked graph", 2 * edges * Integer.BYTES),
                    MemoryEstimate.of("blooms by vertex", 2 * (vertices + 1) * Long.BYTES));
        }

        /** Sets the edge of both slots that each edge has in the ranked graph. */
        private void findEdges(BipartiteGraph graph, RankedGraph ranked) {
            Csr left = graph.left();
            workers.forRanges(graph.edgeCount(), EDGES_PER_TASK, (worker, from, to) -> {
                int l = left.vertexOf(from);
                for (long edge = from; edge < to; edge++) {
                    while (edge >= left.end(l)) {
                        l++;
                    }
                    int u = ranked.rankOfLeft(l);
                    int v = ranked.rankOfRight(left.neighbor(edge));
                    edgeOfSlot.set(rows.slotOf(u, v), (int) edge);
                    edgeOfSlot.set(rows.slotOf(v, u), (int) edge);
                }
            });
        }

        /** Visits a start vertex {@code u} whose wedges have been counted by their end; there are {@code ends} ends. */
        @FunctionalInterface
        interface Visit {
            void at(int u, long ends, WedgeCounter wedges);
        }

        void forEachVertex(Visit visit) {
            long grain = ButterflyCpu.verticesPerTask(rows, workers);
            workers.forRanges(rows.vertexCount(), grain, (worker, from, to) -> {
                WedgeCounter wedges = counters[worker];
                for (long u = from; u < to; u++) {
                    visit.at((int) u, wedges.walkToFirst((int) u), wedges);
                    wedges.clear();
                }
                workers.progress().advance(to - from);
            });
        }

        /** Counts the blooms and their wedges by start vertex, and links and butterflies by edge. */
        void count(int u, long ends, WedgeCounter wedges) {
            long blooms = 0;
            long inBlooms = 0;
            for (long i = 0; i < ends; i++) {
                int common = wedges.common(wedges.end(i));
                if (common > 1) {
                    blooms++;
                    inBlooms += common;
                }
            }
            firstBloom.set(u, blooms);
            firstWedge.set(u, inBlooms);
            if (blooms > 0) {
                wedges.forEachToFirst(u, (first, second, w) -> {
                    int others = wedges.common(w) - 1;
                    if (others > 0) {
                        credit(edgeOfSlot.get(first), others);
                        credit(edgeOfSlot.get(second), others);
                    }
                });
            }
        }

        private void credit(int edge, long butterflies) {
            supports.getAndAdd(edge, butterflies);
            index.linkStart.getAndAdd(edge, 1);
        }

        /**
         * Turns the counts of start vertices into the index of their first bloom and first wedge, and the counts of
         * edges into the index after their last link. Returns the numbers of blooms and wedges.
         */
        Totals sumUp() {
            long blooms = 0;
            long wedges = 0;
            for (int u = 0; u <= rows.vertexCount(); u++) {
                long bloomsOfU = u < rows.vertexCount() ? firstBloom.get(u) : 0;
                long wedgesOfU = u < rows.vertexCount() ? firstWedge.get(u) : 0;
                firstBloom.set(u, blooms);
                firstWedge.set(u, wedges);
                blooms += bloomsOfU;
                wedges += wedgesOfU;
            }
            long end = 0;
            for (long e = 0; e < index.linkStart.length(); e++) {
                end += index.linkStart.get(e);
                index.linkStart.set(e, end);
            }
            return new Totals(blooms, wedges);
        }

        /** Writes the blooms of a start vertex to the index. */
        void fill(int u, long ends, WedgeCounter wedges) {
            long bloom = firstBloom.get(u);
            long wedge = firstWedge.get(u);
            if (firstBloom.get(u + 1L) == bloom) {
                return;
            }
            for (long i = 0; i < ends; i++) {
                int w = wedges.end(i);
                int common = wedges.common(w);
                if (common > 1) {
                    index.memberStart.set(bloom, wedge);
                    wedge += common;
                    bloom++;
                }
                // From here on {@code common(w)} is the number of the bloom, from 1; 0 for an end of a single wedge.
                wedges.replace(w, common > 1 ? (int) bloom : 0);
            }
            wedges.forEachToFirst(u, (first, second, w) -> {
                int numbered = wedges.common(w);
                if (numbered > 0) {
                    index.add(numbered - 1, edgeOfSlot.get(first), edgeOfSlot.get(second));
                }
            });
        }
    }

    /** Adds a wedge to a bloom. Only one thread fills a bloom, but several may add links of one edge. */
    private void add(int bloom, int first, int second) {
        setMember(bloom, sizes.add(bloom, 1), first, second);
        addLink(first, bloom, second);
        addLink(second, bloom, first);
    }

    private void addLink(int edge, int bloom, int twin) {
        long at = 2 * (linkStart.getAndAdd(edge, -1) - 1);
        links.set(at, bloom);
        links.set(at + 1, twin);
    }

    /**
     * Estimates the memory of the index.
     *
     * @param least the fewest blooms and wedges there can be
     * @param most the most blooms and wedges there can be
     */
    static MemoryEstimate estimate(long edges, Totals least, Totals most) {
        return MemoryEstimate.range(
                "blooms, as the butterflies of the graph are", bytes(edges, least), bytes(edges, most));
    }

    private static long bytes(long edges, Totals totals) {
        return (edges + 1) * Long.BYTES + totals.wedges * BYTES_PER_WEDGE + totals.blooms * BYTES_PER_BLOOM;
    }

    /** Estimates the memory that is needed only while the index is built. */
    static MemoryEstimate estimateBuilding(long vertices, long edges, int concurrency) {
        return Builder.estimate(vertices, edges, concurrency);
    }

    int bloomCount() {
        return (int) sizes.length();
    }

    /** The first link of an edge. */
    long linkStart(int edge) {
        return linkStart.get(edge);
    }

    /** The link after the last one of an edge. */
    long linkEnd(int edge) {
        return linkStart.get(edge + 1L);
    }

    /** The bloom of a link. */
    int bloomOf(long link) {
        return links.get(2 * link);
    }

    /** The twin, in the bloom of a link, of the edge that has the link. */
    int twinOf(long link) {
        return links.get(2 * link + 1);
    }

    /** The number of wedges that are left of a bloom. */
    int size(int bloom) {
        return sizes.get(bloom);
    }

    void setSize(int bloom, int size) {
        sizes.set(bloom, size);
    }

    /** The first edge of a wedge of a bloom; {@code member} counts from 0. */
    int memberFirst(int bloom, int member) {
        return members.get(2 * (memberStart.get(bloom) + member));
    }

    /** The second edge of a wedge of a bloom; {@code member} counts from 0. */
    int memberSecond(int bloom, int member) {
        return members.get(2 * (memberStart.get(bloom) + member) + 1);
    }

    void setMember(int bloom, int member, int first, int second) {
        long at = 2 * (memberStart.get(bloom) + member);
        members.set(at, first);
        members.set(at + 1, second);
    }
}
