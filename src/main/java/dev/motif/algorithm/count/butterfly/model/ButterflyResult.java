package dev.motif.algorithm.count.butterfly.model;

import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;

/**
 * The butterflies of a graph: in total and, when asked for, by vertex and by edge. Closing it frees its arrays, which
 * it takes over.
 *
 * @param total the number of butterflies of the graph
 * @param threePaths the number of paths of three edges, see {@link ThreePaths}; null where butterflies are counted in a
 *     window of time
 * @param left the butterflies of each left vertex, or null
 * @param right the butterflies of each right vertex, or null
 * @param edges the butterflies of each edge, by its index, or null
 */
public record ButterflyResult(
        BigInteger total, BigInteger threePaths, OffHeapLongs left, OffHeapLongs right, OffHeapLongs edges)
        implements Mergeable<ButterflyResult> {
    /**
     * The bipartite clustering coefficient 4B / (paths of three edges), in [0, 1]: the fraction of those paths that a
     * fourth edge closes to a butterfly; 0 for a graph without such paths. Source: Robins and Alexander, 2004,
     * doi:10.1023/B:CMOT.0000032580.12184.c0. Null for the butterflies of a window of time.
     */
    public Double clusteringCoefficient() {
        if (!isOfAnyTime()) {
            return null;
        }
        return threePaths.signum() == 0 ? 0.0 : total.shiftLeft(2).doubleValue() / threePaths.doubleValue();
    }

    /** Whether butterflies are counted without a window of time. */
    public boolean isOfAnyTime() {
        return threePaths != null;
    }

    /** This result, whose arrays the new one takes over, with another number of paths of three edges. */
    public ButterflyResult with(BigInteger paths) {
        return new ButterflyResult(total, paths, left, right, edges);
    }

    @Override
    public ButterflyResult plus(List<ButterflyResult> others, Workers workers) {
        BigInteger allTotal = total;
        BigInteger allPaths = threePaths;
        for (ButterflyResult other : others) {
            allTotal = allTotal.add(other.total);
            allPaths = allPaths == null ? null : allPaths.add(other.threePaths);
            if (left != null) {
                DeviceGroup.add(other.left, left, workers);
                DeviceGroup.add(other.right, right, workers);
            }
            if (edges != null) {
                DeviceGroup.add(other.edges, edges, workers);
            }
        }
        return new ButterflyResult(allTotal, allPaths, left, right, edges);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right, edges);
    }
}
