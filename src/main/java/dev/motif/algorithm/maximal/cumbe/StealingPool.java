package dev.motif.algorithm.maximal.cumbe;

import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * What cuMBE's workers share: the recursion trees of the first level, handed out one by one, and the one that each of
 * them is busy with, of which the others may claim trees of the second level. Thread-safe.
 */
public final class StealingPool {
    private static final long PAUSE_NANOS = 50_000;

    private final AtomicInteger rootsLeft;
    private final AtomicReferenceArray<RootTree> trees;
    private final AtomicInteger owners;
    private final boolean stealing;

    public StealingPool(int roots, int workers, boolean stealing) {
        this.rootsLeft = new AtomicInteger(roots);
        this.trees = new AtomicReferenceArray<>(workers);
        this.owners = new AtomicInteger(workers);
        this.stealing = stealing;
    }

    /** The next root, the one of the largest degree first; -1 when there is none. */
    int nextRoot() {
        return rootsLeft.get() <= 0 ? -1 : rootsLeft.decrementAndGet();
    }

    /** From now on {@code worker} is busy with {@code tree}. */
    void own(int worker, RootTree tree) {
        trees.set(worker, tree);
    }

    /** {@code worker} has no root any more, and gets none. */
    void disown(int worker) {
        trees.set(worker, null);
        owners.decrementAndGet();
    }

    /** A tree with something left to claim, looked for from the next worker on; null when there will be none. */
    RootTree steal(int worker, Workers.Group group) {
        int workers = trees.length();
        while (stealing && !group.stopped()) {
            boolean last = owners.get() == 0;
            for (int i = 1; i < workers; i++) {
                RootTree tree = trees.get((worker + i) % workers);
                if (tree != null && tree.hasUnclaimed()) {
                    return tree;
                }
            }
            if (last) {
                return null;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return null;
    }
}
