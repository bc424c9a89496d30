package dev.motif.backend.work;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A queue between the workers of a search and one reader, off the heap. Workers write to blocks of their own, so they hardly
 * wait for each other; the reader takes full blocks, and others when there is none. What one worker puts in is read in its
 * order. When the reader is slow, the workers wait. But a search that holds what other calls wait for must come to its end,
 * even if nobody reads any more: after {@value #PATIENCE_MILLIS} ms the buffer grows, as long as it leaves as much off-heap
 * memory free as it takes, and then the search fails. Thread-safe, for one reader.
 *
 * @param <T> what is found, such as cliques or bicliques
 */
public final class FoundBuffer<T> implements AutoCloseable {
    /** The bytes that all may take together while nobody else waits; a single larger one is held too. */
    public static final long CAPACITY_BYTES = 8 << 20;

    private static final long BLOCK_BYTES = CAPACITY_BYTES / 128;

    /** Workers whose numbers differ by a multiple of this write to the same block; a power of two. */
    private static final int WRITERS = 64;

    private static final long WAIT_MILLIS = 20;

    /** How long a search waits for its reader while other calls wait for the search. */
    public static final long PATIENCE_MILLIS = 1000;

    private final Form<T> form;
    private final NativeMemory memory;
    private final BooleanSupplier keepsOthersWaiting;
    private final LongSupplier nanoTime;
    private final Writer[] writers = new Writer[WRITERS];

    /** The block that the reader reads; null when it has none. */
    private Block current;

    /** Blocks to read, in their order. */
    private final Deque<Block> blocks = new ArrayDeque<>();

    /** A block that has been read and may be used again; null for none. */
    private Block spare;

    /** The bytes of all blocks. */
    private long bytes;

    /** When a search found no room while other calls waited for it, since the last time that room came; null for never. */
    private Long fullSince;

    private volatile boolean readerWaits;
    private volatile boolean ended;
    private volatile Throwable failure;

    /** How what is found is kept: as arrays of integers, always the same number of them. */
    public interface Form<T> {
        int[][] arrays(T found);

        T of(int[][] arrays);

        /** Cliques, each as its vertices. */
        Form<int[]> CLIQUES = new Form<>() {
            @Override
            public int[][] arrays(int[] found) {
                return new int[][] {found};
            }

            @Override
            public int[] of(int[][] arrays) {
                return arrays[0];
            }
        };
    }

    /**
     * Makes an empty buffer.
     *
     * @param keepsOthersWaiting whether other calls wait for something that the search holds
     * @param nanoTime the clock, such as {@link System#nanoTime}
     */
    public FoundBuffer(Form<T> form, NativeMemory memory, BooleanSupplier keepsOthersWaiting, LongSupplier nanoTime) {
        this.form = form;
        this.nanoTime = nanoTime;
        this.memory = memory;
        this.keepsOthersWaiting = keepsOthersWaiting;
        Arrays.setAll(writers, number -> new Writer());
    }

    /** Where some of the workers write. */
    private static final class Writer {
        /** The block that is not full; null for none. */
        private volatile Block block;

        /** Writes to the block, if there is one with room. */
        synchronized boolean write(int[][] arrays) {
            if (block == null || !block.hasRoom(arrays)) {
                return false;
            }
            block.write(arrays);
            return true;
        }

        /** Puts {@code next} in the place of the block, which is returned. */
        synchronized Block exchange(Block next) {
            Block before = block;
            block = next;
            return before;
        }
    }

    /** Some of what was found: for each the number of its arrays, their lengths, and the arrays. */
    private static final class Block {
        private final OffHeapInts words;
        private long read;
        private long written;

        Block(OffHeapInts words) {
            this.words = words;
        }

        static long bytesOf(int[][] arrays) {
            long count = 1L + arrays.length;
            for (int[] array : arrays) {
                count += array.length;
            }
            return count * Integer.BYTES;
        }

        boolean hasRoom(int[][] arrays) {
            return written * Integer.BYTES + bytesOf(arrays) <= words.bytes();
        }

        void write(int[][] arrays) {
            words.set(written++, arrays.length);
            for (int[] array : arrays) {
                words.set(written++, array.length);
            }
            for (int[] array : arrays) {
                words.copyFrom(array, written);
                written += array.length;
            }
        }

        boolean isRead() {
            return read == written;
        }

        Block restarted() {
            read = 0;
            written = 0;
            return this;
        }

        int[][] read() {
            int[][] arrays = new int[words.get(read++)][];
            for (int i = 0; i < arrays.length; i++) {
                arrays[i] = new int[words.get(read++)];
            }
            for (int[] array : arrays) {
                words.copyTo(read, array, array.length);
                read += array.length;
            }
            return arrays;
        }
    }

    /**
     * Adds {@code found} when there is room; one that is larger than the buffer waits until the buffer is empty.
     *
     * @throws CancellationException when the call is cancelled meanwhile
     * @throws IllegalStateException when other calls have waited for too long, and there is no memory to go on
     */
    public void put(T found, Cancellation cancellation) {
        put(form.arrays(found), cancellation);
    }

    private void put(int[][] arrays, Cancellation cancellation) {
        Writer writer = writers[(int) Thread.currentThread().getId() & WRITERS - 1];
        if (!writer.write(arrays)) {
            // Nobody waits for room while it holds the writer, from which the reader may take the block.
            handOver(writer.exchange(null));
            Block block = newBlock(Math.max(BLOCK_BYTES, Block.bytesOf(arrays)), cancellation);
            block.write(arrays);
            handOver(writer.exchange(block));
        }
        if (readerWaits) {
            wake();
        }
    }

    private synchronized void handOver(Block block) {
        if (block != null) {
            blocks.add(block);
            notifyAll();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    private synchronized Block newBlock(long needed, Cancellation cancellation) {
        while (true) {
            Block used = spare;
            spare = null;
            if (used != null && needed == BLOCK_BYTES) {
                return used.restarted();
            }
            free(used);
            if (bytes == 0 || bytes + needed <= CAPACITY_BYTES || mayExceed(needed)) {
                Block block = new Block(memory.ints(needed / Integer.BYTES));
                bytes += needed;
                return block;
            }
            cancellation.check();
            await();
        }
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
                    + " there is too little off-heap memory to go on without anybody fetching what it finds: fetch"
                    + " it faster, ask for less with `limit` or least sizes, or set backend: 'CPU'.");
        }
        return true;
    }

    /** Says that no more will be added: the search is over, or has failed when {@code reason} is not null. */
    public synchronized void end(Throwable reason) {
        failure = reason;
        ended = true;
        notifyAll();
    }

    /**
     * Waits for the next one and removes it; null when there are no more.
     *
     * @throws RuntimeException when the search has failed: the exception, or error, that it failed with
     */
    public T take() {
        checkFailure();
        if (current == null || current.isRead()) {
            current = nextBlock(current);
            checkFailure();
        }
        return current == null ? null : form.of(current.read());
    }

    private void checkFailure() {
        if (failure != null) {
            close();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    /** Waits for the next block to read; null when there is none, since the search has ended. */
    private Block nextBlock(Block read) {
        release(read);
        try {
            while (true) {
                boolean last = ended;
                Block next = firstBlock();
                if (next != null || last) {
                    return next;
                }
                if (readerWaits) {
                    synchronized (this) {
                        if (blocks.isEmpty() && !ended) {
                            await();
                        }
                    }
                }
                // From here on a worker wakes the reader; what it wrote before is seen by the next look.
                readerWaits = true;
            }
        } finally {
            readerWaits = false;
        }
    }

    private synchronized Block firstBlock() {
        if (blocks.isEmpty()) {
            for (Writer writer : writers) {
                Block block = writer.block == null ? null : writer.exchange(null);
                if (block != null) {
                    blocks.add(block);
                }
            }
        }
        return blocks.poll();
    }

    private synchronized void release(Block read) {
        if (read == null) {
            return;
        }
        fullSince = null;
        if (spare == null && read.words.bytes() == BLOCK_BYTES) {
            spare = read;
        } else {
            free(read);
        }
        notifyAll();
    }

    private void free(Block block) {
        if (block != null) {
            bytes -= block.words.bytes();
            block.words.close();
        }
    }

    /** Frees what nobody has fetched; called when the search has ended. */
    @Override
    public synchronized void close() {
        for (Block block = firstBlock(); block != null; block = firstBlock()) {
            free(block);
        }
        free(current);
        free(spare);
        current = null;
        spare = null;
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
