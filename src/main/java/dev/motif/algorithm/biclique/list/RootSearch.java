package dev.motif.algorithm.biclique.list;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.algorithm.biclique.pivot.GrowingBits;
import dev.motif.algorithm.biclique.pivot.LocalGraph;
import dev.motif.backend.work.SearchProgress;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;

/**
 * Searches a core for sets of roots with enough common mates. A set is extended by one later root at a time, among those
 * that leave enough common mates; so each is met once, from its first root.
 */
final class RootSearch implements RootSets {
    private final NativeMemory memory;
    private final SearchProgress steps;
    private final BipartiteCore core;
    private final OffHeapScope scope;

    /** The number of roots of a biclique. */
    private final int size;

    /** The number of mates of a biclique. */
    private final int least;

    /** The mates of the current root, and its later two-hop neighbors; not used for bicliques with one root. */
    private final LocalGraph local;

    /** The first root of the sets that are searched now. */
    private int root = -1;

    /** The numbers in {@link #local} of the roots that are chosen. */
    private final int[] chosen;

    /** How many are chosen. */
    private int depth;

    /** For each number of chosen roots, 1 or more, the set of their common mates, in as many words as a row. */
    private final GrowingBits common;

    /**
     * For each number of chosen roots, 1 or more, the candidates for the next one: those of the later roots that leave
     * enough common mates. Those of {@code d} roots end at {@code ends[d]}, and those before {@code next[d]} have been
     * tried.
     */
    private OffHeapInts candidates;

    private final long[] next;
    private final long[] ends;

    private int[] roots;
    private final OffHeapInts mates;
    private int mateCount;

