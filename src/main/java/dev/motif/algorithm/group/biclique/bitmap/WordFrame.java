package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * A node with at most 64 common vertices: the row of a candidate is one word, with a bit for each common vertex that it
 * is adjacent to. Rows of candidates differ from each other and are ordered by their number of bits; the weight of a
 * candidate is the number of root vertices that it stands for.
 *
 * <p>Since no row of a candidate is a subset of an excluded row, nor of the row of a candidate before it, every child
 * is a maximal biclique.
 */
final class WordFrame extends Frame {
    private final OffHeapLongs ids;
    private final long idStart;
    private final OffHeapLongs rows;

    /**
     * The index in {@code rows} where this frame begins: the rows of the candidates, then their weights, the excluded
     * rows, and the covered bits, each of which is in an excluded row that was dropped.
     */
    private final long start;

    private final int candidates;
    private final int excluded;
    private final int rootSize;

    /**
     * @param ids the common vertices, from {@code idStart} on, one for each bit
     * @param rootSize the number of root vertices of this node's own biclique
     */
    WordFrame(
            OffHeapLongs ids, long idStart, OffHeapLongs rows, long start, int candidates, int excluded, int rootSize) {
        super(candidates);
        this.ids = ids;
        this.idStart = idStart;
        this.rows = rows;
        this.start = start;
        this.candidates = candidates;
        this.excluded = excluded;
        this.rootSize = rootSize;
    }

    @Override
    void expand(BitmapSearch search, int child) {
        WordRows next = search.words;
        long common = rows.get(start + child);
        long weights = start + candidates;
        next.begin(rows.get(excludedRow(excluded)) & common);
        int roots = rootSize + (int) rows.get(weights + child);
        int possible = roots;
        for (int k = child + 1; k < candidates; k++) {
            long row = rows.get(start + k) & common;
            if (row != 0) {
                int weight = (int) rows.get(weights + k);
                possible += weight;
                if (row == common) {
                    roots += weight;
                } else {
                    next.addCandidate(row, weight);
                }
            }
        }
        search.countNode();
        if (!search.limits.mayReach(Long.bitCount(common), possible)) {
            return;
        }
        search.found.word(ids, idStart, common, roots);
        if (next.candidates() > 0) {
            exclude(next, child, common);
            search.pushWords(ids, idStart, roots);
        }
    }

    private void exclude(WordRows next, int child, long common) {
        for (int k = 0; k < child; k++) {
            next.addExcluded(rows.get(start + k) & common);
        }
        for (long i = excludedRow(0); i < excludedRow(excluded); i++) {
            next.addExcluded(rows.get(i) & common);
        }
    }

    private long excludedRow(int i) {
        return start + 2L * candidates + i;
    }

    @Override
    Frame copyOf(int from, int to, NativeMemory memory) {
        int kept = candidates - from;
        OffHeapLongs copy = memory.longs(Long.SIZE + 2L * kept + from + excluded + 1);
        copy.copyFrom(ids, idStart, 0, Math.min(Long.SIZE, ids.length() - idStart));
        copy.copyFrom(rows, start + from, Long.SIZE, kept);
        copy.copyFrom(rows, start + candidates + from, Long.SIZE + kept, kept);
        copy.copyFrom(rows, start, Long.SIZE + 2L * kept, from);
        copy.copyFrom(rows, excludedRow(0), Long.SIZE + 2L * kept + from, excluded + 1L);
        return new WordFrame(copy, 0, copy, Long.SIZE, kept, from + excluded, rootSize).splitOff(to - from, copy);
    }
}
