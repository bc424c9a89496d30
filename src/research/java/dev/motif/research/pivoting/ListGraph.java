package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/** A local graph whose rows and sets are sorted lists. */
class ListGraph extends CliqueLocalGraph {
    /** The rows of the candidates, then the sets; each of them has room for {@code stride} items. */
    private OffHeapInts items;

    private int[] degrees = new int[64];
    private int[] setSizes = new int[64];
    private int stride;
    private long sets;

    ListGraph(Csr rows, boolean slots, NativeMemory memory) {
        super(rows, slots, memory);
        this.items = OffHeapScope.closingOnFailure(super::close, () -> memory.ints(0));
    }

    @Override
    protected void begin(int depths) {
        stride = size();
        sets = (long) stride * stride;
        long wanted = sets + (long) depths * stride;
        if (items.length() < wanted) {
            items.close();
            items = memory.ints(Math.max(wanted, 2 * items.length()));
        }
        degrees = new int[stride];
        setSizes = new int[depths];
        setSizes[0] = stride;
        for (int v = 0; v < stride; v++) {
            items.set(sets + v, v);
        }
    }

    @Override
    protected void join(int v, int lower) {
        // A vertex gets its lower neighbors first, then its higher ones, both in ascending order, so its row is sorted.
        items.set((long) v * stride + degrees[v]++, lower);
        items.set((long) lower * stride + degrees[lower]++, v);
    }

    private long set(int depth) {
        return sets + (long) depth * stride;
    }

    @Override
    public int list(int depth, int[] list, int at) {
        for (int i = 0; i < setSizes[depth]; i++) {
            list[at + i] = items.get(set(depth) + i);
        }
        return setSizes[depth];
    }

    @Override
    public int degree(int depth, int v) {
        return intersect(depth, v, Integer.MAX_VALUE, false);
    }

    @Override
    public int degreeBelow(int depth, int v) {
        return intersect(depth, v, v, false);
    }

    @Override
    public int enter(int depth, int v) {
        return intersect(depth, v, Integer.MAX_VALUE, true);
    }

    @Override
    public int enterBelow(int depth, int v) {
        return intersect(depth, v, v, true);
    }

    /**
     * Counts the members of the set of {@code depth} that are adjacent to {@code v} and below {@code end}; with {@code
     * keep} they become the set of {@code depth + 1}.
     */
    private int intersect(int depth, int v, int end, boolean keep) {
        long a = set(depth);
        long endOfSet = a + setSizes[depth];
        long b = (long) v * stride;
        long endOfRow = b + degrees[v];
        long next = set(depth + 1);
        int count = 0;
        while (a < endOfSet && b < endOfRow) {
            int ofSet = items.get(a);
            int ofRow = items.get(b);
            if (ofSet >= end) {
                break;
            }
            if (ofSet == ofRow) {
                if (keep) {
                    items.set(next + count, ofSet);
                }
                count++;
            }
            a += ofSet <= ofRow ? 1 : 0;
            b += ofRow <= ofSet ? 1 : 0;
        }
        if (keep) {
            setSizes[depth + 1] = count;
        }
        return count;
    }

    @Override
    public void remove(int depth, int v) {
        long at = set(depth);
        while (items.get(at) != v) {
            at++;
        }
        long end = set(depth) + setSizes[depth]--;
        items.copyFrom(items, at + 1, at, end - at - 1);
    }

    @Override
    public boolean adjacent(int u, int v) {
        long start = (long) u * stride;
        long found = items.lowerBound(start, start + degrees[u], v);
        return found < start + degrees[u] && items.get(found) == v;
    }

    @Override
    public int words(int count) {
        return 2 * count;
    }

    @Override
    public void close() {
        super.close();
        items.close();
    }

    /** The most off-heap bytes for roots of {@code size} candidates, including {@code depths} sets. */
    static long bytes(long size, long depths) {
        return 2 * (size + depths) * size * Integer.BYTES;
    }
}