    /**
     * @param use of the core, seen from the side to start from; it is taken over, unless this fails
     * @param sizes those of a biclique
     */
    RootSearch(DerivedGraphCache.Use<BipartiteCore> use, SearchSizes sizes, NativeMemory memory, SearchProgress steps) {
        this.memory = memory;
        this.steps = steps;
        this.core = use.form();
        this.size = sizes.maxRoots();
        this.least = sizes.maxMates();
        this.chosen = new int[size];
        this.next = new long[size];
        this.ends = new long[size];
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.mates = own.ints(core.roots().largestDegree());
            this.candidates = own.ints(0);
            this.common = own.own(new GrowingBits(memory));
            this.local = own.own(new LocalGraph(core, sizes, steps::poll, memory));
            this.scope = building.keep(own);
        }
        scope.own(use);
    }

    @Override
    public boolean next() {
        while (depth > 0 || enterRoot()) {
            if (depth == size) {
                depth--;
                leave();
                return true;
            }
            int missing = size - depth;
            if (ends[depth] - next[depth] < missing) {
                depth--;
            } else {
                choose(candidates.get(next[depth]++));
            }
        }
        return false;
    }

    /** Chooses the next first root, if there is one. */
    private boolean enterRoot() {
        local.clear();
        while (++root < core.rootCount()) {
            steps.rootsDone(root);
            steps.add(1);
            if (size == 1 || local.findRoots(root) >= size - 1 && local.fill()) {
                begin();
                return true;
            }
            local.clear();
        }
        steps.rootsDone(core.rootCount());
        return false;
    }

    private void begin() {
        depth = 1;
        if (size > 1) {
            chosen[0] = local.rootCount();
            LocalGraph.fill(common.atLeast((long) size * local.mateWords()), 0, local.mateCount());
            reserve(0, local.rootCount());
            for (int i = 0; i < local.rootCount(); i++) {
                candidates.set(i, i);
            }
            findCandidates(0, local.rootCount(), 0);
        }
    }

    /** Adds a root to those that are chosen. */
    private void choose(int candidate) {
        OffHeapLongs bits = common.bits();
        OffHeapLongs rows = local.rootRows();
        int words = local.mateWords();
        long from = (long) (depth - 1) * words;
        long row = (long) candidate * words;
        for (int word = 0; word < words; word++) {
            bits.set(from + words + word, bits.get(from + word) & rows.get(row + word));
        }
        chosen[depth++] = candidate;
        if (depth < size) {
            reserve(ends[depth - 1], ends[depth - 1] - next[depth - 1]);
            findCandidates(next[depth - 1], ends[depth - 1], ends[depth - 1]);
        }
    }

    /** Stores, from {@code to} on, those of the candidates in {@code [from, end)} that leave enough common mates. */
    private void findCandidates(long from, long end, long to) {
        next[depth] = to;
        steps.add((end - from) * local.mateWords());
        for (long i = from; i < end; i++) {
            int candidate = candidates.get(i);
            if (leavesEnough(candidate)) {
                candidates.set(to++, candidate);
            }
        }
        ends[depth] = to;
    }

    private boolean leavesEnough(int candidate) {
        OffHeapLongs bits = common.bits();
        OffHeapLongs rows = local.rootRows();
        int words = local.mateWords();
        long set = (long) (depth - 1) * words;
        long row = (long) candidate * words;
        int found = 0;
        for (int word = 0; word < words && found < least; word++) {
            found += Long.bitCount(bits.get(set + word) & rows.get(row + word));
        }
        return found >= least;
    }

    /** Makes room for {@code count} candidates beyond the first {@code used} ones. */
    private void reserve(long used, long count) {
        if (candidates.length() < used + count) {
            OffHeapInts larger = scope.ints(Math.max(used + count, 2 * candidates.length()));
            larger.copyFrom(candidates, 0, 0, used);
            scope.close(candidates);
            candidates = larger;
        }
    }

    /** Turns what is chosen into vertices. */
    private void leave() {
        roots = new int[size];
        mateCount = 0;
        if (size == 1) {
            roots[0] = core.rootVertex(root);
            for (long slot = core.roots().start(root); slot < core.roots().end(root); slot++) {
                mates.set(mateCount++, core.mateVertex(core.roots().neighbor(slot)));
            }
            return;
        }
        for (int i = 0; i < size; i++) {
            roots[i] = core.rootVertex(local.coreRoot(chosen[i]));
        }
        Arrays.sort(roots);
        int words = local.mateWords();
        for (int word = 0; word < words; word++) {
            for (long rest = common.bits().get((size - 1L) * words + word); rest != 0; rest &= rest - 1) {
                int mate = (word << 6) + Long.numberOfTrailingZeros(rest);
                mates.set(mateCount++, core.mateVertex(local.coreMate(mate)));
            }
        }
    }

    @Override
    public int[] roots() {
        return roots;
    }

    @Override
    public int mateCount() {
        return mateCount;
    }

    @Override
    public int mate(int index) {
        return mates.get(index);
    }

    /** The most off-heap bytes that the search in {@code core} needs beside it. */
    static long mostBytes(BipartiteCore core, SearchSizes sizes) {
        long size = sizes.maxRoots();
        long bitmaps = size == 1 ? 0 : LocalGraph.largestBitmapBytes(core, sizes);
        return leastBytes(core)
                + bitmaps
                + listBytes(size, core.rootCount(), core.roots().largestDegree());
    }

    /** The off-heap bytes that any search in {@code core} needs beside it. */
    static long leastBytes(BipartiteCore core) {
        return LocalGraph.bytes((long) core.rootCount() + core.mateCount())
                + core.roots().largestDegree() * Integer.BYTES;
    }

    /**
     * The most off-heap bytes of the candidates and common mates of all depths, each while it grows.
     *
     * @param roots the most candidates
     * @param mates the most common mates
     */
    static long listBytes(long size, long roots, long mates) {
        return (size - 1) * (3 * roots * Integer.BYTES + 2 * (mates + Long.SIZE) / Byte.SIZE);
    }

    @Override
    public void close() {
        scope.close();
    }
}
