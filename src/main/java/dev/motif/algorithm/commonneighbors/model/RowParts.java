package dev.motif.algorithm.commonneighbors.model;

import dev.motif.backend.GraphSize;
import dev.motif.graph.Csr;
import java.util.ArrayList;
import java.util.List;

/** Ranges of consecutive rows that a device takes one after the other, since it cannot hold all of them. */
public final class RowParts {
    private RowParts() {}

    /**
     * Rows {@code [from, to)}.
     *
     * @param firstSlot their first slot
     * @param slots how many they have, 1 or more
     */
    public record Part(int from, int to, long firstSlot, long slots) {}

    /** Ranges of at most so many slots, as long as can be; none is without slots. No row has more. */
    public static List<Part> of(Csr rows, long mostSlots) {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        for (int row = 0; row < rows.vertexCount(); row++) {
            if (rows.end(row) - rows.start(from) > mostSlots) {
                add(parts, rows, from, row);
                from = row;
            }
        }
        add(parts, rows, from, rows.vertexCount());
        return parts;
    }

    private static void add(List<Part> parts, Csr rows, int from, int to) {
        long slots = rows.offsets().get(to) - rows.offsets().get(from);
        if (slots > 0) {
            parts.add(new Part(from, to, rows.offsets().get(from), slots));
        }
    }

    /** Passes over all pairs of ranges, of which the second is not before the first. */
    public static long passes(long parts) {
        return parts * (parts + 1) / 2;
    }

    /** About how many ranges there are. */
    public static long count(long slots, long mostSlots) {
        return Math.max(1, (slots + mostSlots - 1) / mostSlots);
    }

    /** No row of a graph oriented by degree is longer. */
    public static long longestOriented(GraphSize size) {
        return Math.min(Math.max(1, size.vertices() - 1), (long) Math.sqrt(2.0 * size.edges()) + 1);
    }
}
