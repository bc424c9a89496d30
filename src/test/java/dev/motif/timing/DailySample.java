package dev.motif.timing;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws, of the many places at which work may be broken off, and of the many cases of a slow test, the ones that a build
 * tries: all of them in {@code .ci/run all}, otherwise some, which are drawn anew each day.
 */
public final class DailySample {
    private static final String PROPERTY = "motif.sample";

    private static final long SEED =
            Long.getLong(PROPERTY, LocalDate.now(ZoneOffset.UTC).toEpochDay());

    private DailySample() {}

    /** All cases in {@code .ci/run all}, otherwise at most {@code most} of them, 3 or more, in their order. */
    public static <T> List<T> of(List<T> cases, int most) {
        return isAll()
                ? cases
                : Arrays.stream(of(cases.size(), most)).mapToObj(cases::get).toList();
    }

    /** Whether all places are tried. */
    public static boolean isAll() {
        return Seeds.areMany();
    }

    /**
     * The places of {@code [0, count)} that are tried today, ascending: the first one, the last one, and some of the others.
     *
     * @param most how many they are at most, 3 or more
     */
    public static int[] of(int count, int most) {
        return of(count, most, SEED);
    }

    static int[] of(int count, int most, long seed) {
        if (count <= most) {
            return IntStream.range(0, count).toArray();
        }
        IntStream others = new Random(seed).ints(1, count - 1).distinct().limit(most - 2);
        return IntStream.concat(IntStream.of(0, count - 1), others).sorted().toArray();
    }

    /** A hint in a failure, so that the same places can be tried again. */
    public static String hint() {
        return isAll() ? "all places" : "the places of -D" + PROPERTY + "=" + SEED;
    }
}
