package dev.motif.backend.cost;

import dev.motif.graph.Side;

/**
 * About how much work a run is on either backend. A step is an element of a sorted row that is intersected, or what takes
 * about as long.
 *
 * @param cpu a run on the CPU; starts in steps of one thread, while 16 begin
 * @param gpu a run on a GPU that has a copy of the graph and what is prepared of it; starts in waits for the device
 * @param gpuFirst what the first run on a graph takes in addition, without the copy itself
 * @param pairsOf the side whose pairs of neighbors are work; null for the side that has fewer
 */
public record RunCost(Part cpu, Part gpu, Part gpuFirst, Side pairsOf) {
    /** The work where the pairs of the side that has fewer count. */
    public RunCost(Part cpu, Part gpu, Part gpuFirst) {
        this(cpu, gpu, gpuFirst, null);
    }

    /** The pairs of neighbors in a graph that are work. */
    double pairs(GraphShape shape) {
        return pairsOf == null ? shape.pairs() : pairsOf == Side.LEFT ? shape.leftPairs() : shape.rightPairs();
    }

    /**
     * A part of the work, of graphs of any size.
     *
     * @param start what even the smallest graph takes
     * @param perVertex steps for each vertex
     * @param perEdge steps for each edge
     * @param perPair steps for each pair of neighbors of a vertex, of the side that the cost says
     */
    public record Part(double start, double perVertex, double perEdge, double perPair) {
        /** No work. */
        public static final Part NONE = new Part(0, 0, 0, 0);

        public Part plus(Part other) {
            return new Part(
                    start + other.start, perVertex + other.perVertex, perEdge + other.perEdge, perPair + other.perPair);
        }

        /** The cost of several runs that together do {@code work} times the steps of one. */
        public Part repeated(double runs, double work) {
            return new Part(runs * start, work * perVertex, work * perEdge, work * perPair);
        }

        /** The steps on a graph with {@code pairs} pairs, without the start. */
        double steps(GraphShape shape, double pairs) {
            return perVertex * shape.size().vertices() + perEdge * shape.size().edges() + perPair * pairs;
        }
    }
}
