package dev.motif.projection;

import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.kernel.api.KernelTransaction;

/** Compares nodes as one transaction sees them with what a graph was read from. */
public final class StoredNodes implements AutoCloseable {
    private final ProjectedGraph graph;
    private final Read read;
    private final NodeCursor node;
    private final int[] left;
    private final int[] right;

    /** @throws IllegalArgumentException when the database has no such labels */
    public StoredNodes(ProjectedGraph graph, KernelTransaction kernel) {
        Projection projection = graph.projection();
        this.graph = graph;
        read = kernel.dataRead();
        left = Tokens.labels(kernel.tokenRead(), projection == null ? Projection.ALL : projection.left());
        right = graph.isBipartite() && projection != null
                ? Tokens.labels(kernel.tokenRead(), projection.right())
                : left;
        node = kernel.cursors().allocateNodeCursor(kernel.cursorContext(), kernel.memoryTracker());
    }

    /** Whether the node of a vertex is there, with a label that nodes of its side have. */
    public boolean has(long id) {
        read.singleNode(id, node);
        return node.next() && NodeReader.hasOneOf(node, graph.left().vertex(id) >= 0 ? left : right);
    }

    @Override
    public void close() {
        node.close();
    }
}
