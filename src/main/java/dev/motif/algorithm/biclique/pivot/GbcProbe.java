package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.BipartiteCore;
import java.util.SplittableRandom;

/**
 * Estimates the cost of GBC below one root by a random walk: from a set of roots to a set with another root, drawn
 * among those that have enough mates in common with it. What is found there counts once for each of the roots that
 * might have been drawn. One thread owns it.
 */
public final class GbcProbe implements AutoCloseable {
    /** The cost of an intersection besides the words of the sets, in words. */
    private static final int WORDS_PER_CANDIDATE = 4;

    /** The cost of a nonzero word of the sets of GBC, which are lists of such words, in words. */
    private static final int STEPS_PER_WORD = 4;

    private final int rootsOfCore;
    private final int matesOfCore;
    private final SearchSizes sizes;
    private final GrowingBits sets;
    private LocalGraph graph;
    private OffHeapLongs bits;
    private int drawn;

    /** Prepares walks in a core. */
    public GbcProbe(BipartiteCore core, SearchSizes sizes, NativeMemory memory) {
        this.rootsOfCore = core.rootCount();
        this.matesOfCore = core.mateCount();
        this.sizes = sizes;
        this.sets = new GrowingBits(memory);
    }

    /** The estimated number of words that are read below the current root of {@code filled}. */
    double words(LocalGraph filled, SplittableRandom random) {
        graph = filled;
        bits = sets.atLeast(graph.rootWords() + graph.mateWords());
        LocalGraph.fill(bits, 0, graph.rootCount());
        LocalGraph.fill(bits, graph.rootWords(), graph.mateCount());
        double words = 0;
        double times = 1;
        int candidates = graph.rootCount();
        int common = graph.mateCount();
        for (int chosen = 1; chosen + 1 < sizes.maxRoots() && candidates > 0; chosen++) {
            double setWords = words(common, matesOfCore) + words(candidates, rootsOfCore);
            words += times * candidates * (WORDS_PER_CANDIDATE + STEPS_PER_WORD * setWords);
            int children = draw(random);
            times *= children;
            if (children == 0) {
                return words;
            }
            common = common(drawn, graph.rootWords(), bits);
            candidates = enter();
        }
        return words + times * candidates * (WORDS_PER_CANDIDATE + STEPS_PER_WORD * words(common, matesOfCore));
    }

    /**
     * The expected number of 32-bit words of a bitmap that are not zero when {@code elements} out of {@code universe}
     * are at random places.
     */
    private static double words(int elements, int universe) {
        double words = Math.ceil(universe / (double) Integer.SIZE);
        return words * -Math.expm1(-elements / words);
    }

    /**
     * Draws one of the candidates that have enough of the common mates, into {@link #drawn}; returns the number of
     * these candidates.
     */
    private int draw(SplittableRandom random) {
        int children = 0;
        for (int word = 0; word < graph.rootWords(); word++) {
            for (long left = bits.get(word); left != 0; left &= left - 1) {
                int root = (word << 6) + Long.numberOfTrailingZeros(left);
                if (common(root, graph.rootWords(), bits) >= sizes.minMates() && random.nextInt(++children) == 0) {
                    drawn = root;
                }
            }
        }
        return children;
    }

    /**
     * The number of mates of {@code root} that are in a set of mates: the one that begins at word {@code set} of {@code
     * of}.
     */
    private int common(int root, long set, OffHeapLongs of) {
        long row = (long) root * graph.mateWords();
        int common = 0;
        for (int word = 0; word < graph.mateWords(); word++) {
            common += Long.bitCount(graph.rootRows().get(row + word) & of.get(set + word));
        }
        return common;
    }

    /**
     * Keeps only the mates of the root that was drawn, and the later candidates that share enough mates with it.
     * Returns the number of these candidates.
     */
    private int enter() {
        long row = (long) drawn * graph.mateWords();
        for (int word = 0; word < graph.mateWords(); word++) {
            long at = (long) graph.rootWords() + word;
            bits.set(at, bits.get(at) & graph.rootRows().get(row + word));
        }
        int candidates = 0;
        for (int word = 0; word < graph.rootWords(); word++) {
            long kept = bits.get(word);
            for (long left = kept; left != 0; left &= left - 1) {
                int root = (word << 6) + Long.numberOfTrailingZeros(left);
                if (root <= drawn || common(root, row, graph.rootRows()) < sizes.minMates()) {
                    kept ^= Long.lowestOneBit(left);
                }
            }
            bits.set(word, kept);
            candidates += Long.bitCount(kept);
        }
        return candidates;
    }

    @Override
    public void close() {
        sets.close();
    }
}
