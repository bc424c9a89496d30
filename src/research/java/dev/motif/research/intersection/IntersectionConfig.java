package dev.motif.research.intersection;

import java.io.Serializable;

/**
 * How to count the common neighbors of each edge. The counts do not depend on it.
 *
 * @param mps the options of MPS, which merges lists; null for BMP
 * @param bmp the options of BMP, which uses bitmaps; null for MPS
 * @param memory how the rows of a graph that does not fit a GPU come to it
 */
public record IntersectionConfig(MpsConfig mps, BmpConfig bmp, PassMemory memory) implements Serializable {
    /** How rows come to a GPU that does not hold all of them. */
    public enum PassMemory {
        /** Each pass copies the rows that it needs. */
        PASSES,
        /** The rows are in unified memory, and each pass fetches the pages that it needs. */
        UNIFIED
    }

    /** @throws IllegalArgumentException when not one technique is asked for */
    public IntersectionConfig {
        if (mps == null == (bmp == null)) {
            throw new IllegalArgumentException("either `mps` or `bmp` must be given");
        }
    }

    /** MPS, with copies in passes. */
    public static IntersectionConfig of(MpsConfig mps) {
        return new IntersectionConfig(mps, null, PassMemory.PASSES);
    }

    /** BMP, with copies in passes. */
    public static IntersectionConfig of(BmpConfig bmp) {
        return new IntersectionConfig(null, bmp, PassMemory.PASSES);
    }

    /** A copy whose rows come to a GPU in another way. */
    public IntersectionConfig with(PassMemory other) {
        return new IntersectionConfig(mps, bmp, other);
    }

    /** Whether vertices are numbered by descending degree first. */
    boolean relabels() {
        return bmp != null && bmp.relabel();
    }

    /** Whether the CPU looks up the slots of edges while the GPU counts. */
    boolean coProcesses() {
        return mps != null ? mps.coProcessing() : bmp.coProcessing();
    }

    String stage() {
        return mps != null ? MpsCpu.STAGE : BmpCpu.STAGE;
    }
}
