package dev.motif.algorithm.butterfly.cohesion;

/**
 * What to compute.
 *
 * @param maxComponentSize the most vertices of a component whose minimum cut is searched for; the limit does not hold
 *     for components in which the cut is known without a search
 */
public record CohesionConfig(int maxComponentSize) {
    public static final int DEFAULT_MAX_COMPONENT_SIZE = 500;

    /** At this size a search takes minutes. */
    public static final int LARGEST_MAX_COMPONENT_SIZE = 5000;
}
