package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.OffHeapSums;
import java.math.BigInteger;

/** The connected components of a graph, the largest first. Owns its arrays. */
public final class CohesionResult implements AutoCloseable {
    /** The most bytes that one component takes. */
    static final long BYTES_PER_COMPONENT = 7L * Long.BYTES + Integer.BYTES;

    /** Where a minimum cut comes from, or why there is none. */
    public enum Reason {
        SINGLE_NODE("a single node cannot be cut"),
        LEAF("cuts off a node of degree 1"),
        STOER_WAGNER("found by the algorithm of Stoer and Wagner"),
        TOO_LARGE("the component has more nodes than `maxComponentSize`, and none of degree 1");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    private final OffHeapScope scope;
    final OffHeapLongs left;
    final OffHeapLongs right;
    final OffHeapLongs edges;
    final OffHeapLongs minCut;
    final OffHeapLongs maxButterflies;
    final OffHeapSums twiceButterflies;
    final OffHeapInts reasons;

    /** @param scope of nothing yet; it is closed with this object */
    CohesionResult(long components, NativeMemory memory, OffHeapScope scope) {
        this.scope = scope;
        left = scope.zeroedLongs(components);
        right = scope.zeroedLongs(components);
        edges = scope.zeroedLongs(components);
        minCut = scope.zeroedLongs(components);
        maxButterflies = scope.zeroedLongs(components);
        twiceButterflies = scope.own(OffHeapSums.zeroed(memory, components));
        reasons = scope.zeroedInts(components);
    }

    public long componentCount() {
        return left.length();
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

    /** The fewest edges whose deletion disconnects the component; null when {@link #reason} says that it is unknown. */
    public Long minCut(long component) {
        return minCut.get(component) == 0 ? null : (Long) minCut.get(component);
    }

    public Reason reason(long component) {
        return Reason.values()[reasons.get(component)];
    }

    public BigInteger butterflies(long component) {
        return twiceButterflies.get(component).shiftRight(1);
    }

    /** The most butterflies of one vertex. */
    public long maxButterflies(long component) {
        return maxButterflies.get(component);
    }

    @Override
    public void close() {
        scope.close();
    }
}
