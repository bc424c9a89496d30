package dev.motif.algorithm.level.community;

import dev.motif.choice.GroupChoice;
import java.io.Serializable;

/**
 * Says which of the communities are returned.
 *
 * @param minSize the fewest vertices of a community, 1 or more
 * @param maxSize the most vertices, {@code minSize} or more
 * @param groups how many communities of these sizes are returned, and how much they may overlap
 * @param by the order of the largest, where {@code groups} asks for these
 */
public record CommunityChoice(long minSize, long maxSize, GroupChoice groups, Order by) implements Serializable {
    public static final CommunityChoice ALL =
            new CommunityChoice(1, Long.MAX_VALUE, GroupChoice.all(Long.MAX_VALUE), Order.LEVEL);

    /** The order by which communities are the largest; equal ones are ordered by their numbers, the smallest first. */
    public enum Order {
        LEVEL,
        SIZE,
        DENSITY
    }

    boolean hasSizeOf(Hierarchy all, int community) {
        return all.vertexCount(community) >= minSize && all.vertexCount(community) <= maxSize;
    }

    /** The greater, the larger is a community in this order; 0 or more. */
    long rank(Hierarchy all, int community) {
        return switch (by) {
            case LEVEL -> all.level(community);
            case SIZE -> all.vertexCount(community);
            // The bits of doubles of 0 or more are in the order of the doubles.
            case DENSITY -> Double.doubleToLongBits(all.density(community));
        };
    }
}
