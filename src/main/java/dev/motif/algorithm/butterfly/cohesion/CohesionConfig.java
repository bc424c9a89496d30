package dev.motif.algorithm.butterfly.cohesion;

/**
 * Says for which components to search for a minimum cut.
 *
 * @param maxComponentSize the most vertices of a component whose minimum cut is searched for; components in which the
 *     cut is known without a search may be larger
 */
public record CohesionConfig(int maxComponentSize) {
    public static final int DEFAULT_MAX_COMPONENT_SIZE = 500;

    /** The largest limit that may be set: a search of a component of this size takes minutes. */
    public static final int LARGEST_MAX_COMPONENT_SIZE = 5000;
}
