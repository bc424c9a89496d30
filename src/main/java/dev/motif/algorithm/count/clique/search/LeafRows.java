package dev.motif.algorithm.count.clique.search;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * Numbers of leaves by what they count for, such as a vertex, and by their kind: a row for each owner and each number
 * {@code p} of free vertices, whose cell {@code h} has the leaves of {@code h} fixed vertices. Rows may be in parts, each of
 * which is a row here, and is made when it is first added to. The state of one worker; owns its memory.
 */
final class LeafRows implements AutoCloseable {
    private static final long FIRST_LONGS = 1 << 12;

    /**
     * The bits of a key that have the number of the part; the bits of p are above them, and the owner is above these.
     */
    private static final int PART_BITS = 13;

    private static final int FREE_BITS = 17;

    /** Most owners a key can name: enough for all pairs of 92,000 candidates. */
    private static final long MOST_OWNERS = 1L << Long.SIZE - 1 - FREE_BITS - PART_BITS;

    /** The longs of a head: the key of its row, and the range of the cells that are in use, the end in the upper half. */
    private static final int HEAD = 2;

    private static final int RANGE = 1;

    /** The fewest rows that there is room for, however long they are. */
    private static final int LEAST_ROWS = 16;

    /** The {@code partShift} of rows that have no parts. */
    static final int WHOLE = 30;

    /** The most slots for which each whole row has one of its own. */
    private static final long MOST_OWN_SLOTS = 1 << 17;

    private final NativeMemory memory;
    private final long mostLongs;

    /** The heads of all rows, apart from the cells: many are looked at, and few at a time of the cells. */
    private OffHeapLongs heads;

    private OffHeapLongs cells;

    /** The cell {@code h} is in the part {@code h >> partShift}. */
    private final int partShift;

    /** The cells of a row. */
    private int width;

    private int largest;

    private long owners;

    /** Whether each row has a slot that no other leads to. */
    private boolean ownSlots;

    private int count;

    /** For each row its index in {@link #slots}. */
    private int[] slotOf = new int[64];

    /** The number of a row plus 1 where its key, or one before it, leads; 0 for none. */
    private int[] slots = new int[256];

