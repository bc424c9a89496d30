package dev.motif.algorithm.maximal.search;

import dev.motif.parallel.Workers;

/** One worker of a search. {@link #close} lets go of what it had not finished. */
public interface SearchWorker extends AutoCloseable {
    /** The stage of every search, whatever is made of the bicliques. */
    String STAGE = "searching bicliques";

    /** Works until the search is over or stopped. */
    void run(Workers.Group group) throws InterruptedException;

    /** Nodes of the search tree that this worker has looked at. */
    long nodes();

    /** The time in which this worker had something to do. */
    long busyNanos();

    @Override
    void close();
}
