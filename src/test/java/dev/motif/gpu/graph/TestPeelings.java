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
 * @param sliceNanos how long a launch may take
 */
public record TestPeelings(int blocks, int shift, long sliceNanos) {
    private static final int ALL_BLOCKS = 1 << 10;
    private static final long SHORT_SLICE_NANOS = 50_000;

    /** One, two and all blocks, each with wide and narrow ranges, in one launch and in many. */
    public static Stream<TestPeelings> all() {
        return IntStream.of(1, 2, ALL_BLOCKS).boxed().flatMap(blocks -> IntStream.of(0, 1, KernelAbi.PEEL_SHIFT)
                .boxed()
                .flatMap(shift -> Stream.of(
                        new TestPeelings(blocks, shift, Long.MAX_VALUE),
                        new TestPeelings(blocks, shift, SHORT_SLICE_NANOS))));
    }

    /** Runs {@code work} while the first GPU peels in this way, and returns its result. */
    public <T> T with(Supplier<T> work) {
        DevicePeeling.force(blocks, shift);
        try {
            return TestDevices.withSlices(Gpus.ofThisHost().devices().get(0), sliceNanos, work);
        } finally {
            DevicePeeling.force(0, KernelAbi.PEEL_SHIFT);
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
