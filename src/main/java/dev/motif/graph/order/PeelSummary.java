package dev.motif.graph.order;

import dev.motif.graph.memory.OffHeapLongs;

/**
 * The figures of the numbers that a peeling finds, such as wing numbers.
 *
 * @param max the largest number, null without any numbers
 * @param atMax how many have it
 */
public record PeelSummary(Long max, long atMax) {
    public static PeelSummary of(OffHeapLongs numbers) {
        long max = -1;
        long atMax = 0;
        for (long i = 0; i < numbers.length(); i++) {
            long number = numbers.get(i);
            if (number > max) {
                max = number;
                atMax = 0;
            }
            if (number == max) {
                atMax++;
            }
        }
        return new PeelSummary(max < 0 ? null : (Long) max, atMax);
    }
}
