package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimedPositionsTest {
    private static final long SLICE = 1_000_000_000;

    private final DynamicSchedule schedule = new DynamicSchedule(2, WorkPart.WHOLE);

    private static List<Range> all(ClaimedPositions positions) {
        List<Range> ranges = new ArrayList<>();
        for (Range range = positions.next(5); range != null; range = positions.next(5)) {
            ranges.add(range);
        }
        return ranges;
    }

    @Test
    void oneDeviceHasAllAtOnce() {
        ClaimedPositions positions = ClaimedPositions.of(Participant.whole(), 100, 0, tasks -> tasks);
        assertThat(positions.hasAll()).isFalse();
        assertThat(positions.next(5)).isEqualTo(new Range(0, 100));
        assertThat(positions.hasAll()).isTrue();
        assertThat(positions.next(5)).isNull();
        assertThat(all(positions.again())).containsExactly(new Range(0, 100));
    }

    @Test
    void launchesAreShortUntilAllIsClaimed() {
        ClaimedPositions positions = ClaimedPositions.of(schedule.share(), 10, 0, tasks -> tasks);
        assertThat(positions.nanos(() -> SLICE).getAsLong()).isLessThan(SLICE);
        all(positions);
        assertThat(positions.nanos(() -> SLICE).getAsLong()).isEqualTo(SLICE);
    }

    @Test
    void severalDevicesHaveAllTogetherAndTheSameAgain() {
        ClaimedPositions first = ClaimedPositions.of(schedule.share(), 100, 0, tasks -> 2 * tasks);
        ClaimedPositions second = ClaimedPositions.of(schedule.share(), 100, 0, tasks -> 2 * tasks);
        assertThat(first.next(3)).isEqualTo(new Range(0, 6));
        assertThat(second.next(3)).isEqualTo(new Range(6, 12));
        assertThat(first.hasFirst()).isTrue();
        assertThat(second.hasFirst()).isFalse();

        List<Range> again = all(first.again());
        assertThat(again.get(0)).isEqualTo(new Range(0, 6));
        assertThat(again.get(1).from()).isEqualTo(12);
        assertThat(again.get(again.size() - 1).to()).isEqualTo(100);
        assertThat(second.next(3)).isNull();
        assertThat(all(second.again())).containsExactly(new Range(6, 12));
        assertThat(all(first.again())).isEqualTo(again);
    }
}
