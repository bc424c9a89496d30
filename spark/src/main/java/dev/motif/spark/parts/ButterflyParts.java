package dev.motif.spark.parts;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Counts the butterflies of a range of rows of one side, with the rows {@code w} of that side in blocks: with {@code c(u,w)}
 * the number of common neighbors,
 *
 * <pre>{@code
 * B(u)   = sum over w != u of C(c(u,w), 2)
 * B(u,v) = sum over w in N(v) \ {u} of (c(u,w) - 1)
 * }</pre>
 *
 * <p>A block is what its rows have of the neighbors of the range, turned around, so that each {@code u} walks to the rows of
 * the block alone. Neighbors are numbered anew, those of the range from 0 on: memory does not depend on the size of the other
 * side, but for a bit a vertex.
 */
public final class ButterflyParts implements AutoCloseable {
    private final FileArrays.Reader reader;
    private final NativeMemory memory;
    private final OffHeapScope scope;
    private final Workers workers;
    private final String part;
    private final String other;
    private final long otherCount;
    private final WorkRange range;
    private final OffHeapInts columns;
    private final Csr rows;

    /** The other part of a bipartite graph. */
    private static String other(String part) {
        return part.equals("left") ? "right" : "left";
    }

    /**
     * Shares out the rows of a side.
     *
     * @param part {@code "left"} or {@code "right"}
     * @param wanted the fewest ranges
     * @param memoryLimit the bytes of all tasks of an executor
     * @param tasks how many of them there are at a time
     */
    public static Plan plan(FileArrays arrays, String part, int wanted, long memoryLimit, int tasks) {
        // A range: offsets, ids, counts; neighbors, columns, counts by slot, ids or degrees of columns, offsets of
        // columns.
        Plan.Cost ofRange = new Plan.Cost(3 * Long.BYTES, 2 * Integer.BYTES + 3 * Long.BYTES);
        // A block: offsets and two counters; neighbors both ways, and what turning them around takes.
        Plan.Cost ofBlock = new Plan.Cost(2 * Long.BYTES, 2 * Integer.BYTES + Long.BYTES);
        long fixed = (arrays.vertices(other(part)) + Long.SIZE) / Byte.SIZE + 8 * Long.BYTES;
        return Plan.of(arrays, part, new Plan.Costs(ofRange, ofBlock, fixed), wanted, memoryLimit, tasks);
    }

    /**
     * About how much work the rows of a side are: the sum of the squares of the other side's degrees.
     *
     * @param part {@code "left"} or {@code "right"}
     */
    public static double work(FileArrays arrays, String part) {
        try (FileArrays.Reader reader = arrays.reader()) {
            FileArrays.Reader.Walk offsets = reader.walk(other(part) + ".offsets");
            double work = 0;
            for (long v = 0; v < arrays.vertices(other(part)); v++) {
                double degree = offsets.get(v + 1) - offsets.get(v);
                work += degree * degree;
            }
            return work;
        }
    }

