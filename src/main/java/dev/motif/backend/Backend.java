package dev.motif.backend;

import dev.motif.gpu.GpuStatus;

/** Where an algorithm runs. */
public enum Backend {
    /** The GPU when it can take the job, otherwise the CPU; decided before anything starts. */
    AUTO,
    CPU,
    /** The GPU or an error: never falls back. */
    GPU;

    /**
     * The decision for one run.
     *
     * @param backend {@link #CPU} or {@link #GPU}
     * @param reason why, in a sentence for the user
     */
    public record Choice(Backend backend, String reason) {}

    /** @throws IllegalArgumentException when {@link #GPU} is asked for and cannot be had */
    public Choice choose() {
        if (this == CPU) {
            return new Choice(CPU, "asked for by `backend: 'CPU'`");
        }
        String missing = GpuStatus.current().reason();
        if (this == GPU) {
            throw new IllegalArgumentException("`backend: 'GPU'` is not possible: " + missing
                    + ". Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
        }
        return new Choice(CPU, missing);
    }
}
