package dev.motif.algorithm.count.graphlet;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.OrientedGraph;

/** The edges of a graph, each in the row of one of its ends, with their triangles. */
interface GraphletEdgeRows {
    /** The first edge in the row of a vertex. */
    long start(int row);

    /** The edge after the last one in the row of a vertex. */
    long end(int row);

    /** The row of the other end of an edge in a row. */
    int neighbor(int row, long edge);

    int vertex(int row);

    int triangles(long edge);

    /**
     * The rows of a graph by ranks.
     *
     * @param bySlot the triangles of the edge at each slot
     */
    static GraphletEdgeRows of(OrientedGraph ranked, OffHeapInts bySlot) {
        Csr toHubs = ranked.adjacency();
        return new GraphletEdgeRows() {
            @Override
            public long start(int row) {
                return toHubs.start(row);
            }

            @Override
            public long end(int row) {
                return toHubs.end(row);
            }

            @Override
            public int neighbor(int row, long edge) {
                return toHubs.neighbor(edge);
            }

            @Override
            public int vertex(int row) {
                return ranked.vertices().get(row);
            }

            @Override
            public int triangles(long edge) {
                return bySlot.get(edge);
            }
        };
    }

    /**
     * The rows of a graph in its own order: each edge is in the row of its smaller end.
     *
     * @param firstEdges the first edge of each vertex, see {@link UnipartiteGraph#firstEdges}
     * @param byEdge the triangles of each edge, by its number
     */
    static GraphletEdgeRows of(Csr rows, OffHeapLongs firstEdges, OffHeapInts byEdge) {
        return new GraphletEdgeRows() {
            @Override
            public long start(int row) {
                return firstEdges.get(row);
            }

            @Override
            public long end(int row) {
                return firstEdges.get(row + 1L);
            }

            @Override
            public int neighbor(int row, long edge) {
                return rows.neighbor(rows.end(row) - (end(row) - edge));
            }

            @Override
            public int vertex(int row) {
                return row;
            }

            @Override
            public int triangles(long edge) {
                return byEdge.get(edge);
            }
        };
    }
}
