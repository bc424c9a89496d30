package dev.motif.algorithm.level.community;

import java.io.Serializable;

/**
 * A request for communities at one level or at all.
 *
 * @param numbers the configuration of the numbers that are the levels
 * @param k the only level at which communities are wanted; 0 for all levels
 * @param byEdges whether edges are connected by a vertex that they share, instead of by what the numbers count
 * @param choice the communities that are returned
 * @param members the members of communities that are returned with them
 */
public record HierarchyConfig<C>(C numbers, long k, boolean byEdges, CommunityChoice choice, Members members)
        implements Serializable {
    /** The members of communities that a call returns. */
    public enum Members {
        NONE,
        VERTICES,
        VERTICES_AND_EDGES
    }

    /** A request for all communities without their members. */
    public HierarchyConfig(C numbers, long k, boolean byEdges) {
        this(numbers, k, byEdges, CommunityChoice.ALL, Members.NONE);
    }

    public static <C> HierarchyConfig<C> of(C numbers) {
        return new HierarchyConfig<>(numbers, 0, false);
    }

    /** The same request for the communities that {@code these} says, with these members. */
    HierarchyConfig<C> choosing(CommunityChoice these, Members with) {
        return new HierarchyConfig<>(numbers, k, byEdges, these, with);
    }

    /** Whether the vertices of communities are needed, to return them or to know how much communities overlap. */
    boolean needsMembers() {
        return members != Members.NONE || choice.groups().maxOverlap() < 1;
    }
}
