package dev.motif.backend;

import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import java.util.Comparator;
import java.util.Optional;

/** Where an algorithm runs. */
public enum Backend {
    /** The GPU when there is one and the graph is worth it, otherwise the CPU; decided before anything starts. */
    AUTO,
    CPU,
    /** The GPU or an error: never falls back. */
    GPU;

    /** Below this many edges a CPU has counted before a GPU has begun. */
    private static final long SMALL_EDGES = 20_000;

    /**
     * The decision for one run.
     *
     * @param backend {@link #CPU} or {@link #GPU}
     * @param device the device to use, null on the CPU
     * @param reason why, in a sentence for the user
     */
    public record Choice(Backend backend, GpuDevice device, String reason) {
        static Choice cpu(String reason) {
            return new Choice(CPU, null, reason);
        }
    }

    /**
     * Checks what can be checked before the graph is there, so that a mistake costs nothing.
     *
     * @throws IllegalArgumentException when {@link #GPU} is asked for and cannot be had
     */
    public void checkPossible(Algorithm<?, ?, ?> algorithm) {
        if (this == GPU) {
            String missing = missing(algorithm);
            if (missing != null) {
                throw new IllegalArgumentException("`backend: 'GPU'` is not possible: " + missing
                        + ". Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
            }
        }
    }

    /** @throws IllegalArgumentException when {@link #GPU} is asked for and cannot be had */
    public Choice choose(Algorithm<?, ?, ?> algorithm, GraphSize size) {
        if (this == CPU) {
            return Choice.cpu("asked for by `backend: 'CPU'`");
        }
        checkPossible(algorithm);
        String missing = missing(algorithm);
        if (missing != null) {
            return Choice.cpu(missing);
        }
        if (this == AUTO && size.edges() < SMALL_EDGES) {
            return Choice.cpu("fewer than " + SMALL_EDGES + " relationships are faster on the CPU");
        }
        GpuDevice device = leastBusy().orElseThrow();
        return new Choice(GPU, device, "on " + device.info().name());
    }

    private static String missing(Algorithm<?, ?, ?> algorithm) {
        if (leastBusy().isEmpty()) {
            return Gpus.ofThisHost().reason();
        }
        return algorithm.hasGpuVersion() ? null : algorithm.name() + " has no GPU version";
    }

    private static Optional<GpuDevice> leastBusy() {
        return Gpus.ofThisHost().devices().stream()
                .filter(device -> device.unusableReason() == null)
                .min(Comparator.comparingInt(GpuDevice::waitingCalls)
                        .thenComparingLong(device -> device.reservedBytes() - device.limitBytes()));
    }
}
