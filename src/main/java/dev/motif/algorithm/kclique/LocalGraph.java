package dev.motif.algorithm.kclique;

import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import java.util.Arrays;

/**
 * The graph among the candidates of one root, and the sets of candidates on the way down from it. Candidates are
 * numbered from 0 on, in the order of their ranks; the set of a depth is part of the set of the depth before it.
 *
 * <p>The state of one worker. Owns its memory.
 */
abstract class LocalGraph implements AutoCloseable {
    private final Csr rows;

    /** For each rank its number plus 1 while it is a candidate, otherwise 0. */
    private final OffHeapInts numbers;

    private int[] ranks = new int[64];
    private int size;

    LocalGraph(Csr rows, NativeMemory memory) {
        this.rows = rows;
        this.numbers = memory.zeroedInts(rows.vertexCount());
    }

    /** The lower neighbors of {@code root} are the candidates; returns how many there are. */
    final int openVertex(int root) {
        size = 0;
        makeRoom((int) rows.degree(root));
        for (long slot = rows.start(root); slot < rows.end(root); slot++) {
            ranks[size++] = rows.neighbor(slot);
        }
        return size;
    }

    /** The lower neighbors that {@code root} shares with its neighbor at {@code slot} are the candidates. */
    final int openEdge(int root, long slot) {
        size = 0;
        long a = rows.start(root);
        int other = rows.neighbor(slot);
        makeRoom((int) Math.min(slot - a, rows.degree(other)));
        for (long b = rows.start(other); b < rows.end(other) && a < slot; b++) {
            int neighbor = rows.neighbor(b);
            while (a < slot && rows.neighbor(a) < neighbor) {
                a++;
            }
            if (a < slot && rows.neighbor(a) == neighbor) {
                ranks[size++] = neighbor;
            }
        }
        return size;
    }

    private void makeRoom(int wanted) {
        if (ranks.length < wanted) {
            ranks = new int[Math.max(wanted, 2 * ranks.length)];
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
        for (int v = 0; v < size; v++) {
            for (long slot = rows.start(ranks[v]); slot < rows.end(ranks[v]); slot++) {
                int number = numbers.get(rows.neighbor(slot));
                if (number != 0) {
                    join(v, number - 1);
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

    /** The rank of a candidate. */
    final int rank(int v) {
        return ranks[v];
    }

    /** Prepares for {@link #join}. */
    abstract void begin(int depths);

    /** There is an edge between {@code v} and {@code lower}; these come in ascending order of v, then of lower. */
    abstract void join(int v, int lower);

    /** Writes the set of {@code depth} to {@code list} from {@code at} on, ascending, and returns its size. */
    abstract int list(int depth, int[] list, int at);

    /** How many of the set of {@code depth} are adjacent to {@code v}. */
    abstract int degree(int depth, int v);

    /** The same of those below {@code v} alone. */
    abstract int degreeBelow(int depth, int v);

    /** Makes those of the set of {@code depth} that are adjacent to {@code v} the next set, and returns its size. */
    abstract int enter(int depth, int v);

    /** The same with those below {@code v} alone. */
    abstract int enterBelow(int depth, int v);

    /** Takes {@code v}, which must be in it, from the set of {@code depth}. */
    abstract void remove(int depth, int v);

    abstract boolean adjacent(int u, int v);

    /** About how many words are read by {@link #degree} for a set of so many. */
    abstract int words(int count);

    /** Room for {@code wanted} more items from {@code at} on. */
    static int[] withRoom(int[] list, int at, int wanted) {
        return list.length - at >= wanted ? list : Arrays.copyOf(list, Math.max(at + wanted, 2 * list.length));
    }

    @Override
    public void close() {
        numbers.close();
    }
}
