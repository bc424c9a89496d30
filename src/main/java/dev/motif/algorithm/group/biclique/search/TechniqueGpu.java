package dev.motif.algorithm.group.biclique.search;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;

/** How the subtrees of the roots are searched on a GPU. */
public interface TechniqueGpu {
    /** The most device memory that it takes beside the memory of {@link SearchGpu}. */
    long bytes(GpuDevice device, GraphSize size);

    /**
     * Searches below the roots of a device's share; returns the busy ratio of its workers, 0 when the search could not go
     * on.
     */
    double search(GpuSession session, GpuDevice device, SearchGpu search, Participant share, Execution execution);
}
