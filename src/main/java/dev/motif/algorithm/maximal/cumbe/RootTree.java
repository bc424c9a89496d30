package dev.motif.algorithm.maximal.cumbe;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The recursion tree of a root vertex, which is a recursion tree of the first level, and how many of its second-level
 * trees have been claimed. Every worker finds these in the same order. Thread-safe.
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

    /** The next second-level tree, or -1 when all have been claimed. */
    int claim() {
        int subtree = hasUnclaimed() ? claimed.getAndIncrement() : subtrees;
        return subtree < subtrees ? subtree : -1;
    }

    boolean hasUnclaimed() {
        return claimed.get() < subtrees;
    }
}
