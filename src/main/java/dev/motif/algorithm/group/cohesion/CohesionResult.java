package dev.motif.algorithm.group.cohesion;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;

/** The connected components of a graph, numbered by size from 0, the largest first. Closing it frees its arrays. */
public final class CohesionResult implements AutoCloseable {
    /** The bytes of all arrays for one component, at most. */
    static final long BYTES_PER_COMPONENT = 8L * Long.BYTES + Integer.BYTES;

    /** Says how the minimum cut of a component is known, or why it is not. */
    public enum Reason {
        SINGLE_NODE("a single node cannot be cut"),
        LEAF("cuts off a node of degree 1"),
        BRIDGE("deletes a bridge"),
        SEARCHED("found by contraction and flows"),
        TOO_LARGE("the component has more nodes than `maxComponentSize`, and no bridge");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** The reason in words, for the result of a procedure. */
        public String text() {
            return text;
        }
    }

    private final OffHeapScope scope;
    private final boolean bipartite;
    final OffHeapLongs left;
    final OffHeapLongs right;
    final OffHeapLongs edges;
    final OffHeapLongs bridges;
    final OffHeapLongs minCut;
    final OffHeapLongs maxButterflies;
    final OffHeapSums twiceButterflies;
    final OffHeapInts reasons;

    /**
     * Makes a result for {@code components} components, all values 0.
     *
     * @param bipartite whether the graph has two sides
     * @param scope owns the arrays; it must be empty, and it is closed with this object
     */
    CohesionResult(boolean bipartite, long components, NativeMemory memory, OffHeapScope scope) {
        this.scope = scope;
        this.bipartite = bipartite;
        left = scope.zeroedLongs(components);
        right = scope.zeroedLongs(components);
        edges = scope.zeroedLongs(components);
        bridges = scope.zeroedLongs(components);
        minCut = scope.zeroedLongs(components);
        maxButterflies = scope.zeroedLongs(components);
        twiceButterflies = scope.own(OffHeapSums.zeroed(memory, components));
        reasons = scope.zeroedInts(components);
    }

    public long componentCount() {
        return left.length();
    }

    /** Whether the graph has two sides; otherwise all vertices are left ones, and butterflies were not counted. */
    public boolean isBipartite() {
        return bipartite;
    }

    public long leftCount(long component) {
        return left.get(component);
    }

    public long rightCount(long component) {
        return right.get(component);
    }

    public long edgeCount(long component) {
        return edges.get(component);
    }

    /** The number of edges of a component whose deletion disconnects it. */
    public long bridgeCount(long component) {
        return bridges.get(component);
    }

    /** The share of the edges that a component could have with its vertices; null for a single vertex. */
    public Double density(long component) {
        double vertices = (double) leftCount(component) + rightCount(component);
        double most = bipartite ? (double) leftCount(component) * rightCount(component) : vertices * (vertices - 1) / 2;
        return vertices == 1 ? null : (Double) (edgeCount(component) / most);
    }

    /**
     * The fewest edges whose deletion disconnects the component; null when {@link #reason} says why there is no number.
     */
    public Long minCut(long component) {
        return minCut.get(component) == 0 ? null : (Long) minCut.get(component);
    }

    /** How {@link #minCut} is known, or why it is not. */
    public Reason reason(long component) {
        return Reason.values()[reasons.get(component)];
    }

    /** The number of butterflies of a component. */
    public BigInteger butterflies(long component) {
        return twiceButterflies.get(component).shiftRight(1);
    }

    /** The largest number of butterflies that one vertex of the component is in. */
    public long maxButterflies(long component) {
        return maxButterflies.get(component);
    }

    @Override
    public void close() {
        scope.close();
    }
}
