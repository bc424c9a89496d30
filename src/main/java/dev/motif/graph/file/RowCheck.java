package dev.motif.graph.file;

import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/**
 * Checks that what a file holds is a graph, whoever wrote it: algorithms rely on that, and do not check the indexes of arrays
 * off the heap. That one direction is the other reversed is checked by the sum of {@code hash(u) * hash(~v)}, modulo 2 to the
 * power of 64, over all edges from {@code u} to {@code v}.
 */
record RowCheck(Path path, Workers workers) {
    private static final int VERTICES_PER_TASK = 1 << 14;

    /** Checks that {@code right} is {@code left} reversed. */
    void transposed(Csr left, Csr right) {
        long forward = sum(left, GraphFile.LEFT, right.vertexCount(), 0);
        long backward = sum(right, GraphFile.RIGHT, left.vertexCount(), Integer.MAX_VALUE);
        if (left.slotCount() != right.slotCount() || forward + backward != 0) {
            throw new GraphFileException(path, "sections left and right hold different edges");
        }
    }

    /** Checks that each edge has its reverse. A self-loop has none. */
    void symmetric(Csr rows) {
        if (sum(rows, GraphFile.NODES, rows.vertexCount(), -1) != 0 || rows.slotCount() % 2 != 0) {
            throw new GraphFileException(
                    path, "section nodes.neighbors has an edge without its reverse, or a self-loop");
        }
    }

    private static long hash(int vertex) {
        long mixed = vertex * 0x9E3779B97F4A7C15L + 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> Integer.SIZE;
    }

    /**
     * Checks the rows of a part, whose neighbors are below {@code columns}. Returns the sum of all edges, where those to
     * neighbors below {@code split} count as reversed ones, of which the sum is subtracted.
     *
     * @param split a vertex, or -1 for the one that has the row
     */
    private long sum(Csr rows, String part, int columns, int split) {
        int vertices = rows.vertexCount();
        if (rows.start(0) != 0 || rows.start(vertices) != rows.slotCount()) {
            throw wrong(part, 0);
        }
        // All offsets first: only then all slots are known to exist.
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                if (rows.end(u) < rows.start(u)) {
                    throw wrong(part, u);
                }
            }
        });
        LongAdder sum = new LongAdder();
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            long own = 0;
            for (int u = (int) from; u < to; u++) {
                own += sumOfRow(rows, part, columns, u, split < 0 ? u + 1 : split);
            }
            sum.add(own);
        });
        return sum.sum();
    }

    private long sumOfRow(Csr rows, String part, int columns, int u, int split) {
        long start = rows.start(u);
        long end = rows.end(u);
        // Where the row is not ascending this is any slot of it, and the loops below find that.
        long middle = split == 0 ? start : split == Integer.MAX_VALUE ? end : rows.firstSlotFrom(u, split);
        int last = -1;
        boolean ascending = true;
        long backward = 0;
        for (long slot = start; slot < middle; slot++) {
            int v = rows.neighbor(slot);
            ascending &= v > last;
            backward += hash(v);
            last = v;
        }
        long forward = 0;
        for (long slot = middle; slot < end; slot++) {
            int v = rows.neighbor(slot);
            ascending &= v > last;
            forward += hash(~v);
            last = v;
        }
        if (!ascending || last >= columns) {
            throw wrong(part, u);
        }
        return hash(u) * forward - hash(~u) * backward;
    }

    private GraphFileException wrong(String part, int vertex) {
        return new GraphFileException(path, "sections " + part + " have no row of a graph for vertex " + vertex);
    }
}
