package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/** Vertices of a side that butterflies connect: all members of a group are joined with the first one of it. */
final class GroupConnections implements Connections {
    private static final int NONE = 0;

    private final BipartiteGraph graph;
    private final TipResult tips;
    private final ButterflyGroups groups;

    /** The position of the first member of each group that was joined, plus 1. */
    private final OffHeapInts firsts;

    /** @param scope owns the memory */
    GroupConnections(BipartiteGraph graph, TipResult tips, ButterflyGroups groups, OffHeapScope scope) {
        this.graph = graph;
        this.tips = tips;
        this.groups = groups;
        this.firsts = scope.zeroedInts(groups.groupCount());
    }

    /** The off-heap bytes beside the groups. */
    static long bytes(ButterflyGroups.Totals totals) {
        return totals.groups() * Integer.BYTES;
    }

    @Override
    public int count() {
        return (int) tips.vertices().length();
    }

    @Override
    public long level(int vertex) {
        return tips.vertices().get(vertex);
    }

    @Override
    public long accesses() {
        return 1 + 3 * groups.memberCount() / Math.max(1, count());
    }

    @Override
    public int join(int worker, int vertex, int position, Joins joins) {
        long end = groups.start(vertex + 1);
        for (long place = groups.start(vertex); place < end; place++) {
            int group = groups.group(place);
            if (firsts.get(group) != NONE || !firsts.compareAndSet(group, NONE, position + 1)) {
                joins.join(firsts.get(group) - 1, position);
            }
        }
        return (int) rows().degree(vertex);
    }

    private Csr rows() {
        return graph.rows(tips.side());
    }

    @Override
    public void describe(int vertex, Extent extent) {
        boolean isLeft = tips.side() == Side.LEFT;
        Csr rows = rows();
        bring(vertex, isLeft, extent);
        for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
            bring(rows.neighbor(slot), !isLeft, extent);
        }
    }

    private static void bring(int vertex, boolean isLeft, Extent extent) {
        if (isLeft) {
            extent.left(vertex);
        } else {
            extent.right(vertex);
        }
    }
}
