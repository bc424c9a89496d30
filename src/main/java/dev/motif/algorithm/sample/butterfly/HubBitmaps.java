package dev.motif.algorithm.sample.butterfly;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The neighborhoods of the vertices of largest degree as bitmaps, no larger than their rows. */
final class HubBitmaps {
    /** A hub has at least one in this number of the other side's vertices as neighbors. */
    private static final int ONE_IN = Integer.SIZE;

    /** The most bytes of all bitmaps: with more than fit the processors' caches, they gain less. */
    private static final long MOST_BYTES = 1 << 26;

    private static final long MOST_HUBS = 1 << 16;

    /** Rows of fewer neighbors are read as they are. */
    private static final long LEAST_DEGREE = 64;

    private final int[] hubs;
    private final long words;
    private final OffHeapLongs bits;

    /**
     * @param others the number of vertices of the other side
     * @param scope owns the memory
     */
    HubBitmaps(Csr rows, int others, OffHeapScope scope, Workers workers) {
        words = (others + Long.SIZE - 1L) / Long.SIZE;
        long degree = Math.max(LEAST_DEGREE, others / ONE_IN);
        hubs = hubs(rows, degree, Math.min(MOST_HUBS, MOST_BYTES / (words * Long.BYTES)));
        bits = scope.longs(hubs.length * words);
        workers.forRanges(hubs.length, 1, (worker, from, to) -> {
            for (long hub = from; hub < to; hub++) {
                fill(rows, (int) hub);
            }
        });
    }

    /** The most bytes off the heap. */
    static long bytes(GraphSize size) {
        // A hub has one in 32 of the other side as neighbors, of 4 bytes, so its bitmap is hardly larger than its row.
        return Math.min(MOST_BYTES, 2 * size.edges() * Integer.BYTES);
    }

    /** The vertices of at least a degree, which is doubled until at most {@code most} vertices reach it. */
    private static int[] hubs(Csr rows, long degree, long most) {
        int[] hubs;
        long least = degree;
        do {
            long now = least;
            hubs = IntStream.range(0, rows.vertexCount())
                    .filter(v -> rows.degree(v) >= now)
                    .toArray();
            least *= 2;
        } while (hubs.length > most);
        return hubs;
    }

    private void fill(Csr rows, int hub) {
        long first = hub * words;
        for (long word = first; word < first + words; word++) {
            bits.set(word, 0);
        }
        for (long slot = rows.start(hubs[hub]); slot < rows.end(hubs[hub]); slot++) {
            int other = rows.neighbor(slot);
            long word = first + other / Long.SIZE;
            bits.set(word, bits.get(word) | 1L << other);
        }
    }

    /** The number of a vertex among the hubs; negative when it is none. */
    int hub(int vertex) {
        return Arrays.binarySearch(hubs, vertex);
    }

    long words() {
        return words;
    }

    /** Word {@code word} of the neighbors that two hubs have in common. */
    long common(int hub, int other, long word) {
        return bits.get(hub * words + word) & bits.get(other * words + word);
    }

    boolean contains(int hub, int neighbor) {
        return (bits.get(hub * words + neighbor / Long.SIZE) >>> neighbor & 1) != 0;
    }
}