    /**
     * @param mostLongs about the most longs to hold at once
     * @param partShift each part has {@code 2^partShift} cells, or fewer where a row has
     */
    LeafRows(long mostLongs, int partShift, NativeMemory memory) {
        this.mostLongs = mostLongs;
        this.partShift = partShift;
        this.memory = memory;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs noHeads = scope.longs(0);
            this.cells = memory.longs(0);
            this.heads = scope.keep(noHeads);
        }
    }

    /**
     * Forgets all rows, for others of less than {@code newOwners} owners whose cells are 0 to {@code newLargest}. Of whole
     * rows p is less than {@code newOwners} too.
     */
    void begin(long newOwners, int newLargest) {
        if (newOwners > MOST_OWNERS) {
            throw new IllegalStateException("too many candidates of one root for counts of several sizes");
        }
        clear();
        owners = newOwners;
        largest = newLargest;
        width = Math.min(newLargest + 1, 1 << partShift);
        ownSlots = partShift == WHOLE && owners * owners <= MOST_OWN_SLOTS;
        if (ownSlots && slots.length < owners * owners) {
            slots = new int[2 * Integer.highestOneBit((int) (owners * owners))];
        }
    }

    void clear() {
        while (count > 0) {
            slots[slotOf[--count]] = 0;
        }
    }

    /** The rows by owner, and the rows of one owner by p, ascending, as keys. */
    long[] sortedKeys() {
        long[] keys = new long[count];
        Arrays.setAll(keys, this::key);
        Arrays.sort(keys);
        return keys;
    }

    static long owner(long key) {
        return key >> FREE_BITS + PART_BITS;
    }

    static int free(long key) {
        return (int) (key >> PART_BITS) & (1 << FREE_BITS) - 1;
    }

    private long key(int row) {
        return heads.get((long) row * HEAD);
    }

    private int slot(long key) {
        return slot(key, owner(key), free(key));
    }

    private int slot(long key, long owner, int p) {
        if (ownSlots) {
            return (int) (owner + p * owners);
        }
        int mask = slots.length - 1;
        // Whole rows with the same p, which often follow one another in leaves, are next to each other.
        int slot = mask & (int) (partShift == WHOLE ? owner + p * owners : key * 0x9E3779B97F4A7C15L >>> Integer.SIZE);
        while (slots[slot] != 0 && key(slots[slot] - 1) != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The number of the row with this key, which there is. */
    int row(long key) {
        return slots[slot(key)] - 1;
    }

    /** The first cell of a row that was added to. */
    int from(int row) {
        return (int) heads.get((long) row * HEAD + RANGE);
    }

    /** The end of the cells of a row that were added to. */
    int to(int row) {
        return (int) (heads.get((long) row * HEAD + RANGE) >> Integer.SIZE);
    }

    /** The leaves in a cell from {@link #from} to {@link #to} of a row. */
    long get(int row, int cell) {
        return cells.get((long) row * width + (cell & (1 << partShift) - 1));
    }

    /**
     * Adds {@code values[at]} to the cell {@code h}, and so on up to {@code values[end - 1]}, without the cells beyond
     * the row. Returns how many were added, from the first one on: fewer where a row is missing for which there is no
     * room.
     */
    int add(long owner, int p, int h, long[] values, int at, int end) {
        int length = Math.min(end - at, largest + 1 - h);
        if (partShift == WHOLE) {
            return length <= 0 || addPart(owner, p, 0, h, values, at, length) ? end - at : 0;
        }
        for (int done = 0; done < length; ) {
            int part = h + done >> partShift;
            int count = Math.min(length - done, (part + 1 << partShift) - h - done);
            if (!addPart(owner, p, part, h + done, values, at + done, count)) {
                return done;
            }
            done += count;
        }
        return end - at;
    }

    private boolean addPart(long owner, int p, int part, int h, long[] values, int at, int count) {
        long key = owner << FREE_BITS + PART_BITS | (long) p << PART_BITS | part;
        int row = slots[slot(key, owner, p)] - 1;
        if (row < 0) {
            row = make(key, h);
            if (row < 0) {
                return false;
            }
        }
        OffHeapLongs into = cells;
        long first = (long) row * width - (part << partShift);
        widen(row, first, h, h + count);
        first += h;
        for (int i = 0; i < count; i++) {
            into.add(first + i, values[at + i]);
        }
        return true;
    }

    private int make(long key, int h) {
        if (count >= LEAST_ROWS && (long) (count + 1) * (HEAD + width) > mostLongs) {
            return -1;
        }
        if (2 * (count + 1) > slotOf.length) {
            slotOf = Arrays.copyOf(slotOf, 2 * slotOf.length);
            if (4 * slotOf.length > slots.length) {
                slots = new int[4 * slotOf.length];
                for (int row = 0; row < count; row++) {
                    enter(row);
                }
            }
        }
        heads = withRoom(heads, HEAD);
        cells = withRoom(cells, width);
        heads.set((long) count * HEAD, key);
        heads.set((long) count * HEAD + RANGE, range(h, h));
        enter(count);
        return count++;
    }

    private void enter(int row) {
        slotOf[row] = slot(key(row));
        slots[slotOf[row]] = row + 1;
    }

    /** {@code of}, or a larger copy of it, with room for one more row, of {@code longs} each. */
    private OffHeapLongs withRoom(OffHeapLongs of, int longs) {
        long needed = (long) (count + 1) * longs;
        if (needed <= of.length()) {
            return of;
        }
        long most = mostLongs / (HEAD + width) * longs;
        OffHeapLongs larger = memory.longs(Math.max(needed, Math.min(most, Math.max(FIRST_LONGS, 2 * of.length()))));
        larger.copyFrom(of, 0, 0, of.length());
        of.close();
        return larger;
    }

    private static long range(int from, int to) {
        return (long) to << Integer.SIZE | from;
    }

    /**
     * Makes the cells of a row in use include the cells from {@code from} to {@code to}. Its cell 0 is, or would be, at
     * {@code first}.
     */
    private void widen(int row, long first, int from, int to) {
        int before = from(row);
        int end = to(row);
        if (from < before || to > end) {
            if (from < before) {
                cells.clear(first + from, first + before);
            }
            if (to > end) {
                cells.clear(first + end, first + to);
            }
            heads.set((long) row * HEAD + RANGE, range(Math.min(from, before), Math.max(to, end)));
        }
    }

    @Override
    public void close() {
        heads.close();
        cells.close();
    }

    /** The most off-heap bytes, of rows of {@code largest} cells, while they grow. */
    static long peakBytes(long mostLongs, long largest) {
        return 2 * Math.max(mostLongs, LEAST_ROWS * (HEAD + 1 + largest)) * Long.BYTES;
    }
}
