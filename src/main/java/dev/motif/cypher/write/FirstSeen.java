package dev.motif.cypher.write;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.text.GroupId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * When groups were first written, by their {@link GroupId}: a hash table off the heap, since an earlier run may have written
 * millions. It takes 48 to 96 bytes a group, and half as much again while it grows. Owns its memory. For one thread.
 */
final class FirstSeen implements AutoCloseable {
    /** A slot has the two halves of an id, the seconds of a time since 1970, and its nanoseconds or {@link #EMPTY}. */
    private static final int LONGS_OF_SLOT = 4;

    private static final long EMPTY = -1;
    private static final long FIRST_SLOTS = 1 << 6;

    private final NativeMemory memory;
    /** Null while there is none. */
    private OffHeapLongs slots;

    private long count;

    FirstSeen(NativeMemory memory) {
        this.memory = memory;
    }

    /** Remembers the time of a group, or the earliest of several; does nothing where {@code groupId} is no id. */
    void remember(String groupId, ZonedDateTime seen) {
        if (!GroupId.isOne(groupId)) {
            return;
        }
        if (slots == null || 3 * (count + 1) > 2 * slotCount()) {
            grow();
        }
        long at = find(GroupId.high(groupId), GroupId.low(groupId));
        Instant time = seen.toInstant();
        if (slots.get(at + 3) == EMPTY) {
            slots.set(at, GroupId.high(groupId));
            slots.set(at + 1, GroupId.low(groupId));
            count++;
        } else if (!time.isBefore(time(at))) {
            return;
        }
        slots.set(at + 2, time.getEpochSecond());
        slots.set(at + 3, time.getNano());
    }

    /** The time of a group, in UTC; {@code otherwise} where there is none. */
    ZonedDateTime of(String groupId, ZonedDateTime otherwise) {
        if (slots == null) {
            return otherwise;
        }
        long at = find(GroupId.high(groupId), GroupId.low(groupId));
        return slots.get(at + 3) == EMPTY ? otherwise : time(at).atZone(ZoneOffset.UTC);
    }

    private Instant time(long at) {
        return Instant.ofEpochSecond(slots.get(at + 2), slots.get(at + 3));
    }

    private long slotCount() {
        return slots.length() / LONGS_OF_SLOT;
    }

    /** Where the slot of an id begins, or the empty slot for it. */
    private long find(long high, long low) {
        long mask = slotCount() - 1;
        // The ids are mixed already.
        for (long slot = low & mask; ; slot = slot + 1 & mask) {
            long at = slot * LONGS_OF_SLOT;
            if (slots.get(at + 3) == EMPTY || slots.get(at + 1) == low && slots.get(at) == high) {
                return at;
            }
        }
    }

    private void grow() {
        OffHeapLongs before = slots;
        OffHeapLongs larger = memory.longs(before == null ? FIRST_SLOTS * LONGS_OF_SLOT : 2 * before.length());
        for (long at = 3; at < larger.length(); at += LONGS_OF_SLOT) {
            larger.set(at, EMPTY);
        }
        slots = larger;
        if (before == null) {
            return;
        }
        for (long from = 0; from < before.length(); from += LONGS_OF_SLOT) {
            if (before.get(from + 3) != EMPTY) {
                long at = find(before.get(from), before.get(from + 1));
                larger.copyFrom(before, from, at, LONGS_OF_SLOT);
            }
        }
        before.close();
    }

    @Override
    public void close() {
        if (slots != null) {
            slots.close();
            slots = null;
        }
    }
}
