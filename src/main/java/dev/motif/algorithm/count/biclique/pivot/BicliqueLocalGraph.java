package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Steps;

/**
 * The part of a core that a search from one root looks at: the later roots that share enough mates with it, and the
 * mates of the root that enough of these have. Both are numbered from 0 here, and each has a bitmap of its neighbors.
 * The memory is used again for the next root; one worker owns it.
 */
public final class BicliqueLocalGraph implements AutoCloseable {
    private final Csr roots;
    private final Csr mates;
    private final SearchSizes sizes;
    private final Steps steps;
    private final OffHeapScope scope;

    /**
     * For each root of the core, by its number there: the number of mates that it shares with the current root; after
     * {@link #fill} its number here plus 1. 0 for roots that are not in this graph.
     */
    private final OffHeapInts marks;

    /**
     * For each root here, by number, its number in the core. While roots are searched, also those that share too few
     * mates.
     */
    private final OffHeapInts rootAt;

    /** For each mate here, by number, its number in the core. */
    private final OffHeapInts mateAt;

    private final GrowingBits rootRows;
    private final GrowingBits mateRows;

    private int root;
    private int rootCount;
    private int mateCount;
    private int rootWords;
    private int mateWords;

    /**
     * Allocates the memory for all roots of {@code core}.
     *
     * @param check called now and then while a graph is made; it throws to stop that
     */
    public BicliqueLocalGraph(BipartiteCore core, SearchSizes sizes, Runnable check, NativeMemory memory) {
        this.roots = core.roots();
        this.mates = core.mates();
        this.sizes = sizes;
        this.steps = Steps.asking(check);
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.marks = own.zeroedInts(core.rootCount());
            this.rootAt = own.ints(core.rootCount());
            this.mateAt = own.ints(core.mateCount());
            this.rootRows = own.own(new GrowingBits(memory));
            this.mateRows = own.own(new GrowingBits(memory));
            this.scope = building.keep(own);
        }
    }

    /** The off-heap bytes of a local graph without its bitmaps, for a core of this many vertices. */
    public static long bytes(long vertices) {
        return 2 * vertices * Integer.BYTES;
    }

    /**
     * The most bytes that the bitmaps of a local graph can take, by the degrees in the core. A root is included only
     * when it shares enough mates, so the wedges limit the number of roots.
     */
    public static long largestBitmapBytes(BipartiteCore core, SearchSizes sizes) {
        long most = 0;
        for (int root = 0; root < core.rootCount(); root++) {
            long degree = core.roots().degree(root);
            long found = mostFound(core, root, sizes);
            long words = (degree + 1) * words(found) + found * words(degree);
            most = Math.max(most, words * Long.BYTES);
        }
        return most;
    }

    /** The most later roots that share enough mates with {@code root}. */
    static long mostFound(BipartiteCore core, int root, SearchSizes sizes) {
        long wedges = core.roots().pathsFrom(root, core.mates()) - core.roots().degree(root);
        return Math.min(core.rootCount() - 1L - root, wedges / sizes.minMates());
    }

    static long words(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Finds the later roots that share enough mates with {@code newRoot}; returns their number. {@link #clear} must be
     * called before the next root.
     */
    public int findRoots(int newRoot) {
        root = newRoot;
        int found = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            steps.add(mates.degree(mate));
            for (long other = mates.end(mate) - 1; mates.neighbor(other) > root; other--) {
                int later = mates.neighbor(other);
                if (marks.add(later, 1) == 0) {
                    rootAt.set(found++, later);
                }
            }
        }
        rootCount = 0;
        for (int i = 0; i < found; i++) {
            int later = rootAt.get(i);
            if (marks.get(later) >= sizes.minMates()) {
                rootAt.set(rootCount++, later);
            } else {
                marks.set(later, 0);
            }
        }
        return rootCount;
    }

    /**
     * The number of mates that the {@code i}-th of the roots found shares with the current root. To be called before
     * {@link #fill}.
     */
    public int shared(int i) {
        return marks.get(rootAt.get(i));
    }

    /**
     * Makes the bitmaps of the roots found and their mates; returns false when there are too few mates for a biclique.
     */
    public boolean fill() {
        for (int i = 0; i < rootCount; i++) {
            marks.set(rootAt.get(i), i + 1);
        }
        rootWords = words(rootCount);
        fillMateRows();
        if (mateCount < sizes.minMates()) {
            return false;
        }
        mateWords = words(mateCount);
        fillRootRows();
        return true;
    }

    private static int words(int bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /** Writes the bitmaps of the mates. A mate with too few roots is left out: the next one overwrites its row. */
    private void fillMateRows() {
        OffHeapLongs rows = mateRows.atLeast((roots.degree(root) + 1) * rootWords);
        mateCount = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            steps.add(mates.degree(mate));
            long row = (long) mateCount * rootWords;
            rows.clear(row, row + rootWords);
            int degree = 0;
            for (long other = mates.end(mate) - 1; mates.neighbor(other) > root; other--) {
                int number = marks.get(mates.neighbor(other)) - 1;
                if (number >= 0) {
                    long word = row + (number >> 6);
                    rows.set(word, rows.get(word) | 1L << number);
                    degree++;
                }
            }
            if (degree >= sizes.minRoots() - 1) {
                mateAt.set(mateCount++, mate);
            }
        }
    }

    private void fillRootRows() {
        OffHeapLongs from = mateRows.bits();
        OffHeapLongs rows = rootRows.atLeast((long) rootCount * mateWords);
        rows.clear(0, (long) rootCount * mateWords);
        for (int mate = 0; mate < mateCount; mate++) {
            for (int word = 0; word < rootWords; word++) {
                for (long bits = from.get((long) mate * rootWords + word); bits != 0; bits &= bits - 1) {
                    long number = (word << 6) + Long.numberOfTrailingZeros(bits);
                    long at = number * mateWords + (mate >> 6);
                    rows.set(at, rows.get(at) | 1L << mate);
                }
            }
        }
    }

    /** Writes the set of all numbers below {@code count} to the words from {@code word} on. */
    public static void fill(OffHeapLongs bits, long word, int count) {
        for (int rest = count; rest > 0; rest -= Long.SIZE) {
            bits.set(word++, rest >= Long.SIZE ? -1 : (1L << rest) - 1);
        }
    }

    /** Forgets the current root. */
    public void clear() {
        for (int i = 0; i < rootCount; i++) {
            marks.set(rootAt.get(i), 0);
        }
        rootCount = 0;
    }

    /** The current root, by its number in the core. */
    int root() {
        return root;
    }

    /** The number of roots here, without the current root. */
    public int rootCount() {
        return rootCount;
    }

    public int mateCount() {
        return mateCount;
    }

    /** The 64-bit words of a set of roots. */
    int rootWords() {
        return rootWords;
    }

    /** The 64-bit words of a set of mates. */
    public int mateWords() {
        return mateWords;
    }

    /** The neighbors of each root: a set of mates in {@link #mateWords} words. */
    public OffHeapLongs rootRows() {
        return rootRows.bits();
    }

    /** The neighbors of each mate: a set of roots in {@link #rootWords} words. */
    OffHeapLongs mateRows() {
        return mateRows.bits();
    }

    /** The number in the core of a root here; {@link #rootCount} stands for the current root itself. */
    public int coreRoot(int number) {
        return number == rootCount ? root : rootAt.get(number);
    }

    public int coreMate(int number) {
        return mateAt.get(number);
    }

    @Override
    public void close() {
        scope.close();
    }
}
