package dev.motif.cypher.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.CrownSearch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StageTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Stage stage = new Stage("counting", 200, nanos::get);

    private void passes(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void advances(long millis, long amount) {
        passes(millis);
        stage.advance(amount);
        stage.mark();
    }

    @Test
    void steadyPaceIsExtrapolated() {
        advances(3000, 20);
        advances(3000, 20);
        for (int step = 3; step <= 10; step++) {
            advances(3000, 20);
            assertThat(stage.fraction()).hasValue(step / 10.0);
            assertThat(stage.remaining().orElseThrow().toMillis())
                    .isBetween(3000L * (10 - step) - 1, 3000L * (10 - step) + 1);
        }
    }

    @Test
    void remainingTimeFollowsAPaceThatChangesALittle() {
        advances(4000, 25);
        advances(4000, 25);
        advances(5000, 25);
        advances(5000, 25);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(20));
    }

    @Test
    void remainingTimeIsUnknownWhileNothingIsDone() {
        for (int step = 0; step < 4; step++) {
            advances(1000, 25);
        }
        assertThat(stage.remaining()).contains(Duration.ofSeconds(4));
        passes(400);
        assertThat(stage.remaining()).contains(Duration.ofMillis(4800));
        passes(200);
        assertThat(stage.remaining()).isEmpty();
    }

    @Test
    void remainingTimeIsKnownAgainOnceThePaceIsSteady() {
        advances(60_000, 20);
        advances(1000, 20);
        advances(1000, 20);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(7));
        advances(3000, 20);
        advances(3000, 20);
        assertThat(stage.remaining()).isEmpty();
        advances(3000, 20);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(12));
    }

    /** The roots of a crown have geometrically fewer bicliques, one after the other. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void searchWhoseRootsDifferTellsNoRemainingTime(boolean backwards) {
        List<Long> roots = CrownSearch.bicliquesOfRoots(18);
        assertThat(roots).hasSize(18);
        assertThat(roots.stream().mapToLong(Long::longValue).sum()).isEqualTo((1L << 18) - 2);
        Stage search = new Stage("searching", roots.size(), nanos::get);
        for (int root = 0; root < roots.size(); root++) {
            for (long left = roots.get(backwards ? roots.size() - 1 - root : root); left > 0; left -= 100) {
                passes(Math.min(left, 100));
                search.mark();
                assertThat(search.remaining()).as("at root %d", root).isEmpty();
            }
            search.advance(1);
        }
    }

    @Test
    void remainingTimeIsUnknownUntilSomethingIsDone() {
        advances(5000, 0);
        assertThat(stage.remaining()).isEmpty();
    }

    @Test
    void remainingTimeIsUnknownInTheFirstSecond() {
        advances(250, 25);
        advances(250, 25);
        advances(250, 25);
        advances(249, 25);
        assertThat(stage.remaining()).isEmpty();
        passes(1);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(1));
    }

    @Test
    void stageOfUnknownVolumeHasNeither() {
        Stage unknown = new Stage("reading", 0, nanos::get);
        unknown.advance(7);
        passes(5000);
        assertThat(unknown.fraction()).isEmpty();
        assertThat(unknown.remaining()).isEmpty();
    }

    @Test
    void moreThanExpectedIsAllOfIt() {
        for (int step = 0; step < 3; step++) {
            advances(5000, 50);
        }
        advances(5000, 500);
        assertThat(stage.fraction()).hasValue(1);
        assertThat(stage.remaining()).contains(Duration.ZERO);
    }

    /** The heaviest roots may come first, and then nothing rests on their pace. */
    @Test
    void remainingTimeIsUnknownUntilATwentiethIsDone() {
        for (int step = 1; step <= 40; step++) {
            passes(500);
            stage.advance(1);
            stage.mark();
            assertThat(stage.remaining().isPresent()).as("%d of 200", step).isEqualTo(step >= 10);
        }
    }
}
