package dev.motif.backend.cost;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How fast one thread of this host intersects sorted rows: what most algorithms spend their time on. */
final class CpuSpeed {
    private static final int ROWS = 1 << 12;
    private static final int ROW_LENGTH = 64;
    private static final long WARM_UP_NANOS = 40_000_000;
    private static final long NANOS = 40_000_000;

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
        return run(rows, random, NANOS);
    }

    /** The steps per second of {@code nanos} nanoseconds. */
    private static double run(int[] rows, SplittableRandom random, long nanos) {
        long steps = 0;
        long found = 0;
        long start = System.nanoTime();
        long spent = 0;
        while (spent < nanos) {
            for (int pair = 0; pair < 256; pair++) {
                int first = random.nextInt(ROWS) * ROW_LENGTH;
                int second = random.nextInt(ROWS) * ROW_LENGTH;
                found += common(rows, first, second);
                steps += 2 * ROW_LENGTH;
            }
            spent = System.nanoTime() - start;
        }
        // Without a use of what was found, the intersections could be left out.
        return (steps + Math.min(0, found)) / (spent / 1e9);
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
