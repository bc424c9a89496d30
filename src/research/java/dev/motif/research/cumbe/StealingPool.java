package dev.motif.research.cumbe;

import dev.motif.backend.work.Positions;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The work that the workers of cuMBE share: the roots, which are handed out one by one, and for each worker the
 * recursion tree that it is busy with, from which other workers may claim trees of the second level. Thread-safe.
 */
final class StealingPool {
    private final Positions roots;
    private final AtomicInteger rootsLeft;
    private final AtomicReferenceArray<RootTree> trees;
    private final AtomicInteger owners;
    private final boolean stealing;
    private volatile int thieves;

    /** @param stealing whether workers may claim parts of each other's trees */
    StealingPool(Positions roots, int workers, boolean stealing) {
        this.roots = roots;
        this.rootsLeft = new AtomicInteger((int) roots.count());
        this.trees = new AtomicReferenceArray<>(workers);
        this.owners = new AtomicInteger(workers);
        this.stealing = stealing;
    }

    /** The next root, by descending degree; -1 when all have been handed out. */
    int nextRoot() {
        int left = rootsLeft.get() <= 0 ? -1 : rootsLeft.decrementAndGet();
        return left < 0 ? -1 : (int) roots.at(left);
    }

    /** Says that {@code worker} is busy with {@code tree} from now on. */
    void own(int worker, RootTree tree) {
        trees.set(worker, tree);
        if (thieves > 0) {
            wake();
        }
    }

    /** Says that {@code worker} has finished its last root. */
    void disown(int worker) {
        trees.set(worker, null);
        if (owners.decrementAndGet() == 0) {
            wake();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    /**
     * Waits for a tree of another worker that has something left to claim, and returns it; null when there will be
     * none, or when workers do not steal. Looks at the workers after {@code worker} first.
     */
    synchronized RootTree steal(int worker, Workers.Group group) throws InterruptedException {
        if (!stealing) {
            return null;
        }
        RootTree[] found = new RootTree[1];
        thieves++;
        group.await(this, () -> {
            boolean last = owners.get() == 0; // before the trees: none comes after the last owner
            found[0] = unclaimed(worker);
            return found[0] != null || last;
        });
        thieves--;
        return found[0];
    }

    private RootTree unclaimed(int worker) {
        for (int i = 1; i < trees.length(); i++) {
            RootTree tree = trees.get((worker + i) % trees.length());
            if (tree != null && tree.hasUnclaimed()) {
                return tree;
            }
        }
        return null;
    }
}
