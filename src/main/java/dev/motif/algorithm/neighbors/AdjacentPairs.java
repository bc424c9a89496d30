package dev.motif.algorithm.neighbors;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The edges of a graph with their common neighbors, source by source: each edge once, from its smaller end; or the best
 * edges of every vertex, where an edge comes from each end of which it is one of the best.
 */
public final class AdjacentPairs implements Iterator<NeighborPair> {
    private final Csr rows;
    private final CommonNeighborsCounts counts;
    private final PairFilter filter;
    private int nextSource;
    private long nextEdge;
    private Iterator<NeighborPair> ofSource = List.<NeighborPair>of().iterator();

    /** @param counts with the numbers of edges when only the best are wanted */
    public AdjacentPairs(UnipartiteGraph graph, CommonNeighborsCounts counts, PairFilter filter) {
        this.rows = graph.adjacency();
        this.counts = counts;
        this.filter = filter;
    }

    @Override
    public boolean hasNext() {
        while (!ofSource.hasNext() && nextSource < rows.vertexCount()) {
            int u = nextSource++;
            ofSource = (filter.best() ? best(u) : forward(u)).iterator();
        }
        return ofSource.hasNext();
    }

    @Override
    public NeighborPair next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ofSource.next();
    }

    private List<NeighborPair> forward(int u) {
        List<NeighborPair> pairs = new ArrayList<>();
        for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
            NeighborPair pair = pair(u, slot, nextEdge++);
            if (pair.value() >= filter.minValue()) {
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private List<NeighborPair> best(int u) {
        BestPairs best = new BestPairs(filter.topK());
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            NeighborPair pair = pair(u, slot, counts.numbers().at(u, slot));
            if (pair.value() >= filter.minValue()) {
                best.add(pair);
            }
        }
        return best.takeAll();
    }

    private NeighborPair pair(int u, long slot, long edge) {
        int v = rows.neighbor(slot);
        int common = counts.edges().get(edge);
        return new NeighborPair(u, v, edge, common, filter.metric().of(common, rows.degree(u), rows.degree(v), true));
    }
}
