package dev.motif.algorithm.similar.scan;

/**
 * The figures of one clustering.
 *
 * @param epsilon the least similarity of similar neighbors
 * @param mu how many vertices must be similar to a core, itself among them
 * @param clusters the number of clusters
 * @param cores vertices with at least {@code mu} similar ones
 * @param borders other vertices of clusters
 * @param hubs vertices of no cluster that have neighbors in two clusters or more
 * @param outliers all other vertices
 * @param largest the number of vertices of the largest cluster, 0 without any; a border counts in the cluster that it is
 *     most similar to
 */
public record ScanSummary(
        double epsilon, int mu, long clusters, long cores, long borders, long hubs, long outliers, long largest) {}
