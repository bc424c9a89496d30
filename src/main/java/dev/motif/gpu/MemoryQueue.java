package dev.motif.gpu;

import dev.motif.graph.Bytes;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;

/**
 * The bytes of one device and the calls that wait for some of them: first come, first served, so that a large call
 * cannot be overtaken for ever by small ones. Thread-safe.
 */
final class MemoryQueue {
    private static final long POLL_MILLIS = 20;

    private long limitBytes;
    private final LongPredicate evict;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private long reservedBytes;
    private long peakBytes;

    /**
     * @param limitBytes how many bytes may be reserved at once
     * @param evict tries to release at least as many reserved bytes as it is given; false when it released none
     */
    MemoryQueue(long limitBytes, LongPredicate evict) {
        this.limitBytes = limitBytes;
        this.evict = evict;
    }

    /** What a call waits for. Both methods are called with the queue locked, so that what they see cannot change. */
    interface Request {
        /** How many bytes are needed as things stand. */
        long bytes();

        /** They are reserved. */
        void granted();
    }

    /**
     * Waits until the bytes of {@code request} are free and reserves them.
     *
     * @return how many bytes were reserved
     * @throws GpuException when they are more than the limit
     * @throws CancellationException when the caller no longer wants them
     */
    long reserve(Request request, Cancellation cancellation) {
        Object ticket = new Object();
        synchronized (this) {
            waiting.addLast(ticket);
        }
        try {
            long reserved = tryReserve(request, ticket);
            while (reserved < 0) {
                cancellation.check();
                pause();
                reserved = tryReserve(request, ticket);
            }
            return reserved;
        } finally {
            synchronized (this) {
                waiting.remove(ticket);
                notifyAll();
            }
        }
    }

    /** Returns the reserved bytes, or -1 when it is not this call's turn or too little is free. */
    private long tryReserve(Request request, Object ticket) {
        while (true) {
            long missing;
            synchronized (this) {
                if (waiting.peekFirst() != ticket) {
                    return -1;
                }
                long bytes = request.bytes();
                checkPossible(bytes);
                missing = reservedBytes + bytes - limitBytes;
                if (missing <= 0) {
                    reservedBytes += bytes;
                    peakBytes = Math.max(peakBytes, reservedBytes);
                    request.granted();
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
