package dev.motif.backend.cost;

import dev.motif.gpu.GpuDevice;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The times that a run is estimated to take. They are rough: right enough to tell the faster backend where the other
 * one takes much longer.
 *
 * @param cpuMillis the milliseconds on the CPU
 * @param gpuMillis the milliseconds on a GPU; infinite without one
 */
public record RunTimes(double cpuMillis, double gpuMillis) {
    /** The part of the work that takes as long on many threads as on one, see docs/benchmarks/scaling.md. */
    private static final double ALONE = 0.12;

    /** The threads with which costs were measured; to start them is most of the start on the CPU. */
    private static final double MEASURED_THREADS = 16;

    /** The steps of a cost that these threads do while one does a step. */
    private static final double MEASURED_STEPS = 4.75;

    /** The steps of a multiprocessor on graphs that do not fill the device; for such graphs the choice matters. */
    private static final double STEPS_PER_MULTIPROCESSOR_AND_SECOND = 1.65e8;

    /** The bytes that a copy of a graph has for each vertex and edge, for both directions. */
    private static final double COPY_BYTES_PER_ITEM = 8;

    /**
     * Estimates a run of {@code cost} on this host; null when that is null.
     *
     * @param device null where no GPU can be used
     */
    public static RunTimes of(
            RunCost cost, Supplier<GraphShape> shape, GpuDevice device, boolean copied, int concurrency) {
        if (cost == null) {
            return null;
        }
        int threads = Math.min(concurrency, Runtime.getRuntime().availableProcessors());
        return device == null
                ? new RunTimes(cpuMillis(cost, shape.get(), HostSpeed.ofProcessor(), threads), Double.POSITIVE_INFINITY)
                : of(cost, shape.get(), HostSpeed.with(device), device.info().multiprocessors(), copied, threads);
    }

    /**
     * Estimates a run of {@code cost}.
     *
     * @param copied whether the device has a copy of the graph
     * @param threads the threads on the CPU that run at the same time
     */
    public static RunTimes of(
            RunCost cost, GraphShape shape, HostSpeed speed, int multiprocessors, boolean copied, int threads) {
        double gpuSeconds = gpuSeconds(cost, cost.gpu(), shape, speed, multiprocessors);
        if (!copied) {
            double items = (double) shape.size().vertices() + shape.size().edges();
            gpuSeconds += gpuSeconds(cost, cost.gpuFirst(), shape, speed, multiprocessors)
                    + COPY_BYTES_PER_ITEM * items / speed.gpuCopyBytesPerSecond();
        }
        return new RunTimes(cpuMillis(cost, shape, speed, threads), 1e3 * gpuSeconds);
    }

    private static double cpuMillis(RunCost cost, GraphShape shape, HostSpeed speed, int threads) {
        double starting = (1 + threads) / (1 + MEASURED_THREADS);
        double working = timeOfWork(threads) / timeOfWork(MEASURED_THREADS) / MEASURED_STEPS;
        double steps = starting * cost.cpu().start() + working * cost.cpu().steps(shape, cost.pairs(shape));
        return 1e3 * steps / speed.cpuStepsPerSecond();
    }

    /** The time of work that takes 1 on one thread. */
    private static double timeOfWork(double threads) {
        return ALONE + (1 - ALONE) / threads;
    }

    private static double gpuSeconds(
            RunCost cost, RunCost.Part part, GraphShape shape, HostSpeed speed, int multiprocessors) {
        return part.start() * speed.gpuLaunchMicros() / 1e6
                + part.steps(shape, cost.pairs(shape)) / (multiprocessors * STEPS_PER_MULTIPROCESSOR_AND_SECOND);
    }

    /** A tie goes to the CPU, which leaves the GPU to others. */
    public boolean gpuIsFaster() {
        return gpuMillis < cpuMillis;
    }

    /** Both times for the user, such as {@code "about 3 ms on the CPU, 8 ms on the GPU"}. */
    public String text() {
        return "about " + text(cpuMillis) + " on the CPU, " + text(gpuMillis) + " on the GPU";
    }

    /** A time for the user, such as {@code "8.1 ms"}. */
    public static String text(double millis) {
        if (millis < 1e4) {
            return String.format(Locale.ROOT, millis < 9.95 ? "%.1f ms" : "%.0f ms", millis);
        }
        return String.format(Locale.ROOT, "%.0f s", millis / 1e3);
    }
}
