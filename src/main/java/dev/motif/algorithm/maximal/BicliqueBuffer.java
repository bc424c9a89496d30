package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;

/**
 * A queue of bicliques between the workers of a search and one reader: when the reader is slow, the workers wait. Its
 * capacity is in bytes and not in bicliques, since their sizes differ widely. Thread-safe.
 */
final class BicliqueBuffer {
    /** The heap bytes that the bicliques may take together; a single larger one is held too. */
    static final long CAPACITY_BYTES = 8 << 20;

    private static final long WAIT_MILLIS = 20;

    private final Deque<Biclique> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean ended;
    private Throwable failure;

    /**
     * Adds {@code biclique} when there is room; one that is larger than the buffer waits until the buffer is empty.
     *
     * @throws CancellationException when the call is cancelled meanwhile
     */
    synchronized void put(Biclique biclique, Cancellation cancellation) {
        while (bytes > 0 && bytes + biclique.heapBytes() > CAPACITY_BYTES) {
            cancellation.check();
            await();
        }
        bytes += biclique.heapBytes();
        waiting.add(biclique);
        notifyAll();
    }

    /** Says that no more bicliques will be added: the search is over, or has failed when {@code reason} is not null. */
    synchronized void end(Throwable reason) {
        ended = true;
        failure = reason;
        notifyAll();
    }

    /**
     * Waits for the next biclique and removes it; null when there are no more.
     *
     * @throws RuntimeException when the search has failed: the exception, or error, that it failed with
     */
    synchronized Biclique take() {
        while (waiting.isEmpty() && !ended) {
            await();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        Biclique biclique = waiting.poll();
        if (biclique != null) {
            bytes -= biclique.heapBytes();
            notifyAll();
        }
        return biclique;
    }

    private void await() {
        try {
            wait(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
