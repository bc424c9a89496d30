package dev.motif.algorithm.group.rules;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/** A set of transactions, as a bitmap or as an ascending list: of an item, or what several have in common. */
final class TransactionSet {
    /** How many times as long as another list a list must be to be searched for each element of the other. */
    private static final int SEARCHED = 16;

    private OffHeapLongs bits;
    private OffHeapInts list;
    private long start;
    private int size;

    private OffHeapLongs ownBits;
    private OffHeapInts ownList;

    /** Makes this the set of a bitmap that begins at element {@code first} of {@code newBits}, with {@code newSize} bits set. */
    void show(OffHeapLongs newBits, long first, int newSize) {
        bits = newBits;
        list = null;
        start = first;
        size = newSize;
    }

    /** Makes this the set of {@code newSize} elements of {@code newList} from {@code first} on. */
    void show(OffHeapInts newList, long first, int newSize) {
        bits = null;
        list = newList;
        start = first;
        size = newSize;
    }

    boolean isList() {
        return list != null;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return list.get(start + index);
    }

    long word(int word) {
        return bits.get(start + word);
    }

    boolean has(int transaction) {
        if (bits != null) {
            return bits.bit(start * Long.SIZE + transaction) != 0;
        }
        long at = list.lowerBound(start, start + size, transaction);
        return at < start + size && list.get(at) == transaction;
    }

    /** The elements that are read to find what this set and {@code other} have in common. */
    long steps(TransactionSet other, int words) {
        return isList() || other.isList() ? (long) size + other.size : words;
    }

    /** How many of this set are in {@code other}. */
    int common(TransactionSet other, int words) {
        return meet(other, words, null);
    }

    /**
     * Makes this the set of what {@code a} and {@code b} have in common.
     *
     * @param words of a bitmap
     * @param longest the most elements of a list
     * @param scope owns what this set needs for its elements, which it keeps for other ones
     */
    void become(TransactionSet a, TransactionSet b, int words, int longest, OffHeapScope scope) {
        if (a.isList() || b.isList()) {
            ownList = ownList == null ? scope.ints(longest) : ownList;
            show(ownList, 0, 0);
        } else {
            ownBits = ownBits == null ? scope.longs(words) : ownBits;
            show(ownBits, 0, 0);
        }
        size = a.meet(b, words, this);
    }

    private int meet(TransactionSet other, int words, TransactionSet target) {
        if (!isList() && !other.isList()) {
            return meetBits(other, words, target);
        }
        if (!isList() || other.isList() && other.size < size) {
            return other.meetList(this, target);
        }
        return meetList(other, target);
    }

    private int meetBits(TransactionSet other, int words, TransactionSet target) {
        OffHeapLongs ofThis = bits;
        OffHeapLongs ofOther = other.bits;
        long from = start;
        long otherFrom = other.start;
        int found = 0;
        if (target == null) {
            for (int word = 0; word < words; word++) {
                found += Long.bitCount(ofThis.get(from + word) & ofOther.get(otherFrom + word));
            }
            return found;
        }
        OffHeapLongs ofTarget = target.bits;
        for (int word = 0; word < words; word++) {
            long both = ofThis.get(from + word) & ofOther.get(otherFrom + word);
            found += Long.bitCount(both);
            ofTarget.set(word, both);
        }
        return found;
    }

    /** Goes through this list, the shorter one if both are. */
    private int meetList(TransactionSet other, TransactionSet target) {
        boolean searches = other.isList() && other.size / SEARCHED > size;
        long end = other.start + other.size;
        long at = other.start;
        int found = 0;
        for (int i = 0; i < size; i++) {
            int transaction = get(i);
            boolean both;
            if (!other.isList()) {
                both = other.has(transaction);
            } else {
                if (searches) {
                    at = other.list.lowerBound(at, end, transaction);
                }
                while (at < end && other.list.get(at) < transaction) {
                    at++;
                }
                both = at < end && other.list.get(at) == transaction;
            }
            if (both) {
                if (target != null) {
                    target.list.set(found, transaction);
                }
                found++;
            }
        }
        return found;
    }
}
