package dev.motif.parallel;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Parts of their work that busy workers give to idle ones. Idle workers sleep, and there are never more parts than idle
 * workers. Thread-safe.
 *
 * @param <T> a part of the work
 */
public final class Offers<T> {
    private final int workers;
    private final Queue<T> parts = new ArrayDeque<>();
    private int idle;

    /** The number of idle workers for which no part has been promised yet. */
    private volatile int wanted;

    /** @param workers how many workers give and take parts */
    public Offers(int workers) {
        this.workers = workers;
    }

    /** Whether an idle worker waits for a part that nobody has promised, so that {@link #promise} is useful. */
    public boolean wanted() {
        return wanted > 0;
    }

    /** Promises a part, which {@link #add} must follow; false when another worker was faster. */
    public synchronized boolean promise() {
        if (wanted == 0) {
            return false;
        }
        wanted--;
        return true;
    }

    /** Gives a part that was promised to an idle worker. */
    public synchronized void add(T part) {
        parts.add(part);
        notify();
    }

    /** Waits for a part of another worker's work; null when all workers wait, or the result is not wanted any more. */
    public synchronized T take(Workers.Group group) throws InterruptedException {
        idle++;
        wanted++;
        group.await(this, () -> !parts.isEmpty() || idle == workers);
        if (parts.isEmpty() || group.stopped()) {
            notifyAll();
            return null;
        }
        idle--;
        return parts.remove();
    }

    /** Does {@code action} with the parts that nobody has taken, which are gone then. */
    public synchronized void forEachLeft(Consumer<T> action) {
        parts.forEach(action);
        parts.clear();
    }
}
