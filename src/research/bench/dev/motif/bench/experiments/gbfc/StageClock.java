package dev.motif.bench.experiments.gbfc;

import dev.motif.parallel.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Takes the time of each stage that a run announces, until the next one begins. */
final class StageClock implements Progress {
    private final Map<String, Long> nanos = new LinkedHashMap<>();
    private String stage;
    private long since;

    @Override
    public void begin(String next, long volume) {
        stop();
        stage = next;
        since = System.nanoTime();
    }

    @Override
    public void advance(long amount) {}

    /** Ends the last stage. */
    void stop() {
        if (stage != null) {
            nanos.merge(stage, System.nanoTime() - since, Long::sum);
            stage = null;
        }
    }

    /** The milliseconds of some stages together. */
    double millis(Predicate<String> which) {
        return nanos.entrySet().stream()
                        .filter(each -> which.test(each.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                / 1e6;
    }
}
