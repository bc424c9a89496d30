package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.RootSampler;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.algorithm.sample.estimate.ThresholdSampler;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Estimates the bicliques of one root at a time. The state of one worker.
 *
 * <p>The nodes of a level of the search are sets of the same number of roots, with the mates that all of them share. Of all
 * children of a level's nodes, each with a later root, some go on ({@link ThresholdSampler}). The weight of a child is the
 * number of bicliques that it would have if each later root kept its part of any mates: with {@code m} mates of the node,
 * {@code s_i} of which the root {@code i} shares, and {@code f_i = C(s_i, q) / C(m, q)}, this is {@code C(s_i, q)} times
 * the sum, over sets {@code R} of the needed number of later roots, of the product of their {@code f_j}: an elementary
 * symmetric polynomial, which takes a step for each root and size of {@code R}. Roots that share few mates with the first
 * one come first. The last level is counted.
 */
final class BicliqueSampler implements SequentialEstimator.Search, AutoCloseable {
    private static final int WORDS_PER_CHECK = 1 << 16;
    private static final int NONE = -1;

    /** The most elements of an array. */
    private static final int MOST_WORDS = Integer.MAX_VALUE - 8;

    private final BipartiteCore core;
    private final SearchSizes sizes;

    /** The choices of the mates of a biclique, by the number of mates. */
    private final double[] ways;

    private final BicliqueLocalGraph graph;

    /** The children of a level: the number of a node, and the place in the order of the root that is added. */
    private final ThresholdSampler children = new ThresholdSampler();

    private Runnable check = () -> {};
    private int untilCheck = WORDS_PER_CHECK;
    private final SymmetricSums products;

    /** The root whose neighborhood is in {@link #graph}. */
    private int opened = NONE;

    /** Whether that may have bicliques. */
    private boolean hasGraph;

    /** The numbers of the roots found, by the mates that each shares with the first root. */
    private int[] order = new int[64];

    /** For each number of mates the place in that order of the next root that shares this number. */
    private int[] next = new int[64];

    /** The mates of each node of a level, as bitmaps one after another, and the place of the root that was added last. */
    private long[] mates = new long[64];

    private long[] nextMates = new long[64];
    private int[] last = new int[64];
    private int[] nextLast = new int[64];
    private double[] standsFor = new double[64];
    private double[] nextStandsFor = new double[64];

    /** Credits vertices with the bicliques that they are in: roots, and after all of them mates; may be null. */
    private final VertexCredits credits;

    /**
     * @param sizes the roots and mates of a biclique, each 2 or more
     * @param ways the choices of the mates of a biclique, for each number of mates up to the most of a root
     * @param credits receives the bicliques of roots, and of mates numbered after all roots; may be null
     */
    BicliqueSampler(BipartiteCore core, SearchSizes sizes, double[] ways, VertexCredits credits, NativeMemory memory) {
        this.credits = credits;
        this.core = core;
        this.sizes = sizes;
        this.ways = ways;
        this.products = new SymmetricSums(sizes.minRoots() - 1);
        this.graph = new BicliqueLocalGraph(core, sizes, () -> check.run(), memory);
    }

    @Override
    public double estimate(int root, int nodes, SplittableRandom random, Runnable newCheck) {
        check = newCheck;
        if (root != opened) {
            open(root);
        }
        return hasGraph ? search(RootSampler.nodesWith(graph.rootCount(), nodes), random) : 0;
    }

    private void open(int root) {
        opened = NONE;
        graph.clear();
        int found = graph.findRoots(root);
        order(root, found);
        hasGraph = found >= sizes.minRoots() - 1 && graph.fill();
        opened = root;
    }

    /** Orders the roots found by the mates that each shares with the first root. */
    private void order(int root, int found) {
        int most = (int) core.roots().degree(root);
        if (order.length < found) {
            order = new int[2 * found];
        }
        if (next.length < most + 2) {
            next = new int[2 * (most + 2)];
        }
        Arrays.fill(next, 0, most + 2, 0);
        for (int i = 0; i < found; i++) {
            next[graph.shared(i) + 1]++;
        }
        for (int shared = 0; shared < most; shared++) {
            next[shared + 1] += next[shared];
        }
        for (int i = 0; i < found; i++) {
            order[next[graph.shared(i)]++] = i;
        }
    }

    /** Where the bitmap of the root at a place begins. */
    private long row(int place, int words) {
        return (long) order[place] * words;
    }

