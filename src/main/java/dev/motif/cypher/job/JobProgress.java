package dev.motif.cypher.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a job has come as a whole. The stages that take long are listed before the job begins, and each has an equal
 * share of the whole; other stages have none. The share of a listed stage that is skipped counts as done when a later
 * one begins, and a stage that begins a second time adds nothing, so that the progress never goes back.
 *
 * @param shares the names of the stages that have a share, in their order; empty when they are not known
 * @param last the index in {@code shares} of the last stage that began, -1 before the first
 * @param filling whether the current stage is the one at {@code last}
 * @param before the part of the whole, in [0, 1], that was done when the current stage began
 * @param stage the current stage
 */
record JobProgress(List<String> shares, int last, boolean filling, double before, Stage stage) {
    JobProgress(List<String> shares, Stage stage) {
        this(List.copyOf(shares), -1, false, 0, stage);
    }

    /** Returns the course of the job after {@code next} has begun. */
    JobProgress begin(Stage next) {
        int later = shares.subList(last + 1, shares.size()).indexOf(next.name());
        boolean again = later < 0 && last >= 0 && shares.get(last).equals(next.name());
        int share = later < 0 ? last : last + 1 + later;
        return new JobProgress(shares, share, later >= 0 || again, reached(), next);
    }

    private double reached() {
        double here = filling ? (last + stage.fraction().orElse(0)) / shares.size() : 0;
        return Math.max(before, here);
    }

    /**
     * The part of the whole job that is done, in [0, 1]; the part of the current stage where the stages are not known.
     * Empty while that is unknown.
     */
    OptionalDouble fraction() {
        if (shares.isEmpty()) {
            return stage.fraction();
        }
        double reached = reached();
        boolean known = reached > 0 || filling && stage.fraction().isPresent();
        return known ? OptionalDouble.of(reached) : OptionalDouble.empty();
    }

    /** How long the job will still take; empty until its last listed stage runs and can tell. */
    Optional<Duration> remaining() {
        return filling && last == shares.size() - 1 ? stage.remaining() : Optional.empty();
    }
}
