package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import org.jgrapht.Graph;
import org.jgrapht.alg.StoerWagnerMinimumCut;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** Finds the minimum edge cut of a component with JGraphT, in a copy of the component on the heap. */
final class MinimumCut {
    /**
     * The heap that the two graphs and the heaps of JGraphT were measured to take per vertex, with compressed pointers.
     */
    private static final long HEAP_BYTES_PER_VERTEX = 2000;

    /** The heap that they were measured to take per edge, with compressed pointers. */
    private static final long HEAP_BYTES_PER_EDGE = 350;

    private final BipartiteGraph graph;
    private final Components components;
    private final Workers.Group group;

    /**
     * Prepares searches of components of {@code graph}.
     *
     * @param group the workers of the run; a search ends with a {@link CancellationException} once they are stopped
     */
    MinimumCut(BipartiteGraph graph, Components components, Workers.Group group) {
        this.graph = graph;
        this.components = components;
        this.group = group;
    }

    /**
     * A vertex of the copy. JGraphT does not check for cancellation, but it hashes sets of vertices all the time, so
     * {@link #hashCode} does.
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

    /**
     * The bytes that the search of a component of this many vertices and edges holds on the heap; it holds the most at
     * its beginning.
     */
    static long heapBytes(long vertices, long edges) {
        return vertices * HEAP_BYTES_PER_VERTEX + edges * HEAP_BYTES_PER_EDGE;
    }

    /** The fewest edges whose deletion disconnects a component of two or more vertices. */
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
