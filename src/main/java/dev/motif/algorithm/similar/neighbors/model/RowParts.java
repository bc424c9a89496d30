package dev.motif.algorithm.similar.neighbors.model;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import java.util.ArrayList;
import java.util.List;

/** Divides the rows of a graph into ranges of which a device takes one after the other, since it cannot hold all. */
public final class RowParts {
    private RowParts() {}

    /**
     * A range of rows, {@code [from, to)}.
     *
     * @param slots the number of slots of these rows, 1 or more
     */
    public record Part(int from, int to, long firstSlot, long slots) {}

    /**
     * Divides {@code rows} into ranges of at most {@code mostSlots} slots, each as long as possible; ranges without
     * slots are left out. No row may have more slots than that.
     */
    public static List<Part> of(Csr rows, long mostSlots) {
        List<Part> parts = new ArrayList<>();
        int count = rows(rows);
        int from = 0;
        for (int row = 0; row < count; row++) {
            if (rows.end(row) - rows.start(from) > mostSlots) {
                add(parts, rows, from, row);
                from = row;
            }
        }
        add(parts, rows, from, count);
        return parts;
    }

    /** The number of rows without the last ones that have no slots, such as rows of isolated vertices. */
    public static int rows(Csr rows) {
        return rows.slotCount() == 0 ? 0 : rows.vertexOf(rows.slotCount() - 1) + 1;
    }

    private static void add(List<Part> parts, Csr rows, int from, int to) {
        long slots = rows.offsets().get(to) - rows.offsets().get(from);
        if (slots > 0) {
            parts.add(new Part(from, to, rows.offsets().get(from), slots));
        }
    }

    /** The number of passes for {@code parts} ranges: one for each pair of a range and itself or a later one. */
    public static long passes(long parts) {
        return parts * (parts + 1) / 2;
    }

    /** About how many ranges {@link #of} makes of {@code slots} slots. */
    public static long count(long slots, long mostSlots) {
        return Math.max(1, (slots + mostSlots - 1) / mostSlots);
    }

    /** An upper bound for the length of a row of a graph that is oriented by degree. */
    public static long longestOriented(GraphSize size) {
        return Math.min(Math.max(1, size.vertices() - 1), (long) Math.sqrt(2.0 * size.edges()) + 1);
    }
}
