package dev.motif.algorithm.sample.clique;

import dev.motif.algorithm.sample.estimate.ApproximateBinomials;
import dev.motif.algorithm.sample.estimate.SamplesGpu;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * Estimates the k-cliques of roots on a device, in any order of their vertices after the root as {@link CliqueSampler} does,
 * but counts no small nodes (kclique_sample.cu).
 */
final class CliqueSamplerGpu implements SamplesGpu.Search {
    private static final String MODULE = "kclique_sample";
    private static final KernelSignature GRAPHS = KernelSignature.of(MODULE, "kclique_sampled_graphs_per_block");
    private static final KernelSignature SAMPLES = KernelSignature.of(MODULE, "kclique_samples_per_block");

    private final Csr rows;
    private final int k;

    /** The bits of the logarithms of factorials up to the largest degree. */
    private final OffHeapLongs logFactorials;

    private DeviceArray offsets;
    private DeviceArray neighbors;
    private DeviceArray factorials;
    private int blocks;

    /**
     * @param rows a graph oriented to lower ranks
     * @param logFactorials the logarithms of factorials of {@link ApproximateBinomials}, up to its largest degree
     */
    CliqueSamplerGpu(Csr rows, int k, OffHeapLongs logFactorials) {
        this.rows = rows;
        this.k = k;
        this.logFactorials = logFactorials;
    }

    @Override
    public int candidates(int root) {
        return (int) rows.degree(root);
    }

    @Override
    public int members(int root) {
        return candidates(root);
    }

    @Override
    public long bytes(GpuDevice device) {
        return bytes(rows.vertexCount(), rows.slotCount()) + logFactorials.bytes();
    }

    /** The device bytes of a graph. */
    static long bytes(long vertices, long edges) {
        return (vertices + 1) * Long.BYTES + edges * Integer.BYTES + DeviceArray.SLACK_BYTES;
    }

    @Override
    public void begin(GpuSession session) {
        offsets = session.uploaded(rows.offsets());
        neighbors = session.uploaded(rows.neighbors());
        factorials = session.uploaded(logFactorials);
        blocks = session.mostBlocks();
    }

    @Override
    public KernelSignature graphsKernel() {
        return GRAPHS;
    }

    @Override
    public int graphsBlocks() {
        return blocks;
    }

    @Override
    public KernelArguments graphsArguments() {
        return new KernelArguments().with("offsets", offsets).with("neighbors", neighbors);
    }

    @Override
    public KernelSignature samplesKernel() {
        return SAMPLES;
    }

    @Override
    public int samplesSharedBytes() {
        return 0;
    }

    @Override
    public KernelArguments samplesArguments() {
        return new KernelArguments().with("k", k).with("logFactorials", factorials);
    }
}
