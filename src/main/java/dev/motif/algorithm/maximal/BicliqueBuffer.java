package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A queue of bicliques between the workers of a search and one reader, off the heap. When the reader is slow, the
 * workers wait. But a search that holds what other calls wait for must come to its end, even if nobody reads any more:
 * after {@value #PATIENCE_MILLIS} ms the buffer grows, as long as it leaves as much off-heap memory free as it takes,
 * and then the search fails. Thread-safe.
 */
final class BicliqueBuffer implements AutoCloseable {
    /** The bytes that the members may take together while nobody else waits; a single larger biclique is held too. */
    static final long CAPACITY_BYTES = 8 << 20;

    private static final long BLOCK_BYTES = CAPACITY_BYTES / 8;
    private static final long WAIT_MILLIS = 20;

    /** How long a search waits for its reader while other calls wait for the search. */
    static final long PATIENCE_MILLIS = 1000;

    private final NativeMemory memory;
    private final BooleanSupplier keepsOthersWaiting;
    private final LongSupplier nanoTime;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private long bytes;

    /** When a search found no room while other calls waited for it, since the last time that room came; null for never. */
    private Long fullSince;

    private boolean ended;
    private Throwable failure;

    /**
     * Makes an empty buffer.
     *
     * @param keepsOthersWaiting whether other calls wait for something that the search holds
     * @param nanoTime the clock, such as {@link System#nanoTime}
     */
    BicliqueBuffer(NativeMemory memory, BooleanSupplier keepsOthersWaiting, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.memory = memory;
        this.keepsOthersWaiting = keepsOthersWaiting;
    }

    /** The off-heap memory of a buffer while nobody waits for the search. */
    static MemoryEstimate estimate() {
        return MemoryEstimate.range("bicliques that nobody has fetched yet", 0, CAPACITY_BYTES);
    }

    /** Some of the bicliques: the sizes of the two sides and the left and right vertices of each. */
    private static final class Block {
        private static final int HEADER = 2;

        private final OffHeapInts words;
        private long read;
        private long written;

        Block(OffHeapInts words) {
            this.words = words;
        }

        static long bytesOf(Biclique biclique) {
            return (HEADER + biclique.vertices()) * Integer.BYTES;
        }

        boolean hasRoom(Biclique biclique) {
            return written * Integer.BYTES + bytesOf(biclique) <= words.bytes();
        }

        void write(Biclique biclique) {
            words.set(written, biclique.left().length);
            words.set(written + 1, biclique.right().length);
            words.copyFrom(biclique.left(), written + HEADER);
            words.copyFrom(biclique.right(), written + HEADER + biclique.left().length);
            written += HEADER + biclique.vertices();
        }

        boolean isRead() {
            return read == written;
        }

        void restart() {
            read = 0;
            written = 0;
        }

        Biclique read() {
            int[] left = new int[words.get(read)];
            int[] right = new int[words.get(read + 1)];
            words.copyTo(read + HEADER, left, left.length);
            words.copyTo(read + HEADER + left.length, right, right.length);
            read += HEADER + (long) left.length + right.length;
            return Biclique.of(left, right);
        }
    }

    /**
     * Adds {@code biclique} when there is room; one that is larger than the buffer waits until the buffer is empty.
     *
     * @throws CancellationException when the call is cancelled meanwhile
     * @throws IllegalStateException when other calls have waited for too long, and there is no memory to go on
     */
    synchronized void put(Biclique biclique, Cancellation cancellation) {
        while (blocks.isEmpty() || !blocks.getLast().hasRoom(biclique)) {
            long needed = Math.max(BLOCK_BYTES, Block.bytesOf(biclique));
            if (isEmpty()) {
                close();
            }
            if (blocks.isEmpty() || bytes + needed <= CAPACITY_BYTES || mayExceed(needed)) {
                blocks.add(new Block(memory.ints(needed / Integer.BYTES)));
                bytes += needed;
            } else {
                cancellation.check();
                await();
            }
        }
        blocks.getLast().write(biclique);
        notifyAll();
    }

    /** Whether the search must no longer wait for its reader. */
    private boolean mayExceed(long needed) {
        if (!keepsOthersWaiting.getAsBoolean()) {
            fullSince = null;
            return false;
        }
        if (fullSince == null) {
            fullSince = nanoTime.getAsLong();
        }
        if (nanoTime.getAsLong() - fullSince < PATIENCE_MILLIS * 1_000_000) {
            return false;
        }
        if (bytes + needed > memory.freeBytes() - needed) {
            throw new IllegalStateException("Other calls wait for the memory of the GPU that this search holds, and"
                    + " there is too little off-heap memory to go on without anybody fetching the bicliques: fetch"
                    + " them faster, ask for fewer with `limit`, `minLeft` or `minRight`, or set backend: 'CPU'.");
        }
        return true;
    }

    /** Says that no more bicliques will be added: the search is over, or has failed when {@code reason} is not null. */
    synchronized void end(Throwable reason) {
        ended = true;
        failure = reason;
        notifyAll();
    }

    /**
     * Waits for the next biclique and removes it; null when there are no more.
     *
     * @throws RuntimeException when the search has failed: the exception, or error, that it failed with
     */
    synchronized Biclique take() {
        while (isEmpty() && !ended) {
            await();
        }
        if (failure != null) {
            close();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (isEmpty()) {
            return null;
        }
        Block first = blocks.getFirst();
        Biclique biclique = first.read();
        if (first.isRead() && blocks.size() == 1) {
            first.restart();
        } else if (first.isRead()) {
            free();
            notifyAll();
        }
        return biclique;
    }

    /** Whether all bicliques have been taken; then there is at most one block, which is used again. */
    private boolean isEmpty() {
        return blocks.isEmpty() || blocks.getFirst().isRead();
    }

    private void free() {
        Block first = blocks.remove();
        bytes -= first.words.bytes();
        first.words.close();
        fullSince = null;
    }

    /** Frees what nobody has fetched; called when the search has ended. */
    @Override
    public synchronized void close() {
        while (!blocks.isEmpty()) {
            free();
        }
    }

    private void await() {
        try {
            wait(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
