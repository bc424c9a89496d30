package dev.motif.gpu;

import dev.motif.gpu.driver.GpuException;
import dev.motif.graph.memory.Bytes;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * The memory budget of one device and the queue of calls that wait for a part of it: first come, first served, so that
 * small calls cannot overtake a large one for ever. Thread-safe.
 */
final class MemoryQueue {
    private static final long POLL_MILLIS = 20;

    private long limitBytes;
    private final LongPredicate evict;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private long reservedBytes;
    private long peakBytes;

    /**
     * Makes a budget without reservations.
     *
     * @param limitBytes how many bytes may be reserved at once
     * @param evict tries to release at least the given number of reserved bytes; returns false when it released none
     */
    MemoryQueue(long limitBytes, LongPredicate evict) {
        this.limitBytes = limitBytes;
        this.evict = evict;
    }

    /**
     * Waits until {@code needed} bytes are free, and reserves them.
     *
     * @param needed how many bytes a waiting call needs at a moment; asked with the queue locked, so that what it sees
     *     cannot change meanwhile
     * @return how many bytes were reserved
     * @throws GpuException when they are more than the limit
     * @throws CancellationException when the caller no longer wants them, or the thread is interrupted
     */
    long reserve(LongSupplier needed, Cancellation cancellation) {
        Object ticket = new Object();
        synchronized (this) {
            waiting.addLast(ticket);
        }
        try {
            long reserved = tryReserve(needed, ticket);
            while (reserved < 0) {
                cancellation.check();
                pause();
                reserved = tryReserve(needed, ticket);
            }
            return reserved;
        } finally {
            synchronized (this) {
                waiting.remove(ticket);
                notifyAll();
            }
        }
    }

    /** Returns the number of bytes that were reserved, or -1 when it is not this call's turn or too little is free. */
    private long tryReserve(LongSupplier needed, Object ticket) {
        while (true) {
            long missing;
            synchronized (this) {
                if (waiting.peekFirst() != ticket) {
                    return -1;
                }
                long bytes = needed.getAsLong();
                checkPossible(bytes);
                missing = reservedBytes + bytes - limitBytes;
                if (missing <= 0) {
                    reservedBytes += bytes;
                    peakBytes = Math.max(peakBytes, reservedBytes);
                    return bytes;
                }
            }
            // Outside the lock, since evicting releases bytes.
            if (!evict.test(missing)) {
                return -1;
            }
        }
    }

    private void checkPossible(long bytes) {
        if (bytes > limitBytes) {
            throw new GpuException(Bytes.toText(bytes) + " of device memory are needed, but only "
                    + Bytes.toText(limitBytes) + " may be used (-D" + Gpus.MEMORY_PROPERTY + " sets the limit)");
        }
    }

    private synchronized void pause() {
        try {
            wait(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for device memory");
        }
    }

    synchronized void release(long bytes) {
        reservedBytes -= bytes;
        notifyAll();
    }

    synchronized long reservedBytes() {
        return reservedBytes;
    }

    /** The most bytes that were reserved at once. */
    synchronized long peakBytes() {
        return peakBytes;
    }

    synchronized void resetPeak() {
        peakBytes = reservedBytes;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized long limitBytes() {
        return limitBytes;
    }

    synchronized void limitTo(long bytes) {
        limitBytes = bytes;
    }
}
