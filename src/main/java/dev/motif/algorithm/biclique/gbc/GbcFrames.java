package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.biclique.model.GbcConfig;
import dev.motif.algorithm.biclique.model.GbcConfig.Exploration;
import dev.motif.algorithm.biclique.model.GbcConfig.Sets;
import dev.motif.gpu.KernelAbi;

/**
 * The memory of one worker's search: a frame a level, where the children of a batch wait with their sets.
 *
 * @param levels frames: the roots of a biclique but for the first, whose sets are the graph's, and the last, which
 *     needs none
 * @param batch the most children that are looked at together
 * @param candidateWords words of candidates in a frame: those of the longest row, or of a batch of short ones
 * @param commonWords words of common mates in a frame, likewise
 * @param wordInts ints of a word
 */
record GbcFrames(int levels, int batch, int candidateWords, int commonWords, int wordInts) {
    /** Words of a batch in a frame: enough for a full batch of sets that a warp holds at once. */
    private static final int BATCH_WORDS = 512;

    static GbcFrames of(int size, GbcConfig gbc, SetRows neighbors, SetRows twoHops) {
        boolean hybrid = gbc.exploration() == Exploration.HYBRID;
        int atLeast = hybrid ? BATCH_WORDS : 1;
        return new GbcFrames(
                Math.max(0, size - 2),
                hybrid ? KernelAbi.GBC_BATCH : 1,
                Math.max(atLeast, twoHops.longestRow()),
                Math.max(atLeast, neighbors.longestRow()),
                gbc.sets() == Sets.HTB ? 2 : 1);
    }

    /** How many children of a node fit, 1 or more. */
    int batchOf(int candidates, int common) {
        return Math.min(batch, Math.min(candidateWords / candidates, commonWords / common));
    }
}
