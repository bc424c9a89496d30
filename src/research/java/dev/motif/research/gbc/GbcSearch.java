package dev.motif.research.gbc;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * The search of one worker on the CPU. It walks the search tree that biclique_gbc.cu describes, in the same way.
 *
 * <p>The node at depth {@code d} stands for {@code d} chosen roots. Its sets are the candidates for the next root and
 * the common mates. They are in frame {@code d - 1}; for {@code d = 1} this frame holds a copy of the rows of the first
 * root.
 */
final class GbcSearch {
    /**
     * Leaves with fewer common mates than this are counted by the worker itself, and added to the counts of all workers
     * at the end.
     */
    private static final int SMALL_LEAVES = 1024;

    private final SetRows neighbors;
    private final SetRows twoHops;
    private final int size;
    private final int least;
    private final GbcFrames shape;
    private final Frame[] frames;
    private final LeafCounts leaves;
    private final long[] smallLeaves = new long[SMALL_LEAVES];

    private final int[] batch;
    private int depth;
    private Node node;

    /** The number of elements that the last intersection found. */
    private int elements;

    /** The number of words that the last intersection wrote. */
    private int words;

    /**
     * The sets of the children of a batch. The sets of child {@code k} begin at {@code k} times the words of its
     * parent.
     */
    private static final class Frame {
        private final Words candidates;
        private final Words common;
        private final int[] place;
        private final int[] candidateWords;
        private final int[] commonWords;
        private final Node node = new Node();

        Frame(GbcFrames shape, boolean bitmaps, OffHeapScope scope) {
            candidates = new Words(shape.candidateWords(), bitmaps, scope);
            common = new Words(shape.commonWords(), bitmaps, scope);
            place = new int[shape.batch()];
            candidateWords = new int[shape.batch()];
            commonWords = new int[shape.batch()];
        }
    }

    /** The words of some sets, as in {@link SetRows}. */
    private static final class Words {
        private final OffHeapInts index;
        private final OffHeapInts bits;

        Words(int capacity, boolean bitmaps, OffHeapScope scope) {
            index = scope.ints(capacity);
            bits = bitmaps ? scope.ints(capacity) : null;
        }

        /** The bits of a word; in a list each word is one element. */
        int bitsAt(int at) {
            return bits == null ? 1 : bits.get(at);
        }

        void copy(SetRows rows, int row) {
            index.copyFrom(rows.index(), rows.start(row), 0, rows.words(row));
            if (bits != null) {
                bits.copyFrom(rows.bits(), rows.start(row), 0, rows.words(row));
            }
        }
    }

    /** A node of the search tree. The node at depth {@code d} is in frame {@code d - 1}, as are its sets. */
    private static final class Node {
        /** The next word of candidates to look at; all before have been looked at. */
        private int word;

        /** The bits of that word that have not been looked at. */
        private int unseen;
        /** The number of children in the batch that waits in the next frame. */
        private int children;

        /** The child of the batch that comes next. */
        private int next;

        private int candidatesAt;
        private int candidateWords;
        private int commonAt;
        private int commonWords;

        void begin(int newCandidatesAt, int newCandidateWords, int newCommonAt, int newCommonWords) {
            word = 0;
            unseen = -1;
            children = 0;
            next = 0;
            candidatesAt = newCandidatesAt;
            candidateWords = newCandidateWords;
            commonAt = newCommonAt;
            commonWords = newCommonWords;
        }
    }

    /**
     * Prepares searches in a part.
     *
     * @param leaves receives the leaves with many common mates at once, the others at {@link #flush}
     * @param scope owns the frames
     */
    GbcSearch(GbcSpace space, GbcSpace.Part part, GbcFrames shape, LeafCounts leaves, OffHeapScope scope) {
        this.neighbors = part.neighbors();
        this.twoHops = part.twoHops();
        this.size = space.size();
        this.least = space.least();
        this.shape = shape;
        this.leaves = leaves;
        this.batch = new int[shape.batch()];
        this.frames = new Frame[shape.levels() + 1];
        Arrays.setAll(frames, i -> new Frame(shape, neighbors.areBitmaps(), scope));
    }

    /** Begins the search below a root; {@link #step} goes on with it. */
    void begin(int root) {
        frames[0].candidates.copy(twoHops, root);
        frames[0].common.copy(neighbors, root);
        depth = 1;
        node = frames[0].node;
        node.begin(0, twoHops.words(root), 0, neighbors.words(root));
    }

