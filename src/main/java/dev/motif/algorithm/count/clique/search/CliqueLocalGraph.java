package dev.motif.algorithm.count.clique.search;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * The graph among the candidates of one root, and the set of candidates of each depth of the search from it. Candidates
 * are numbered from 0 on, in the order of their ranks; the set of a depth is a subset of the set of the depth above.
 *
 * <p>The state of one worker. Owns its memory.
 */
public abstract class CliqueLocalGraph implements AutoCloseable {
    private final Csr rows;

    /** For each rank the number of that candidate plus 1, otherwise 0. */
    private final OffHeapInts numbers;

    private int[] ranks = new int[64];
    private int size;

    /**
     * The position of u in the row of v, at {@code v * size + u} for candidates {@code u < v}. Only for counts by edge,
     * otherwise null.
     */
    private OffHeapInts places;

    protected final NativeMemory memory;

    /** @param slots whether {@link #slot} is wanted */
    protected CliqueLocalGraph(Csr rows, boolean slots, NativeMemory memory) {
        this.rows = rows;
        this.memory = memory;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts noNumbers = scope.zeroedInts(rows.vertexCount());
            this.places = slots ? memory.ints(0) : null;
            this.numbers = scope.keep(noNumbers);
        }
    }

    /**
     * Makes the lower neighbors of {@code root} the candidates and returns how many there are. The number of the root
     * is the first one after theirs.
     */
    public final int openVertex(int root) {
        size = (int) rows.degree(root);
        makeRoom(size + 1);
        for (int i = 0; i < size; i++) {
            ranks[i] = rows.neighbor(rows.start(root) + i);
        }
        ranks[size] = root;
        return size;
    }

    /** Makes the first {@code count} ranks the candidates, of no root. */
    public final void openFirst(int count) {
        makeRoom(count);
        for (size = 0; size < count; size++) {
            ranks[size] = size;
        }
    }

    /**
     * Makes the first {@code candidates} of these ranks, which are ascending, the candidates, and the others the roots. The
     * roots must be adjacent to each other and to all candidates.
     */
    public final void open(int[] newRanks, int count, int candidates) {
        makeRoom(count);
        System.arraycopy(newRanks, 0, ranks, 0, count);
        size = candidates;
    }

    private void makeRoom(int vertices) {
        if (ranks.length < vertices) {
            ranks = new int[Math.max(vertices, 2 * ranks.length)];
        }
    }

    /**
     * Finds the edges among the candidates, and makes all candidates the set of depth 0.
     *
     * @param depths how many sets are needed
     */
    public final void fill(int depths) {
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
    public final int size() {
        return size;
    }

    /** The rank of a candidate or a root, given by its number. */
    public final int rank(int v) {
        return ranks[v];
    }

    /** The slot of the edge between two candidates or roots, given by their numbers. Only for counts by edge. */
    final long slot(int u, int v) {
        int high = Math.max(u, v);
        int low = Math.min(u, v);
        if (high < size) {
            return rows.start(ranks[high]) + places.get((long) high * size + low);
        }
        return rootSlot(high, low);
    }

    /** The slot of the edge from a root to a candidate, or to a root before it, given by their numbers. */
    protected long rootSlot(int root, int v) {
        return rows.start(ranks[root]) + v;
    }

    /** Makes room for the edges among the candidates and for {@code depths} sets; there are no edges yet. */
    protected abstract void begin(int depths);

    /** Adds the edge between {@code v} and {@code lower}. Calls come in ascending order of v, then of lower. */
    protected abstract void join(int v, int lower);

    /** Writes the set of {@code depth} to {@code list} from {@code at} on, ascending, and returns its size. */
    public abstract int list(int depth, int[] list, int at);

    /** The number of candidates in the set of {@code depth} that are adjacent to {@code v}. */
    public abstract int degree(int depth, int v);

    /** The number of candidates below {@code v} in the set of {@code depth} that are adjacent to {@code v}. */
    public abstract int degreeBelow(int depth, int v);

    /**
     * Makes the members of the set of {@code depth} that are adjacent to {@code v} the set of {@code depth + 1}, and
     * returns its size.
     */
    public abstract int enter(int depth, int v);

    /**
     * Makes the members of the set of {@code depth} that are adjacent to {@code v} and below it the set of {@code depth
     * + 1}, and returns its size.
     */
    public abstract int enterBelow(int depth, int v);

    /** Removes {@code v} from the set of {@code depth}, which must contain it. */
    public abstract void remove(int depth, int v);

    public abstract boolean adjacent(int u, int v);

    /** About how many words {@link #degree} reads for a set of {@code count} candidates. */
    public abstract int words(int count);

    /** {@code list}, or a longer copy of it, with room for {@code wanted} more items from {@code at} on. */
    public static int[] withRoom(int[] list, int at, int wanted) {
        return list.length - at >= wanted ? list : Arrays.copyOf(list, Math.max(at + wanted, 2 * list.length));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(numbers, places);
    }

    /** The most off-heap bytes that the slots of edges among {@code size} candidates take. */
    public static long slotBytes(long size) {
        return 2 * size * size * Integer.BYTES;
    }
}
