package dev.motif.algorithm.level.wing;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;

/** Edges that butterflies connect: the wedges of a bloom are joined with the first one that both edges of are there. */
final class BloomConnections implements Connections {
    private static final long NONE = 0;

    private final BipartiteGraph graph;
    private final OffHeapLongs levels;

    /** The number that each edge has in the blooms. */
    private final OffHeapInts numbers;

    private final BloomIndex blooms;

    /**
     * For each bloom the positions of the edges of its first wedge: the position of the later edge, which is not 0, is
     * in the upper half.
     */
    private final OffHeapLongs firsts;

    private final long accesses;

    private BloomConnections(
            BipartiteGraph graph, OffHeapLongs levels, OffHeapInts numbers, BloomIndex blooms, OffHeapScope scope) {
        this.graph = graph;
        this.levels = levels;
        this.numbers = numbers;
        this.blooms = blooms;
        this.firsts = scope.zeroedLongs(blooms.bloomCount());
        long edges = levels.length();
        this.accesses = edges == 0 ? 1 : 1 + 4 * blooms.linkStart((int) edges) / edges;
    }

    /** @param scope owns the memory */
    static BloomConnections of(BipartiteGraph graph, OffHeapLongs levels, Execution execution, OffHeapScope scope) {
        OffHeapInts numbers = scope.ints(graph.edgeCount());
        BloomIndex blooms;
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = building.own(RankedGraph.form(graph, execution.memory(), execution.workers()))
                    .form();
            blooms = BloomIndex.of(graph, ranked, numbers, building.longs(graph.edgeCount()), execution, scope);
        }
        return new BloomConnections(graph, levels, numbers, blooms, scope);
    }

    @Override
    public int count() {
        return (int) levels.length();
    }

    @Override
    public long level(int edge) {
        return levels.get(edge);
    }

    @Override
    public int element(int edge) {
        return numbers.get(edge);
    }

    @Override
    public long accesses() {
        return accesses;
    }

    @Override
    public int join(int worker, int edge, int position, Joins joins) {
        long end = blooms.linkEnd(element(edge));
        for (long link = blooms.linkStart(element(edge)); link < end; link++) {
            int twin = joins.position(blooms.twinOf(link));
            if (twin < position) {
                joinWedge(position, twin, blooms.bloomOf(link), joins);
            }
        }
        return 1;
    }

    private void joinWedge(int edge, int twin, int bloom, Joins joins) {
        long first = firsts.get(bloom);
        if (first == NONE) {
            if (firsts.compareAndSet(bloom, NONE, (long) edge << Integer.SIZE | twin)) {
                return;
            }
            first = firsts.get(bloom);
        }
        // A wedge alone is no butterfly, so the edges of the first one are joined with the second one, and then are.
        int firstEdge = (int) (first >>> Integer.SIZE);
        joins.join((int) first, firstEdge);
        joins.join(firstEdge, twin);
        joins.join(twin, edge);
    }

    @Override
    public void describe(int edge, Extent extent) {
        extent.left(graph.left().vertexOf(edge));
        extent.right(graph.left().neighbor(edge));
    }
}
