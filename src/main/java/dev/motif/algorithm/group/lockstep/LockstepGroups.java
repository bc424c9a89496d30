package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.graph.Csr;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;

/**
 * Takes the lockstep groups from the maximal bicliques of a {@link WindowGraph}, for one worker. The group of a biclique has the
 * mates of its windows. It is not maximal when another root is, for each of these mates, in a window with all of its roots, be it one
 * of the biclique or not.
 */
final class LockstepGroups implements MaximalBicliqueConsumer {
    private final WindowGraph windows;
    private final BipartiteCore core;
    private final LockstepConfig config;
    private final int[] givenMates;

    /** Whether each mate has one window, so that each biclique is maximal as it is. */
    private final boolean areOnePerMate;

    private final Sink sink;

    private int[] roots = new int[0];
    private int rootCount;
    private int[] found = new int[0];

    /** The first window of each mate, and behind the last mate the number of windows. */
    private int[] firsts = new int[0];

    private int mateCount;

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
        this.areOnePerMate = windows.areOnePerMate();
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
        if (areOnePerMate || !isExtendable()) {
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

    private int mate(int i) {
        return windows.mate(found[firsts[i]]);
    }

    /** Tries all other roots of the mate that has the fewest. */
    private boolean isExtendable() {
        Csr rows = core.mates();
        int least = mate(0);
        for (int i = 1; i < mateCount; i++) {
            least = rows.degree(mate(i)) < rows.degree(least) ? mate(i) : least;
        }
        for (long slot = rows.start(least); slot < rows.end(least); slot++) {
            int root = rows.neighbor(slot);
            if (isAdjacentToAll(root) && Arrays.binarySearch(roots, 0, rootCount, root) < 0 && isInAll(root)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAdjacentToAll(int root) {
        for (int i = 0; i < mateCount; i++) {
            if (core.roots().slotOf(root, mate(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isInAll(int other) {
        for (int i = 0; i < mateCount; i++) {
            if (!haveMet(other, mate(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether some window of {@code mate} has all roots and {@code other}: asks each for its next window, until all agree. */
    private boolean haveMet(int other, int mate) {
        Csr rows = windows.graph().left();
        int window = windows.first(mate);
        int asked = rootCount;
        for (int agreed = 0; agreed <= rootCount; agreed++) {
            int root = asked == rootCount ? other : roots[asked];
            long slot = rows.firstSlotFrom(root, window);
            if (slot == rows.end(root) || windows.mate(rows.neighbor(slot)) != mate) {
                return false;
            }
            if (rows.neighbor(slot) > window) {
                window = rows.neighbor(slot);
                agreed = 0;
            }
            asked = asked == rootCount ? 0 : asked + 1;
        }
        return true;
    }

    int leftSize() {
        return rootCount;
    }

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
