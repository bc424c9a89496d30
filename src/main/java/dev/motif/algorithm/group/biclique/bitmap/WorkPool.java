package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.backend.work.Positions;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Offers;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The work that the workers of one search share: the roots, and frames that busy workers split off for idle ones.
 * Thread-safe. Owns these frames until a worker takes them.
 */
public final class WorkPool implements AutoCloseable {
    private final NativeMemory memory;
    private final Positions roots;
    private final AtomicInteger rootsLeft;
    private final Offers<Frame> offers;

    public WorkPool(Positions roots, int workers, NativeMemory memory) {
        this.roots = roots;
        this.rootsLeft = new AtomicInteger((int) roots.count());
        this.offers = new Offers<>(workers);
        this.memory = memory;
    }

    /** The next root, by descending degree; -1 when all have been handed out. */
    int nextRoot() {
        int left = rootsLeft.get() <= 0 ? -1 : rootsLeft.decrementAndGet();
        return left < 0 ? -1 : (int) roots.at(left);
    }

    /** Whether a worker waits, so that a busy one should call {@link #share}. */
    boolean isHungry() {
        return offers.wanted();
    }

    /** Splits {@code frame} for a waiting worker, unless another busy worker was faster. */
    void share(Frame frame) {
        if (offers.promise()) {
            // Copied outside of any lock, since frames may be large. A failure here ends the whole search.
            offers.add(frame.split(memory));
        }
    }

    /** Waits for a frame for an idle worker, which owns it then; null when the search is over. */
    Frame take(Workers.Group group) throws InterruptedException {
        return offers.take(group);
    }

    @Override
    public void close() {
        offers.forEachLeft(Frame::close);
    }
}
