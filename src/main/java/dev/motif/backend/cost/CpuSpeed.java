package dev.motif.backend.cost;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How fast one thread of this host intersects sorted rows: what most algorithms spend their time on. */
final class CpuSpeed {
    private static final int ROWS = 1 << 12;
    private static final int ROW_LENGTH = 64;
    private static final int PAIRS_TOGETHER = 256;
    private static final double STEPS_TOGETHER = 2.0 * ROW_LENGTH * PAIRS_TOGETHER;
    private static final long WARM_UP_NANOS = 40_000_000;
    private static final long NANOS = 40_000_000;
    private static final int MOST_TURNS = 10;
    private static final double FAR_BELOW = 5;

    private CpuSpeed() {}

    /** The steps of intersections that one thread does in a second, each an element of one of two rows. */
    static double stepsPerSecond() {
        SplittableRandom random = new SplittableRandom(1);
        int[] rows = new int[ROWS * ROW_LENGTH];
        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < ROW_LENGTH; i++) {
                rows[row * ROW_LENGTH + i] = random.nextInt(4 * ROW_LENGTH);
            }
            Arrays.sort(rows, row * ROW_LENGTH, (row + 1) * ROW_LENGTH);
        }
        run(rows, random, WARM_UP_NANOS);
        double speed = 0;
        // A speed far below a typical one is rather of code that a busy host has not compiled yet.
        for (int turn = 0; turn < MOST_TURNS && speed < HostSpeed.TYPICAL.cpuStepsPerSecond() / FAR_BELOW; turn++) {
            speed = Math.max(speed, run(rows, random, NANOS));
        }
        return speed;
    }

    /** The most steps per second in {@code nanos} nanoseconds: on a busy host this thread waits for most of them. */
    private static double run(int[] rows, SplittableRandom random, long nanos) {
        long found = 0;
        long shortest = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (long now = start; now - start < nanos; ) {
            for (int pair = 0; pair < PAIRS_TOGETHER; pair++) {
                int first = random.nextInt(ROWS) * ROW_LENGTH;
                int second = random.nextInt(ROWS) * ROW_LENGTH;
                found += common(rows, first, second);
            }
            long end = System.nanoTime();
            shortest = Math.min(shortest, end - now);
            now = end;
        }
        // Without a use of what was found, the intersections could be left out.
        return (STEPS_TOGETHER + Math.min(0, found)) / (shortest / 1e9);
    }

    private static int common(int[] rows, int first, int second) {
        int found = 0;
        int i = first;
        int j = second;
        while (i < first + ROW_LENGTH && j < second + ROW_LENGTH) {
            int order = Integer.compare(rows[i], rows[j]);
            found += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return found;
    }
}
