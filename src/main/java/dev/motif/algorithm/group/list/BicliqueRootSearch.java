package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.BicliqueLocalGraph;
import dev.motif.algorithm.count.biclique.pivot.GrowingBits;
import dev.motif.algorithm.count.biclique.pivot.Leaf;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Steps;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Searches a core for sets of roots with enough common mates, and passes these on. A set is extended by one later root
 * at a time that leaves enough common mates; so each is met once, from its first root. The state of one worker. Owns
 * its memory.
 */
final class BicliqueRootSearch implements AutoCloseable {
    private static final int[] NONE = {};

    private final BipartiteCore core;
    private final SearchQueue.WorkerTasks tasks;
    private final Consumer<Leaf> found;
    private final OffHeapScope scope;

    /** The number of roots of a biclique. */
    private final int size;

    /** The number of mates of a biclique. */
    private final int least;

    /** The mates of the current root, and its later two-hop neighbors; not used for bicliques with one root. */
    private final BicliqueLocalGraph local;

    /** The numbers in {@link #local} of the roots that are chosen. */
    private final int[] chosen;

    /** How many are chosen. */
    private int depth;

    /** For each number of chosen roots, 1 or more, the set of their common mates, in the words of a row. */
    private final GrowingBits common;

    /**
     * For each number of chosen roots, 1 or more, the candidates for the next one: the later roots that leave enough
     * common mates. The candidates after {@code d} roots end at {@code ends[d]}; the ones before {@code next[d]} have
     * been tried.
     */
    private OffHeapInts candidates;

    private final long[] next;
    private final long[] ends;

    private final Steps steps;

    /**
     * @param core seen from the side to start from
     * @param sizes the sizes of a biclique
     * @param tasks takes the parts of the search that are offered to other workers
     */
    BicliqueRootSearch(
            BipartiteCore core,
            SearchSizes sizes,
            SearchQueue.WorkerTasks tasks,
            Consumer<Leaf> found,
            NativeMemory memory) {
        this.core = core;
        this.tasks = tasks;
        this.steps = Steps.asking(tasks::check);
        this.size = sizes.maxRoots();
        this.least = sizes.maxMates();
        this.found = found;
        this.chosen = new int[size];
        this.next = new long[size];
        this.ends = new long[size];
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.candidates = own.ints(0);
            this.common = own.own(new GrowingBits(memory));
            this.local = own.own(new BicliqueLocalGraph(core, sizes, tasks::check, memory));
            this.scope = building.keep(own);
        }
    }

    /** Passes the sets of a task on, whose parts are numbered by the second root. */
    void run(SearchQueue.Task task) {
        steps.add();
        if (size == 1) {
            passStar(task.root());
            return;
        }
        if (local.findRoots(task.root()) >= size - 1 && local.fill()) {
            search(task);
        }
        local.clear();
    }

    private void search(SearchQueue.Task task) {
        begin();
        long stride = task.stride();
        for (long second = task.first(); ends[1] - second >= size - 1; second += stride) {
            if (ends[1] - second - stride >= size - 1
                    && tasks.othersIdle()
                    && tasks.offer(new SearchQueue.Task(task.root(), second + stride, 2 * stride))) {
                stride *= 2;
            }
            next[1] = second;
            chooseNext();
            extend();
        }
    }

    /** Goes through the sets with the first two roots that are chosen. */
    private void extend() {
        while (depth > 1) {
            if (depth == size) {
                pass();
                depth--;
            } else if (ends[depth] - next[depth] < size - depth) {
                depth--;
            } else {
                chooseNext();
            }
        }
    }

    /** Chooses the first root. */
    private void begin() {
        depth = 1;
        chosen[0] = local.rootCount();
        BicliqueLocalGraph.fill(common.atLeast((long) size * local.mateWords()), 0, local.mateCount());
        reserve(0, local.rootCount());
        for (int i = 0; i < local.rootCount(); i++) {
            candidates.set(i, i);
        }
        findCandidates(0, local.rootCount(), 0);
    }

    /** Adds the next candidate to the roots that are chosen. */
    private void chooseNext() {
        int candidate = candidates.get(next[depth]++);
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

    /** Stores, from {@code to} on, the candidates in {@code [from, end)} that leave enough common mates. */
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

    private void passStar(int root) {
        Csr rows = core.roots();
        int[] mates = new int[(int) rows.degree(root)];
        for (int i = 0; i < mates.length; i++) {
            mates[i] = core.mateVertex(rows.neighbor(rows.start(root) + i));
        }
        pass(new int[] {core.rootVertex(root)}, mates);
    }

    private void pass() {
        int[] roots = new int[size];
        for (int i = 0; i < size; i++) {
            roots[i] = core.rootVertex(local.coreRoot(chosen[i]));
        }
        Arrays.sort(roots);
        OffHeapLongs bits = common.bits();
        int words = local.mateWords();
        long set = (size - 1L) * words;
        int count = 0;
        for (int word = 0; word < words; word++) {
            count += Long.bitCount(bits.get(set + word));
        }
        int[] mates = new int[count];
        int at = 0;
        for (int word = 0; word < words; word++) {
            for (long rest = bits.get(set + word); rest != 0; rest &= rest - 1) {
                int mate = (word << 6) + Long.numberOfTrailingZeros(rest);
                mates[at++] = core.mateVertex(local.coreMate(mate));
            }
        }
        steps.add(words);
        pass(roots, mates);
    }

    /** Passes on the bicliques of some roots and any of their common mates. */
    private void pass(int[] roots, int[] mates) {
        found.accept(core.rootsAreLeft() ? new Leaf(roots, NONE, NONE, mates) : new Leaf(NONE, mates, roots, NONE));
    }

    /** The most off-heap bytes that the search in {@code core} needs beside it. */
    static long mostBytes(BipartiteCore core, SearchSizes sizes) {
        long size = sizes.maxRoots();
        long bitmaps = size == 1 ? 0 : BicliqueLocalGraph.largestBitmapBytes(core, sizes);
        return BicliqueLocalGraph.bytes((long) core.rootCount() + core.mateCount())
                + bitmaps
                + listBytes(size, core.rootCount(), core.roots().largestDegree());
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
