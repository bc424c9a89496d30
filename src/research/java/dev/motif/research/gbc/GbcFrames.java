package dev.motif.research.gbc;

import dev.motif.gpu.KernelAbi;
import dev.motif.research.gbc.GbcConfig.Exploration;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;

/**
 * The shape of the memory of one worker's search: one frame per level, in which the children of a batch wait with their
 * sets.
 *
 * @param levels the number of frames: one for each root of a biclique except the first, whose sets are sets of the
 *     graph, and the last, which needs none
 * @param batch the most children that are looked at together
 * @param candidateWords the words of candidates in a frame: the words of the longest row, or of a batch of short ones
 * @param commonWords the words of common mates in a frame: the words of the longest row, or of a batch of short ones
 * @param wordInts the ints of a word: 2 with bitmaps, an index and its bits; 1 with lists
 */
record GbcFrames(int levels, int batch, int candidateWords, int commonWords, int wordInts) {
    /** The words of a batch in a frame: enough for a full batch of sets that a warp holds at once. */
    private static final int BATCH_WORDS = 512;

    /**
     * Returns the shape for sets like these.
     *
     * @param size the number of roots of a biclique
     */
    static GbcFrames of(int size, Techniques gbc, SetRows neighbors, SetRows twoHops) {
        boolean hybrid = gbc.exploration() == Exploration.HYBRID;
        int atLeast = hybrid ? BATCH_WORDS : 1;
        return new GbcFrames(
                Math.max(0, size - 2),
                hybrid ? KernelAbi.GBC_BATCH : 1,
                Math.max(atLeast, twoHops.longestRow()),
                Math.max(atLeast, neighbors.longestRow()),
                gbc.sets() == Sets.HTB ? 2 : 1);
    }

    /**
     * The number of children of a node that fit a frame, 1 or more; {@code candidates} and {@code common} are the words
     * of the sets of the node.
     */
    int batchOf(int candidates, int common) {
        return Math.min(batch, Math.min(candidateWords / candidates, commonWords / common));
    }
}
