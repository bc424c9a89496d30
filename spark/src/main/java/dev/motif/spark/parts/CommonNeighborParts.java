package dev.motif.spark.parts;

import dev.motif.algorithm.similar.intersection.Intersection;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;

/** Counts the common neighbors of the edges from a range of rows to larger vertices, with these in blocks of rows. */
public final class CommonNeighborParts implements AutoCloseable {
    private static final String NODES = "nodes";

    private final FileArrays.Reader reader;
    private final NativeMemory memory;
    private final OffHeapScope scope;
    private final Cancellation cancellation;
    private final long vertices;
    private final WorkRange range;
    private final Csr rows;
    private final OffHeapLongs ids;
    private final Intersection lists = Intersection.fastest();

    /** Receives an edge, by the ids of its ends, and how many neighbors these have in common. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(long source, long target, long common);
    }

    /**
     * Shares out the rows.
     *
     * @param wanted the fewest ranges
     * @param memoryLimit the bytes of all tasks of an executor
     * @param tasks how many of them there are at a time
     */
    public static Plan plan(FileArrays arrays, int wanted, long memoryLimit, int tasks) {
        // Offsets, twice, and ids; neighbors, twice.
        Plan.Cost cost = new Plan.Cost(3 * Long.BYTES, 2 * Integer.BYTES);
        return Plan.of(arrays, NODES, new Plan.Costs(cost, cost, 8 * Long.BYTES), wanted, memoryLimit, tasks);
    }

    /** Reads a range of rows, which stays in memory. */
    public CommonNeighborParts(FileArrays arrays, Plan plan, WorkRange range, Cancellation cancellation) {
        this.memory = plan.memory();
        this.cancellation = cancellation;
        this.vertices = arrays.vertices(NODES);
        this.range = range;
        this.reader = arrays.reader();
        this.scope = new OffHeapScope(memory);
        try {
            this.rows = reader.rows(NODES, range.from(), range.to(), vertices, scope);
            this.ids = reader.ids(NODES, range.from(), range.to(), scope);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Counts for the edges that lead to a block of rows. */
    public void count(WorkRange block, EdgeConsumer consumer) {
        if (block.to() <= range.from() + 1) {
            return;
        }
        try (OffHeapScope ofBlock = new OffHeapScope(memory)) {
            Csr both = both(block, ofBlock);
            OffHeapLongs blockIds = reader.ids(NODES, block.from(), block.to(), ofBlock);
            int last = (int) Math.min(Integer.MAX_VALUE, block.to());
            for (int u = 0; u < rows.vertexCount(); u++) {
                cancellation.check();
                long after = Math.max(range.from() + u + 1, block.from());
                for (long slot = rows.firstSlotFrom(u, (int) after); slot < rows.end(u); slot++) {
                    int v = rows.neighbor(slot);
                    if (v >= last) {
                        break;
                    }
                    int inBlock = (int) (v - block.from());
                    int common = lists.common(both, u, rows.vertexCount() + inBlock);
                    consumer.accept(ids.get(u), blockIds.get(inBlock), common);
                }
            }
        }
    }

    /** The rows of the range and behind them those of a block, in one array, as merging needs them. */
    private Csr both(WorkRange block, OffHeapScope ofBlock) {
        Csr more = reader.rows(NODES, block.from(), block.to(), vertices, ofBlock);
        OffHeapLongs offsets = ofBlock.longs(rows.vertexCount() + (long) more.vertexCount() + 1);
        OffHeapInts neighbors = ofBlock.ints(rows.slotCount() + more.slotCount());
        offsets.copyFrom(rows.offsets(), 0, 0, rows.vertexCount());
        for (long i = 0; i <= more.vertexCount(); i++) {
            offsets.set(
                    rows.vertexCount() + i, rows.slotCount() + more.offsets().get(i));
        }
        neighbors.copyFrom(rows.neighbors(), 0, 0, rows.slotCount());
        neighbors.copyFrom(more.neighbors(), 0, rows.slotCount(), more.slotCount());
        ofBlock.close(more);
        return ofBlock.own(new Csr(ofBlock.keep(offsets), ofBlock.keep(neighbors)));
    }

    @Override
    public void close() {
        scope.close();
        reader.close();
    }
}
