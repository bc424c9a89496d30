package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.graph.OffHeapInts;

/**
 * Counts the elements that two ascending lists have in common by skipping: the next element of each list is searched in
 * the other. Takes O(s log(l/s)) for lists of s and l elements, where s is the shorter.
 */
final class PivotSkip {
    /** Elements that are looked at one by one before larger and larger steps are taken. */
    private static final int LINEAR = 16;

    private PivotSkip() {}

    /** How many elements {@code lists[a, endOfA)} and {@code lists[b, endOfB)} have in common. */
    static int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB) {
        long i = a;
        long j = b;
        int common = 0;
        while (i < endOfA && j < endOfB) {
            i = lowerBound(lists, i, endOfA, lists.get(j));
            if (i == endOfA) {
                break;
            }
            j = lowerBound(lists, j, endOfB, lists.get(i));
            if (j < endOfB && lists.get(i) == lists.get(j)) {
                common++;
                i++;
                j++;
            }
        }
        return common;
    }

    /** The first index in {@code [from, to)} whose element is {@code pivot} or above, or {@code to}. */
    static long lowerBound(OffHeapInts list, long from, long to, int pivot) {
        long linearEnd = Math.min(to, from + LINEAR);
        for (long i = from; i < linearEnd; i++) {
            if (list.get(i) >= pivot) {
                return i;
            }
        }
        long below = linearEnd - 1;
        long step = LINEAR;
        while (below + step < to && list.get(below + step) < pivot) {
            below += step;
            step <<= 1;
        }
        return list.lowerBound(below + 1, Math.min(to, below + step), pivot);
    }
}