    /** @param wanted the most nodes of a level; fewer where their bitmaps do not fit an array */
    private double search(int wanted, SplittableRandom random) {
        int words = graph.mateWords();
        int most = mostNodes(wanted, words);
        begin(most + 2, words);
        if (credits != null) {
            credits.begin(graph.coreRoot(graph.rootCount()), most + 2, sizes.minRoots());
        }
        int nodeCount = 1;
        for (int need = sizes.minRoots() - 1; need > 1 && nodeCount > 0; need--) {
            children.clear();
            for (int node = 0; node < nodeCount; node++) {
                addChildren(node, need - 1, words);
            }
            children.choose(most, random);
            nodeCount = children.chosenCount();
            OffHeapLongs rows = graph.rootRows();
            for (int i = 0; i < nodeCount; i++) {
                int node = children.node(i);
                long row = row(children.step(i), words);
                for (int word = 0; word < words; word++) {
                    nextMates[i * words + word] = mates[node * words + word] & rows.get(row + word);
                }
                nextLast[i] = children.step(i);
                nextStandsFor[i] = standsFor[node] * children.standsFor(i);
            }
            if (credits != null) {
                credits.next(children, 0, place -> graph.coreRoot(order[place]));
            }
            swap();
        }
        double bicliques = 0;
        for (int node = 0; node < nodeCount; node++) {
            double ofNode = 0;
            for (int place = last[node] + 1; place < graph.rootCount(); place++) {
                int shared = shared(node, place, words);
                double ofRoot = ways[shared];
                ofNode += ofRoot;
                if (credits != null && ofRoot > 0) {
                    credit(node, place, words, standsFor[node] * ofRoot, shared);
                }
            }
            if (credits != null) {
                credits.creditPath(node, standsFor[node] * ofNode);
            }
            bicliques += standsFor[node] * ofNode;
        }
        return bicliques;
    }

    /** Credits the last root of bicliques, and the mates that it shares with a node, each with its part of them. */
    private void credit(int node, int place, int words, double bicliques, int shared) {
        credits.credit(graph.coreRoot(order[place]), bicliques);
        double ofMate = bicliques * sizes.minMates() / shared;
        OffHeapLongs rows = graph.rootRows();
        for (int word = 0; word < words; word++) {
            long left = mates[node * words + word] & rows.get(row(place, words) + word);
            for (; left != 0; left &= left - 1) {
                int mate = graph.coreMate(word * Long.SIZE + Long.numberOfTrailingZeros(left));
                credits.credit(core.rootCount() + mate, ofMate);
            }
        }
    }

    /**
     * The most nodes of a level: {@code wanted}, or fewer when an array has no room for their bitmaps of {@code words} words
     * and two more.
     */
    static int mostNodes(int wanted, int words) {
        return Math.min(wanted, MOST_WORDS / Math.max(1, words) - 2);
    }

    /** Makes the first node, of the current root alone. */
    private void begin(int room, int words) {
        if (mates.length < room * words) {
            mates = new long[(int) Math.min(MOST_WORDS, Math.max((long) room * words, 2L * mates.length))];
            nextMates = new long[mates.length];
        }
        if (last.length < room) {
            last = new int[room];
            nextLast = new int[room];
            standsFor = new double[room];
            nextStandsFor = new double[room];
        }
        for (int word = 0, left = graph.mateCount(); word < words; word++, left -= Long.SIZE) {
            mates[word] = left >= Long.SIZE ? -1 : (1L << left) - 1;
        }
        last[0] = -1;
        standsFor[0] = 1;
    }

    /** @param need how many more roots a child needs */
    private void addChildren(int node, int need, int words) {
        int mateCount = 0;
        for (int word = node * words; word < (node + 1) * words; word++) {
            mateCount += Long.bitCount(mates[word]);
        }
        double all = ApproximateBinomials.factor(ways[mateCount]);
        products.clear(need);
        for (int place = graph.rootCount() - 1; place > last[node]; place--) {
            int shared = shared(node, place, words);
            if (shared < sizes.minMates()) {
                continue;
            }
            double own = ApproximateBinomials.factor(ways[shared]);
            if (products.of(need) > 0) {
                children.add(standsFor[node] * own * products.of(need), node, place);
            }
            products.add(own / all, need);
        }
    }

    /** The mates of a node that the root at a place has too. */
    private int shared(int node, int place, int words) {
        untilCheck -= words;
        if (untilCheck < 0) {
            untilCheck = WORDS_PER_CHECK;
            check.run();
        }
        OffHeapLongs rows = graph.rootRows();
        long row = row(place, words);
        int at = node * words;
        int shared = 0;
        for (int word = 0; word < words; word++) {
            shared += Long.bitCount(mates[at + word] & rows.get(row + word));
        }
        return shared;
    }

    private void swap() {
        long[] swappedMates = mates;
        mates = nextMates;
        nextMates = swappedMates;
        int[] swappedLast = last;
        last = nextLast;
        nextLast = swappedLast;
        double[] swapped = standsFor;
        standsFor = nextStandsFor;
        nextStandsFor = swapped;
    }

    @Override
    public void close() {
        graph.close();
    }

    /** The most heap bytes for roots of this many mates, among this many roots. */
    static long heapBytes(long roots, long mates) {
        long nodes = RootSampler.nodesWith(roots, RootSampler.NODES) + 2;
        return ThresholdSampler.bytes(nodes * roots)
                + 4 * nodes * (mates + Long.SIZE) / Byte.SIZE
                + 2 * (roots + 2 * mates) * Integer.BYTES;
    }
}
