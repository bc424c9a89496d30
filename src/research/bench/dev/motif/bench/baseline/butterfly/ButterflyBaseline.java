package dev.motif.bench.baseline.butterfly;

import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;

/** The algorithms that G-BFC is compared with. All of them are exact. */
public enum ButterflyBaseline {
    /** Wedges start at the vertex of the highest priority; vertices keep the numbers that they have. */
    BFC_VP("BFC-VP", new VertexPriority(false, false)),
    /** BFC-VP with its graph projection alone: vertices are numbered by priority. */
    BFC_VP_PROJECTED("BFC-VP, projected", new VertexPriority(false, true)),
    /** BFC-VP with its wedge processing alone: wedges end at the vertex of the highest priority. */
    BFC_VP_ENDS("BFC-VP, ends of high priority", new VertexPriority(true, false)),
    /** BFC-VP with both of its cache-aware strategies. */
    BFC_VP_PLUS_PLUS("BFC-VP++", new VertexPriority(true, true)),
    /** One side only: that from which fewer wedges are walked. */
    BFC_WEDGE("BFC-WEDGE", new PrivateMaps(PrivateMaps.Layer.FEWER_WEDGES)),
    /** Neighbor lists are intersected by binary search. */
    BFC_WE("BFC-WE", new ListIntersection()),
    /** The first option of Section 4.1. */
    LOCK_VECTOR("option 1: lock vector", new SharedMap(SharedMap.Option.LOCK_VECTOR)),
    /** The second option of Section 4.1. */
    THREAD_MAP("option 2: map of a thread", new PrivateMaps(PrivateMaps.Layer.FEWER_VERTICES)),
    /** The third option of Section 4.1, which G-BFC chose. */
    REARRANGED("option 3: reads rearranged", new SharedMap(SharedMap.Option.REARRANGED));

    /** Counts the butterflies of a graph. Holds no state between calls. */
    @FunctionalInterface
    interface Counting {
        /** Returns their exact number; polls the cancellation and leaves nothing allocated. */
        BigInteger count(BipartiteGraph graph, Execution execution);
    }

    private final String title;
    private final Counting counting;

    ButterflyBaseline(String title, Counting counting) {
        this.title = title;
        this.counting = counting;
    }

    /** The name in tables and figures. */
    public String title() {
        return title;
    }

    /** Counts the butterflies of {@code graph}; the times of ranking and counting go to the execution. */
    public BigInteger count(BipartiteGraph graph, Execution execution) {
        return counting.count(graph, execution);
    }
}
