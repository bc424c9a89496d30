package dev.motif.algorithm.count.biclique.model;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;

/**
 * The bicliques of a graph: in total, and as far as asked for by size, by vertex or by edge. Closing it frees its
 * arrays, which it takes over.
 *
 * @param config what was asked for
 * @param technique PIVOT where that was used; null when stars or sets of vertices were counted, or sizes of a table in
 *     several ways
 * @param side the side that the count started from; null for stars, and for sizes of a table counted in several ways
 * @param table the (i,j)-bicliques in {@code table[i - 1][j - 1]}, null for sizes for which there was no time; a single
 *     number when only (p,q) was asked for
 * @param left the bicliques of each left vertex, or null
 * @param right the bicliques of each right vertex, or null
 * @param edges the bicliques of each edge, by its index, or null
 */
public record BicliqueResult(
        BicliqueConfig config,
        Technique technique,
        Side side,
        BigInteger[][] table,
        OffHeapSums left,
        OffHeapSums right,
        OffHeapSums edges)
        implements Mergeable<BicliqueResult> {
    /** The table of a graph without any biclique. */
    static BigInteger[][] emptyTable(BicliqueConfig config) {
        boolean all = config.result() == Result.TABLE;
        return Counts.zeros(all ? config.p() : 1, all ? config.q() : 1);
    }

    @Override
    public BicliqueResult plus(List<BicliqueResult> others, Workers workers) {
        BigInteger[][] sums = emptyTable(config);
        add(sums, table);
        for (BicliqueResult other : others) {
            add(sums, other.table);
            if (left != null) {
                DeviceGroup.add(other.left, left, workers);
                DeviceGroup.add(other.right, right, workers);
            }
            if (edges != null) {
                DeviceGroup.add(other.edges, edges, workers);
            }
        }
        return new BicliqueResult(config, technique, side, sums, left, right, edges);
    }

    /** This result, with counts by vertex or by edge. */
    public BicliqueResult with(OffHeapSums ofLeft, OffHeapSums ofRight, OffHeapSums ofEdges) {
        return new BicliqueResult(config, technique, side, table, ofLeft, ofRight, ofEdges);
    }

    private static void add(BigInteger[][] sums, BigInteger[][] more) {
        for (int i = 0; i < sums.length; i++) {
            for (int j = 0; j < sums[i].length; j++) {
                sums[i][j] = sums[i][j].add(more[i][j]);
            }
        }
    }

    /** The bytes of the counts by vertex or edge that a result for a graph of this size holds. */
    public static long bytes(GraphSize size, BicliqueConfig config) {
        long counts =
                config.result() == Result.VERTEX ? size.vertices() : config.result() == Result.EDGE ? size.edges() : 0;
        return counts * OffHeapSums.BYTES;
    }

    /** The number of (p,q)-bicliques. */
    public BigInteger total() {
        return count(config.p(), config.q());
    }

    /**
     * The number of (i,j)-bicliques; null when there was no time to count them, which happens only in a table with a time
     * limit.
     *
     * @throws IllegalArgumentException when they were not asked for
     */
    public BigInteger count(int i, int j) {
        boolean asked = config.result() == Result.TABLE
                ? 1 <= i && i <= config.p() && 1 <= j && j <= config.q()
                : i == config.p() && j == config.q();
        if (!asked) {
            throw new IllegalArgumentException("(" + i + "," + j + ")-bicliques were not asked for");
        }
        return config.result() == Result.TABLE ? table[i - 1][j - 1] : table[0][0];
    }

    /**
     * Checks that properties, which are 64-bit, can hold the counts by vertex or edge.
     *
     * @throws IllegalArgumentException when one of the counts is 2^63 or more
     */
    public void checkFitsLong() {
        for (OffHeapSums counts : new OffHeapSums[] {left, right, edges}) {
            for (long i = 0; counts != null && i < counts.length(); i++) {
                if (!counts.fitsLong(i)) {
                    throw new IllegalArgumentException("nothing was written: a property holds counts below 2^63, and"
                            + " one of the " + counts.length() + " counts is " + counts.get(i)
                            + "; `motif.biclique.count.stream` gives such counts as text");
                }
            }
        }
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right, edges);
    }
}
