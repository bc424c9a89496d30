package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.parallel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;

/**
 * Bicliques on their way from the workers of a search to the one who reads them: when the reader is slow, the workers
 * wait. Bounded by bytes rather than by bicliques, whose sizes differ widely. Thread-safe.
 */
final class BicliqueBuffer {
    /** The heap that the bicliques may take, when none is larger than that alone. */
    static final long CAPACITY_BYTES = 8 << 20;

    private static final long WAIT_MILLIS = 20;

    private final Deque<Biclique> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean ended;
    private Throwable failure;

    /** Waits for room; one that is larger than the buffer gets it to itself. */
    synchronized void put(Biclique biclique, Cancellation cancellation) {
        while (bytes > 0 && bytes + biclique.heapBytes() > CAPACITY_BYTES) {
            cancellation.check();
            await();
        }
        bytes += biclique.heapBytes();
        waiting.add(biclique);
        notifyAll();
    }

    /** Nothing more will come, because the search is over, or because of {@code reason} when it is not null. */
    synchronized void end(Throwable reason) {
        ended = true;
        failure = reason;
        notifyAll();
    }

    /** The next one; null when there will be none. */
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
