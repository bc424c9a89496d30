package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;

/** Rings after a while, to cancel the work that runs then. */
public final class Alarm {
    private volatile Soon afterwards;

    private Alarm() {}

    public static Alarm in(long millis) {
        Alarm alarm = new Alarm();
        Thread clock = new Thread(() -> alarm.ringAfter(millis), "alarm");
        clock.setDaemon(true);
        clock.start();
        return alarm;
    }

    private void ringAfter(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        afterwards = Soon.afterNow();
    }

    public boolean rang() {
        return afterwards != null;
    }

    /** Fails when the alarm has not rung, or the work that it was to cancel did not end soon afterwards. */
    public void assertEndedSoonAfter() {
        assertThat(rang()).as("the alarm rang").isTrue();
        afterwards.assertEnded();
    }
}
