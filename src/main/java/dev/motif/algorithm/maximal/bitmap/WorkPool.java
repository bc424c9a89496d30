package dev.motif.algorithm.maximal.bitmap;

import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the workers of one search share: the roots, and frames that busy workers split off for idle ones. Thread-safe.
 * Owns the frames until somebody takes them.
 */
public final class WorkPool implements AutoCloseable {
    private static final long WAIT_MILLIS = 10;

    private final NativeMemory memory;
    private final int workers;
    private final AtomicInteger rootsLeft;
    private final Deque<Frame> frames = new ArrayDeque<>();

    /** Workers that wait and are not provided for by a frame. */
    private volatile int hungry;

    private int waiting;

    public WorkPool(int roots, int workers, NativeMemory memory) {
        this.rootsLeft = new AtomicInteger(roots);
        this.workers = workers;
        this.memory = memory;
    }

    /** The next root, the one of the largest degree first; -1 when there is none. */
    int nextRoot() {
        return rootsLeft.get() <= 0 ? -1 : rootsLeft.decrementAndGet();
    }

    /** Whether a busy worker should share. */
    boolean isHungry() {
        return hungry > 0;
    }

    /** Splits {@code frame} for a worker that waits, unless another one was faster. */
    void share(Frame frame) {
        synchronized (this) {
            if (hungry == 0) {
                return;
            }
            hungry--;
        }
        // Copied outside the lock: frames may be large. A failure ends the search for all.
        Frame half = frame.split(memory);
        synchronized (this) {
            frames.add(half);
            notify();
        }
    }

    /** A frame for a worker that has nothing to do; null when the search is over. */
    synchronized Frame take(Workers.Group group) throws InterruptedException {
        waiting++;
        hungry++;
        while (frames.isEmpty()) {
            if (waiting == workers || group.stopped()) {
                notifyAll();
                return null;
            }
            wait(WAIT_MILLIS);
        }
        waiting--;
        return frames.remove();
    }

    @Override
    public synchronized void close() {
        frames.forEach(Frame::close);
        frames.clear();
    }
}
