package dev.motif.graph.weight;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.text.UserText;
import java.io.Serializable;
import java.util.function.LongFunction;

/**
 * The weights of the edges of a graph: finite numbers of 0 or more, from a column. Without the column it is only known that
 * edges have weights, which is enough for estimates. The values go along to another process of this host, not to others.
 */
public final class EdgeWeights implements Serializable {
    /** The key that names the column, as in Graph Data Science. */
    public static final String KEY = "relationshipWeightProperty";

    private static final long serialVersionUID = 1;

    /** The bits of a weight as a double. */
    public static final Form BITS = (neighbor, weight) -> Double.doubleToRawLongBits(weight);

    private static final long EDGES_PER_TASK = 1 << 16;

    /** Above this, not every integer is a double. */
    static final long LARGEST_EXACT = 1L << 53;

    /** Weights that are multiples of 2 to the minus this have products, and sums of them, that do not vanish. */
    private static final int LEAST_EXPONENT_OF_PRODUCTS = -500;

    /** Weights below 2 to this have products whose sums are finite. */
    private static final int MOST_EXPONENT_OF_PRODUCTS = 480;

    /** Spare bits: more than two sums of weights, added up, can have beyond the bits of one sum. */
    private static final int SPARE_BITS = 3;

    private final String property;
    private final OffHeapLongs bits;
    private final boolean floats;
    private final boolean ofEach;
    private final Summary all = new Summary();

    private EdgeWeights(String property, OffHeapLongs bits, boolean floats, boolean ofEach) {
        this.property = property;
        this.bits = bits;
        this.floats = floats;
        this.ofEach = ofEach;
    }

    /** The form of the weight of a slot. */
    @FunctionalInterface
    public interface Form {
        /** @param neighbor the neighbor in the slot */
        long of(int neighbor, double weight);
    }

    /** Facts of some weights together. */
    private static final class Summary implements Serializable {
        private static final long serialVersionUID = 1;

        /** The exponent of the largest power of two of which all weights above 0 are multiples. */
        private int exponent = Integer.MAX_VALUE;

        private double largest;
        private double sum;
        private double squares;

        void add(double weight) {
            if (weight > 0) {
                exponent = Math.min(exponent, WeightUnit.exponent(weight));
                largest = Math.max(largest, weight);
                sum += weight;
                squares += weight * weight;
            }
        }

        synchronized void add(Summary others) {
            exponent = Math.min(exponent, others.exponent);
            largest = Math.max(largest, others.largest);
            sum += others.sum;
            squares += others.squares;
        }
    }

    /** The weights of a column, which is not known yet; null where {@code property} is. */
    public static EdgeWeights named(String property) {
        return property == null ? null : new EdgeWeights(property, null, false, false);
    }

    /** The same weights, not known yet, where parallel relationships may each have a weight of its own. */
    public EdgeWeights ofEachRelationship() {
        return new EdgeWeights(property, null, false, true);
    }

    /** Whether the indexes of weights may be relationships, list by list as in a column, in place of edges. */
    public boolean areOfEachRelationship() {
        return ofEach;
    }

    /**
     * The same weights with their values, all of which are read.
     *
     * @param values of each edge: an integer, or the bits of a double; stays the caller's
     * @param wrong makes the exception for an edge whose value is not a finite number of 0 or more that a double holds
     */
    public EdgeWeights with(
            OffHeapLongs values, boolean areFloats, Workers workers, LongFunction<RuntimeException> wrong) {
        EdgeWeights weights = new EdgeWeights(property, values, areFloats, ofEach);
        workers.forRanges(values.length(), EDGES_PER_TASK, (worker, from, to) -> {
            Summary some = new Summary();
            for (long edge = from; edge < to; edge++) {
                if (!weights.isWeight(edge)) {
                    throw wrong.apply(edge);
                }
                some.add(weights.of(edge));
            }
            weights.all.add(some);
        });
        return weights;
    }

    public String property() {
        return property;
    }

    public double of(long edge) {
        return floats ? Double.longBitsToDouble(bits.get(edge)) : bits.get(edge);
    }

    /** The weight of an edge as a number: an integer or a double. */
    public Number number(long edge) {
        // Not in one expression, which would make both numbers doubles.
        if (floats) {
            return of(edge);
        }
        return bits.get(edge);
    }

    /** The weight of each edge: an integer, or the bits of a double. */
    public OffHeapLongs values() {
        return bits;
    }

    /** Whether weights are doubles, not integers. */
    public boolean areFloats() {
        return floats;
    }

    /** The weight of an edge where weights are integers. */
    long integer(long edge) {
        return bits.get(edge);
    }

    private boolean isWeight(long edge) {
        double weight = of(edge);
        return weight >= 0 && weight < Double.POSITIVE_INFINITY && (floats || bits.get(edge) <= LARGEST_EXACT);
    }

    /** The largest weight; 0 without edges. */
    double largest() {
        return all.largest;
    }

