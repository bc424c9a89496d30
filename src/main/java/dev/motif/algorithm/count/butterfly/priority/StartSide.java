package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.backend.cost.GraphShape;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.RankedGraph;

/**
 * Chooses where to count from by what it costs, in about nanoseconds of a thread: by degree there are fewer wedges, but
 * vertices must be ranked, and counts by vertex and by edge belong to several workers.
 */
public final class StartSide {
    /** About how many edges stand for all. */
    private static final long SAMPLE = 1 << 12;

    /**
     * The wedges by degree, as a fraction of the sum of the smaller degrees of the ends of all edges: between 0.3 and
     * 0.75.
     */
    private static final double SHARE_BY_DEGREE = 0.6;

    private static final double RANKING_OF_EDGE = 40;

    /** The cost of a wedge and of an edge, measured on one thread. */
    private record Cost(double ofWedge, double ofEdge) {
        private static final Cost TOTAL_BY_SIDE = new Cost(1.4, 10);
        private static final Cost COUNTS_BY_SIDE = new Cost(5, 20);
        private static final Cost TOTAL_BY_DEGREE = new Cost(2, 40);
        private static final Cost VERTICES_BY_DEGREE = new Cost(16, 60);
        private static final Cost EDGES_BY_DEGREE = new Cost(20, 200);

        static Cost bySide(ButterflyConfig config) {
            return config.perVertex() || config.perEdge() ? COUNTS_BY_SIDE : TOTAL_BY_SIDE;
        }

        static Cost byDegree(ButterflyConfig config) {
            return config.perEdge() ? EDGES_BY_DEGREE : config.perVertex() ? VERTICES_BY_DEGREE : TOTAL_BY_DEGREE;
        }

        double of(double wedges, double edges) {
            return wedges * ofWedge + edges * ofEdge;
        }
    }

    private StartSide() {}

    /** The side to count from, or null when counting by degree costs less. */
    public static Side of(BipartiteGraph graph, ButterflyConfig config, NativeMemory memory) {
        GraphShape shape = GraphShape.of(graph);
        double bySide = bySide(shape, config);
        boolean sideCostsLess = bySide <= byDegree(graph, config, 0, memory)
                || bySide <= byDegree(graph, config, wedgesByDegree(graph), memory);
        // Wedges from one side are the pairs of neighbors of the other.
        return sideCostsLess ? Side.of(shape.rightPairs() < shape.leftPairs()) : null;
    }

    /** About the nanoseconds that one thread takes to count. */
    public static double nanos(BipartiteGraph graph, ButterflyConfig config, NativeMemory memory) {
        return Math.min(bySide(GraphShape.of(graph), config), byDegree(graph, config, wedgesByDegree(graph), memory));
    }

    private static double bySide(GraphShape shape, ButterflyConfig config) {
        return Cost.bySide(config).of(shape.pairs(), shape.size().edges());
    }

    private static double byDegree(BipartiteGraph graph, ButterflyConfig config, double wedges, NativeMemory memory) {
        double ranking = RankedGraph.isPrepared(graph, memory) ? 0 : graph.edgeCount() * RANKING_OF_EDGE;
        return ranking + Cost.byDegree(config).of(wedges, graph.edgeCount());
    }

    private static double wedgesByDegree(BipartiteGraph graph) {
        Csr left = graph.left();
        long stride = left.slotCount() / SAMPLE + 1;
        double smaller = 0;
        for (long slot = stride / 2; slot < left.slotCount(); slot += stride) {
            smaller += Math.min(left.degree(left.vertexOf(slot)), graph.right().degree(left.neighbor(slot)));
        }
        return SHARE_BY_DEGREE * stride * smaller;
    }
}
