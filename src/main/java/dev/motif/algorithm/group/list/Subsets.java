package dev.motif.algorithm.group.list;

/** The subsets of {@code size} elements of the numbers below some count, one after the other, in lexicographic order. */
final class Subsets {
    private final int[] elements;
    private int count;
    private boolean begun;

    /** Has no subset before {@link #of} is called. */
    Subsets(int size) {
        this.elements = new int[size];
        this.count = size - 1;
    }

    /** Begins with the subsets of the numbers below {@code newCount}. */
    void of(int newCount) {
        count = newCount;
        begun = false;
    }

    /** Goes to the next subset; returns false when there is none. */
    boolean next() {
        int last = elements.length - 1;
        int place = last;
        if (begun) {
            while (place >= 0 && elements[place] == count - 1 - (last - place)) {
                place--;
            }
            if (place < 0) {
                return false;
            }
            elements[place]++;
        } else {
            if (elements.length > count) {
                return false;
            }
            begun = true;
            place = 0;
            if (last >= 0) {
                elements[0] = 0;
            }
        }
        while (place < last) {
            elements[place + 1] = elements[place] + 1;
            place++;
        }
        return true;
    }

    /** The element at {@code place} of the current subset; elements are ascending. */
    int element(int place) {
        return elements[place];
    }
}
