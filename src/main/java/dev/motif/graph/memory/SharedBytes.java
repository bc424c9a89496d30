package dev.motif.graph.memory;

import java.util.concurrent.Semaphore;

/**
 * Limits the memory that threads use together for a while: {@link #take} waits, first come, first served, until enough
 * of the limit is free. A thread that needs more than the limit gets it when no other thread has any.
 */
public final class SharedBytes {
    private static final int SHARES = 1 << 20;

    private final long limitBytes;
    private final Semaphore free = new Semaphore(SHARES, true);

    /**
     * Makes a limit whose bytes are all free.
     *
     * @param limitBytes above 0
     */
    public SharedBytes(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Bytes that a thread has taken; {@link #close} gives them back. */
    public interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    /** Waits until {@code bytes} bytes are free, and takes them. */
    public Taken take(long bytes) {
        double part = Math.min(1, (double) bytes / limitBytes);
        int shares = (int) Math.ceil(part * SHARES);
        free.acquireUninterruptibly(shares);
        return () -> free.release(shares);
    }
}
