package dev.motif.research.cumbe;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The recursion tree of a root vertex, a tree of the first level, with a counter of its trees of the second level that
 * have been claimed. All workers have these in the same order. Thread-safe.
 */
final class RootTree {
    private final int root;
    private final int subtrees;
    private final AtomicInteger claimed = new AtomicInteger();

    RootTree(int root, int subtrees) {
        this.root = root;
        this.subtrees = subtrees;
    }

    int root() {
        return root;
    }

    /** Claims the next tree of the second level and returns its number, or -1 when all have been claimed. */
    int claim() {
        int subtree = hasUnclaimed() ? claimed.getAndIncrement() : subtrees;
        return subtree < subtrees ? subtree : -1;
    }

    boolean hasUnclaimed() {
        return claimed.get() < subtrees;
    }
}