    /**
     * The largest unit of the weights, in which their sum is below 2^53; null where they have none.
     *
     * @param squares whether the sum of their squares is to be below 2^53 squares of the unit, in place of that
     */
    public WeightUnit unit(boolean squares) {
        return WeightUnit.of(all.largest == 0 ? 0 : all.exponent, squares ? all.squares : all.sum, squares);
    }

    /** Why sums of the weights, or of their squares, are not exact; null where they are, or the column is not known yet. */
    public String obstacle(boolean squares) {
        return unit(squares) == null ? "the sums of these weights are rounded, which depends on their order" : null;
    }

    /** Whether products of two weights, or sums of these, may be beyond the range of doubles or vanish. */
    public boolean haveFarProducts() {
        return all.largest > 0
                && (all.exponent < LEAST_EXPONENT_OF_PRODUCTS
                        || Math.getExponent(all.largest) >= MOST_EXPONENT_OF_PRODUCTS);
    }

    /**
     * A power of two that all weights can be multiplied by exactly, after which their sums are finite, and the sum of two of
     * these: mostly 1.
     *
     * @throws IllegalArgumentException when there is none, since weights of a sum that is too large differ too much
     */
    public double scale() {
        if (all.sum <= Double.MAX_VALUE / 4) {
            return 1;
        }
        int bitsOfCount = Long.SIZE - Long.numberOfLeadingZeros(bits.length());
        int less = Math.max(0, Math.getExponent(all.largest) + bitsOfCount + SPARE_BITS - Double.MAX_EXPONENT);
        if (all.exponent - less < WeightUnit.LEAST_EXPONENT) {
            throw tooLarge("the sum of the weights is", "they differ too much to be scaled");
        }
        return Math.scalb(1.0, -less);
    }

    /**
     * The error for weights whose sums are beyond the range of doubles.
     *
     * @param what such as {@code "each sum is"}
     * @param why what is so
     */
    public IllegalArgumentException tooLarge(String what, String why) {
        return new IllegalArgumentException("`" + KEY + "` must be a column in which " + what
                + " below 1.8e308, but in " + UserText.value(property) + " " + why);
    }

    /** An upper bound, but for roundings, of the sum of the weights of {@code edges} edges, or of their squares. */
    double mostOfSum(long edges, boolean squares) {
        return squares
                ? Math.min(all.squares, edges * all.largest * all.largest)
                : Math.min(all.sum, edges * all.largest);
    }

    /** Whether no sum of the weights of {@code edges} edges, or of their squares, has 2^32 units or more. */
    public boolean areSumsInts(long edges, boolean squares) {
        WeightUnit unit = unit(squares);
        double one = unit == null ? 0 : unit.ofSums(squares);
        return one >= Double.MIN_NORMAL && mostOfSum(edges, squares) < 0x1p32 * one;
    }

    /**
     * The weights in a form, by the slots of one direction: of the left rows or the right rows of a bipartite graph, or of
     * all rows of a unipartite one, where each edge has two slots. The caller owns them.
     *
     * @param side whose rows; of no meaning for a unipartite graph
     */
    public OffHeapLongs bySlot(Graph graph, Side side, Form form, NativeMemory memory, Workers workers) {
        Csr rows = graph.rows(side);
        boolean bipartite = graph instanceof BipartiteGraph;
        boolean back = bipartite && side == Side.RIGHT;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs weights = scope.longs(rows.slotCount());
            long edges = graph.edgeCount();
            // Finding the first edge of a task may take a pass over all vertices.
            long perTask = Math.max(EDGES_PER_TASK, edges / workers.concurrency() + 1);
            workers.forRanges(edges, perTask, (worker, from, to) -> {
                try (OffHeapInts places = memory.zeroedInts(back ? rows.vertexCount() : 0)) {
                    EdgeCursor edge = new EdgeCursor(graph, from);
                    while (edge.edge() < to - 1 && edge.next()) {
                        if (edge.edge() % EDGES_PER_TASK == 0) {
                            workers.cancellation().check();
                        }
                        double weight = of(edge.edge());
                        if (!back) {
                            weights.set(edge.slot(), form.of(edge.second(), weight));
                        }
                        if (back || !bipartite) {
                            long slot = back
                                    ? slotBack(rows, edge, places)
                                    : rows.firstSlotFrom(edge.second(), edge.first());
                            weights.set(slot, form.of(edge.first(), weight));
                        }
                    }
                }
            });
            return scope.keep(weights);
        }
    }

    /**
     * The off-heap bytes that {@link #bySlot} needs of a worker, beside its result, in a graph of {@code right} right
     * vertices.
     */
    public static long bytesBySlot(long right) {
        return right * Integer.BYTES;
    }

    /**
     * The slot of an edge in the row of its right end, where slots come one after the other, since edges are in the
     * order of their left ends.
     *
     * @param places by right end 1 + the place of its next edge in its row; 0 before the first one
     */
    private static long slotBack(Csr rows, EdgeCursor edge, OffHeapInts places) {
        int v = edge.second();
        int place = places.get(v);
        if (place == 0) {
            place = (int) (rows.firstSlotFrom(v, edge.first()) - rows.start(v)) + 1;
        }
        places.set(v, place + 1);
        return rows.start(v) + place - 1;
    }
}
