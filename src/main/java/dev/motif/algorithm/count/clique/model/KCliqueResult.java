package dev.motif.algorithm.count.clique.model;

import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers of cliques of a graph. Owns its arrays.
 *
 * @param config what was asked for
 * @param technique the technique that was used, not AUTO
 * @param orientation the order that was used, not AUTO
 * @param degeneracy the degeneracy of the graph, null when it was not computed
 * @param bySize the number of cliques of {@code k} vertices at index {@code k}, as {@link CliqueLeafHistogram#cliques}
 *     returns it: 0 beyond the end of the array; the parts that a search finds of smaller sizes than
 *     {@code minK} are dropped. Null for sizes for which there was no time.
 * @param vertices for each vertex the number of cliques it is in, null when these were not asked for
 * @param edges for each edge, by its number, the number of cliques it is in, null when these were not asked for
 * @param sizes where the numbers of each vertex or edge are; null when there is one of each
 */
public record KCliqueResult(
        KCliqueConfig config,
        Technique technique,
        Orientation orientation,
        Integer degeneracy,
        BigInteger[] bySize,
        OffHeapSums vertices,
        OffHeapSums edges,
        CliqueSizes sizes)
        implements Mergeable<KCliqueResult> {
    public KCliqueResult {
        int end = bySize.length;
        while (end > config.minK() && BigInteger.ZERO.equals(bySize[end - 1])) {
            end--;
        }
        bySize = Arrays.copyOf(bySize, end);
        Arrays.fill(bySize, 0, Math.min(config.minK(), end), BigInteger.ZERO);
    }

    /** A result whose vertices or edges have at most one count each: the count of the one size that was asked for. */
    public KCliqueResult(
            KCliqueConfig config,
            Technique technique,
            Orientation orientation,
            Integer degeneracy,
            BigInteger[] bySize,
            OffHeapSums vertices,
            OffHeapSums edges) {
        this(config, technique, orientation, degeneracy, bySize, vertices, edges, null);
    }

    @Override
    public KCliqueResult plus(List<KCliqueResult> others, Workers workers) {
        BigInteger[] sums = bySize.clone();
        for (KCliqueResult other : others) {
            int from = sums.length;
            sums = Arrays.copyOf(sums, Math.max(from, other.bySize.length));
            Arrays.fill(sums, Math.min(from, sums.length), sums.length, BigInteger.ZERO);
            for (int k = 0; k < other.bySize.length; k++) {
                sums[k] = sums[k].add(other.bySize[k]);
            }
            if (vertices != null) {
                DeviceGroup.add(other.vertices, vertices, workers);
            }
            if (edges != null) {
                DeviceGroup.add(other.edges, edges, workers);
            }
        }
        return new KCliqueResult(config, technique, orientation, degeneracy, sums, vertices, edges, sizes);
    }

    /** This result, with counts by vertex or by edge, whichever were asked for. */
    public KCliqueResult with(OffHeapSums counts) {
        boolean byVertex = config.result() == KCliqueConfig.Result.VERTEX;
        return new KCliqueResult(
                config, technique, orientation, degeneracy, bySize, byVertex ? counts : null, byVertex ? null : counts);
    }

    /**
     * The number of cliques of {@code k} vertices; null when there was no time to count them, which happens only to several
     * sizes with a time limit.
     *
     * @throws IllegalArgumentException when this size was not asked for
     */
    public BigInteger count(int k) {
        if (k < config.minK() || k > config.maxK()) {
            throw new IllegalArgumentException(k + "-cliques were not asked for");
        }
        return k < bySize.length ? bySize[k] : BigInteger.ZERO;
    }

    /** The largest of the sizes asked for that was found to have cliques; 0 when none was. */
    public int largest() {
        for (int k = Math.min(config.maxK(), bySize.length - 1); k >= config.minK(); k--) {
            if (bySize[k] != null && bySize[k].signum() > 0) {
                return k;
            }
        }
        return 0;
    }

    /** The largest of the sizes asked for that has cliques, or may have some since it was not counted; 0 when none. */
    public int last() {
        for (int k = Math.min(config.maxK(), bySize.length - 1); k > largest(); k--) {
            if (k >= config.minK() && bySize[k] == null) {
                return k;
            }
        }
        return largest();
    }

    /**
     * The size of the largest cliques of {@code graph}; null when it does not follow from these counts, since sizes
     * above or below were not asked for or not counted.
     */
    public Integer cliqueNumber(UnipartiteGraph graph) {
        return cliqueNumber(graph.edgeCount() > 0 ? 2 : Math.min(1, (int) graph.vertexCount()));
    }

    /**
     * The size of the largest cliques; null when it does not follow from these counts.
     *
     * @param withoutLarger the size of the largest cliques if there is none of {@link KCliqueConfig#MIN_SIZE} vertices or
     *     more
     */
    public Integer cliqueNumber(int withoutLarger) {
        int largest = largest();
        if (last() > largest) {
            return null;
        }
        if (largest > 0) {
            return largest < config.maxK() ? (Integer) largest : null;
        }
        return config.minK() > KCliqueConfig.MIN_SIZE ? null : (Integer) withoutLarger;
    }

    /** The result of the same search if it had found no clique, as totals. */
    public KCliqueResult none() {
        return new KCliqueResult(config, technique, orientation, degeneracy, new BigInteger[0], null, null);
    }

    /** Whether one size was asked for, so that each vertex or edge has one count. */
    public boolean isOneSize() {
        return config.minK() == config.maxK();
    }

    /**
     * The largest of the sizes of which each vertex or edge has a count: the largest one that was asked for, or, when every
     * size was, the largest that has cliques; {@code minK} at least.
     */
    public int lastOfEach() {
        return config.maxK() == KCliqueConfig.ALL ? Math.max(config.minK(), largest()) : config.maxK();
    }

    /**
     * Where the number of cliques of {@code k} vertices that a vertex or edge is in is in {@link #vertices} or {@link
     * #edges}; -1 when it is 0 and has no place.
     */
    public long at(long index, int k) {
        return sizes == null ? index : sizes.at(index, k);
    }

    /**
     * Checks that properties can hold the counts by vertex or edge.
     *
     * @throws IllegalArgumentException when one of them is 2^63 or more
     */
    public void checkFitsLong() {
        OffHeapSums counts = vertices != null ? vertices : edges;
        for (long i = 0; i < counts.length(); i++) {
            if (!counts.fitsLong(i)) {
                throw new IllegalArgumentException("nothing was written: a property holds counts below 2^63, and one of"
                        + " the " + counts.length() + " counts is " + counts.get(i)
                        + "; `motif.kclique.stream` gives such counts as text"
                        + (isOneSize() ? "" : ", and a smaller `maxK` leaves large sizes out"));
            }
        }
    }

    /** The exception to throw when one vertex or edge is in too many {@code k}-cliques to be counted in 128 bits. */
    public static ArithmeticException tooManyOfOne(int k) {
        return new ArithmeticException("a node or relationship is in 2^127 or more " + k
                + "-cliques, more than can be counted for each of them");
    }

    /**
     * The error that an edge or vertex has too many cliques, when several sizes were asked for; see {@link
     * #tooManyOfOne(int)}.
     */
    public static ArithmeticException tooManyOfSizes(int k) {
        return new ArithmeticException(tooManyOfOne(k).getMessage() + ": give a `maxK` below " + k);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(vertices, edges, sizes);
    }
}
