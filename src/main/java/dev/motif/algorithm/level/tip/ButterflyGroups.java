package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.LongAdder;

/**
 * Groups of vertices of one side, each two of which are in a butterfly, such that two vertices that are in one are in a
 * group.
 *
 * <p>A butterfly has one vertex {@code w} that ranks before its others, and an opposite one {@code u}. All butterflies with
 * these two are one group: when {@code u} and {@code w} are of the side, these two; otherwise their common neighbors that
 * rank behind {@code w}. Each vertex has a list of its groups, 4 bytes for each.
 *
 * @param starts by vertex its first place in {@code groups}; behind all of them the length of that
 * @param groups the lists of all vertices
 * @param groupCount how many groups there are
 */
record ButterflyGroups(OffHeapLongs starts, OffHeapInts groups, int groupCount) {
    /** The names of the stages, as progress shows them. */
    static final String COUNTING = "counting wedges by vertex";

    static final String LISTING = "listing groups of vertices";

    /** The number of groups, and of members of all of them. */
    record Totals(long groups, long members) {
        /** Counts them, which takes about as long as counting butterflies. */
        static Totals of(BipartiteGraph graph, Side side, Execution execution) {
            LongAdder groups = new LongAdder();
            LongAdder members = new LongAdder();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                new Walk(graph, side, execution.memory(), execution.workers().beside(), scope)
                        .forEachVertex((u, visit) -> {
                            groups.add(visit.number(0));
                            visit.forEachMember((member, group) -> members.increment());
                        });
            }
            return new Totals(groups.sum(), members.sum());
        }
    }

    /**
     * Lists the groups of a side.
     *
     * @param scope owns them
     * @throws IllegalArgumentException when there are 2^31 - 1 or more
     */
    static ButterflyGroups of(BipartiteGraph graph, Side side, Execution execution, OffHeapScope scope) {
        Workers workers = execution.workers();
        OffHeapLongs starts = scope.zeroedLongs((side == Side.LEFT ? graph.leftCount() : graph.rightCount()) + 1L);
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            Walk walk = new Walk(graph, side, execution.memory(), workers, building);
            OffHeapLongs firsts = building.longs(graph.vertexCount());
            workers.progress().begin(COUNTING, graph.vertexCount());
            walk.forEachVertex((u, visit) -> {
                firsts.set(u, visit.number(0));
                visit.forEachMember((member, group) -> starts.getAndAdd(member, 1));
            });
            long count = 0;
            for (long u = 0; u < firsts.length(); u++) {
                count += firsts.add(u, count - firsts.get(u));
            }
            if (count >= Integer.MAX_VALUE) {
                throw new IllegalArgumentException("the graph has " + count
                        + " pairs of nodes with two or more common neighbors to list; communities of tips need"
                        + " fewer than 2^31 - 1");
            }
            long members = 0;
            for (long v = 0; v < starts.length(); v++) {
                members += starts.get(v);
                starts.set(v, members);
            }
            OffHeapInts groups = scope.ints(members);
            workers.progress().begin(LISTING, graph.vertexCount());
            walk.forEachVertex((u, visit) -> {
                visit.number((int) firsts.get(u));
                visit.forEachMember((member, group) -> groups.set(starts.getAndAdd(member, -1) - 1, group));
            });
            return new ButterflyGroups(starts, groups, (int) count);
        }
    }

    /** The off-heap bytes of the groups of a side of this many vertices. */
    static long bytes(long vertices, Totals totals) {
        return (vertices + 1) * Long.BYTES + totals.members * Integer.BYTES;
    }

    /** The off-heap bytes that are needed only while they are listed, beside the ranked graph. */
    static long buildingBytes(long vertices, int concurrency) {
        return vertices * (Integer.BYTES + Long.BYTES) + WedgeCounter.bytes(vertices, concurrency);
    }

    long memberCount() {
        return groups.length();
    }

    /** The place of the first group of a vertex; the groups of the next vertex begin behind its last one. */
    long start(int vertex) {
        return starts.get(vertex);
    }

    int group(long place) {
        return groups.get(place);
    }

    @FunctionalInterface
    private interface Members {
        void accept(int member, int group);
    }

    /** Goes over the groups by their vertex {@code u}. */
    private static final class Walk {
        private static final int NO_MEMBER = -1;

        private final Csr rows;
        private final Workers workers;
        private final Visit[] visits;

        /** The vertex of the side at each rank; {@link #NO_MEMBER} for vertices of the other side. */
        private final OffHeapInts members;

        /** @param scope owns the memory */
        Walk(BipartiteGraph graph, Side side, NativeMemory memory, Workers workers, OffHeapScope scope) {
            this.workers = workers;
            RankedGraph ranked =
                    scope.own(RankedGraph.form(graph, memory, workers)).form();
            rows = ranked.adjacency();
            members = scope.ints(graph.vertexCount());
            for (int left = 0; left < graph.leftCount(); left++) {
                members.set(ranked.rankOfLeft(left), side == Side.LEFT ? left : NO_MEMBER);
            }
            for (int right = 0; right < graph.rightCount(); right++) {
                members.set(ranked.rankOfRight(right), side == Side.RIGHT ? right : NO_MEMBER);
            }
            visits = new Visit[workers.concurrency()];
            for (int worker = 0; worker < visits.length; worker++) {
                visits[worker] = new Visit(new WedgeCounter(rows, new Steps(workers.cancellation()), scope));
            }
        }

        /** Receives a vertex whose wedges to vertices before them have been counted. */
        @FunctionalInterface
        interface Visitor {
            void at(int u, Visit visit);
        }

        void forEachVertex(Visitor visitor) {
            FourCycles.forEachStart(
                    rows.vertexCount(),
                    u -> u,
                    visits,
                    (visit, u) -> {
                        visit.begin(u);
                        visitor.at(u, visit);
                        visit.wedges.clear();
                    },
                    workers);
        }

        /** The groups of one vertex at a time, for one worker. */
        final class Visit {
            private final WedgeCounter wedges;
            private int u;
            private long ends;
            private int groups;

            Visit(WedgeCounter wedges) {
                this.wedges = wedges;
            }

            void begin(int vertex) {
                u = vertex;
                ends = wedges.walkToFirst(vertex);
            }

            /** Numbers the groups, the first one as {@code first}, and returns how many there are. */
            int number(int first) {
                groups = 0;
                for (long i = 0; i < ends; i++) {
                    int w = wedges.end(i);
                    // From here on {@code common(w)} is the number plus 1; 0 without a group.
                    wedges.replace(w, wedges.common(w) > 1 ? first + ++groups : 0);
                }
                return groups;
            }

            void forEachMember(Members consumer) {
                if (groups == 0) {
                    return;
                }
                int member = members.get(u);
                if (member != NO_MEMBER) {
                    for (long i = 0; i < ends; i++) {
                        int w = wedges.end(i);
                        if (wedges.common(w) > 0) {
                            consumer.accept(member, wedges.common(w) - 1);
                            consumer.accept(members.get(w), wedges.common(w) - 1);
                        }
                    }
                    return;
                }
                for (long i = rows.start(u); i < rows.end(u); i++) {
                    int v = rows.neighbor(i);
                    int limit = Math.min(u, v);
                    for (long j = rows.start(v); j < rows.end(v) && rows.neighbor(j) < limit; j++) {
                        int numbered = wedges.common(rows.neighbor(j));
                        if (numbered > 0) {
                            consumer.accept(members.get(v), numbered - 1);
                        }
                    }
                }
            }
        }
    }
}
