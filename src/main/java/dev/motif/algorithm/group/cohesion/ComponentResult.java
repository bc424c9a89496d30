package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The component of each vertex of a graph, numbered as {@link CohesionResult} numbers them.
 *
 * @param scope owns the components; closed with this object
 */
public record ComponentResult(Components components, VertexRows rows, OffHeapScope scope) implements AutoCloseable {
    public long componentCount() {
        return components.count();
    }

    /** Whether there are vertices of this side; the vertices of a unipartite graph are on the left. */
    public boolean has(Side side) {
        return side == Side.LEFT || rows.count > rows.leftCount;
    }

    public long component(Side side, long vertex) {
        return components.componentOf((int) (side == Side.LEFT ? vertex : rows.leftCount + vertex));
    }

    /** The number of vertices of a component, of both sides. */
    public long size(long component) {
        return components.size(component);
    }

    @Override
    public void close() {
        scope.close();
    }
}
