package dev.motif.algorithm.similar.pairs;

/**
 * Two vertices of a unipartite graph, or of one side of a bipartite graph, with what they have in common.
 *
 * @param edge the number of the edge between them; -1 when it is not known or there is none
 * @param common the number of their common neighbors
 * @param value the value of the metric
 */
public record NeighborPair(int source, int target, long edge, int common, double value) {
    public static final long HEAP_BYTES = 40;

    /** The heap bytes of a pair with its place in a list, while that grows. */
    public static final long BYTES_IN_LIST = HEAP_BYTES + 6;

    /** A pair without an edge, or whose edge is not known. */
    public NeighborPair(int source, int target, int common, double value) {
        this(source, target, -1, common, value);
    }

    NeighborPair withEdge(long number) {
        return new NeighborPair(source, target, number, common, value);
    }
}
