package dev.motif.graph;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapMemoryException;
import java.util.function.LongFunction;

/**
 * Makes arrays of more elements than an int can number. Pages exist only once they are touched, so this costs little.
 */
public final class SparseArrays {
    /** The first index that does not fit an int. */
    public static final long FIRST_LONG_INDEX = 1L << 31;

    public static final long LENGTH = FIRST_LONG_INDEX + 100;

    private SparseArrays() {}

    public static OffHeapInts ints(NativeMemory memory) {
        return allocate(memory::ints);
    }

    public static OffHeapLongs longs(NativeMemory memory) {
        return allocate(memory::longs);
    }

    private static <T> T allocate(LongFunction<T> allocator) {
        try {
            return allocator.apply(LENGTH);
        } catch (OffHeapMemoryException e) {
            return abort("this machine does not hand out address space for " + LENGTH + " elements: " + e.getMessage());
        }
    }
}
