package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.graph.OffHeapInts;

/** Counts the elements that two ascending lists without duplicates have in common, by merging. For one thread. */
public interface ListMerge {
    /** The module of the Vector API, as long as that is incubating. */
    String VECTOR_MODULE = "jdk.incubator.vector";

    /** How many elements {@code lists[a, endOfA)} and {@code lists[b, endOfB)} have in common. */
    int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB);

    /** A new merge in vector registers where this JVM has the Vector API, else a scalar one. */
    static ListMerge fastest() {
        return vectorsAvailable() ? new VectorMerge() : new ScalarMerge();
    }

    /** True when the JVM was started with {@code --add-modules jdk.incubator.vector}. */
    static boolean vectorsAvailable() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
    }
}