    /** Reads a range of rows, which stays in memory. */
    public ButterflyParts(FileArrays arrays, Plan plan, WorkRange range, Workers workers) {
        this.memory = plan.memory();
        this.workers = workers;
        this.part = plan.part();
        this.other = other(part);
        this.otherCount = arrays.vertices(other);
        this.range = range;
        this.reader = arrays.reader();
        this.scope = new OffHeapScope(memory);
        try {
            this.rows = reader.rows(part, range.from(), range.to(), otherCount, scope);
            OffHeapLongs bits = scope.zeroedLongs((otherCount + Long.SIZE - 1) / Long.SIZE);
            for (long slot = 0; slot < rows.slotCount(); slot++) {
                bits.setBit(rows.neighbor(slot));
            }
            this.columns = InducedSubgraph.vertices(bits, scope);
            scope.close(bits);
            for (long slot = 0; slot < rows.slotCount(); slot++) {
                rows.neighbors().set(slot, (int) columns.lowerBound(0, columns.length(), rows.neighbor(slot)));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Receives the common neighbors of a row of the range and a row of the block. */
    private interface PairConsumer {
        void accept(int common);
    }

    /** Counts the common neighbors of the rows of the range with those of one block after the other. */
    private final class Block implements AutoCloseable {
        private final OffHeapScope ofBlock = new OffHeapScope(memory);
        private final long first;
        private final Csr back;
        private final OffHeapInts common;
        private final OffHeapInts ends;
        private long endCount;

        Block(WorkRange block) {
            first = block.from();
            try {
                Csr whole = reader.rows(part, block.from(), block.to(), otherCount, ofBlock);
                long kept = 0;
                long start = 0;
                for (int w = 0; w < whole.vertexCount(); w++) {
                    long end = whole.end(w);
                    whole.offsets().set(w, kept);
                    for (long slot = start; slot < end; slot++) {
                        int v = whole.neighbor(slot);
                        long column = columns.lowerBound(0, columns.length(), v);
                        if (column < columns.length() && columns.get(column) == v) {
                            whole.neighbors().set(kept++, (int) column);
                        }
                    }
                    start = end;
                }
                whole.offsets().set(whole.vertexCount(), kept);
                whole.neighbors().truncate(kept);
                back = ofBlock.own(new CsrBuilder(memory, workers).transpose(whole, (int) columns.length()));
                int count = whole.vertexCount();
                ofBlock.close(whole);
                common = ofBlock.zeroedInts(count);
                ends = ofBlock.ints(count);
            } catch (RuntimeException | Error e) {
                close();
                throw e;
            }
        }

        /** Counts from a row of the range to the rows of the block that come after it, or to all others. */
        void countFrom(int u, boolean laterOnly, PairConsumer pairs) {
            int self = (int) Math.max(-1, Math.min(Integer.MAX_VALUE, range.from() + u - first));
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                int v = rows.neighbor(slot);
                long end = back.end(v);
                for (long at = laterOnly ? back.firstSlotFrom(v, self + 1) : back.start(v); at < end; at++) {
                    int w = back.neighbor(at);
                    if (w != self && common.add(w, 1) == 0) {
                        ends.set(endCount++, w);
                    }
                }
            }
            for (long i = 0; i < endCount; i++) {
                pairs.accept(common.get(ends.get(i)));
            }
        }

        /** The butterflies of the edge at a slot of the row that was counted last, with rows of this block. */
        long ofEdge(int u, long slot) {
            int v = rows.neighbor(slot);
            long butterflies = 0;
            for (long at = back.start(v); at < back.end(v); at++) {
                int w = back.neighbor(at);
                if (first + w != range.from() + u) {
                    butterflies += common.get(w) - 1;
                }
            }
            return butterflies;
        }

        void clear() {
            for (long i = 0; i < endCount; i++) {
                common.set(ends.get(i), 0);
            }
            endCount = 0;
        }

        @Override
        public void close() {
            ofBlock.close();
        }
    }

    /**
     * Sums of a range.
     *
     * @param butterflies those of its rows with later ones
     * @param threePaths the paths of three edges whose middle edge is one of the range
     */
    public record Sums(BigInteger butterflies, BigInteger threePaths) implements Serializable {
        public Sums plus(Sums more) {
            return new Sums(butterflies.add(more.butterflies), threePaths.add(more.threePaths));
        }
    }

    /** Counts each pair of a row of the range and a later one once. */
    public Sums sums(Iterable<WorkRange> blocks) {
        ExactSum butterflies = new ExactSum();
        for (WorkRange range2 : blocks) {
            if (range2.to() <= range.from() + 1) {
                continue;
            }
            try (Block block = new Block(range2)) {
                for (int u = 0; u < rows.vertexCount(); u++) {
                    workers.cancellation().check();
                    block.countFrom(u, true, common -> butterflies.add(Counts.pairs(common)));
                    block.clear();
                }
            }
        }
        return new Sums(butterflies.toBigInteger(), threePaths());
    }

    private BigInteger threePaths() {
        OffHeapLongs degrees = scope.longs(columns.length());
        FileArrays.Reader.Walk offsets = reader.walk(other + ".offsets");
        for (long i = 0; i < columns.length(); i++) {
            long v = columns.get(i);
            long start = offsets.get(v);
            degrees.set(i, offsets.get(v + 1) - start);
        }
        ExactSum paths = new ExactSum();
        for (int u = 0; u < rows.vertexCount(); u++) {
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                paths.addProduct(rows.degree(u) - 1, degrees.get(rows.neighbor(slot)) - 1);
            }
        }
        return paths.toBigInteger();
    }

    /** The butterflies of each row of the range, whose arrays stay this object's. */
    public Nodes ofNodes(Iterable<WorkRange> blocks) {
        OffHeapLongs counts = scope.zeroedLongs(rows.vertexCount());
        for (WorkRange range2 : blocks) {
            try (Block block = new Block(range2)) {
                for (int u = 0; u < rows.vertexCount(); u++) {
                    workers.cancellation().check();
                    int row = u;
                    block.countFrom(
                            u, false, common -> counts.set(row, Math.addExact(counts.get(row), Counts.pairs(common))));
                    block.clear();
                }
            }
        }
        return new Nodes(reader.ids(part, range.from(), range.to(), scope), counts);
    }

    /** Ids and counts of the rows of a range. */
    public record Nodes(OffHeapLongs ids, OffHeapLongs counts) {}

    /** The butterflies of each edge of the range, whose arrays stay this object's. */
    public Edges ofEdges(Iterable<WorkRange> blocks) {
        OffHeapLongs counts = scope.zeroedLongs(rows.slotCount());
        for (WorkRange range2 : blocks) {
            try (Block block = new Block(range2)) {
                for (int u = 0; u < rows.vertexCount(); u++) {
                    workers.cancellation().check();
                    block.countFrom(u, false, common -> {});
                    for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                        counts.add(slot, block.ofEdge(u, slot));
                    }
                    block.clear();
                }
            }
        }
        OffHeapLongs otherIds = scope.longs(columns.length());
        boolean named = reader.hasIds(other);
        FileArrays.Reader.Walk ids = named ? reader.walk(other + ".ids") : null;
        for (long i = 0; i < columns.length(); i++) {
            otherIds.set(i, named ? ids.get(columns.get(i)) : columns.get(i));
        }
        return new Edges(rows, reader.ids(part, range.from(), range.to(), scope), otherIds, counts);
    }

    /**
     * The edges of a range and their counts.
     *
     * @param rows for each row the indexes of its neighbors' ids
     * @param ids the ids of the rows
     * @param neighborIds the ids of the neighbors
     * @param counts by slot of {@code rows}
     */
    public record Edges(Csr rows, OffHeapLongs ids, OffHeapLongs neighborIds, OffHeapLongs counts) {}

    @Override
    public void close() {
        scope.close();
        reader.close();
    }
}
