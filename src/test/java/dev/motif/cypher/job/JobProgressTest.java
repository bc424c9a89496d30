package dev.motif.cypher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JobProgressTest {
    private final AtomicLong nanos = new AtomicLong();
    private JobProgress course =
            new JobProgress(List.of("reading", "counting", "writing", "writing"), stage("starting", 0));

    private Stage stage(String name, long volume) {
        return new Stage(name, volume, nanos::get);
    }

    private void begin(String name, long volume) {
        course = course.begin(stage(name, volume));
    }

    private void advance(long amount) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(3));
        course.stage().advance(amount);
        course.stage().mark();
    }

    private void assertAt(double part) {
        assertThat(course.fraction()).hasValue(part);
    }

    @Test
    void everyStageFillsItsShare() {
        assertThat(course.fraction()).isEmpty();
        begin("reading", 10);
        assertAt(0);
        advance(5);
        assertAt(0.125);
        advance(5);
        assertAt(0.25);
        begin("counting", 4);
        advance(2);
        assertAt(0.375);
        begin("writing", 2);
        assertAt(0.5);
        advance(1);
        assertAt(0.625);
        begin("writing", 2);
        assertAt(0.75);
        advance(2);
        assertAt(1);
    }

    @Test
    void stageWithoutAShareAddsNothing() {
        begin("reading nodes", 0);
        assertThat(course.fraction()).isEqualTo(OptionalDouble.empty());
        begin("reading", 10);
        advance(4);
        begin("ranking", 7);
        advance(7);
        assertAt(0.1);
        begin("counting", 4);
        assertAt(0.25);
    }

    @Test
    void stageOfUnknownVolumeStandsStill() {
        begin("reading", 10);
        advance(10);
        begin("counting", 0);
        advance(3);
        assertAt(0.25);
        assertThat(course.remaining()).isEmpty();
    }

    @Test
    void shareOfAStageThatIsLeftOutIsGivenAway() {
        begin("counting", 4);
        assertAt(0.25);
        begin("writing", 4);
        assertAt(0.5);
    }

    @Test
    void stageThatComesAgainNeverGoesBack() {
        begin("counting", 10);
        advance(6);
        assertAt(0.4);
        begin("reading", 10);
        advance(9);
        assertAt(0.4);
        begin("counting", 10);
        assertAt(0.4);
        advance(8);
        assertAt(0.45);
    }

    @Test
    void remainingTimeIsKnownInTheLastShareAlone() {
        begin("counting", 10);
        advance(2);
        advance(2);
        advance(2);
        assertThat(course.remaining()).isEmpty();
        assertThat(course.stage().remaining()).contains(Duration.ofSeconds(6));
        begin("writing", 10);
        advance(2);
        advance(2);
        advance(2);
        assertThat(course.remaining()).isEmpty();
        begin("writing", 10);
        advance(2);
        advance(2);
        advance(2);
        assertThat(course.remaining()).contains(Duration.ofSeconds(6));
        begin("tidying", 10);
        advance(2);
        advance(2);
        advance(2);
        assertThat(course.remaining()).isEmpty();
    }

    @Test
    void withoutKnownStagesItIsThatOfTheStage() {
        course = new JobProgress(List.of(), stage("starting", 0));
        begin("searching", 10);
        advance(5);
        assertAt(0.5);
        assertThat(course.remaining()).isEmpty();
        begin("searching", 10);
        assertAt(0);
    }
}
