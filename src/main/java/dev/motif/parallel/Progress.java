package dev.motif.parallel;

/** Receives how far a job has come. {@link #advance} is called by many threads; the rest by the one that runs the job. */
public interface Progress {
    Progress NONE = new Progress() {
        @Override
        public void begin(String stage, long volume) {}

        @Override
        public void advance(long amount) {}
    };

    /**
     * A new stage begins; the one before it has ended.
     *
     * @param stage a few words, such as {@code "reading relationships"}
     * @param volume what the amounts of {@link #advance} will add up to, or 0 when that is unknown
     */
    void begin(String stage, long volume);

    /** @param amount 0 or more: a stage never goes back */
    void advance(long amount);

    /** Called a few times a second on the thread that waits for the workers. */
    default void publish() {}
}
