package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.search.ListSearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchGpu;
import dev.motif.algorithm.group.biclique.search.TechniqueGpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import java.util.Set;

/** Runs cuMBE on a GPU (maximal_cumbe_techniques.cu) with some of its techniques. */
public record CumbeGpu(Set<CumbeTechnique> techniques) implements TechniqueGpu {
    private static final KernelSignature TREES =
            KernelSignature.of("maximal_cumbe_techniques", "maximal_cumbe_techniques_per_block");

    @Override
    public long bytes(GpuDevice device, GraphSize size) {
        return ListSearchGpu.bytes(device, size);
    }

    @Override
    public double search(
            GpuSession session, GpuDevice device, SearchGpu search, Participant share, Execution execution) {
        return of(session, device, search).searchAll(share);
    }

    /** The search in a session. */
    public ListSearchGpu of(GpuSession session, GpuDevice device, SearchGpu search) {
        int bits = techniques.stream().mapToInt(CumbeGpu::bit).sum();
        return new ListSearchGpu(session, device, search, TREES, new KernelArguments().with("techniques", bits));
    }

    private static int bit(CumbeTechnique technique) {
        return switch (technique) {
            case CANDIDATE_SELECTION -> KernelAbi.CUMBE_CANDIDATE_SELECTION;
            case FIRST_LEVEL_EARLY_STOP -> KernelAbi.CUMBE_FIRST_LEVEL_EARLY_STOP;
            case SECOND_LEVEL_EARLY_STOP -> KernelAbi.CUMBE_SECOND_LEVEL_EARLY_STOP;
            case WORK_STEALING -> KernelAbi.CUMBE_WORK_STEALING;
            case INTERSECTION_COMPUTATION -> KernelAbi.CUMBE_INTERSECTION_COMPUTATION;
            case TWO_LEVEL_PARALLELISM -> KernelAbi.CUMBE_TWO_LEVEL_PARALLELISM;
            case EXACT_ROOT_ORDER -> KernelAbi.CUMBE_EXACT_ROOT_ORDER;
            case DEEP_STEALING -> KernelAbi.CUMBE_DEEP_STEALING;
        };
    }
}
