package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Directed;
import dev.motif.backend.TimeWindow;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;

/**
 * A request for directed cycles.
 *
 * @param minLength the fewest vertices of a cycle, {@value #MIN_LENGTH} or more
 * @param maxLength the most, at most {@value #MAX_LENGTH}
 * @param perVertex whether to count the cycles of each vertex
 * @param perArc whether to count the cycles of each edge in each of its directions
 * @param directions of the edges; null while only the size of a graph is known
 * @param window in which the relationships of a cycle must lie, in the order of time; null for any time and order
 * @param tolerance the most, from 0 to 1, by which an amount may be less than the amount before, relative to that; negative
 *     where amounts do not matter
 * @param amounts of relationships, whose values need not be known yet; null where neither tolerance nor weights need them
 */
public record CycleConfig(
        int minLength,
        int maxLength,
        boolean perVertex,
        boolean perArc,
        EdgeDirections directions,
        TimeWindow window,
        double tolerance,
        EdgeWeights amounts)
        implements Serializable, Directed<CycleConfig>, TimeWindow.Timed<CycleConfig>, Weighed<CycleConfig> {
    public static final int MIN_LENGTH = 2;
    public static final int MAX_LENGTH = 8;

    /** The tolerance where amounts do not matter. */
    public static final double ANY_AMOUNT = -1;

    /** Asks for totals of cycles at any time. */
    public CycleConfig(int minLength, int maxLength, EdgeDirections directions) {
        this(minLength, maxLength, false, false, directions, null, ANY_AMOUNT, null);
    }

    /** This with counts of each vertex or arc. */
    public CycleConfig each(boolean ofVertices, boolean ofArcs) {
        return new CycleConfig(minLength, maxLength, ofVertices, ofArcs, directions, window, tolerance, amounts);
    }

    /** This where amounts may shrink by this share. */
    CycleConfig tolerating(double share) {
        return new CycleConfig(minLength, maxLength, perVertex, perArc, directions, window, share, amounts);
    }

    /** How often a relationship behind {@code edges} edges leads in a direction, once the directions are there. */
    long arcs(long edges) {
        if (window != null && window.times() != null && window.times().hasParallel()) {
            return window.times().count();
        }
        long arcs = 0;
        for (long edge = 0; edge < edges; edge++) {
            arcs += Long.bitCount(directions.of(edge));
        }
        return arcs;
    }

    boolean hasTolerance() {
        return tolerance >= 0;
    }

    @Override
    public CycleConfig directed(EdgeDirections these) {
        return new CycleConfig(minLength, maxLength, perVertex, perArc, these, window, tolerance, amounts);
    }

    @Override
    public CycleConfig within(TimeWindow other) {
        return new CycleConfig(minLength, maxLength, perVertex, perArc, directions, other, tolerance, amounts);
    }

    @Override
    public EdgeWeights weights() {
        return amounts;
    }

    @Override
    public CycleConfig weighedBy(EdgeWeights these) {
        return new CycleConfig(minLength, maxLength, perVertex, perArc, directions, window, tolerance, these);
    }
}
