package dev.motif.backend.work;

import dev.motif.parallel.Workers;

/** Counts the steps of a search on one thread; now and then, looks at the cancellation and shows the progress. */
public final class SearchProgress {
    /** Steps between two looks at the cancellation: some milliseconds. */
    private static final long STEPS_PER_POLL = 1 << 20;

    private final Workers workers;
    private long steps;
    private long rootsDone;
    private long rootsShown;

    /**
     * Begins a stage of progress.
     *
     * @param roots how many roots the search has
     */
    public SearchProgress(String stage, long roots, Workers workers) {
        this.workers = workers;
        workers.progress().begin(stage, roots);
    }

    /** Adds {@code count} steps. */
    public void add(long count) {
        steps += count;
        if (steps >= STEPS_PER_POLL) {
            poll();
        }
    }

    /** Looks at the cancellation and shows the progress. */
    public void poll() {
        steps = 0;
        workers.cancellation().check();
        showProgress();
    }

    /** Says from how many roots the search has ended. */
    public void rootsDone(long count) {
        rootsDone = count;
    }

    public void showProgress() {
        workers.progress().advance(rootsDone - rootsShown);
        rootsShown = rootsDone;
        workers.progress().publish();
    }
}
