package dev.motif.algorithm.similar.scan;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.graph.memory.OffHeapInts;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Clusterings of one graph: the figures of all, and the vertices of the last.
 *
 * @param summaries the figures of each clustering: all of the first epsilon first
 * @param clusters for each vertex the number of the cluster that it is most similar to, {@link #HUB} or {@link #OUTLIER}
 * @param similar for each vertex the number of vertices that are similar to it, itself among them
 * @param clustersOfBorder finds all clusters of a border, ascending
 * @param counts what that reads
 */
public record ScanResult(
        List<ScanSummary> summaries,
        OffHeapInts clusters,
        OffHeapInts similar,
        IntFunction<List<Long>> clustersOfBorder,
        CommonNeighborsResult counts)
        implements AutoCloseable {
    /** A vertex of no cluster that has neighbors in two clusters or more, in {@link #clusters}. */
    static final int HUB = -2;
    /** Any other vertex of no cluster, in {@link #clusters}. */
    static final int OUTLIER = -1;

    enum Role {
        CORE,
        BORDER,
        HUB,
        OUTLIER
    }

    public ScanResult {
        summaries = List.copyOf(summaries);
    }

    /** The figures of the last clustering, whose vertices the other methods tell of. */
    ScanSummary summary() {
        return summaries.get(summaries.size() - 1);
    }

    Role role(int vertex) {
        int cluster = clusters.get(vertex);
        if (cluster < 0) {
            return cluster == HUB ? Role.HUB : Role.OUTLIER;
        }
        return similar.get(vertex) >= summary().mu() ? Role.CORE : Role.BORDER;
    }

    /** The number of the vertex's cluster, from 0; of a border in several the one that it is most similar to; or -1. */
    int cluster(int vertex) {
        return Math.max(clusters.get(vertex), OUTLIER);
    }

    /** All clusters of a vertex, ascending. */
    List<Long> clusters(int vertex) {
        return switch (role(vertex)) {
            case CORE -> List.of((long) cluster(vertex));
            case BORDER -> clustersOfBorder.apply(vertex);
            case HUB, OUTLIER -> List.of();
        };
    }

    @Override
    public void close() {
        clusters.close();
        similar.close();
        counts.close();
    }
}
