package dev.motif.graph;

import java.util.concurrent.Semaphore;

/**
 * Makes threads wait in turn for memory that they use for a while, so that together they never have more than a limit.
 * One that needs more than that gets it once nobody else has any.
 */
final class SharedBytes {
    private static final int SHARES = 1 << 20;

    private final long limitBytes;
    private final Semaphore free = new Semaphore(SHARES, true);

    /** @param limitBytes above 0 */
    SharedBytes(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Gives the bytes back when it is closed. */
    interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    Taken take(long bytes) {
        double part = Math.min(1, (double) bytes / limitBytes);
        int shares = (int) Math.ceil(part * SHARES);
        free.acquireUninterruptibly(shares);
        return () -> free.release(shares);
    }
}
