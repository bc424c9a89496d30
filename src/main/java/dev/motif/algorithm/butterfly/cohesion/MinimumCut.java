package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import org.jgrapht.Graph;
import org.jgrapht.alg.StoerWagnerMinimumCut;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** The minimum edge cut of a component, by JGraphT, on the heap. */
final class MinimumCut {
    /** What JGraphT's two graphs and its heaps were measured to take, with compressed pointers. */
    private static final long HEAP_BYTES_PER_VERTEX = 2000;

    private static final long HEAP_BYTES_PER_EDGE = 350;

    private final BipartiteGraph graph;
    private final Components components;
    private final Workers.Group group;

    /** @param group says when to give up */
    MinimumCut(BipartiteGraph graph, Components components, Workers.Group group) {
        this.graph = graph;
        this.components = components;
        this.group = group;
    }

    /**
     * A vertex of the component. JGraphT searches without asking whether anybody still waits, but all the time it
     * hashes sets of vertices: that is where the search is given up.
     */
    private final class Vertex {
        private final int id;

        Vertex(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            if (group.stopped()) {
                throw new CancellationException("cancelled by the caller");
            }
            return id;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** What searching a component of so many vertices and edges holds on the heap, the most at its beginning. */
    static long heapBytes(long vertices, long edges) {
        return vertices * HEAP_BYTES_PER_VERTEX + edges * HEAP_BYTES_PER_EDGE;
    }

    /** The fewest edges whose deletion disconnects a component of two vertices or more. */
    long of(long component) {
        return Math.round(new StoerWagnerMinimumCut<>(copy(component)).minCutWeight());
    }

    private Graph<Vertex, DefaultWeightedEdge> copy(long component) {
        long first = components.firstMember(component);
        Vertex[] vertices = new Vertex[components.size(component)];
        Graph<Vertex, DefaultWeightedEdge> copy = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        for (int i = 0; i < vertices.length; i++) {
            vertices[i] = new Vertex(i);
            copy.addVertex(vertices[i]);
        }
        Csr rows = graph.left();
        for (int i = 0; i < vertices.length; i++) {
            int u = components.member(first + i);
            if (u < graph.leftCount()) {
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    int v = graph.leftCount() + rows.neighbor(slot);
                    copy.addEdge(vertices[i], vertices[components.indexOf(component, v)]);
                }
            }
        }
        return copy;
    }
}
