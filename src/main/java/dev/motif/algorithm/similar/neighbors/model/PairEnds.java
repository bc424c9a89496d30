package dev.motif.algorithm.similar.neighbors.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * The vertices of a side that may be the ends of a pair, which leads from a source to a target. They are given by the
 * ids of their nodes, of which {@link #in} makes vertices.
 *
 * @param sources ascending, one or more; null for all vertices
 * @param targets ascending, one or more; null for all vertices
 */
public record PairEnds(long[] sources, long[] targets) implements Serializable {
    /** Pairs of any two vertices. */
    public static final PairEnds ALL = new PairEnds(null, null);

    /** The names of the parameters. */
    public static final String SOURCES = "sourceNodes";

    public static final String TARGETS = "targetNodes";

    /** The most sources, or targets, that a call may give. */
    public static final int MOST = 100_000;

    /** The ends that were given, each once; none for all. */
    public static PairEnds of(List<Long> sources, List<Long> targets) {
        return new PairEnds(ascending(sources), ascending(targets));
    }

    private static long[] ascending(List<Long> ends) {
        return ends.isEmpty()
                ? null
                : ends.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    /** Whether neither sources nor targets were given. */
    public boolean areAll() {
        return sources == null && targets == null;
    }

    /**
     * The same ends by their vertices.
     *
     * @param nodes what they must be, in words: {@code "left nodes"}
     * @param vertexOf gives the vertex of a node, -1 for one that is not on the side
     * @throws IllegalArgumentException when there is such a node
     */
    public PairEnds in(String nodes, LongToIntFunction vertexOf) {
        return areAll()
                ? this
                : new PairEnds(in(SOURCES, sources, nodes, vertexOf), in(TARGETS, targets, nodes, vertexOf));
    }

    private static long[] in(String key, long[] ids, String nodes, LongToIntFunction vertexOf) {
        return ids == null
                ? null
                : Arrays.stream(ids)
                        .map(id -> {
                            int vertex = vertexOf.applyAsInt(id);
                            if (vertex < 0) {
                                throw new IllegalArgumentException(
                                        "`" + key + "` must be " + nodes + " of the graph, but node " + id + " is not");
                            }
                            return vertex;
                        })
                        .sorted()
                        .toArray();
    }

    /** The number of sources on a side of {@code vertices} vertices. */
    public int sourceCount(int vertices) {
        return sources == null ? vertices : sources.length;
    }

    /** The {@code i}-th source, from 0 on. */
    public int source(int i) {
        return sources == null ? i : (int) sources[i];
    }

    /** The most pairs from one source, on a side of {@code vertices} vertices. */
    public long targetCount(long vertices) {
        return targets == null ? vertices : targets.length;
    }

    /** Whether pairs may lead to this vertex. */
    public boolean isTarget(int v) {
        return isIn(targets, v);
    }

    /**
     * Whether the pair that leads from {@code u}, a source, to {@code v} is wanted.
     *
     * @param once whether of two pairs that lead to and fro only the one from the smaller vertex is wanted
     */
    public boolean wants(int u, int v, boolean once) {
        return isIn(targets, v) && !(once && v < u && isIn(sources, v) && isIn(targets, u));
    }

    private static boolean isIn(long[] ends, int vertex) {
        return ends == null || Arrays.binarySearch(ends, vertex) >= 0;
    }

    /** The number of threads, at most {@code concurrency}, that have a source to search from. */
    public int threads(int concurrency) {
        return sources == null ? concurrency : Math.min(concurrency, sources.length);
    }

    /** @throws IllegalArgumentException when an end is no vertex of a side of {@code vertices} vertices */
    public void check(int vertices) {
        check(SOURCES, sources, vertices);
        check(TARGETS, targets, vertices);
    }

    private static void check(String key, long[] ends, int vertices) {
        if (ends != null && (ends[0] < 0 || ends[ends.length - 1] >= vertices)) {
            throw new IllegalArgumentException("`" + key + "` must be vertices from 0 to " + (vertices - 1L) + ", got "
                    + (ends[0] < 0 ? ends[0] : ends[ends.length - 1]));
        }
    }
}
