package dev.motif.cypher.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hands out the blocks of relationships to writers, the largest first, so that no two writers have blocks with a common
 * part. Thread-safe.
 */
final class BlockSchedule {
    /** Returned when no block is left. */
    static final int NONE = -1;

    private final RelationshipBlocks blocks;
    private final boolean[] busy;
    /** The blocks that no writer has had, the largest first. */
    private final List<Integer> waiting;

    BlockSchedule(RelationshipBlocks blocks) {
        this.blocks = blocks;
        this.busy = new boolean[blocks.partCount()];
        this.waiting = IntStream.range(0, blocks.blocks())
                .filter(block -> size(block) > 0)
                .boxed()
                .sorted(Comparator.comparingLong(this::size).reversed())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private long size(int block) {
        return blocks.end(block) - blocks.start(block);
    }

    /**
     * Takes a block whose parts no writer has, and waits for one. Somebody has a block while a writer waits, and {@link
     * #release} wakes all who wait.
     *
     * @param stopped asks whether the job has failed or was cancelled
     * @return a block, or {@link #NONE} when none is left or the job is stopped
     */
    synchronized int take(BooleanSupplier stopped) throws InterruptedException {
        while (!waiting.isEmpty() && !stopped.getAsBoolean()) {
            for (int i = 0; i < waiting.size(); i++) {
                int block = waiting.get(i);
                if (!busy[blocks.firstPart(block)] && !busy[blocks.secondPart(block)]) {
                    waiting.remove(i);
                    occupy(block, true);
                    return block;
                }
            }
            wait();
        }
        return NONE;
    }

    /** Gives the parts of a block back. */
    synchronized void release(int block) {
        occupy(block, false);
        notifyAll();
    }

    private void occupy(int block, boolean taken) {
        busy[blocks.firstPart(block)] = taken;
        busy[blocks.secondPart(block)] = taken;
    }
}
