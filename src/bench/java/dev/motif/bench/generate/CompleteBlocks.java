package dev.motif.bench.generate;

import dev.motif.backend.Binomials;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Graphs of blocks that share no vertex, each of which is complete: their counts are sums over blocks, so that they are known
 * at any size. Sizes of blocks follow a power law, and the vertices of a block are all over the graph. The rows are written as
 * they are, without sorting edges: 4 billion edges take seconds.
 */
final class CompleteBlocks {
    private static final int MOST_VERTICES_OF_A_BLOCK = 1 << 16;
    private static final int BLOCKS_PER_TASK = 1 << 8;
    private static final int LARGEST_CLIQUE = 6;
    private static final int LARGEST_BICLIQUE = 4;

    private CompleteBlocks() {}

    /** The sizes of blocks, drawn until they have enough edges. */
    private record Sizes(int least, int most, double skew) {
        static Sizes of(Configuration parameters) {
            int most = parameters.requiredInteger("most", 1, MOST_VERTICES_OF_A_BLOCK);
            return new Sizes(
                    parameters.requiredInteger("least", 1, most), most, parameters.requiredNumber("skew", 0.1, 100));
        }

        int draw(SplittableRandom random) {
            return least + (int) ((most - least + 1) * Math.pow(random.nextDouble(), skew));
        }
    }

    /** A list that grows, of the sizes of blocks on one side. */
    private static final class Side {
        private int[] sizes = new int[1 << 10];
        private int[] starts = new int[1 << 10];
        private int blocks;
        private int vertices;
        private IndexPermutation ids;

        void add(int size) {
            if (blocks == sizes.length) {
                sizes = Arrays.copyOf(sizes, 2 * blocks);
                starts = Arrays.copyOf(starts, 2 * blocks);
            }
            sizes[blocks] = size;
            starts[blocks++] = vertices;
            vertices = Math.addExact(vertices, size);
        }

        void end(long seed) {
            ids = new IndexPermutation(vertices, seed);
        }

        /** The ids of the vertices of a block, ascending. */
        int[] members(int block) {
            int[] members = new int[sizes[block]];
            for (int i = 0; i < members.length; i++) {
                members[i] = (int) ids.at(starts[block] + i);
            }
            Arrays.sort(members);
            return members;
        }
    }

