package dev.motif.gpu.graph;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * How long the smallest pieces of work on a device take, as measured from this host.
 *
 * @param launchMicros the microseconds from the launch of a kernel that does nothing until the host knows that it ended
 * @param copyBytesPerSecond the bytes of a graph that are copied to the device in a second
 */
public record DeviceSpeed(double launchMicros, double copyBytesPerSecond) {
    /** A kernel that returns at once when it is given nothing to do. */
    private static final KernelSignature EMPTY = KernelSignature.of("graph_prep", "prep_bases_per_grid");

    private static final long COPY_BYTES = 16L << 20;
    private static final int LAUNCHES = 64;
    private static final int COPIES = 4;

    /** Measures a device; takes some ten milliseconds once its kernels have been loaded. */
    public static DeviceSpeed measure(GpuDevice device) {
        NativeMemory memory = new NativeMemory(COPY_BYTES);
        try (OffHeapLongs source = memory.zeroedLongs(COPY_BYTES / Long.BYTES);
                GpuSession session = device.open(COPY_BYTES, Workers.of(1))) {
            DeviceArray target = session.longs(source.length());
            double launch = medianNanos(LAUNCHES, () -> {
                session.launch(EMPTY, 1, 1, 0, target, 0);
                session.await();
            });
            double copy = medianNanos(COPIES, () -> session.upload(source, target));
            return new DeviceSpeed(launch / 1e3, COPY_BYTES / (copy / 1e9));
        }
    }

    /** The median time of {@code count} runs, after one that does not count. */
    private static double medianNanos(int count, Runnable run) {
        run.run();
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            run.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[count / 2];
    }
}
