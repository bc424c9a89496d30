package dev.motif.parallel;

/** What a {@link Progress} is told of one stage, that which began last when there are several. */
public final class StageProgress implements Progress {
    private final String name;
    private boolean current;
    private long volume;
    private long done;
    private int steps;

    /** @param name how the stage begins */
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

    /** How often it went on. */
    public int steps() {
        return steps;
    }
}
