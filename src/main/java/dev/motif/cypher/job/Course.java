package dev.motif.cypher.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a job has come as a whole. The stages that take long are known before it begins, and each has an equal share of
 * the whole; other stages have none. A stage that is left out gives its share away at once, and one that comes again adds
 * nothing, so that a job never goes back.
 *
 * @param shares the names of the stages that have a share, in their order; empty when they are not known
 * @param last the index of the last of them that began, -1 before the first
 * @param filling whether the current stage is that one
 * @param before what had been reached when the current stage began
 * @param stage the current stage
 */
record Course(List<String> shares, int last, boolean filling, double before, Stage stage) {
    Course(List<String> shares, Stage stage) {
        this(List.copyOf(shares), -1, false, 0, stage);
    }

    /** The same when {@code next} begins. */
    Course begin(Stage next) {
        int later = shares.subList(last + 1, shares.size()).indexOf(next.name());
        boolean again = later < 0 && last >= 0 && shares.get(last).equals(next.name());
        int share = later < 0 ? last : last + 1 + later;
        return new Course(shares, share, later >= 0 || again, reached(), next);
    }

    private double reached() {
        double here = filling ? (last + stage.fraction().orElse(0)) / shares.size() : 0;
        return Math.max(before, here);
    }

    /** The part that is done, in [0, 1]: of the whole job or, where its stages are not known, of the current one. */
    OptionalDouble fraction() {
        if (shares.isEmpty()) {
            return stage.fraction();
        }
        double reached = reached();
        boolean known = reached > 0 || filling && stage.fraction().isPresent();
        return known ? OptionalDouble.of(reached) : OptionalDouble.empty();
    }

    /** How long the job will still take: known while its last share is filled. */
    Optional<Duration> remaining() {
        return filling && last == shares.size() - 1 ? stage.remaining() : Optional.empty();
    }
}