    /** Begins the search below two roots; {@link #step} goes on with it. */
    void begin(int root, int second) {
        begin(root);
        node.word = node.candidateWords;
        batch[0] = second;
        expand(1);
    }

    /**
     * Goes one step: looks at a batch of candidates, goes down to a child or up to the parent. Returns false when the
     * search has ended.
     */
    boolean step() {
        if (node.next < node.children) {
            descend();
        } else if (node.word >= node.candidateWords) {
            depth--;
            node = depth > 0 ? frames[depth - 1].node : null;
        } else {
            expand(nextCandidates());
        }
        return depth > 0;
    }

    /** Whether the children of the current node are leaves. */
    private boolean atLeaves() {
        return depth + 1 == size;
    }

    /** Goes down to the next child of the batch. */
    private void descend() {
        Frame below = frames[depth];
        int child = node.next++;
        int place = below.place[child];
        below.node.begin(
                place * node.candidateWords,
                below.candidateWords[child],
                place * node.commonWords,
                below.commonWords[child]);
        node = below.node;
        depth++;
    }

    /** Puts the next candidates into {@link #batch} and returns their number. */
    private int nextCandidates() {
        Words candidates = frames[depth - 1].candidates;
        int most = atLeaves() ? batch.length : shape.batchOf(node.candidateWords, node.commonWords);
        int count = 0;
        while (count < most && node.word < node.candidateWords) {
            int at = node.candidatesAt + node.word;
            int bits = candidates.bitsAt(at) & node.unseen;
            int first = twoHops.firstElement(candidates.index.get(at));
            for (; bits != 0 && count < most; bits &= bits - 1) {
                batch[count++] = first + Integer.numberOfTrailingZeros(bits);
            }
            node.unseen = bits == 0 ? -1 : bits;
            node.word += bits == 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Makes the children of the current node for the first {@code count} roots of the batch, or counts them when they
     * are leaves.
     */
    private void expand(int count) {
        Frame here = frames[depth - 1];
        if (atLeaves()) {
            for (int k = 0; k < count; k++) {
                intersect(here.common, node.commonAt, node.commonWords, neighbors, batch[k], null, 0);
                if (elements >= least) {
                    addLeaf(elements);
                }
            }
            return;
        }
        Frame below = frames[depth];
        int kept = 0;
        for (int k = 0; k < count; k++) {
            intersect(
                    here.common,
                    node.commonAt,
                    node.commonWords,
                    neighbors,
                    batch[k],
                    below.common,
                    k * node.commonWords);
            if (elements < least) {
                continue;
            }
            below.commonWords[kept] = words;
            intersect(
                    here.candidates,
                    node.candidatesAt,
                    node.candidateWords,
                    twoHops,
                    batch[k],
                    below.candidates,
                    k * node.candidateWords);
            if (elements >= size - depth - 1) {
                below.place[kept] = k;
                below.candidateWords[kept++] = words;
            }
        }
        node.children = kept;
        node.next = 0;
    }

    /**
     * Intersects a set with a row; sets {@link #elements} and {@link #words}.
     *
     * @param at where the set begins in {@code set}; it has {@code setWords} words
     * @param to receives the result, from {@code toAt} on; null when the elements are only counted
     */
    private void intersect(Words set, int at, int setWords, SetRows rows, int row, Words to, int toAt) {
        elements = 0;
        words = 0;
        long place = rows.start(row);
        long end = place + rows.words(row);
        for (int i = 0; i < setWords; i++) {
            int index = set.index.get(at + i);
            place = rows.find(place, end, index);
            if (place == end) {
                return;
            }
            if (rows.index().get(place) == index) {
                int met = set.bitsAt(at + i) & rows.bitsAt(place);
                if (met != 0) {
                    keep(to, toAt, index, met);
                }
            }
        }
    }

    private void keep(Words to, int toAt, int index, int bits) {
        elements += Integer.bitCount(bits);
        if (to != null) {
            to.index.set(toAt + words, index);
            if (to.bits != null) {
                to.bits.set(toAt + words, bits);
            }
            words++;
        }
    }

    private void addLeaf(int common) {
        if (common < SMALL_LEAVES) {
            smallLeaves[common]++;
        } else {
            leaves.add(common, 1);
        }
    }

    /** Adds the leaves that this worker has counted by itself to the leaves of all workers. */
    void flush() {
        for (int common = 0; common < SMALL_LEAVES; common++) {
            if (smallLeaves[common] != 0) {
                leaves.add(common, smallLeaves[common]);
                smallLeaves[common] = 0;
            }
        }
    }
}
