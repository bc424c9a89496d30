package dev.motif.algorithm.sample.butterfly;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampleResult;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SamplesGpu;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.graph.DeviceBipartiteGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Draws the pairs of {@link PairSampler} on a device (butterfly_sample.cu). */
final class PairSamplerGpu implements SequentialEstimator.Batch, AutoCloseable {
    private static final KernelSignature SAMPLES =
            KernelSignature.of("butterfly_sample", "butterfly_samples_per_block");

    /** Into how many parts an estimate is divided, of which a block takes one. */
    private static final int PARTS = 16;

    /** Estimates of one launch. */
    private static final int MOST = 1 << 12;

    /** With fewer wedges, counting takes no longer than sampling. */
    private static final long FEW_WEDGES = 1L << 31;

    private static final long FIXED_BYTES = (PARTS + 1L) * MOST * Long.BYTES + 1024;

    private final GpuSession session;
    private final int pairsOfPart;
    private final OffHeapLongs seeds;
    private final DeviceWedges.Rows ends;
    private final DeviceWedges.Rows middles;
    private final DeviceArray wedgesBefore;
    private final DeviceArray squaresBefore;
    private final DeviceArray deviceSeeds;
    private final DeviceArray estimates;
    private final DeviceArray claimed;
    private final SlicedLaunches launches;
    private Runnable check = () -> {};

    /**
     * Waits until the device has the memory, and copies the graph, which stays there.
     *
     * @param pairsEachWay how many pairs of an estimate are drawn each way, a multiple of {@value #PARTS}
     * @param scope owns the memory of the host
     */
    PairSamplerGpu(
            GpuDevice device,
            BipartiteGraph graph,
            PairSampler pairs,
            int pairsEachWay,
            Workers workers,
            OffHeapScope scope) {
        this.pairsOfPart = pairsEachWay / PARTS;
        seeds = scope.longs(MOST);
        workers.progress().begin("waiting for the GPU", 0);
        session = device.open(
                List.of(need(graph, graph.vertexCount(), graph.edgeCount())), workBytes(graph.vertexCount()), workers);
        try {
            DeviceBipartiteGraph copy = DeviceBipartiteGraph.of(session, graph);
            middles = pairs.middlesAreLeft ? copy.left() : copy.right();
            ends = pairs.middlesAreLeft ? copy.right() : copy.left();
            wedgesBefore = session.uploaded(pairs.wedgesBefore);
            squaresBefore = session.uploaded(pairs.squaresBefore);
            deviceSeeds = session.longs(MOST);
            estimates = session.longs((long) PARTS * MOST);
            claimed = session.longs(1);
            launches = new SlicedLaunches(session, 1, () -> {
                check.run();
                return workers.cancellation().requested();
            });
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** @param graph null when only the bytes are wanted */
    static DeviceGraphCache.Need need(BipartiteGraph graph, long vertices, long edges) {
        return new DeviceGraphCache.Need(
                graph == null ? null : DeviceBipartiteGraph.key(graph), DeviceBipartiteGraph.bytes(vertices, edges));
    }

    /** The device bytes that it takes beside the copy of the graph. */
    static long workBytes(long vertices) {
        return PairSampler.bytes(vertices) + FIXED_BYTES;
    }

    /** The bytes off the heap of the host. */
    static long hostBytes() {
        return (long) MOST * Long.BYTES;
    }

    @Override
    public void make(IntFunction<SplittableRandom> randoms, double[] values, Runnable newCheck) {
        check = newCheck;
        for (int first = 0; first < values.length; first += MOST) {
            int count = Math.min(MOST, values.length - first);
            for (int i = 0; i < count; i++) {
                seeds.set(i, randoms.apply(first + i).nextLong());
            }
            long[] found = estimates(count);
            for (int i = 0; i < PARTS * count; i++) {
                values[first + i / PARTS] += Double.longBitsToDouble(found[i]) / (2 * PARTS * pairsOfPart);
            }
        }
    }

    private long[] estimates(int count) {
        session.upload(seeds.address(), (long) count * Long.BYTES, deviceSeeds);
        session.clear(claimed);
        launches.add(
                SAMPLES,
                session.blocks((long) PARTS * count, 1, session.mostBlocks()),
                SamplesGpu.THREADS,
                0,
                new KernelArguments()
                        .with("endOffsets", ends.offsets())
                        .with("endNeighbors", ends.neighbors())
                        .with("middleOffsets", middles.offsets())
                        .with("middleNeighbors", middles.neighbors())
                        .with("wedgesBefore", wedgesBefore)
                        .with("squaresBefore", squaresBefore)
                        .with("middleCount", middles.count())
                        .with("endCount", ends.count())
                        .with("seeds", deviceSeeds)
                        .with("count", PARTS * count)
                        .with("parts", PARTS)
                        .with("pairs", pairsOfPart)
                        .with("claimed", claimed)
                        .with("estimates", estimates));
        launches.run();
        return session.readLongs(estimates, PARTS * count);
    }

    @Override
    public void close() {
        session.close();
    }

    /** Draws pairs on a device, or counts there. */
    record Version(SampleConfig config, GpuVersion<BipartiteGraph, ButterflyResult> counting)
            implements GpuVersion<BipartiteGraph, SampleResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            String obstacle = counting.obstacle(device, size);
            return obstacle == null ? device.obstacle(bytes(size)) : obstacle;
        }

        private static long bytes(GraphSize size) {
            return need(null, size.vertices(), size.edges()).bytes() + workBytes(size.vertices());
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate exact = counting.estimate(device, size);
            return new GpuEstimate(
                    MemoryEstimate.sum(
                            "sampling",
                            MemoryEstimate.of("chances of vertices", PairSampler.bytes(size.vertices())),
                            MemoryEstimate.range("seeds", 0, hostBytes()),
                            MemoryEstimate.range(
                                    "counting, with few wedges",
                                    0,
                                    exact.offHeap().maxBytes())),
                    exact.heap(),
                    MemoryEstimate.range(
                            GpuEstimate.nameOf(device),
                            0,
                            Math.max(bytes(size), exact.device().maxBytes())));
        }

        @Override
        public SampleResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            Deadline deadline = execution.deadline(config.timeoutMillis());
            Workers workers = execution.workers();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                PairSampler pairs = execution.time(Stage.PREPARE, () -> new PairSampler(graph, scope));
                if (pairs.wedges <= FEW_WEDGES) {
                    return ButterflySampleAlgorithm.exact(counting.run(graph, execution, device));
                }
                try (PairSamplerGpu samples = execution.time(
                        Stage.TRANSFER,
                        () -> new PairSamplerGpu(
                                device, graph, pairs, ButterflySampleAlgorithm.PAIRS, workers, scope))) {
                    workers.progress().begin(ButterflySampleAlgorithm.STAGE, 0);
                    SampledCount count = execution.time(
                            Stage.COMPUTE,
                            () -> SequentialEstimator.inBatches(
                                    0, samples, config, pairs.rare(ButterflySampleAlgorithm.PAIRS), deadline, workers));
                    return new SampleResult(List.of(count));
                }
            }
        }
    }
}
