package dev.motif.algorithm.kclique.search;

import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import java.util.Arrays;

/**
 * The graph among the candidates of one root, and the sets of candidates on the way down from it. Candidates are
 * numbered from 0 on, in the order of their ranks; the set of a depth is part of the set of the depth before it.
 *
 * <p>The state of one worker. Owns its memory.
 */
public abstract class LocalGraph implements AutoCloseable {
    private final Csr rows;

    /** For each rank its number plus 1 while it is a candidate, otherwise 0. */
    private final OffHeapInts numbers;

    private int[] ranks = new int[64];
    private int size;

    /** For counts by edge: where in the row of v the edge from v to u is, at {@code v * size + u}; otherwise null. */
    private OffHeapInts places;

    /** The slots of the edges from the roots to the candidates, one root after another. */
    private long[] rootSlots = new long[128];

    private long slotOfRoots;
    private final NativeMemory memory;

    LocalGraph(Csr rows, boolean slots, NativeMemory memory) {
        this.rows = rows;
        this.memory = memory;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts noNumbers = scope.zeroedInts(rows.vertexCount());
            this.places = slots ? memory.ints(0) : null;
            this.numbers = scope.keep(noNumbers);
        }
    }

    /**
     * The lower neighbors of {@code root} are the candidates; returns how many there are. The number of the root is the
     * first one after theirs.
     */
    final int openVertex(int root) {
        size = 0;
        makeRoom((int) rows.degree(root));
        for (long slot = rows.start(root); slot < rows.end(root); slot++) {
            rootSlots[size] = slot;
            ranks[size++] = rows.neighbor(slot);
        }
        ranks[size] = root;
        return size;
    }

    /**
     * The lower neighbors that {@code root} shares with its neighbor at {@code slot} are the candidates. The number of
     * that neighbor is the first one after theirs, and that of the root the next.
     */
    final int openEdge(int root, long slot) {
        size = 0;
        long a = rows.start(root);
        int other = rows.neighbor(slot);
        int most = (int) Math.min(slot - a, rows.degree(other));
        makeRoom(most);
        for (long b = rows.start(other); b < rows.end(other) && a < slot; b++) {
            int neighbor = rows.neighbor(b);
            while (a < slot && rows.neighbor(a) < neighbor) {
                a++;
            }
            if (a < slot && rows.neighbor(a) == neighbor) {
                rootSlots[size] = b;
                rootSlots[most + size] = a;
                ranks[size++] = neighbor;
            }
        }
        System.arraycopy(rootSlots, most, rootSlots, size, size);
        ranks[size] = other;
        ranks[size + 1] = root;
        slotOfRoots = slot;
        return size;
    }

    /** With two roots. */
    private void makeRoom(int candidates) {
        if (ranks.length < candidates + 2) {
            ranks = new int[Math.max(candidates + 2, 2 * ranks.length)];
            rootSlots = new long[2 * ranks.length];
        }
    }

    /**
     * Finds the edges among the candidates; all of them are the set of depth 0.
     *
     * @param depths how many sets there may be
     */
    final void fill(int depths) {
        for (int v = 0; v < size; v++) {
            numbers.set(ranks[v], v + 1);
        }
        begin(depths);
        if (places != null && places.length() < (long) size * size) {
            places.close();
            places = memory.ints(Math.max((long) size * size, 2 * places.length()));
        }
        for (int v = 0; v < size; v++) {
            long start = rows.start(ranks[v]);
            for (long slot = start; slot < rows.end(ranks[v]); slot++) {
                int number = numbers.get(rows.neighbor(slot));
                if (number != 0) {
                    join(v, number - 1);
                    if (places != null) {
                        places.set((long) v * size + number - 1, (int) (slot - start));
                    }
                }
            }
        }
        for (int v = 0; v < size; v++) {
            numbers.set(ranks[v], 0);
        }
    }

    /** How many candidates the root has. */
    final int size() {
        return size;
    }

    /** The rank of a candidate, or of a root. */
    final int rank(int v) {
        return ranks[v];
    }

    /** The slot of the edge between two candidates or roots; for counts by edge alone. */
    final long slot(int u, int v) {
        int high = Math.max(u, v);
        int low = Math.min(u, v);
        if (high < size) {
            return rows.start(ranks[high]) + places.get((long) high * size + low);
        }
        return low < size ? rootSlots[(high - size) * size + low] : slotOfRoots;
    }

    /** Prepares for {@link #join}. */
    abstract void begin(int depths);

    /** There is an edge between {@code v} and {@code lower}; these come in ascending order of v, then of lower. */
    abstract void join(int v, int lower);

    /** Writes the set of {@code depth} to {@code list} from {@code at} on, ascending, and returns its size. */
    abstract int list(int depth, int[] list, int at);

    /** How many of the set of {@code depth} are adjacent to {@code v}. */
    public abstract int degree(int depth, int v);

    /** The same of those below {@code v} alone. */
    public abstract int degreeBelow(int depth, int v);

    /** Makes those of the set of {@code depth} that are adjacent to {@code v} the next set, and returns its size. */
    public abstract int enter(int depth, int v);

    /** The same with those below {@code v} alone. */
    public abstract int enterBelow(int depth, int v);

    /** Takes {@code v}, which must be in it, from the set of {@code depth}. */
    public abstract void remove(int depth, int v);

    public abstract boolean adjacent(int u, int v);

    /** About how many words are read by {@link #degree} for a set of so many. */
    public abstract int words(int count);

    /** Room for {@code wanted} more items from {@code at} on. */
    public static int[] withRoom(int[] list, int at, int wanted) {
        return list.length - at >= wanted ? list : Arrays.copyOf(list, Math.max(at + wanted, 2 * list.length));
    }

    @Override
    public void close() {
        numbers.close();
        if (places != null) {
            places.close();
        }
    }

    /** The most off-heap bytes that the slots of edges among so many candidates need. */
    public static long slotBytes(long size) {
        return 2 * size * size * Integer.BYTES;
    }
}
