package dev.motif.gpu;

import dev.motif.parallel.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Kernels whose launches end after a slice of time, and are launched again until nothing is left of them. Kernels that are
 * launched at once share one slice. Between slices kernels of other calls run, and the cancellation is checked.
 *
 * <p>Such a kernel has the parameters {@code nanos}, the time of a launch, and {@code unfinished}, a 64-bit word that it
 * sets to 1 when time is over.
 */
public final class SlicedLaunches {
    private final GpuSession session;
    private final Cancellation cancellation;
    private final DeviceArray unfinished;
    private final int most;
    private final List<Launch> launches = new ArrayList<>();

    private record Launch(
            KernelSignature kernel, int grid, int block, int sharedBytes, KernelArguments arguments, int index) {}

    /** @param most the most kernels that are launched at once */
    public SlicedLaunches(GpuSession session, int most, Cancellation cancellation) {
        this.session = session;
        this.most = most;
        this.cancellation = cancellation;
        unfinished = session.longs(most);
    }

    /** The device bytes that an object of this class allocates. */
    public static long bytes(int most) {
        return (long) most * Long.BYTES;
    }

    /**
     * Adds a kernel to the kernels of the next {@link #run}.
     *
     * @param grid the number of blocks, the same in each launch
     * @param block the number of threads in a block
     * @param sharedBytes the bytes of dynamic shared memory of a block
     * @param arguments all but {@code nanos} and {@code unfinished}
     */
    public void add(KernelSignature kernel, int grid, int block, int sharedBytes, KernelArguments arguments) {
        int index = launches.size();
        LongSupplier slice = session.slice();
        arguments
                .with("nanos", () -> slice.getAsLong() / launches.size())
                .with("unfinished", unfinished.from((long) index * Long.BYTES));
        launches.add(new Launch(kernel, grid, block, sharedBytes, arguments, index));
    }

    /**
     * Launches the kernels that were added, one behind the other, again and again until all of them have ended. After an
     * error none of them is left.
     */
    public void run() {
        try {
            while (!launches.isEmpty()) {
                session.clear(unfinished);
                launches.forEach(launch ->
                        session.launch(launch.kernel, launch.grid, launch.block, launch.sharedBytes, launch.arguments));
                long[] left = session.readLongs(unfinished, most);
                cancellation.check();
                launches.removeIf(launch -> left[launch.index] == 0);
            }
        } finally {
            launches.clear();
        }
    }
}
