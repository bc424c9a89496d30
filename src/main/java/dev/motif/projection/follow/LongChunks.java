package dev.motif.projection.follow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Longs one after the other, numbered from 0 on, of which the first ones can be dropped. They lie in arrays of {@value
 * #CHUNK} longs, whose bytes a {@link ChangeLog.Limit} counts. Not thread-safe.
 */
final class LongChunks {
    static final int CHUNK = 1 << 9;

    /** The bytes that a chunk takes on the heap: its values, the header of the array, and what refers to it. */
    static final long CHUNK_BYTES = (long) CHUNK * Long.BYTES + 32;

    private final ChangeLog.Limit limit;
    private final Deque<long[]> chunks = new ArrayDeque<>();
    private long[] last;
    /** The number of the first value that is there, which is the first of its chunk. */
    private long first;

    private long end;

    /**
     * Some values, which stay as they are whatever becomes of the list.
     *
     * @param skipped how many values of the first chunk do not belong to them
     */
    record View(List<long[]> chunks, int skipped, long count) {
        long get(long index) {
            long at = index + skipped;
            return chunks.get((int) (at / CHUNK))[(int) (at % CHUNK)];
        }
    }

    LongChunks(ChangeLog.Limit limit) {
        this.limit = limit;
    }

    /** Adds a value; returns false, and adds nothing, where the limit has no room. */
    boolean add(long value) {
        int at = (int) ((end - first) % CHUNK);
        if (at == 0) {
            if (!limit.take(CHUNK_BYTES)) {
                return false;
            }
            last = new long[CHUNK];
            chunks.add(last);
        }
        last[at] = value;
        end++;
        return true;
    }

    /** Adds all values of another list; returns false, and adds some of them, where the limit has no room. */
    boolean addAll(LongChunks others) {
        View all = others.from(others.first);
        for (long i = 0; i < all.count(); i++) {
            if (!add(all.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number of the next value. */
    long end() {
        return end;
    }

    /** How many values are there. */
    long count() {
        return end - first;
    }

    /** The values from {@code number} on, which were not dropped. */
    View from(long number) {
        List<long[]> some = new ArrayList<>();
        long skipped = (number - first) / CHUNK;
        Iterator<long[]> each = chunks.iterator();
        for (long i = 0; each.hasNext(); i++) {
            long[] chunk = each.next();
            if (i >= skipped) {
                some.add(chunk);
            }
        }
        return new View(some, (int) ((number - first) % CHUNK), end - number);
    }

    /** Drops chunks whose values all have lower numbers than {@code number}, and all chunks where no other value is left. */
    void dropBefore(long number) {
        if (number >= end) {
            limit.giveBack(chunks.size() * CHUNK_BYTES);
            chunks.clear();
            end = number;
            first = number;
        }
        while (first + CHUNK <= number) {
            chunks.remove();
            limit.giveBack(CHUNK_BYTES);
            first += CHUNK;
        }
    }
}
