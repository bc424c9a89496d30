package dev.motif.algorithm.maximal.bitmap;

import dev.motif.backend.work.Positions;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the workers of one search share: the roots, and frames that busy workers split off for idle ones. Thread-safe.
 * Owns these frames until a worker takes them.
 */
public final class WorkPool implements AutoCloseable {
    private static final long WAIT_MILLIS = 10;

    private final NativeMemory memory;
    private final int workers;
    private final Positions roots;
    private final AtomicInteger rootsLeft;
    private final Deque<Frame> frames = new ArrayDeque<>();

    /** The number of waiting workers for which no frame has been split off yet. */
    private volatile int hungry;

    private int waiting;

    public WorkPool(Positions roots, int workers, NativeMemory memory) {
        this.roots = roots;
        this.rootsLeft = new AtomicInteger((int) roots.count());
        this.workers = workers;
        this.memory = memory;
    }

    /** The next root, by descending degree; -1 when all have been handed out. */
    int nextRoot() {
        int left = rootsLeft.get() <= 0 ? -1 : rootsLeft.decrementAndGet();
        return left < 0 ? -1 : (int) roots.at(left);
    }

    /** Whether a worker waits, so that a busy one should call {@link #share}. */
    boolean isHungry() {
        return hungry > 0;
    }

    /** Splits {@code frame} for a waiting worker, unless another busy worker was faster. */
    void share(Frame frame) {
        synchronized (this) {
            if (hungry == 0) {
                return;
            }
            hungry--;
        }
        // Copied outside of the lock, since frames may be large. A failure here ends the whole search.
        Frame half = frame.split(memory);
        synchronized (this) {
            frames.add(half);
            notify();
        }
    }

    /** Waits for a frame for an idle worker, which owns it then; null when the search is over. */
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
