package dev.motif.algorithm.similar.scan;

import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.algorithm.similar.scan.ScanResult.Role;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.DisjointSets;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the clusters of a graph whose common neighbors are known.
 *
 * <p>All work is linear in the edges, except that a vertex that is no core looks up the numbers of its edges to smaller
 * neighbors, each in O(log degree).
 */
final class Clustering {
    /** The name of the stage. */
    static final String STAGE = "finding clusters";

    private static final int INTS_PER_VERTEX = 4;
    private static final long VERTICES_PER_TASK = 1 << 10;

    private final UnipartiteGraph graph;
    private final Csr rows;
    private final CommonNeighborsResult counts;
    private final Workers workers;

    /** How many vertices are similar to each one, itself among them. */
    private final OffHeapInts similar;
    /** The result, see {@link ScanResult}. */
    private final OffHeapInts clusters;
    /** The smallest and the largest cluster of each vertex that is in any; before that the sets of cores. */
    private final OffHeapInts lowest;

    private final OffHeapInts highest;

    private double epsilon;
    private int mu;

    private Clustering(UnipartiteGraph graph, CommonNeighborsResult counts, Workers workers, OffHeapScope scope) {
        this.graph = graph;
        this.rows = graph.adjacency();
        this.counts = counts;
        this.workers = workers;
        this.similar = scope.ints(graph.vertexCount());
        this.clusters = scope.ints(graph.vertexCount());
        this.lowest = scope.ints(graph.vertexCount());
        this.highest = scope.ints(graph.vertexCount());
    }

    /** The off-heap memory of clustering a graph of {@code vertices} vertices, beside its counts. */
    static MemoryEstimate estimate(long vertices) {
        return MemoryEstimate.of("clusters", vertices * INTS_PER_VERTEX * Integer.BYTES);
    }

    /**
     * Clusters {@code graph} by each epsilon with each mu.
     *
     * @param counts with the numbers of edges; becomes a part of the result, or is closed
     */
    static ScanResult of(UnipartiteGraph graph, CommonNeighborsResult counts, ScanConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            scope.own(counts);
            Clustering clustering = new Clustering(graph, counts, execution.workers(), scope);
            List<ScanSummary> summaries = clustering.all(config);
            return new ScanResult(
                    summaries,
                    scope.keep(clustering.clusters),
                    scope.keep(clustering.similar),
                    clustering::clustersOfBorder,
                    scope.keep(counts));
        }
    }

    private List<ScanSummary> all(ScanConfig config) {
        long slots = 2 * graph.edgeCount();
        long one = slots + 2 * graph.vertexCount();
        workers.progress()
                .begin(STAGE, config.epsilons().size() * (slots + config.mus().size() * one));
        List<ScanSummary> summaries = new ArrayList<>();
        for (double each : config.epsilons()) {
            epsilon = each;
            countSimilar();
            for (int some : config.mus()) {
                mu = some;
                summaries.add(cluster());
            }
        }
        return summaries;
    }

    private void countSimilar() {
        for (int v = 0; v < similar.length(); v++) {
            similar.set(v, 1);
        }
        graph.forEachEdge(workers, (edge, u, v) -> {
            if (similarity(edge, u, v) >= epsilon) {
                similar.getAndAdd(u, 1);
                similar.getAndAdd(v, 1);
            }
        });
    }

    private double similarity(long edge, int u, int v) {
        return SimilarityMetric.STRUCTURAL.of(counts.edges().get(edge), rows.degree(u), rows.degree(v), true);
    }

    private boolean isCore(int v) {
        return similar.get(v) >= mu;
    }

    private ScanSummary cluster() {
        long count = clusterCores();
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to, steps) -> {
            for (int v = (int) from; v < to; v++) {
                if (!isCore(v)) {
                    joinCores(v, steps);
                }
            }
            workers.progress().advance(to - from);
        });
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to, steps) -> {
            for (int v = (int) from; v < to; v++) {
                if (clusters.get(v) < 0 && hasNeighborsInSeveral(v, steps)) {
                    clusters.set(v, ScanResult.HUB);
                }
            }
            workers.progress().advance(to - from);
        });
        return summary(count);
    }

    /** Numbers the clusters of cores by their smallest vertices; returns how many there are. */
    private int clusterCores() {
        DisjointSets sets = new DisjointSets(lowest);
        graph.forEachEdge(workers, (edge, u, v) -> {
            if (isCore(u) && isCore(v) && similarity(edge, u, v) >= epsilon) {
                sets.join(u, v);
            }
        });
        int count = sets.number(clusters, this::isCore, ScanResult.OUTLIER, new Steps(workers.cancellation()));
        for (int v = 0; v < clusters.length(); v++) {
            lowest.set(v, clusters.get(v));
            highest.set(v, clusters.get(v));
        }
        return count;
    }

    /** Makes {@code v}, which is no core, a border of the clusters of the cores that are similar to it. */
    private void joinCores(int v, Steps steps) {
        double best = -1;
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            steps.add();
            int core = rows.neighbor(slot);
            if (isCore(core)) {
                double similarity = similarity(counts.numbers().at(v, slot), v, core);
                if (similarity >= epsilon) {
                    int cluster = clusters.get(core);
                    if (similarity > best || similarity == best && cluster < clusters.get(v)) {
                        best = similarity;
                        clusters.set(v, cluster);
                    }
                    lowest.set(v, lowest.get(v) < 0 ? cluster : Math.min(lowest.get(v), cluster));
                    highest.set(v, Math.max(highest.get(v), cluster));
                }
            }
        }
    }

    private boolean hasNeighborsInSeveral(int v, Steps steps) {
        int first = ScanResult.OUTLIER;
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            steps.add();
            int neighbor = rows.neighbor(slot);
            if (lowest.get(neighbor) >= 0) {
                first = first < 0 ? lowest.get(neighbor) : first;
                if (lowest.get(neighbor) != first || highest.get(neighbor) != first) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Overwrites {@link #lowest} by the sizes of the clusters. */
    private ScanSummary summary(long count) {
        long[] ofRole = new long[Role.values().length];
        lowest.clear();
        long largest = 0;
        for (int v = 0; v < clusters.length(); v++) {
            int cluster = clusters.get(v);
            if (cluster >= 0) {
                ofRole[(isCore(v) ? Role.CORE : Role.BORDER).ordinal()]++;
                largest = Math.max(largest, lowest.add(cluster, 1) + 1L);
            } else {
                ofRole[(cluster == ScanResult.HUB ? Role.HUB : Role.OUTLIER).ordinal()]++;
            }
        }
        return new ScanSummary(
                epsilon,
                mu,
                count,
                ofRole[Role.CORE.ordinal()],
                ofRole[Role.BORDER.ordinal()],
                ofRole[Role.HUB.ordinal()],
                ofRole[Role.OUTLIER.ordinal()],
                largest);
    }

    private List<Long> clustersOfBorder(int v) {
        TreeSet<Long> found = new TreeSet<>();
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            int core = rows.neighbor(slot);
            if (isCore(core) && similarity(counts.numbers().at(v, slot), v, core) >= epsilon) {
                found.add((long) clusters.get(core));
            }
        }
        return List.copyOf(found);
    }
}
