package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.sample.estimate.SamplesGpu;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.order.BipartiteCore;

/** Estimates the bicliques of roots on a device, as {@link BicliqueSampler} does (biclique_sample.cu). */
final class BicliqueSamplerGpu implements SamplesGpu.Search {
    private static final String MODULE = "biclique_sample";
    private static final KernelSignature GRAPHS = KernelSignature.of(MODULE, "biclique_sampled_graphs_per_block");
    private static final KernelSignature SAMPLES = KernelSignature.of(MODULE, "biclique_samples_per_block");

    /** Device memory in which blocks that make graphs count, beyond the memory of the first block. */
    private static final long MOST_COUNTING_BYTES = 1L << 30;

    private static final int COUNTING_PARTS = 32;
    private static final int MOST_COUNTING_BLOCKS = 1024;

    private final BipartiteCore core;
    private final SearchSizes sizes;

    /** For each root of the core the later roots that share enough mates with it. */
    private final OffHeapInts candidateCounts;

    private final int mostCandidates;

    /** The bits of the binomials of mates up to the most that a root has. */
    private final OffHeapLongs choices;

    private DeviceArray rootOffsets;
    private DeviceArray rootNeighbors;
    private DeviceArray mateOffsets;
    private DeviceArray mateNeighbors;
    private DeviceArray deviceChoices;
    private DeviceArray counters;
    private DeviceArray keys;
    private final int blocks;

    BicliqueSamplerGpu(
            GpuDevice device,
            BipartiteCore core,
            SearchSizes sizes,
            OffHeapInts candidateCounts,
            OffHeapLongs choices) {
        this.core = core;
        this.sizes = sizes;
        this.candidateCounts = candidateCounts;
        this.choices = choices;
        int most = 0;
        for (int root = 0; root < core.rootCount(); root++) {
            most = Math.max(most, candidateCounts.get(root));
        }
        this.mostCandidates = most;
        long counting = Math.min(MOST_COUNTING_BYTES, device.limitBytes() / COUNTING_PARTS);
        this.blocks = (int) Math.max(1, Math.min(MOST_COUNTING_BLOCKS, counting / countingBytes()));
    }

    @Override
    public int candidates(int root) {
        return candidateCounts.get(root);
    }

    @Override
    public int members(int root) {
        return (int) core.roots().degree(root);
    }

    @Override
    public long bytes(GpuDevice device) {
        return bytes(core.rootCount() + (long) core.mateCount(), core.edgeCount())
                + choices.bytes()
                + blocks * countingBytes();
    }

    /** The device bytes of a core. */
    static long bytes(long vertices, long edges) {
        return (vertices + 2) * Long.BYTES + 2 * edges * Integer.BYTES + DeviceArray.SLACK_BYTES;
    }

    /** The bytes in which a block counts while it makes graphs. */
    private long countingBytes() {
        return (long) core.rootCount() * Integer.BYTES + (long) mostCandidates * Long.BYTES;
    }

    @Override
    public void begin(GpuSession session) {
        rootOffsets = session.uploaded(core.roots().offsets());
        rootNeighbors = session.uploaded(core.roots().neighbors());
        mateOffsets = session.uploaded(core.mates().offsets());
        mateNeighbors = session.uploaded(core.mates().neighbors());
        deviceChoices = session.uploaded(choices);
        counters = session.zeroedInts((long) blocks * core.rootCount());
        keys = session.longs((long) blocks * mostCandidates);
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
        return new KernelArguments()
                .with("rootOffsets", rootOffsets)
                .with("rootNeighbors", rootNeighbors)
                .with("mateOffsets", mateOffsets)
                .with("mateNeighbors", mateNeighbors)
                .with("rootCount", core.rootCount())
                .with("minMates", sizes.minMates())
                .with("counters", counters)
                .with("keys", keys)
                .with("keysPerBlock", (long) mostCandidates);
    }

    @Override
    public KernelSignature samplesKernel() {
        return SAMPLES;
    }

    @Override
    public int samplesSharedBytes() {
        return SamplesGpu.THREADS / GpuSession.WARP_SIZE * sizes.minRoots() * Double.BYTES;
    }

    @Override
    public KernelArguments samplesArguments() {
        return new KernelArguments()
                .with("minRoots", sizes.minRoots())
                .with("minMates", sizes.minMates())
                .with("choices", deviceChoices);
    }
}
