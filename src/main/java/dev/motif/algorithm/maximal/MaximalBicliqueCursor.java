package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.maximal.search.SearchWorker;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Iterates over the maximal bicliques of a graph while a search finds them, on its own threads. Memory does not grow
 * with their number, unless other calls wait for the search: see {@link BicliqueBuffer}. The search ends when the last
 * biclique has been found, when enough have been taken, when this is closed, or when the caller cancels. Its threads
 * have ended when {@link #close} returns.
 */
final class MaximalBicliqueCursor implements FoundBicliques {
    private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

    private final BicliqueBuffer buffer;
    private final Thread thread;
    /** How many more bicliques may be returned. */
    private long left;

    private volatile boolean closed;
    private Biclique next;

    /** A search that passes all bicliques to a consumer, which it may call on any thread. */
    @FunctionalInterface
    interface Search {
        /** @param consumers make consumers that do not wait any more for a reader once they are cancelled */
        void run(Execution execution, Function<Cancellation, MaximalBicliqueConsumer> consumers);
    }

    /**
     * Starts a search.
     *
     * @param limit the most bicliques to return
     * @param keepsOthersWaiting whether other calls wait for something that the search holds, which then does not wait
     *     for its reader for long
     */
    MaximalBicliqueCursor(Search search, long limit, Execution execution, BooleanSupplier keepsOthersWaiting) {
        Progress progress = execution.workers().progress();
        progress.begin(SearchWorker.STAGE, 0);
        this.left = limit;
        this.buffer = new BicliqueBuffer(execution.memory(), keepsOthersWaiting, System::nanoTime);
        Cancellation caller = execution.workers().cancellation();
        Cancellation cancellation = () -> closed || caller.requested();
        Workers workers = new Workers(execution.workers().concurrency(), cancellation, unpublished(progress));
        Execution searching = new Execution(execution.memory(), workers, new StageTimes());
        this.thread = new Thread(() -> run(search, searching), "motif-search-" + THREAD_NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hides stages from {@code progress}: they reach the caller's transaction, which only the caller's thread may
     * touch.
     */
    private static Progress unpublished(Progress progress) {
        return new Progress() {
            @Override
            public void begin(String stage, long volume) {}

            @Override
            public void advance(long amount) {
                progress.advance(amount);
            }
        };
    }

    private void run(Search search, Execution execution) {
        try {
            search.run(execution, cancellation -> biclique -> buffer.put(Biclique.copyOf(biclique), cancellation));
            buffer.end(null);
        } catch (Throwable e) {
            buffer.end(e);
        }
    }

    @Override
    public boolean hasNext() {
        if (next == null && left > 0) {
            next = buffer.take();
            left = next == null ? 0 : left - 1;
            // After the last one that may be returned, the search need not go on.
            closed |= left == 0;
        }
        return next != null;
    }

    @Override
    public Biclique next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Biclique now = next;
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
