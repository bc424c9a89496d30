package dev.motif.bench.experiments;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import java.util.List;
import java.util.Map;

/**
 * The result and times of a technique on a graph.
 *
 * @param result the figures of its last run, or null when no run ended within the limit
 * @param runs the times of the runs that count
 * @param limitMillis what a run may take
 */
public record Measured(Map<String, Object> result, List<StageTimes> runs, long limitMillis) {
    /** Preparing, transfers and computing together. */
    public Times total() {
        return times(Stage.PREPARE, Stage.TRANSFER, Stage.COMPUTE);
    }

    /** The sum of some stages, run by run. */
    public Times times(Stage... stages) {
        return new Times(
                runs.stream()
                        .map(run -> {
                            double sum = 0;
                            for (Stage stage : stages) {
                                sum += run.exactMillis(stage);
                            }
                            return sum;
                        })
                        .toList(),
                limitMillis);
    }
}
