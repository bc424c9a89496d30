package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The edges of a graph with their common neighbors, source by source: each edge once, from its smaller end; or the best
 * edges of each vertex, where an edge that is one of the best of both ends comes twice. Must be closed.
 */
public final class AdjacentPairs implements Iterator<NeighborPair>, AutoCloseable {
    /** Edges that may be looked at before the cancellation is asked again: some milliseconds. */
    private static final long EDGES_BETWEEN_POLLS = 1 << 16;

    private final Csr rows;
    private final CommonNeighborsResult counts;
    private final PairFilter filter;
    private final Cancellation cancellation;
    private final PairHeap best;
    private final HeapBudget.Share heap;
    private final HeapBudget.Share ofPairs;
    private int source;
    private long slot;
    private long edge;
    private Iterator<NeighborPair> ofSource = Collections.emptyIterator();
    private NeighborPair next;
    private long looked;

    /**
     * @param counts the counts by edge, with the numbers of edges when the filter asks for the best
     * @param cancellation is checked now and then, since the filter may reject very many edges in a row
     * @param budget the heap that the best edges of a vertex are taken from
     */
    public AdjacentPairs(
            UnipartiteGraph graph,
            CommonNeighborsResult counts,
            PairFilter filter,
            Cancellation cancellation,
            HeapBudget budget) {
        this.rows = graph.adjacency();
        this.counts = counts;
        this.filter = filter;
        this.cancellation = cancellation;
        this.heap = budget.share("the best relationships of a node");
        this.ofPairs = budget.share("the best relationships of a node");
        this.best = new PairHeap(filter.topK(), false, heap);
        enter(0);
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = filter.best() ? nextBest() : nextForward();
        }
        return next != null;
    }

    @Override
    public NeighborPair next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        NeighborPair now = next;
        next = null;
        return now;
    }

    /** The next edge from its smaller end, or null. Edges are looked at one by one: a vertex may have very many. */
    private NeighborPair nextForward() {
        while (source < rows.vertexCount()) {
            while (slot < rows.end(source)) {
                NeighborPair pair = pair(source, slot++, edge++);
                if (pair.value() >= filter.similarityCutoff()) {
                    return pair;
                }
            }
            enter(source + 1);
        }
        return null;
    }

    /** Goes to the larger neighbors of {@code vertex}, which may be the number of vertices: then there are none. */
    private void enter(int vertex) {
        source = vertex;
        slot = vertex < rows.vertexCount() ? rows.firstSlotFrom(vertex, vertex + 1) : 0;
    }

    private NeighborPair nextBest() {
        while (!ofSource.hasNext() && source < rows.vertexCount()) {
            ofSource = best(source++).iterator();
        }
        return ofSource.hasNext() ? ofSource.next() : null;
    }

    private List<NeighborPair> best(int u) {
        for (long at = rows.start(u); at < rows.end(u); at++) {
            NeighborPair pair = pair(u, at, counts.numbers().at(u, at));
            if (pair.value() >= filter.similarityCutoff()) {
                best.offer(u, pair.target(), pair.common(), pair.value());
            }
        }
        ofPairs.become(0);
        List<NeighborPair> pairs = best.takeAll(ofPairs);
        pairs.replaceAll(pair -> pair.withEdge(counts.numbers().at(u, rows.slotOf(u, pair.target()))));
        return pairs;
    }

    private NeighborPair pair(int u, long at, long number) {
        if (++looked % EDGES_BETWEEN_POLLS == 0) {
            cancellation.check();
        }
        int v = rows.neighbor(at);
        int common = counts.edges().get(number);
        return new NeighborPair(u, v, number, common, filter.metric().of(common, rows.degree(u), rows.degree(v), true));
    }

    /** Gives back the heap of the best edges. */
    @Override
    public void close() {
        OffHeapScope.closeAll(heap, ofPairs);
    }
}
