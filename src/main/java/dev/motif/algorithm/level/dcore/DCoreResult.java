package dev.motif.algorithm.level.dcore;

import dev.motif.graph.memory.OffHeapInts;
import java.io.Serializable;

/**
 * The cores of a directed graph. Owns its memory.
 *
 * @param k the least number of arcs to each vertex of the cores of {@code levels}
 * @param in for each vertex the largest k of its (k,0)-cores, its in-core number
 * @param out for each vertex the largest l of its (0,l)-cores, its out-core number
 * @param levels for each vertex the largest l whose (k,l)-core it is in; {@link #NONE} when it is not even in the (k,0)-core
 */
public record DCoreResult(int k, OffHeapInts in, OffHeapInts out, OffHeapInts levels)
        implements AutoCloseable, Serializable {
    /** Stands for no core. */
    public static final int NONE = -1;

    /** The number of vertices of the (k,l)-core. */
    public long count(int l) {
        long count = 0;
        for (long v = 0; v < levels.length(); v++) {
            count += levels.get(v) >= l ? 1 : 0;
        }
        return count;
    }

    /** The largest of some numbers, 0 where there are none or each is {@link #NONE}. */
    public static int largest(OffHeapInts numbers) {
        int largest = 0;
        for (long v = 0; v < numbers.length(); v++) {
            largest = Math.max(largest, numbers.get(v));
        }
        return largest;
    }

    @Override
    public void close() {
        in.close();
        out.close();
        levels.close();
    }
}
