package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.memory.OffHeapInts;

/** Merges element by element. Which list advances is computed without a branch, since no branch could be predicted. */
final class ScalarMerge implements ListMerge {
    @Override
    public int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB) {
        long i = a;
        long j = b;
        int common = 0;
        while (i < endOfA && j < endOfB) {
            int x = lists.get(i);
            int y = lists.get(j);
            common += x == y ? 1 : 0;
            i += x <= y ? 1 : 0;
            j += y <= x ? 1 : 0;
        }
        return common;
    }
}
