package dev.motif.parallel;

/**
 * Counts the steps of a loop, and looks now and then whether its result is still wanted. Any loop whose length grows with the
 * graph counts here, if it is not cut into short pieces as by {@link Workers#forEach}. For one thread.
 */
public final class Steps {
    /** The steps between two looks: some milliseconds, and in code that is not compiled yet some tens of them. */
    public static final int PER_LOOK = 1 << 16;

    private final Runnable look;
    private long left = PER_LOOK;

    public Steps(Cancellation cancellation) {
        this(cancellation::check);
    }

    private Steps(Runnable look) {
        this.look = look;
    }

    /** Steps of a loop whose caller looks itself: {@code look} throws when the result is not wanted any more. */
    public static Steps asking(Runnable look) {
        return new Steps(look);
    }

    /** Counts one step, such as a memory access or a few. */
    public void add() {
        add(1);
    }

    /**
     * Counts {@code steps} more steps.
     *
     * @throws java.util.concurrent.CancellationException when the result is not wanted any more
     */
    public void add(long steps) {
        left -= steps;
        if (left <= 0) {
            left = PER_LOOK;
            look.run();
        }
    }
}
