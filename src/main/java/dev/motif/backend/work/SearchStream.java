package dev.motif.backend.work;

import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Iterates over what a search finds while it finds it, on its own threads. Memory does not grow with their number, unless
 * other calls wait for the search: see {@link FoundBuffer}. The search ends when the last one has been found, when enough
 * have been taken, when this is closed, or when the caller cancels. Its threads have ended when {@link #close} returns.
 *
 * @param <T> what is found
 */
public class SearchStream<T> implements Iterator<T>, AutoCloseable {
    private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

    private final FoundBuffer<T> buffer;
    private final Thread thread;
    /** How many more may be returned. */
    private long left;

    private volatile boolean closed;
    private T next;

    /** A search that passes all that it finds to a consumer, which it may call on any thread. */
    @FunctionalInterface
    public interface Search<T> {
        void run(Execution execution, Consumer<T> consumer);
    }

    /** Takes what is found; waits for the reader, unless it is cancelled. */
    @FunctionalInterface
    public interface Consumer<T> {
        void accept(T found, Cancellation cancellation);
    }

    /**
     * Starts a search.
     *
     * @param stage the name of the search, as progress shows it
     * @param volume what the search advances in total, or 0 when that is unknown
     * @param limit the most to return
     * @param keepsOthersWaiting whether other calls wait for something that the search holds, which then does not wait
     *     for its reader for long
     */
    public SearchStream(
            String stage,
            long volume,
            Search<T> search,
            FoundBuffer.Form<T> form,
            long limit,
            Execution execution,
            BooleanSupplier keepsOthersWaiting) {
        Progress progress = execution.workers().progress();
        progress.begin(stage, volume);
        this.left = limit;
        this.buffer = new FoundBuffer<>(form, execution.memory(), keepsOthersWaiting, System::nanoTime);
        Cancellation caller = execution.workers().cancellation();
        Cancellation cancellation = () -> closed || caller.requested();
        Workers workers = new Workers(execution.workers().concurrency(), cancellation, progress.onlyAdvancing());
        Execution searching = execution.with(workers).with(new StageTimes());
        this.thread = new Thread(() -> run(search, searching), "motif-search-" + THREAD_NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Search<T> search, Execution execution) {
        try {
            search.run(execution, buffer::put);
            buffer.end(null);
        } catch (Throwable e) {
            buffer.end(e);
        }
    }

    @Override
    public boolean hasNext() {
        if (next == null && left > 0) {
            do {
                next = buffer.take();
            } while (next != null && !admits(next));
            left = next == null ? 0 : left - 1;
            // After the last one that may be returned, the search need not go on.
            closed |= left == 0;
        }
        return next != null;
    }

    /** Whether something that was found is to be returned, by what has been returned before; asked once, in that order. */
    protected boolean admits(T found) {
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T now = next;
        next = null;
        return now;
    }

    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                // Goes on waiting: the search uses the graph, which the caller may close next.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        buffer.close();
    }
}
