package dev.motif.algorithm.maximal.lockstep;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.MaximalBiclique;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConsumer;
import dev.motif.graph.Csr;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;

/**
 * Takes the lockstep groups from the maximal bicliques of a {@link WindowGraph}, for one worker. The group of a biclique has the
 * mates of its windows. It is not maximal when another root is, for each of these mates, in one of its windows.
 */
final class LockstepGroups implements MaximalBicliqueConsumer {
    private final WindowGraph windows;
    private final BipartiteCore core;
    private final LockstepConfig config;
    private final int[] givenMates;
    private final Sink sink;

    private int[] roots = new int[0];
    private int rootCount;
    private int[] found = new int[0];

    /** The first window of each mate, and behind the last mate the number of windows. */
    private int[] firsts = new int[0];

    private int mateCount;

    /** Receives the groups. */
    @FunctionalInterface
    interface Sink {
        /** @param group whose members can be asked for until this returns */
        void take(LockstepGroups group);
    }

    LockstepGroups(WindowGraph windows, BipartiteCore core, LockstepConfig config, Sink sink) {
        this.windows = windows;
        this.core = core;
        this.config = config;
        this.givenMates = config.right().stream().mapToInt(right -> right).toArray();
        this.sink = sink;
    }

    @Override
    public void accept(MaximalBiclique biclique) {
        rootCount = biclique.leftSize();
        int windowCount = biclique.rightSize();
        roots = grown(roots, rootCount);
        found = grown(found, windowCount);
        firsts = grown(firsts, windowCount + 1);
        biclique.copyRight(found);
        mateCount = 0;
        for (int i = 0; i < windowCount; i++) {
            if (i == 0 || windows.mate(found[i]) != windows.mate(found[i - 1])) {
                firsts[mateCount++] = i;
            }
        }
        firsts[mateCount] = windowCount;
        if (mateCount < config.minRight() || !hasGivenMates()) {
            return;
        }
        biclique.copyLeft(roots);
        // Where each mate has one window, the biclique is maximal as it is.
        if (mateCount == windowCount || !isExtendable()) {
            sink.take(this);
        }
    }

    private static int[] grown(int[] array, int needed) {
        return array.length >= needed ? array : new int[Math.max(needed, 2 * array.length)];
    }

    private boolean hasGivenMates() {
        for (int given : givenMates) {
            boolean there = false;
            for (int i = 0; i < mateCount && !there; i++) {
                there = core.mateVertex(windows.mate(found[firsts[i]])) == given;
            }
            if (!there) {
                return false;
            }
        }
        return true;
    }

    /** Tries all other roots in windows of the mate that has the fewest of them. */
    private boolean isExtendable() {
        int least = 0;
        long leastSize = Long.MAX_VALUE;
        for (int i = 0; i < mateCount; i++) {
            long size = 0;
            for (int window = firsts[i]; window < firsts[i + 1]; window++) {
                size += windows.graph().right().degree(found[window]);
            }
            if (size < leastSize) {
                least = i;
                leastSize = size;
            }
        }
        Csr rows = windows.graph().right();
        for (int window = firsts[least]; window < firsts[least + 1]; window++) {
            for (long slot = rows.start(found[window]); slot < rows.end(found[window]); slot++) {
                int root = rows.neighbor(slot);
                if (Arrays.binarySearch(roots, 0, rootCount, root) < 0 && isInAll(root)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isInAll(int root) {
        for (int i = 0; i < mateCount; i++) {
            boolean in = false;
            for (int window = firsts[i]; window < firsts[i + 1] && !in; window++) {
                in = windows.graph().right().slotOf(found[window], root) >= 0;
            }
            if (!in) {
                return false;
            }
        }
        return true;
    }

    /** The number of left vertices. */
    int leftSize() {
        return rootCount;
    }

    /** The number of right vertices. */
    int rightSize() {
        return mateCount;
    }

    /** The group as a biclique, with a copy of its members. */
    Biclique members() {
        int[] left = new int[rootCount];
        Arrays.setAll(left, i -> core.rootVertex(roots[i]));
        Arrays.sort(left);
        int[] right = new int[mateCount];
        Arrays.setAll(right, i -> core.mateVertex(windows.mate(found[firsts[i]])));
        return Biclique.of(left, right);
    }
}
