package dev.motif.backend.work;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A queue between the workers of a search and one reader, off the heap. When the reader is slow, the
 * workers wait. But a search that holds what other calls wait for must come to its end, even if nobody reads any more:
 * after {@value #PATIENCE_MILLIS} ms the buffer grows, as long as it leaves as much off-heap memory free as it takes,
 * and then the search fails. Thread-safe.
 *
 * @param <T> what is found, such as cliques or bicliques
 */
public final class FoundBuffer<T> implements AutoCloseable {
    /** The bytes that all may take together while nobody else waits; a single larger one is held too. */
    public static final long CAPACITY_BYTES = 8 << 20;

    private static final long BLOCK_BYTES = CAPACITY_BYTES / 8;
    private static final long WAIT_MILLIS = 20;

    /** How long a search waits for its reader while other calls wait for the search. */
    public static final long PATIENCE_MILLIS = 1000;

    private final Form<T> form;
    private final NativeMemory memory;
    private final BooleanSupplier keepsOthersWaiting;
    private final LongSupplier nanoTime;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private long bytes;

    /** When a search found no room while other calls waited for it, since the last time that room came; null for never. */
    private Long fullSince;

    private int waiting;
    private boolean ended;
    private Throwable failure;

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

        void restart() {
            read = 0;
            written = 0;
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

    private synchronized void put(int[][] arrays, Cancellation cancellation) {
        while (blocks.isEmpty() || !blocks.getLast().hasRoom(arrays)) {
            long needed = Math.max(BLOCK_BYTES, Block.bytesOf(arrays));
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
        blocks.getLast().write(arrays);
        wake();
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
        ended = true;
        failure = reason;
        wake();
    }

    /**
     * Waits for the next one and removes it; null when there are no more.
     *
     * @throws RuntimeException when the search has failed: the exception, or error, that it failed with
     */
    public T take() {
        int[][] arrays = takeArrays();
        return arrays == null ? null : form.of(arrays);
    }

    private synchronized int[][] takeArrays() {
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
        int[][] arrays = first.read();
        if (first.isRead() && blocks.size() == 1) {
            first.restart();
        } else if (first.isRead()) {
            free();
            wake();
        }
        return arrays;
    }

    /** Whether all have been taken; then there is at most one block, which is used again. */
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
        waiting++;
        try {
            wait(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            waiting--;
        }
    }

    private void wake() {
        if (waiting > 0) {
            notifyAll();
        }
    }
}
