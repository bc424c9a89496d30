package dev.motif.algorithm.level.wing;

import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.WedgeCounter;
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

    /** The bytes of a wedge: a member is two edges, and each of these has a link of a bloom and a twin. */
    private static final long BYTES_PER_WEDGE = 6L * Integer.BYTES;

    private static final long BYTES_PER_BLOOM = Long.BYTES + 2L * Integer.BYTES;

    /** About the number of tasks of a worker when blooms are divided. */
    private static final long TASKS_PER_WORKER = 64;

    /** The mark in place of an edge of a later range, which stays as long as a range is peeled. */
    static final int LATER = -1;

    /** The mark in place of an edge of an earlier range, which is gone. */
    static final int GONE = -2;

    /** Whether one thread does it all, so that it need not add atomically. */
    private final boolean alone;

    private final OffHeapLongs linkStart;
    private OffHeapInts links;
    private OffHeapLongs memberStart;
    /** The size of each bloom, and the wedges that it has lost since it was shrunk last, side by side. */
    private OffHeapInts blooms;

    private OffHeapInts members;

    /** The wedges of each part of a bloom that are in later ranges; null where blooms are whole. */
    private OffHeapInts later;

    /** The number of parts of earlier ranges, by range; null where blooms are whole. */
    private long[] partsBefore;

    private BloomIndex(boolean alone, OffHeapLongs linkStart) {
        this.alone = alone;
        this.linkStart = linkStart;
    }

    /**
     * Builds the index, and counts the butterflies of every edge on the way.
     *
     * @param ranked the graph by ranks, whose edges the index numbers
     * @param numbers receives the number of each edge of the graph
     * @param supports by number; receives the number of butterflies of each edge
     * @param scope owns the index
     * @throws IllegalArgumentException when there are 2^31 - 1 blooms or more
     */
    static BloomIndex of(
            BipartiteGraph graph,
            RankedGraph ranked,
            OffHeapInts numbers,
            OffHeapLongs supports,
            Execution execution,
            OffHeapScope scope) {
        Workers workers = execution.workers();
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            RankedEdges edges = new RankedEdges(ranked, building);
            edges.number(graph, numbers, workers);
            long vertices = edges.rows().vertexCount();
            BloomIndex index = new BloomIndex(workers.concurrency() == 1, scope.longs(supports.length() + 1));
            Builder builder = new Builder(index, edges, workers, building);
            workers.progress().begin(COUNTING, vertices);
            builder.forEachVertex(builder::count);
            index.allocate(builder.sumUp(supports), scope);
            workers.progress().begin(LISTING, vertices);
            builder.forEachVertex(builder::fill);
            return index;
        }
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
                WedgeCounter[] counters = WedgeCounter.forWorkers(workers, rows, scope);
                FourCycles.forEachStart(
                        rows.vertexCount(),
                        u -> u,
                        counters,
                        (counter, u) -> count(counter, u, blooms, wedges),
                        workers.beside());
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
        blooms = scope.zeroedInts(2 * totals.blooms);
    }

    /** Builds the index in two walks over the wedges: the first counts, the second fills. */
    private static final class Builder {
        private final BloomIndex index;
        private final RankedEdges edges;
        private final Csr rows;
        private final Workers workers;
        private final WedgeCounter[] counters;
        /** The butterflies and the links of each edge, side by side. */
        private final OffHeapLongs counts;

        private final OffHeapLongs firstBloom;
        private final OffHeapLongs firstWedge;

        Builder(BloomIndex index, RankedEdges edges, Workers workers, OffHeapScope scope) {
            this.index = index;
            this.edges = edges;
            this.rows = edges.rows();
            this.workers = workers;
            counters = WedgeCounter.forWorkers(workers, rows, scope);
            counts = scope.zeroedLongs(rows.slotCount());
            firstBloom = scope.longs(rows.vertexCount() + 1L);
            firstWedge = scope.longs(rows.vertexCount() + 1L);
        }

        static MemoryEstimate estimate(long vertices, long edges, int concurrency) {
            return MemoryEstimate.sum(
                    "listing blooms",
                    MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)),
                    MemoryEstimate.of("wedge counters, one set a worker", WedgeCounter.bytes(vertices, concurrency)),
                    MemoryEstimate.of("butterflies and links by edge", 2 * edges * Long.BYTES),
                    MemoryEstimate.of("first edges and blooms by vertex", 3 * (vertices + 1) * Long.BYTES));
        }

        /** Visits a start vertex {@code u} whose wedges have been counted by their end; there are {@code ends} ends. */
        @FunctionalInterface
        interface Visit {
            void at(int u, long ends, WedgeCounter wedges);
        }

        void forEachVertex(Visit visit) {
            FourCycles.forEachStart(
                    rows.vertexCount(),
                    u -> u,
                    counters,
                    (wedges, u) -> {
                        visit.at(u, wedges.walkToFirst(u), wedges);
                        wedges.clear();
                    },
                    workers);
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
            for (long i = rows.start(u); blooms > 0 && i < rows.end(u); i++) {
                int v = rows.neighbor(i);
                int limit = Math.min(u, v);
                long endOfV = rows.end(v);
                int second = edges.firstOf(v);
                long butterflies = 0;
                long links = 0;
                long j = rows.start(v);
                for (; j < endOfV && rows.neighbor(j) < limit; j++, second++) {
                    int others = wedges.common(rows.neighbor(j)) - 1;
                    if (others > 0) {
                        credit(second, others, 1);
                        butterflies += others;
                        links++;
                    }
                }
                if (links > 0) {
                    credit(edges.numberOf(u, i, v, j), butterflies, links);
                }
            }
        }

        private void credit(int edge, long butterflies, long links) {
            if (index.alone) {
                counts.add(2L * edge, butterflies);
                counts.add(2L * edge + 1, links);
            } else {
                counts.getAndAdd(2L * edge, butterflies);
                counts.getAndAdd(2L * edge + 1, links);
            }
        }

        /**
         * Turns the counts of start vertices into the index of their first bloom and first wedge, and the counts of
         * edges into their supports and the index after their last link. Returns the numbers of blooms and wedges.
         */
        Totals sumUp(OffHeapLongs supports) {
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
            for (long e = 0; e < supports.length(); e++) {
                supports.set(e, counts.get(2 * e));
                end += counts.get(2 * e + 1);
                index.linkStart.set(e, end);
            }
            index.linkStart.set(supports.length(), end);
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
            for (long i = rows.start(u); i < rows.end(u); i++) {
                int v = rows.neighbor(i);
                int limit = Math.min(u, v);
                long endOfV = rows.end(v);
                int links = 0;
                long j = rows.start(v);
                for (; j < endOfV && rows.neighbor(j) < limit; j++) {
                    links += wedges.common(rows.neighbor(j)) > 0 ? 1 : 0;
                }
                if (links > 0) {
                    fill(edges.numberOf(u, i, v, j), links, v, j, wedges);
                }
            }
        }

        /** Adds the wedges with a first edge and a middle {@code v}; there are {@code links} that are in blooms. */
        private void fill(int first, int links, int v, long end, WedgeCounter wedges) {
            long link = index.takeLinks(first, links);
            int second = edges.firstOf(v);
            for (long j = rows.start(v); j < end; j++, second++) {
                int numbered = wedges.common(rows.neighbor(j));
                if (numbered > 0) {
                    int bloom = numbered - 1;
                    // Only one thread fills a bloom, but several may add links of one edge.
                    index.setMember(bloom, index.blooms.add(2L * bloom, 1), first, second);
                    index.setLink(link++, bloom, second);
                    index.setLink(index.takeLinks(second, 1), bloom, first);
                }
            }
        }
    }

    /** Takes places for {@code count} links of an edge; returns the first of them. */
    private long takeLinks(int edge, int count) {
        return (alone ? linkStart.add(edge, -count) : linkStart.getAndAdd(edge, -count)) - count;
    }

    private void setLink(long link, int bloom, int twin) {
        links.set(2 * link, bloom);
        links.set(2 * link + 1, twin);
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

    /**
     * Divides the blooms after all edges were peeled in ranges: each becomes one part for each range in which it lost
     * wedges, so that ranges can be peeled side by side. The parts replace this index, which must not be used any more.
     * A part has the wedges that its range takes, and counts the wedges of later ranges, which stay; {@link #LATER} and
     * {@link #GONE} are in place of the edges of other ranges.
     *
     * <p>The wedges of a bloom are in the order in which it lost them, the last ones first, as {@link #swapMembers}
     * left them.
     *
     * @param ranges the range of each edge
     * @param count the number of ranges
     * @param scope owns what is new
     */
    BloomIndex inParts(OffHeapInts ranges, int count, Workers workers, OffHeapScope scope) {
        long grain = grain(bloomCount(), workers);
        Workers beside = workers.beside();
        beside.forEach(bloomCount(), grain, (worker, bloom) -> blooms.set(2 * bloom, countParts((int) bloom, ranges)));
        long parts = 0;
        for (long bloom = 0; bloom < bloomCount(); bloom++) {
            long ofBloom = blooms.get(2 * bloom);
            blooms.set(2 * bloom, (int) parts);
            parts += ofBloom;
        }
        checkCount(parts);
        BloomIndex index = new BloomIndex(true, linkStart);
        index.links = links;
        index.members = members;
        index.memberStart = scope.longs(parts);
        index.blooms = scope.zeroedInts(2 * parts);
        index.later = scope.ints(parts);
        long[][] ofRange = new long[workers.concurrency()][count];
        beside.forEach(bloomCount(), grain, (worker, bloom) -> fillParts((int) bloom, ranges, index, ofRange[worker]));
        index.partsBefore = new long[count];
        for (int range = 1; range < count; range++) {
            index.partsBefore[range] = index.partsBefore[range - 1];
            for (long[] ofWorker : ofRange) {
                index.partsBefore[range] += ofWorker[range - 1];
            }
        }
        beside.forEach(
                ranges.length(),
                grain(ranges.length(), workers),
                (worker, edge) -> linkToParts((int) edge, ranges, index));
        return index;
    }

    private static long grain(long count, Workers workers) {
        return Math.max(1, count / (TASKS_PER_WORKER * workers.concurrency()));
    }

    /** The bytes of {@link #inParts} for a number of parts, which is at most the number of wedges. */
    static long bytesOfParts(long parts) {
        return parts * (BYTES_PER_BLOOM + Integer.BYTES);
    }

    /** How many parts are of ranges before one. */
    long partsBefore(int range) {
        return partsBefore[range];
    }

    private long memberEnd(int bloom) {
        return bloom + 1L < memberStart.length() ? memberStart.get(bloom + 1L) : members.length() / 2;
    }

    /** The range that takes a wedge: the earlier one of its two edges. */
    private int rangeOf(long wedge, OffHeapInts ranges) {
        return Math.min(ranges.get(members.get(2 * wedge)), ranges.get(members.get(2 * wedge + 1)));
    }

    private int countParts(int bloom, OffHeapInts ranges) {
        int parts = 0;
        int range = -1;
        for (long wedge = memberStart.get(bloom); wedge < memberEnd(bloom); wedge++) {
            int own = rangeOf(wedge, ranges);
            parts += own == range ? 0 : 1;
            range = own;
        }
        return parts;
    }

    /** @param ofRange receives one more for the range of each part */
    private void fillParts(int bloom, OffHeapInts ranges, BloomIndex index, long[] ofRange) {
        int part = blooms.get(2L * bloom) - 1;
        int range = -1;
        long start = memberStart.get(bloom);
        for (long wedge = start; wedge < memberEnd(bloom); wedge++) {
            int own = rangeOf(wedge, ranges);
            if (own != range) {
                part++;
                range = own;
                ofRange[own]++;
                index.memberStart.set(part, wedge);
                index.later.set(part, (int) (wedge - start));
                index.blooms.set(2L * part, (int) (wedge - start));
            }
            index.blooms.add(2L * part, 1);
            for (long at = 2 * wedge; at < 2 * wedge + 2; at++) {
                if (ranges.get(members.get(at)) != own) {
                    members.set(at, LATER);
                }
            }
        }
    }

    private void linkToParts(int edge, OffHeapInts ranges, BloomIndex index) {
        int range = ranges.get(edge);
        long end = linkEnd(edge);
        for (long link = linkStart(edge); link < end; link++) {
            int ofTwin = ranges.get(twinOf(link));
            if (ofTwin < range) {
                setLink(link, 0, GONE);
            } else {
                int bloom = bloomOf(link);
                int next = bloom + 1 < bloomCount() ? blooms.get(2L * bloom + 2) : index.bloomCount();
                int part = index.partOf(blooms.get(2L * bloom), next, range, ranges);
                setLink(link, part, ofTwin == range ? twinOf(link) : LATER);
            }
        }
    }

    /** The part that a range takes, among {@code [from, end)}, which are of ever earlier ranges. */
    private int partOf(int from, int end, int range, OffHeapInts ranges) {
        int low = from;
        int high = end - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (rangeOfPart(middle, ranges) > range) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int rangeOfPart(int part, OffHeapInts ranges) {
        int first = memberFirst(part, 0);
        return ranges.get(first >= 0 ? first : memberSecond(part, 0));
    }

    int bloomCount() {
        return (int) memberStart.length();
    }

    /** The first link of an edge. */
    long linkStart(int edge) {
        return linkStart.get(edge);
    }

    /** The link after the last one of an edge. */
    long linkEnd(int edge) {
        return linkStart.get(edge + 1L);
    }

    int bloomOf(long link) {
        return links.get(2 * link);
    }

    /** The twin, in the bloom of a link, of the edge that has the link. */
    int twinOf(long link) {
        return links.get(2 * link + 1);
    }

    /** The wedges of a bloom when it was shrunk last. */
    int size(int bloom) {
        return blooms.get(2L * bloom);
    }

    /** The number of the bloom's wedges that are members: all but the wedges of later ranges. */
    int memberCount(int bloom) {
        return later == null ? size(bloom) : size(bloom) - later.get(bloom);
    }

    /** The wedges that a bloom has lost since then. */
    int lost(int bloom) {
        return blooms.get(2L * bloom + 1);
    }

    /**
     * Counts a wedge that a bloom loses; returns how many it had lost before.
     *
     * @param alone whether no other thread counts one of this bloom at the same time
     */
    int lose(int bloom, boolean alone) {
        return alone ? blooms.add(2L * bloom + 1, 1) : blooms.getAndAdd(2L * bloom + 1, 1);
    }

    /** Says that all losses of a bloom are taken in. */
    void shrink(int bloom) {
        blooms.set(2L * bloom, size(bloom) - lost(bloom));
        blooms.set(2L * bloom + 1, 0);
    }

    /** The first edge of a wedge of a bloom; {@code member} counts from 0. */
    int memberFirst(int bloom, int member) {
        return members.get(2 * (memberStart.get(bloom) + member));
    }

    /** The second edge of a wedge of a bloom; {@code member} counts from 0. */
    int memberSecond(int bloom, int member) {
        return members.get(2 * (memberStart.get(bloom) + member) + 1);
    }

    /** Swaps two wedges of a bloom. */
    void swapMembers(int bloom, int member, int other) {
        int first = memberFirst(bloom, member);
        int second = memberSecond(bloom, member);
        setMember(bloom, member, memberFirst(bloom, other), memberSecond(bloom, other));
        setMember(bloom, other, first, second);
    }

    private void setMember(int bloom, int member, int first, int second) {
        long at = 2 * (memberStart.get(bloom) + member);
        members.set(at, first);
        members.set(at + 1, second);
    }
}
