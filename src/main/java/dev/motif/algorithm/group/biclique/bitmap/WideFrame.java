package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.graph.memory.BitCompressor;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/** A node with more than 64 common vertices: like a {@link WordFrame}, but a row has several words. */
final class WideFrame extends Frame {
    private final OffHeapLongs ids;
    private final long idStart;
    private final int idCount;
    private final OffHeapLongs rows;

    /**
     * The index in {@code rows} where this frame begins: the rows of the candidates, then their weights, the excluded
     * rows, and the row of covered bits, each of which is in an excluded row that was dropped.
     */
    private final long start;

    private final int words;
    private final int candidates;
    private final int excluded;
    private final int rootSize;

    /**
     * @param ids the common vertices, {@code idCount} from {@code idStart} on, one for each bit
     * @param rootSize the number of root vertices of this node's own biclique
     */
    WideFrame(
            OffHeapLongs ids,
            long idStart,
            int idCount,
            OffHeapLongs rows,
            long start,
            int words,
            int candidates,
            int excluded,
            int rootSize) {
        super(candidates);
        this.ids = ids;
        this.idStart = idStart;
        this.idCount = idCount;
        this.rows = rows;
        this.start = start;
        this.words = words;
        this.candidates = candidates;
        this.excluded = excluded;
        this.rootSize = rootSize;
    }

    private long row(int candidate) {
        return start + (long) candidate * words;
    }

    private long weights() {
        return row(candidates);
    }

    private long excludedRow(int i) {
        return weights() + candidates + (long) i * words;
    }

    private int weight(int candidate) {
        return (int) rows.get(weights() + candidate);
    }

    @Override
    void expand(BitmapSearch search, int child) {
        BitCompressor common = search.compressor;
        common.select(rows, row(child), words);
        int roots = rootSize + weight(child);
        int possible = roots;
        int remaining = 0;
        for (int k = child + 1; k < candidates; k++) {
            int overlap = overlap(row(child), row(k));
            if (overlap > 0) {
                possible += weight(k);
                if (overlap == common.size()) {
                    roots += weight(k);
                } else {
                    remaining++;
                }
            }
        }
        search.countNode();
        if (!search.limits.mayReach(common.size(), possible) || !search.areOfEnoughKinds(common, ids, idStart)) {
            return;
        }
        search.found.wide(ids, idStart, rows, row(child), common.size(), roots);
        if (remaining == 0) {
            return;
        }
        if (common.size() <= Long.SIZE) {
            pushWords(search, common, child, roots);
        } else {
            pushWide(search, common, child, roots, remaining);
        }
    }

    private int overlap(long row, long other) {
        int bits = 0;
        for (int w = 0; w < words; w++) {
            bits += Long.bitCount(rows.get(row + w) & rows.get(other + w));
        }
        return bits;
    }

    private void pushWords(BitmapSearch search, BitCompressor common, int child, int roots) {
        common.planMoves();
        long full = -1L >>> Long.SIZE - common.size();
        WordRows next = search.words;
        next.begin(common.compressToWord(rows, excludedRow(excluded)));
        for (int k = child + 1; k < candidates; k++) {
            long row = common.compressToWord(rows, row(k));
            if (row != 0 && row != full) {
                next.addCandidate(row, weight(k));
            }
        }
        for (int k = 0; k < child; k++) {
            next.addExcluded(common.compressToWord(rows, row(k)));
        }
        for (int i = 0; i < excluded; i++) {
            next.addExcluded(common.compressToWord(rows, excludedRow(i)));
        }
        long newIds = search.arena.allocate(common.size());
        OffHeapLongs chunk = search.arena.chunk();
        common.selectIds(ids, idStart, chunk, newIds);
        search.pushWords(chunk, newIds, roots);
    }

    /** Pushes a frame of several words a row. Rows are compressed when this saves half of the words or more. */
    private void pushWide(BitmapSearch search, BitCompressor common, int child, int roots, int remaining) {
        int compressedWords = WideFrame.words(common.size());
        boolean compress = 2 * compressedWords <= words;
        if (compress) {
            common.planMoves();
        }
        WideRows next = search.wideRows;
        next.begin(compress ? compressedWords : words, remaining + child + excluded);
        for (int k = child + 1; k < candidates; k++) {
            int overlap = overlap(row(child), row(k));
            if (overlap > 0 && overlap < common.size()) {
                restrict(row(k), child, compress ? common : null, next.rows(), next.addCandidate(weight(k)));
            }
        }
        for (int k = 0; k < child; k++) {
            restrict(row(k), child, compress ? common : null, next.rows(), next.addExcluded());
        }
        for (int i = 0; i < excluded; i++) {
            restrict(excludedRow(i), child, compress ? common : null, next.rows(), next.addExcluded());
        }
        restrict(excludedRow(excluded), child, compress ? common : null, next.rows(), next.covered());
        if (compress) {
            long newIds = search.arena.allocate(common.size());
            OffHeapLongs chunk = search.arena.chunk();
            common.selectIds(ids, idStart, chunk, newIds);
            search.pushWide(chunk, newIds, common.size(), roots);
        } else {
            search.pushWide(ids, idStart, idCount, roots);
        }
    }

    private void restrict(long row, int child, BitCompressor common, OffHeapLongs target, long targetRow) {
        if (common != null) {
            common.compress(rows, row, target, targetRow);
            return;
        }
        for (int w = 0; w < words; w++) {
            target.set(targetRow + w, rows.get(row + w) & rows.get(row(child) + w));
        }
    }

    /** The number of words of a row of {@code bits} bits. */
    static int words(int bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    @Override
    Frame copyOf(int from, int to, NativeMemory memory) {
        int kept = candidates - from;
        OffHeapLongs copy = memory.longs(idCount + (long) kept * (words + 1) + (from + excluded + 1L) * words);
        copy.copyFrom(ids, idStart, 0, idCount);
        copy.copyFrom(rows, row(from), idCount, (long) kept * words);
        copy.copyFrom(rows, weights() + from, idCount + (long) kept * words, kept);
        long copiedExcluded = idCount + (long) kept * (words + 1);
        copy.copyFrom(rows, row(0), copiedExcluded, (long) from * words);
        copy.copyFrom(rows, excludedRow(0), copiedExcluded + (long) from * words, (excluded + 1L) * words);
        return new WideFrame(copy, 0, idCount, copy, idCount, words, kept, from + excluded, rootSize)
                .splitOff(to - from, copy);
    }
}