    /** A bipartite graph of complete bipartite blocks: at least {@code edges} edges, with less than a block more. */
    static GraphRecipe bicliques(Configuration parameters) {
        long edges = parameters.requiredLong("edges", 0, 1L << 40);
        Sizes sizes = Sizes.of(parameters);
        long seed = parameters.requiredLong("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        return GraphRecipe.bipartite((memory, workers) -> {
            Side left = new Side();
            Side right = new Side();
            SplittableRandom random = new SplittableRandom(seed);
            long count = 0;
            while (count < edges) {
                left.add(sizes.draw(random));
                right.add(sizes.draw(random));
                count += (long) left.sizes[left.blocks - 1] * right.sizes[right.blocks - 1];
            }
            left.end(seed);
            right.end(~seed);
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                Csr rows = scope.own(rows(left, right, count, memory, workers));
                Csr columns = rows(right, left, count, memory, workers);
                BipartiteGraph graph = new BipartiteGraph(scope.keep(rows), columns);
                return LoadedGraph.known(graph, ofBicliques(left, right));
            }
        });
    }

    /** A unipartite graph of cliques: at least {@code edges} edges, with less than a block more. */
    static GraphRecipe cliques(Configuration parameters) {
        long edges = parameters.requiredLong("edges", 0, 1L << 40);
        Sizes sizes = Sizes.of(parameters);
        if (sizes.most < 2) {
            throw new IllegalArgumentException("`most` must be 2 or more, got " + sizes.most);
        }
        long seed = parameters.requiredLong("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        return GraphRecipe.unipartite((memory, workers) -> {
            Side side = new Side();
            SplittableRandom random = new SplittableRandom(seed);
            long count = 0;
            while (count < edges) {
                side.add(sizes.draw(random));
                count += VertexPairs.count(side.sizes[side.blocks - 1]);
            }
            side.end(seed);
            return LoadedGraph.known(
                    new UnipartiteGraph(rows(side, side, 2 * count, memory, workers)), ofCliques(side));
        });
    }

    /** For each vertex of a side the vertices of its block on the other one; never itself, if the two are one. */
    private static Csr rows(Side side, Side other, long slots, NativeMemory memory, Workers workers) {
        int less = side == other ? 1 : 0;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(side.vertices + 1L);
            OffHeapInts neighbors = scope.ints(slots);
            workers.forRanges(side.blocks, BLOCKS_PER_TASK, (worker, from, to) -> {
                for (int block = (int) from; block < to; block++) {
                    for (int member : side.members(block)) {
                        offsets.set(member, other.sizes[block] - less);
                    }
                }
            });
            long start = 0;
            for (int vertex = 0; vertex < side.vertices; vertex++) {
                long degree = offsets.get(vertex);
                offsets.set(vertex, start);
                start += degree;
            }
            offsets.set(side.vertices, start);
            workers.forRanges(side.blocks, BLOCKS_PER_TASK, (worker, from, to) -> {
                for (int block = (int) from; block < to; block++) {
                    int[] members = side.members(block);
                    int[] row = less == 1 ? members : other.members(block);
                    for (int i = 0; i < members.length; i++) {
                        long at = offsets.get(members[i]);
                        int before = less == 1 ? i : row.length;
                        neighbors.copyFrom(row, 0, at, before);
                        neighbors.copyFrom(row, before + less, at + before, Math.max(0, row.length - before - less));
                    }
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /** Counts by the name of an algorithm, the field of its row, and the sizes that it is asked for. */
    private static Map<String, BigInteger> ofBicliques(Side left, Side right) {
        Counts counts = new Counts();
        for (int block = 0; block < left.blocks; block++) {
            long s = left.sizes[block];
            long t = right.sizes[block];
            for (int p = 2; p <= LARGEST_BICLIQUE; p++) {
                for (int q = 2; q <= LARGEST_BICLIQUE; q++) {
                    counts.add(
                            "biclique.count." + p + "." + q,
                            Binomials.exact(s, p).multiply(Binomials.exact(t, q)));
                }
            }
            counts.atLeast("butterfly.leftMaxCount", (s - 1) * t * (t - 1) / 2);
            counts.atLeast("butterfly.rightMaxCount", (t - 1) * s * (s - 1) / 2);
            counts.atLeast("wing.maxWing", (s - 1) * (t - 1));
        }
        BigInteger butterflies = counts.known.getOrDefault("biclique.count.2.2", BigInteger.ZERO);
        counts.known.put("butterfly.countText", butterflies);
        for (String sum : new String[] {"butterfly.node", "butterfly.relationship", "wing.relationship"}) {
            counts.known.put(sum + ".sum", butterflies.shiftLeft(2));
        }
        return counts.known;
    }

    /** Counts of cliques, by the same names. */
    private static Map<String, BigInteger> ofCliques(Side side) {
        Counts counts = new Counts();
        for (int block = 0; block < side.blocks; block++) {
            long c = side.sizes[block];
            for (int k = 3; k <= LARGEST_CLIQUE; k++) {
                counts.add("kclique." + k, Binomials.exact(c, k));
            }
            counts.atLeast("ktruss.maxTruss", c);
            counts.add("ktruss.relationship.sum", BigInteger.valueOf(VertexPairs.count(c) * c));
        }
        BigInteger triangles = counts.known.getOrDefault("kclique.3", BigInteger.ZERO);
        counts.known.put("commonNeighbors.trianglesText", triangles);
        counts.known.put("commonNeighbors.relationship.sum", triangles.multiply(BigInteger.valueOf(3)));
        return counts.known;
    }

    private static final class Counts {
        private final Map<String, BigInteger> known = new TreeMap<>();

        void add(String what, BigInteger more) {
            known.merge(what, more, BigInteger::add);
        }

        void atLeast(String what, long value) {
            known.merge(what, BigInteger.valueOf(value), BigInteger::max);
        }
    }
}
