package dev.motif.graph.file;

import dev.motif.graph.Csr;
import dev.motif.parallel.Workers;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/**
 * Checks that what a file holds is a graph, whoever wrote it: algorithms rely on that, and do not check the indexes of arrays
 * off the heap. That one direction is the other reversed is checked by sums of 64-bit hashes of all edges.
 */
final class RowCheck {
    private static final int VERTICES_PER_TASK = 1 << 14;

    private final Path path;
    private final Workers workers;

    RowCheck(Path path, Workers workers) {
        this.path = path;
        this.workers = workers;
    }

    /** What a neighbor {@code v} of vertex {@code u} adds to a sum. */
    @FunctionalInterface
    private interface Slot {
        long hash(int u, int v);
    }

    /** Checks that {@code right} is {@code left} reversed. */
    void transposed(Csr left, Csr right) {
        long forward = rows(left, GraphFile.LEFT, right.vertexCount(), RowCheck::hash);
        long backward = rows(right, GraphFile.RIGHT, left.vertexCount(), (v, u) -> hash(u, v));
        if (left.slotCount() != right.slotCount() || forward != backward) {
            throw new GraphFileException(path, "sections left and right hold different edges");
        }
    }

    /** Checks that each edge has its reverse. A self-loop has none. */
    void symmetric(Csr rows) {
        long sum = rows(rows, GraphFile.NODES, rows.vertexCount(), (u, v) -> u < v ? hash(u, v) : -hash(v, u));
        if (sum != 0 || rows.slotCount() % 2 != 0) {
            throw new GraphFileException(
                    path, "section nodes.neighbors has an edge without its reverse, or a self-loop");
        }
    }

    private static long hash(int u, int v) {
        long mixed = ((long) u << Integer.SIZE | v) * 0x9E3779B97F4A7C15L;
        return (mixed ^ mixed >>> Integer.SIZE) * 0xD6E8FEB86659FD93L;
    }

    /** Checks the rows of a part, whose neighbors are below {@code columns}, and returns the sum of all hashes. */
    private long rows(Csr rows, String part, int columns, Slot slot) {
        int vertices = rows.vertexCount();
        if (rows.start(0) != 0 || rows.start(vertices) != rows.slotCount()) {
            throw wrong(part, 0);
        }
        LongAdder sum = new LongAdder();
        // All offsets first: only then all slots are known to exist.
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                if (rows.end(u) < rows.start(u)) {
                    throw wrong(part, u);
                }
            }
        });
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            long own = 0;
            for (int u = (int) from; u < to; u++) {
                int last = -1;
                long end = rows.end(u);
                for (long at = rows.start(u); at < end; at++) {
                    int v = rows.neighbor(at);
                    if (v <= last || v >= columns) {
                        throw wrong(part, u);
                    }
                    own += slot.hash(u, v);
                    last = v;
                }
            }
            sum.add(own);
        });
        return sum.sum();
    }

    private GraphFileException wrong(String part, int vertex) {
        return new GraphFileException(path, "sections " + part + " have no row of a graph for vertex " + vertex);
    }
}
