package dev.motif.algorithm.group.biclique.search;

import dev.motif.parallel.Workers;

/** One worker of a search. {@link #close} frees what an unfinished search has left. */
public interface SearchWorker extends AutoCloseable {
    /** The name of the stage of every search for maximal bicliques. */
    String STAGE = "searching bicliques";

    /** Works until the search is over or stopped. */
    void run(Workers.Group group) throws InterruptedException;

    /** The number of nodes of the search tree that this worker has looked at. */
    long nodes();

    /** The nanoseconds in which this worker had work to do. */
    long busyNanos();

    @Override
    void close();
}
