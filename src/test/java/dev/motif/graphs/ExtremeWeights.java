package dev.motif.graphs;

import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Weights of edges whose sums, products or squares are beyond the range of doubles, or vanish. */
public final class ExtremeWeights {
    /** From which the weights of a graph are taken. */
    private static final List<double[]> SIZES = List.of(
            new double[] {1e200, 3e200, 0.1e200},
            new double[] {1e-200, 0.3e-200, 7e-200},
            new double[] {1e308, 1.7e308, 0.9e308},
            new double[] {1e-310, Double.MIN_VALUE, 3 * Double.MIN_VALUE, 0},
            new double[] {1e200, 1, 1e-200, 0.3},
            new double[] {1e-160, 0.1, 1e-320},
            new double[] {1e308, 1e-300, 0, 1e290});

    private ExtremeWeights() {}

    /** A graph's weights as the bits of doubles, which the caller owns; the sizes follow from the seed. */
    public static OffHeapLongs of(Graph graph, int seed, NativeMemory memory) {
        Random random = new Random(seed);
        double[] sizes = SIZES.get(seed % SIZES.size());
        OffHeapLongs bits = memory.longs(graph.edgeCount());
        for (long edge = 0; edge < bits.length(); edge++) {
            bits.set(edge, Double.doubleToLongBits(sizes[random.nextInt(sizes.length)]));
        }
        return bits;
    }

    /**
     * The exact weights of the neighbors of each vertex.
     *
     * @param second whether vertices are the second ends of edges, too
     */
    public static Map<Integer, Map<Integer, BigDecimal>> ofVertices(Graph graph, OffHeapLongs bits, boolean second) {
        Map<Integer, Map<Integer, BigDecimal>> weights = new HashMap<>();
        EdgeCursor edge = new EdgeCursor(graph);
        while (edge.next()) {
            BigDecimal weight = new BigDecimal(Double.longBitsToDouble(bits.get(edge.edge())));
            weights.computeIfAbsent(edge.first(), any -> new HashMap<>()).put(edge.second(), weight);
            if (second) {
                weights.computeIfAbsent(edge.second(), any -> new HashMap<>()).put(edge.first(), weight);
            }
        }
        return weights;
    }
}
