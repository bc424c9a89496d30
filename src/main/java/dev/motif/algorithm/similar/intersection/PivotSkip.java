package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.memory.OffHeapInts;

/**
 * Counts the elements that two ascending lists have in common by skipping: the next element of each list is searched in
 * the other. Takes O(s log(l/s)) for lists of s and l elements, where s is the shorter.
 */
final class PivotSkip {
    private PivotSkip() {}

    /**
     * How many elements {@code lists[a, endOfA)} and {@code lists[b, endOfB)} have in common.
     *
     * @param linear looks at the next elements before larger and larger steps are taken
     */
    static int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB, ListMerge linear) {
        long i = a;
        long j = b;
        int common = 0;
        while (i < endOfA && j < endOfB) {
            i = lowerBound(lists, i, endOfA, lists.get(j), linear);
            if (i == endOfA) {
                break;
            }
            j = lowerBound(lists, j, endOfB, lists.get(i), linear);
            if (j < endOfB && lists.get(i) == lists.get(j)) {
                common++;
                i++;
                j++;
            }
        }
        return common;
    }

    /** The first index in {@code [from, to)} whose element is {@code pivot} or above, or {@code to}. */
    static long lowerBound(OffHeapInts list, long from, long to, int pivot, ListMerge linear) {
        if (to - from < ListMerge.LINEAR) {
            return list.lowerBound(from, to, pivot);
        }
        int below = linear.below(list, from, pivot);
        if (below < ListMerge.LINEAR) {
            return from + below;
        }
        long last = from + ListMerge.LINEAR - 1;
        long step = ListMerge.LINEAR;
        while (last + step < to && list.get(last + step) < pivot) {
            last += step;
            step <<= 1;
        }
        return list.lowerBound(last + 1, Math.min(to, last + step), pivot);
    }
}
