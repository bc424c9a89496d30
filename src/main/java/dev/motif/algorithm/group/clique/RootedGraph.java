package dev.motif.algorithm.group.clique;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The graph around one root as bitmaps. Its candidates, the neighbors of lower rank, are numbered from 0 on; each has a
 * row that says which candidates it is adjacent to. So has each excluded vertex, a neighbor of higher rank that is
 * adjacent to a candidate at least: their rows come after the rows of the candidates. Two sets of candidates for each
 * depth of a search follow. The state of one worker. Owns its memory.
 */
final class RootedGraph implements AutoCloseable {
    private final Csr lower;
    private final Csr higher;
    /** For each rank the number of that candidate plus 1, otherwise 0. */
    private final OffHeapInts numbers;

    private final OffHeapLongs bits;
    private final int[] ranks;
    private int root;
    private int candidates;
    private int rows;
    private int words;

    /**
     * @param lower for each rank the neighbors of lower rank, ascending
     * @param higher for each rank the neighbors of higher rank
     * @param degeneracy the most neighbors of lower rank
     * @param words the most {@link #words(long, long)} that a root needs
     */
    RootedGraph(Csr lower, Csr higher, int degeneracy, long words, NativeMemory memory) {
        this.lower = lower;
        this.higher = higher;
        this.ranks = new int[degeneracy];
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts noNumbers = scope.zeroedInts(lower.vertexCount());
            this.bits = scope.keep(scope.longs(words));
            this.numbers = scope.keep(noNumbers);
        }
    }

    /** The words for a root with this many neighbors of lower and of higher rank. */
    static long words(long candidates, long excluded) {
        return (candidates + excluded + 2 * (candidates + 1)) * ((candidates + Long.SIZE - 1) / Long.SIZE);
    }

    /** The off-heap bytes of a worker's graph. */
    static long bytes(long vertices, long words) {
        return vertices * Integer.BYTES + words * Long.BYTES;
    }

    /**
     * Makes the graph around a root, with all candidates in the set of depth 0. Returns whether it has a maximal clique
     * without excluded vertices: none of them is adjacent to all candidates.
     */
    boolean open(int newRoot) {
        root = newRoot;
        candidates = 0;
        for (long slot = lower.start(root); slot < lower.end(root); slot++) {
            ranks[candidates++] = lower.neighbor(slot);
            numbers.set(lower.neighbor(slot), candidates);
        }
        words = (candidates + Long.SIZE - 1) / Long.SIZE;
        rows = candidates;
        boolean covered = joinExcluded();
        if (!covered) {
            joinCandidates();
            for (int word = 0; word < words; word++) {
                int left = candidates - word * Long.SIZE;
                bits.set(set(0) + word, left >= Long.SIZE ? -1L : (1L << left) - 1);
            }
        }
        for (int v = 0; v < candidates; v++) {
            numbers.set(ranks[v], 0);
        }
        return !covered;
    }

    /** Writes the rows of excluded vertices; returns whether one of them is adjacent to all candidates. */
    private boolean joinExcluded() {
        for (long slot = higher.start(root); slot < higher.end(root); slot++) {
            int vertex = higher.neighbor(slot);
            bits.clear((long) rows * words, (rows + 1L) * words);
            int degree = 0;
            for (long other = lower.start(vertex); other < lower.end(vertex); other++) {
                int number = numbers.get(lower.neighbor(other));
                if (number != 0) {
                    join(rows, number - 1);
                    degree++;
                }
            }
            if (degree == candidates) {
                return true;
            }
            rows += degree > 0 ? 1 : 0;
        }
        return false;
    }

    private void joinCandidates() {
        bits.clear(0, (long) candidates * words);
        for (int v = 0; v < candidates; v++) {
            for (long slot = lower.start(ranks[v]); slot < lower.end(ranks[v]); slot++) {
                int number = numbers.get(lower.neighbor(slot));
                if (number != 0) {
                    join(v, number - 1);
                    join(number - 1, v);
                }
            }
        }
    }

    private void join(int row, int candidate) {
        long at = (long) row * words + (candidate >> 6);
        bits.set(at, bits.get(at) | 1L << candidate);
    }

    int root() {
        return root;
    }

    int candidates() {
        return candidates;
    }

    /** The number of rows: first the rows of the candidates, then the rows of the excluded vertices. */
    int rows() {
        return rows;
    }

    /** The words of a row, and of a set. */
    int words() {
        return words;
    }

    int rank(int candidate) {
        return ranks[candidate];
    }

    OffHeapLongs bits() {
        return bits;
    }

    /** Where in {@link #bits} the first set of {@code depth} begins, the one of its candidates; its second one follows. */
    long set(int depth) {
        return ((long) rows + 2L * depth) * words;
    }

    boolean adjacent(int row, int candidate) {
        return (bits.get((long) row * words + (candidate >> 6)) >>> candidate & 1) != 0;
    }

    /** The number of candidates in the set of {@code depth} that the vertex of {@code row} is adjacent to. */
    int degree(int row, int depth) {
        long set = set(depth);
        long at = (long) row * words;
        int degree = 0;
        for (int word = 0; word < words; word++) {
            degree += Long.bitCount(bits.get(set + word) & bits.get(at + word));
        }
        return degree;
    }

    /** Makes the candidates of {@code depth} that are adjacent to {@code v} the set of the next depth; returns their number. */
    int enter(int depth, int v) {
        long set = set(depth);
        long next = set(depth + 1);
        long at = (long) v * words;
        int count = 0;
        for (int word = 0; word < words; word++) {
            long common = bits.get(set + word) & bits.get(at + word);
            bits.set(next + word, common);
            count += Long.bitCount(common);
        }
        return count;
    }

    void remove(int depth, int v) {
        long at = set(depth) + (v >> 6);
        bits.set(at, bits.get(at) & ~(1L << v));
    }

    @Override
    public void close() {
        numbers.close();
        bits.close();
    }
}
