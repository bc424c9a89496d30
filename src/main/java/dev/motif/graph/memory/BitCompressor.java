package dev.motif.graph.memory;

/**
 * Compresses bitmaps: moves the bits at selected positions together, in their order. As in Warren, "Hacker's Delight",
 * section 7-4, with the moves computed once for each word of the selection.
 */
public final class BitCompressor {
    private static final int MOVES = 6;

    private long[] selection = new long[0];
    private long[] moves = new long[0];

    /** For each word, the position in the result where its bits begin. */
    private int[] offsets = new int[0];

    private int words;
    private int size;

    /** Selects the positions whose bits are set in the {@code newWords} words of {@code bits} from {@code start} on. */
    public void select(OffHeapLongs bits, long start, int newWords) {
        words = newWords;
        if (selection.length < words) {
            selection = new long[words];
            moves = new long[MOVES * words];
            offsets = new int[words];
        }
        size = 0;
        for (int w = 0; w < words; w++) {
            selection[w] = bits.get(start + w);
            offsets[w] = size;
            size += Long.bitCount(selection[w]);
        }
    }

    public int size() {
        return size;
    }

    /** Computes the moves. Must be called after {@link #select} and before anything is compressed. */
    public void planMoves() {
        for (int w = 0; w < words; w++) {
            long mask = selection[w];
            long unselected = ~mask << 1;
            for (int move = 0; move < MOVES; move++) {
                long parity = unselected;
                for (int shift = 1; shift < Long.SIZE; shift <<= 1) {
                    parity ^= parity << shift;
                }
                long moved = parity & mask;
                moves[MOVES * w + move] = moved;
                mask = mask ^ moved | moved >>> (1 << move);
                unselected &= ~parity;
            }
        }
    }

    /** Writes the selected bits of {@code bits} from {@code start} on to {@code target}, which must be 0. */
    public void compress(OffHeapLongs bits, long start, OffHeapLongs target, long targetStart) {
        for (int w = 0; w < words; w++) {
            long part = compressed(bits.get(start + w), w);
            if (part != 0) {
                long at = targetStart + (offsets[w] >>> 6);
                int shift = offsets[w] & Long.SIZE - 1;
                target.set(at, target.get(at) | part << shift);
                long rest = shift == 0 ? 0 : part >>> Long.SIZE - shift;
                if (rest != 0) {
                    target.set(at + 1, target.get(at + 1) | rest);
                }
            }
        }
    }

    /** The selected bits of {@code bits} from {@code start} on, as one word; at most 64 positions may be selected. */
    public long compressToWord(OffHeapLongs bits, long start) {
        long result = 0;
        for (int w = 0; w < words; w++) {
            if (selection[w] != 0) {
                result |= compressed(bits.get(start + w), w) << offsets[w];
            }
        }
        return result;
    }

    private long compressed(long word, int w) {
        long bits = word & selection[w];
        if (bits == 0) {
            return 0;
        }
        for (int move = 0; move < MOVES; move++) {
            long moved = bits & moves[MOVES * w + move];
            bits = bits ^ moved | moved >>> (1 << move);
        }
        return bits;
    }

    /** Writes the entries of {@code ids} at the selected positions, counted from {@code idStart}, to {@code target}. */
    public void selectIds(OffHeapLongs ids, long idStart, OffHeapLongs target, long targetStart) {
        long next = targetStart;
        for (int w = 0; w < words; w++) {
            for (long left = selection[w]; left != 0; left &= left - 1) {
                target.set(next++, ids.get(idStart + (long) w * Long.SIZE + Long.numberOfTrailingZeros(left)));
            }
        }
    }
}
