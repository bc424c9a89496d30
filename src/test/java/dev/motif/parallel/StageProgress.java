package dev.motif.parallel;

/** A {@link Progress} that keeps the progress of the last stage whose name begins with a given text. */
public final class StageProgress implements Progress {
    private final String name;
    private boolean current;
    private long volume;
    private long done;
    private int steps;

    /** @param name what the name of the stage begins with */
    public StageProgress(String name) {
        this.name = name;
    }

    @Override
    public void begin(String stage, long newVolume) {
        current = stage.startsWith(name);
        if (current) {
            volume = newVolume;
            done = 0;
            steps = 0;
        }
    }

    @Override
    public synchronized void advance(long amount) {
        if (current && amount > 0) {
            done += amount;
            steps++;
        }
    }

    public long volume() {
        return volume;
    }

    public long done() {
        return done;
    }

    /** The number of calls of {@link #advance} with more than 0 since the stage began. */
    public int steps() {
        return steps;
    }
}
