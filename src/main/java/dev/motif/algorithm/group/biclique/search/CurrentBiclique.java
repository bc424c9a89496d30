package dev.motif.algorithm.group.biclique.search;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;

/**
 * The maximal biclique that a worker has found last, which it passes to its consumer. The common vertices are all
 * vertices of a list, or the vertices that a bitmap selects from a list; the root vertices are computed from these when
 * they are asked for.
 */
public final class CurrentBiclique implements MaximalBiclique {
    /** A row longer than this multiple of the list of roots is searched for each root. */
    private static final int SEARCHED = 8;

    private final BipartiteCore graph;
    private final Limits limits;
    private final MaximalBicliqueConsumer consumer;

    private int commonSize;
    private int rootSize;
    private CompactSet set;
    private OffHeapLongs ids;
    private long idStart;
    private OffHeapLongs bits;
    private long bitStart;
    private long word;
    private int[] commons = new int[0];
    private int[] roots = new int[0];
    private boolean commonsKnown;
    private boolean commonsSorted;

    public CurrentBiclique(BipartiteCore graph, Limits limits, MaximalBicliqueConsumer consumer) {
        this.graph = graph;
        this.limits = limits;
        this.consumer = consumer;
    }

    /**
     * Passes the biclique with the common vertices {@code newIds[newIdStart, newIdStart + newCommonSize)} to the
     * consumer, if its size is wanted.
     */
    public void list(OffHeapLongs newIds, long newIdStart, int newCommonSize, int newRootSize) {
        if (limits.admit(newCommonSize, newRootSize)) {
            source(null, newIds, newIdStart, 0, null, 0);
            show(newCommonSize, newRootSize);
        }
    }

    /**
     * Passes the biclique whose common vertices are the first {@code newCommonSize} of {@code newSet} to the consumer,
     * if its size is wanted.
     */
    public void set(CompactSet newSet, int newCommonSize, int newRootSize) {
        if (limits.admit(newCommonSize, newRootSize)) {
            source(newSet, null, 0, 0, null, 0);
            show(newCommonSize, newRootSize);
        }
    }

    /**
     * Passes a biclique to the consumer, if its size is wanted. Its common vertices are the vertices of {@code newIds},
     * from {@code newIdStart} on, whose bit in {@code newWord} is set.
     */
    public void word(OffHeapLongs newIds, long newIdStart, long newWord, int newRootSize) {
        int newCommonSize = Long.bitCount(newWord);
        if (limits.admit(newCommonSize, newRootSize)) {
            source(null, newIds, newIdStart, newWord, null, 0);
            show(newCommonSize, newRootSize);
        }
    }

    /**
     * Passes a biclique to the consumer, if its size is wanted. Its common vertices are the vertices of {@code newIds},
     * from {@code newIdStart} on, whose bit in the words of {@code newBits}, from {@code newBitStart} on, is set.
     */
    public void wide(
            OffHeapLongs newIds,
            long newIdStart,
            OffHeapLongs newBits,
            long newBitStart,
            int newCommonSize,
            int newRootSize) {
        if (limits.admit(newCommonSize, newRootSize)) {
            source(null, newIds, newIdStart, 0, newBits, newBitStart);
            show(newCommonSize, newRootSize);
        }
    }

    private void source(
            CompactSet newSet,
            OffHeapLongs newIds,
            long newIdStart,
            long newWord,
            OffHeapLongs newBits,
            long newBitStart) {
        set = newSet;
        ids = newIds;
        idStart = newIdStart;
        word = newWord;
        bits = newBits;
        bitStart = newBitStart;
    }

    private void show(int newCommonSize, int newRootSize) {
        commonSize = newCommonSize;
        rootSize = newRootSize;
        commonsKnown = false;
        consumer.accept(this);
    }

    @Override
    public int leftSize() {
        return graph.rootsAreLeft() ? rootSize : commonSize;
    }

    @Override
    public int rightSize() {
        return graph.rootsAreLeft() ? commonSize : rootSize;
    }

    @Override
    public void copyLeft(int[] target) {
        copy(graph.rootsAreLeft(), target);
    }

    @Override
    public void copyRight(int[] target) {
        copy(!graph.rootsAreLeft(), target);
    }

    private void copy(boolean rootSide, int[] target) {
        findCommons();
        if (!rootSide) {
            sortCommons();
            for (int i = 0; i < commonSize; i++) {
                target[i] = graph.mateVertex(commons[i]);
            }
            return;
        }
        findRoots();
        for (int i = 0; i < rootSize; i++) {
            target[i] = graph.rootVertex(roots[i]);
        }
        Arrays.sort(target, 0, rootSize);
    }

    private void findCommons() {
        if (commonsKnown) {
            return;
        }
        commonsKnown = true;
        commonsSorted = word != 0 || bits != null;
        if (commons.length < commonSize) {
            commons = new int[Math.max(commonSize, 2 * commons.length)];
        }
        if (word != 0) {
            select(word, idStart, 0);
        } else if (bits != null) {
            int next = 0;
            for (int w = 0; next < commonSize; w++) {
                next = select(bits.get(bitStart + w), idStart + (long) w * Long.SIZE, next);
            }
        } else {
            for (int i = 0; i < commonSize; i++) {
                commons[i] = set != null ? set.get(i) : (int) ids.get(idStart + i);
            }
        }
    }

    private void sortCommons() {
        if (!commonsSorted) {
            commonsSorted = true;
            Arrays.sort(commons, 0, commonSize);
        }
    }

    private int select(long selected, long start, int next) {
        for (long left = selected; left != 0; left &= left - 1) {
            commons[next++] = (int) ids.get(start + Long.numberOfTrailingZeros(left));
        }
        return next;
    }

    /**
     * Finds the root vertices: takes the neighbors of the common vertex with the fewest, and for each common vertex
     * removes the vertices that are not adjacent to it. All root vertices are among them, so it ends when only {@link
     * #rootSize} are left. Common vertices that are far apart come first, since neighboring ones are often alike.
     */
    private void findRoots() {
        Csr rows = graph.mates();
        int first = 0;
        for (int i = 1; i < commonSize; i++) {
            first = rows.degree(commons[i]) < rows.degree(commons[first]) ? i : first;
        }
        int count = (int) rows.degree(commons[first]);
        if (roots.length < count) {
            roots = new int[Math.max(count, 2 * roots.length)];
        }
        for (int i = 0; i < count; i++) {
            roots[i] = rows.neighbor(rows.start(commons[first]) + i);
        }
        if (count > rootSize) {
            count = keepNeighbors(rows, commons[0], count);
        }
        for (int stride = Integer.highestOneBit(commonSize); count > rootSize; stride >>= 1) {
            for (long i = stride; i < commonSize && count > rootSize; i += 2L * stride) {
                count = keepNeighbors(rows, commons[(int) i], count);
            }
        }
    }

    /** Keeps the roots, among the first {@code count}, that are adjacent to {@code common}; returns their number. */
    private int keepNeighbors(Csr rows, int common, int count) {
        boolean searches = rows.degree(common) > (long) SEARCHED * count;
        long end = rows.end(common);
        long slot = rows.start(common);
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int root = roots[k];
            if (searches) {
                slot = rows.neighbors().lowerBound(slot, end, root);
            } else {
                while (slot < end && rows.neighbor(slot) < root) {
                    slot++;
                }
            }
            if (slot < end && rows.neighbor(slot) == root) {
                roots[kept++] = root;
            }
        }
        return kept;
    }
}
