package dev.motif.algorithm.group.cohesion;

/**
 * Says for which components to search for a minimum cut.
 *
 * @param maxComponentSize the most vertices of a component whose minimum cut is searched for, 1 or more; components in
 *     which the cut is known without a search may be larger
 */
public record CohesionConfig(int maxComponentSize) {
    /** Searches all components. */
    public static final CohesionConfig ALL = new CohesionConfig(Integer.MAX_VALUE);
}
