package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import java.util.SplittableRandom;

/**
 * Estimates what GBC would cost below one root: walks down from a set of roots to one with one root more, drawn among
 * all that have enough mates in common, and takes it for each of them.
 */
public final class GbcProbe implements AutoCloseable {
    /** What an intersection takes beside the words of the sets. */
    private static final int WORDS_PER_CANDIDATE = 4;

    /** What a word of its sets takes, which are lists. */
    private static final int STEPS_PER_WORD = 4;

    private final int rootsOfCore;
    private final int matesOfCore;
    private final SearchSizes sizes;
    private final GrowingBits sets;
    private LocalGraph graph;
    private OffHeapLongs bits;
    private int drawn;

    public GbcProbe(BipartiteCore core, SearchSizes sizes, NativeMemory memory) {
        this.rootsOfCore = core.rootCount();
        this.matesOfCore = core.mateCount();
        this.sizes = sizes;
        this.sets = new GrowingBits(memory);
    }

    /** Words that are read below the root of {@code filled}, estimated. */
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

    /** How many words of 32 bits have one of {@code elements} out of {@code universe}, when they are anywhere. */
    private static double words(int elements, int universe) {
        double words = Math.ceil(universe / (double) Integer.SIZE);
        return words * -Math.expm1(-elements / words);
    }

    /** Draws one of the candidates that have enough of the common mates; returns how many those are. */
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

    /** The mates of {@code root} that are in the set from {@code set} on of {@code of}. */
    private int common(int root, long set, OffHeapLongs of) {
        long row = (long) root * graph.mateWords();
        int common = 0;
        for (int word = 0; word < graph.mateWords(); word++) {
            common += Long.bitCount(graph.rootRows().get(row + word) & of.get(set + word));
        }
        return common;
    }

    /** Leaves the mates of the root that was drawn, and the later candidates that share enough of them. */
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
