package dev.motif.algorithm.level.nucleus;

import dev.motif.algorithm.level.community.Connections.Extent;
import dev.motif.graph.Csr;

/**
 * The cliques of {@code r} vertices of a graph, numbered from 0, and which of them are together in a clique of one vertex
 * more.
 */
interface NucleusCliques {
    /** The number of cliques of {@code r} vertices. */
    int count();

    /** The number of larger cliques that contain {@code clique}. */
    long support(int clique);

    /** About how many memory accesses it takes to find these. */
    long accesses();

    void forEachLarger(int clique, Visitor visitor);

    /** Says which vertices a clique consists of, and, unless it is a vertex, which edges. */
    void describe(int clique, Extent extent);

    @FunctionalInterface
    interface Visitor {
        /** The other cliques of {@code r} vertices in a larger one. Where there are fewer than three, the last one comes again. */
        void visit(int first, int second, int third);
    }

    /** Vertices, which edges connect. */
    record Vertices(Csr rows) implements NucleusCliques {
        @Override
        public int count() {
            return rows.vertexCount();
        }

        @Override
        public long support(int vertex) {
            return rows.degree(vertex);
        }

        @Override
        public long accesses() {
            return 1 + rows.slotCount() / Math.max(1, rows.vertexCount());
        }

        @Override
        public void forEachLarger(int vertex, Visitor visitor) {
            for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                int other = rows.neighbor(slot);
                visitor.visit(other, other, other);
            }
        }

        @Override
        public void describe(int vertex, Extent extent) {
            extent.left(vertex);
        }
    }
}
