package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;

/**
 * What a search from one root looks at: the later roots that share enough mates with it, and the mates of the root that
 * enough of them have. Both get new numbers from 0, and each has its neighbors as a bitmap. The memory is used again for
 * the next root; one worker owns it.
 */
public final class LocalGraph implements AutoCloseable {
    private static final long WEDGES_PER_CHECK = 1 << 19;

    private final Csr roots;
    private final Csr mates;
    private final SearchSizes sizes;
    private final Runnable check;
    private long untilCheck = WEDGES_PER_CHECK;
    private final OffHeapScope scope;

    /** By root of the core: the mates it shares with the current one, then its number here plus 1; otherwise 0. */
    private final OffHeapInts marks;

    /** By number, the root of the core; for a moment also those that share too few mates. */
    private final OffHeapInts rootAt;

    private final OffHeapInts mateAt;
    private final GrowingBits rootRows;
    private final GrowingBits mateRows;

    private int root;
    private int rootCount;
    private int mateCount;
    private int rootWords;
    private int mateWords;

    /** @param check called now and then while a root is looked at; throws to stop that */
    LocalGraph(BipartiteCore core, SearchSizes sizes, Runnable check, NativeMemory memory) {
        this.roots = core.roots();
        this.mates = core.mates();
        this.sizes = sizes;
        this.check = check;
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

    /** The bytes of one of them, without its bitmaps. */
    public static long bytes(long vertices) {
        return 2 * vertices * Integer.BYTES;
    }

    /**
     * The most that the bitmaps of one of them may take, by degrees: a root is found when it shares enough mates, so there
     * are no more than the wedges give.
     */
    public static long largestBitmapBytes(BipartiteCore core, SearchSizes sizes) {
        long most = 0;
        for (int root = 0; root < core.rootCount(); root++) {
            long degree = core.roots().degree(root);
            long wedges = 0;
            for (long slot = core.roots().start(root); slot < core.roots().end(root); slot++) {
                wedges += core.mates().degree(core.roots().neighbor(slot)) - 1;
            }
            long found = Math.min(core.rootCount() - 1L - root, wedges / sizes.minMates());
            long words = (degree + 1) * words(found) + found * words(degree);
            most = Math.max(most, words * Long.BYTES);
        }
        return most;
    }

    private static long words(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /** Finds the later roots that share enough mates with {@code root}; returns how many. {@link #clear} must follow. */
    int findRoots(int newRoot) {
        root = newRoot;
        int found = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            check(mate);
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

    private void check(int mate) {
        untilCheck -= mates.degree(mate);
        if (untilCheck < 0) {
            untilCheck = WEDGES_PER_CHECK;
            check.run();
        }
    }

    /** The mates that the {@code i}-th of the roots found shares with the current one; before {@link #fill}. */
    int shared(int i) {
        return marks.get(rootAt.get(i));
    }

    /** Makes the bitmaps; returns false when there are too few mates for a biclique. */
    boolean fill() {
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

    /** A mate with too few roots leaves its row to the next one. */
    private void fillMateRows() {
        OffHeapLongs rows = mateRows.atLeast((roots.degree(root) + 1) * rootWords);
        mateCount = 0;
        for (long slot = roots.start(root); slot < roots.end(root); slot++) {
            int mate = roots.neighbor(slot);
            check(mate);
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

    /** Makes the words from {@code word} on the set of all numbers below {@code count}. */
    static void fill(OffHeapLongs bits, long word, int count) {
        for (int rest = count; rest > 0; rest -= Long.SIZE) {
            bits.set(word++, rest >= Long.SIZE ? -1 : (1L << rest) - 1);
        }
    }

    /** Forgets the current root. */
    void clear() {
        for (int i = 0; i < rootCount; i++) {
            marks.set(rootAt.get(i), 0);
        }
        rootCount = 0;
    }

    /** The root of the core that everything here is a neighbor of. */
    int root() {
        return root;
    }

    int rootCount() {
        return rootCount;
    }

    int mateCount() {
        return mateCount;
    }

    /** The words of a set of roots. */
    int rootWords() {
        return rootWords;
    }

    /** The words of a set of mates. */
    int mateWords() {
        return mateWords;
    }

    /** For each root, {@link #mateWords} words: its mates. */
    OffHeapLongs rootRows() {
        return rootRows.bits();
    }

    /** For each mate, {@link #rootWords} words: its roots. */
    OffHeapLongs mateRows() {
        return mateRows.bits();
    }

    /** The root of the core with this number here; {@link #rootCount} is the current root itself. */
    int coreRoot(int number) {
        return number == rootCount ? root : rootAt.get(number);
    }

    int coreMate(int number) {
        return mateAt.get(number);
    }

    @Override
    public void close() {
        scope.close();
    }
}
