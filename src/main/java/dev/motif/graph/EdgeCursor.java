package dev.motif.graph;

/** Goes over the edges of a graph in their order. One thread uses it, while the graph is open. */
public final class EdgeCursor {
    private final Csr rows;
    private final UnipartiteGraph unipartite;
    private int u = -1;
    private long slot = -1;
    private long end = 0;
    private long edge = -1;

    /** Stands before the first edge. */
    public EdgeCursor(Graph graph) {
        unipartite = graph instanceof UnipartiteGraph one ? one : null;
        rows = unipartite != null ? unipartite.adjacency() : ((BipartiteGraph) graph).left();
    }

    /** Stands before edge {@code first}. Takes O(log vertices), or O(vertices) in a unipartite graph. */
    public EdgeCursor(Graph graph, long first) {
        this(graph);
        edge = first - 1;
        if (first >= graph.edgeCount()) {
            u = rows.vertexCount();
        } else if (unipartite == null) {
            u = rows.vertexOf(first);
            slot = first - 1;
            end = rows.end(u);
        } else {
            edge = -1;
            skipTo(first);
        }
    }

    /** Stands before edge {@code first}, which is not before the edge that it stands at. Takes O(vertices between them). */
    public void skipTo(long first) {
        while (first - edge > end - slot) {
            edge += end - slot - 1;
            if (++u >= rows.vertexCount()) {
                u = rows.vertexCount();
                slot = end;
                return;
            }
            slot = firstSlot() - 1;
            end = rows.end(u);
        }
        slot += first - 1 - edge;
        edge = first - 1;
    }

    private long firstSlot() {
        return unipartite != null ? unipartite.firstForward(u) : rows.start(u);
    }

    /** Goes to the next edge; returns false when there is none. */
    public boolean next() {
        slot++;
        while (slot >= end) {
            if (++u >= rows.vertexCount()) {
                u = rows.vertexCount();
                return false;
            }
            slot = firstSlot();
            end = rows.end(u);
        }
        edge++;
        return true;
    }

    public long edge() {
        return edge;
    }

    /** The slot of the edge in the row of {@link #first}. */
    public long slot() {
        return slot;
    }

    /** The left end of the edge, or the smaller one in a unipartite graph. */
    public int first() {
        return u;
    }

    /** The right end of the edge, or the larger one in a unipartite graph. */
    public int second() {
        return rows.neighbor(slot);
    }
}
