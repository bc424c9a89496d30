package dev.motif.cypher.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.text.GroupId;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class FirstSeenTest {
    private static final ZonedDateTime OTHERWISE = ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private final NativeMemory memory = new NativeMemory(1 << 24);

    private static String id(int group) {
        return GroupId.of(List.of((long) group));
    }

    /** The time with this number, before 1970 for negative ones, with nanoseconds. */
    private static Instant time(int number) {
        return Instant.ofEpochSecond(number * 100_000L, Math.abs(number));
    }

    @Test
    void earliestTimeOfEachGroupIsHandedDown() {
        int groups = 10_000;
        List<Integer> twice =
                new ArrayList<>(IntStream.range(0, 2 * groups).boxed().toList());
        Collections.shuffle(twice, new Random(1));
        try (FirstSeen seen = new FirstSeen(memory)) {
            assertThat(seen.of(id(1), OTHERWISE)).isEqualTo(OTHERWISE);
            for (int i : twice) {
                seen.remember(id(i / 2), time(i - groups).atZone(ZoneId.of(i % 3 == 0 ? "Europe/Berlin" : "UTC")));
            }
            assertThat(memory.liveBytes()).isBetween(48L * groups, 96L * groups);
            for (int group = 0; group < groups; group++) {
                assertThat(seen.of(id(group), OTHERWISE))
                        .isEqualTo(time(2 * group - groups).atZone(ZoneOffset.UTC));
            }
            assertThat(seen.of(id(groups), OTHERWISE)).isEqualTo(OTHERWISE);
        }
    }

    @Test
    void textsThatAreNoFingerprintsAreLeftOut() {
        try (FirstSeen seen = new FirstSeen(memory)) {
            for (String text : new String[] {"", "abc", id(1).toUpperCase(), id(1) + "0", "g" + id(1).substring(1)}) {
                seen.remember(text, OTHERWISE);
            }
            assertThat(memory.liveBytes()).isZero();
        }
    }

    @Test
    void lackOfMemoryLeavesNothing() {
        AllocationFailures.check(budget -> {
            try (FirstSeen seen = new FirstSeen(budget)) {
                IntStream.range(0, 1000).forEach(group -> seen.remember(id(group), OTHERWISE));
            }
        });
    }
}
