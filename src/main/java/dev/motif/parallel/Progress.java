package dev.motif.parallel;

/**
 * Receives how far a job has come. Many threads call {@link #advance}; the other methods are called only by the thread
 * that runs the job.
 */
public interface Progress {
    Progress NONE = new Progress() {
        @Override
        public void begin(String stage, long volume) {}

        @Override
        public void advance(long amount) {}
    };

    /**
     * Begins a new stage and ends the one before it.
     *
     * @param stage a few words, such as {@code "reading relationships"}
     * @param volume what the amounts of {@link #advance} will add up to, or 0 when that is unknown
     */
    void begin(String stage, long volume);

    /**
     * Adds to the progress of the current stage.
     *
     * @param amount 0 or more: a stage never goes back
     */
    void advance(long amount);

    /** This progress without stages, for work on another thread: the job's own thread begins its stages. */
    default Progress onlyAdvancing() {
        return new Progress() {
            @Override
            public void begin(String stage, long volume) {}

            @Override
            public void advance(long amount) {
                Progress.this.advance(amount);
            }
        };
    }

    /** Makes the progress visible. Called many times a second by the thread that waits for workers or for a device. */
    default void publish() {}
}
