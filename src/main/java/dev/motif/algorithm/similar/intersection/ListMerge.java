package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.memory.OffHeapInts;

/**
 * Counts the elements that two ascending lists without duplicates have in common, by merging. Elements are 0 or more. For
 * one thread.
 */
public interface ListMerge {
    /** The module of the Vector API, as long as that is incubating. */
    String VECTOR_MODULE = "jdk.incubator.vector";

    /** How many elements {@code lists[a, endOfA)} and {@code lists[b, endOfB)} have in common. */
    int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB);

    /** Elements that {@link #below} looks at. */
    int LINEAR = 16;

    /** How many of the {@value #LINEAR} elements of an ascending list that begin at {@code from} are below a pivot. */
    default int below(OffHeapInts list, long from, int pivot) {
        for (int i = 0; i < LINEAR; i++) {
            if (list.get(from + i) >= pivot) {
                return i;
            }
        }
        return LINEAR;
    }

    /** A new merge in vector registers where this JVM has the Vector API, else a scalar one. */
    static ListMerge fastest() {
        return ofBits(Integer.MAX_VALUE);
    }

    /** The fastest merge, see {@link #fastest}, in registers of at most {@code most} bits; 0 for none. */
    static ListMerge ofBits(int most) {
        return most > 0 && vectorsAvailable() ? VectorMerge.ofBits(most) : new ScalarMerge();
    }

    /** True when the JVM was started with {@code --add-modules jdk.incubator.vector}. */
    static boolean vectorsAvailable() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
    }
}
