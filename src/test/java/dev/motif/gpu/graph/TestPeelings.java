package dev.motif.gpu.graph;

import dev.motif.gpu.Gpus;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.TestDevices;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A way to peel on a device that tests force.
 *
 * @param blocks the blocks of a launch, at most as many as the device has multiprocessors; 0 for what the work needs
 * @param shift that of the coarse pass: with 0 ranges are wide and few, with {@link KernelAbi#PEEL_SHIFT} as always
 * @param leastWidth how far a level of the coarse pass goes at least, at most as far as always
 * @param sliceNanos how long a launch may take
 */
public record TestPeelings(int blocks, int shift, long leastWidth, long sliceNanos) {
    private static final int ALL_BLOCKS = 1 << 10;
    private static final long SHORT_SLICE_NANOS = 50_000;

    /** One, two and all blocks, each with wide and narrow ranges, in one launch and in many. */
    public static Stream<TestPeelings> all() {
        return IntStream.of(1, 2, ALL_BLOCKS).boxed().flatMap(blocks -> Stream.of(Long.MAX_VALUE, SHORT_SLICE_NANOS)
                .flatMap(slice -> Stream.of(
                        new TestPeelings(blocks, 0, 0, slice),
                        new TestPeelings(blocks, 1, 0, slice),
                        new TestPeelings(blocks, KernelAbi.PEEL_SHIFT, 0, slice),
                        new TestPeelings(blocks, KernelAbi.PEEL_SHIFT, Long.MAX_VALUE, slice))));
    }

    /** Runs {@code work} while the first GPU peels in this way, and returns its result. */
    public <T> T with(Supplier<T> work) {
        DevicePeeling.force(blocks, shift, leastWidth);
        try {
            return TestDevices.withSlices(Gpus.ofThisHost().devices().get(0), sliceNanos, work);
        } finally {
            DevicePeeling.force(0, KernelAbi.PEEL_SHIFT, Long.MAX_VALUE);
        }
    }

    /** Runs {@code work} while the first GPU peels in this way. */
    public void run(Runnable work) {
        with(() -> {
            work.run();
            return null;
        });
    }
}
