package dev.motif.algorithm.butterfly;

import static dev.motif.gpu.KernelSignature.Type.INT;
import static dev.motif.gpu.KernelSignature.Type.LONG;
import static dev.motif.gpu.KernelSignature.Type.POINTER;

import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceRankedGraph;
import dev.motif.gpu.DeviceWedges;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Bytes;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Butterfly counting on a GPU (butterfly.cu). Start vertices of much work are taken by a block each, with direct
 * counters in shared memory and global ones beyond; the others by a warp each, with a small hash table.
 *
 * <p>Counters are 64-bit: a butterfly is two opposite edges, so there are fewer than the square of the edges, of which a
 * device holds fewer than 2^31.
 */
final class ButterflyGpu {
    private static final String MODULE = "butterfly";

    /** What all counting kernels begin with: two graphs by rows, wanted ends, start vertices, the total. */
    private static final List<KernelSignature.Type> JOB = List.of(
            POINTER, POINTER, POINTER, INT, POINTER, POINTER, INT, INT, POINTER, POINTER, POINTER, INT, INT, POINTER);

    private static final int BLOCK_THREADS = 512;
    private static final int TABLE_WORDS = 196 * KernelAbi.TABLE_WORD_MULTIPLE;
    private static final long MAX_SPILL_BYTES = 2L << 30;
    private static final int WARP_THREADS = 256;
    private static final int WARP_SIZE = 32;

    /** A warp's table is at most half full. */
    private static final int WARP_MAX_WORK = 511;

    private static final int WARP_SLOTS = 1024;
    private static final int WARP_SHARED_BYTES = WARP_THREADS / WARP_SIZE * WARP_SLOTS * 2 * Integer.BYTES;

    /** What is counted, and the kernels for it. */
    private enum Kernels {
        TOTAL("total"),
        VERTICES("vertices", POINTER),
        EDGES("edges", POINTER, POINTER);

        private final KernelSignature perBlock;
        private final KernelSignature perWarp;

        Kernels(String result, KernelSignature.Type... outputs) {
            perBlock = signature(result + "_per_block", List.of(INT, POINTER, LONG, POINTER), outputs);
            perWarp = signature(result + "_per_warp", List.of(INT), outputs);
        }

        private static KernelSignature signature(
                String name, List<KernelSignature.Type> own, KernelSignature.Type[] outputs) {
            List<KernelSignature.Type> parameters = new ArrayList<>(JOB);
            parameters.addAll(own);
            parameters.addAll(List.of(outputs));
            return new KernelSignature(MODULE, "butterfly_" + name, parameters);
        }
    }

    private final BipartiteGraph graph;
    private final ButterflyConfig config;
    private final Execution execution;
    private final GpuDevice device;
    private final Workers workers;

    ButterflyGpu(BipartiteGraph graph, ButterflyConfig config, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
        this.workers = execution.workers();
    }

    /** All kernels, for the test that compares them with the .cu file. */
    static List<KernelSignature> kernels() {
        List<KernelSignature> all = new ArrayList<>();
        for (Kernels kernels : Kernels.values()) {
            all.add(kernels.perBlock);
            all.add(kernels.perWarp);
        }
        return all;
    }

    static String obstacle(GpuDevice device, GraphSize size, ButterflyConfig config) {
        if (!DeviceRankedGraph.canHold(size.vertices())) {
            return "the two sides together must have fewer than 2^31 nodes";
        }
        long needed = workBytes(device, size.vertices(), size.edges(), config)
                + DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges());
        return needed <= device.limitBytes()
                ? null
                : Bytes.toText(needed) + " of device memory are needed, but only " + Bytes.toText(device.limitBytes())
                        + " may be used";
    }

    /** The device memory that counting needs beside the graph. */
    static long workBytes(GpuDevice device, long vertices, long edges, ButterflyConfig config) {
        long vertexCounts = config.perVertex() ? 2 * vertices * Long.BYTES : 0;
        long edgeCounts = config.perEdge() ? 3 * edges * Long.BYTES : 0;
        return spillWords(device, vertices) * Integer.BYTES * maxBlocks(device) + vertexCounts + edgeCounts + 1024;
    }

    /** Counters of a block beyond its table: for all other ends, or as many as fit, and the kernel takes several turns. */
    private static long spillWords(GpuDevice device, long vertices) {
        long multiple = KernelAbi.TABLE_WORD_MULTIPLE;
        long wanted = Math.max(1, vertices - TABLE_WORDS);
        long most = Math.min(MAX_SPILL_BYTES, device.limitBytes() / 8) / Integer.BYTES / maxBlocks(device);
        return Math.max(multiple, (Math.min(wanted, most) + multiple - 1) / multiple * multiple);
    }

    /** Blocks of counting kernels that a device may run at once: 2048 threads a multiprocessor. */
    private static long maxBlocks(GpuDevice device) {
        return device.info().multiprocessors() * (2048L / BLOCK_THREADS);
    }

    ButterflyCounts count() {
        long vertices = graph.vertexCount();
        long edges = graph.edgeCount();
        workers.progress().begin("waiting for the GPU", 0);
        try (GpuSession session = device.open(
                DeviceRankedGraph.key(graph),
                workBytes(device, vertices, edges, config),
                DeviceRankedGraph.peakBytes(device.info(), vertices, edges),
                workers)) {
            workers.progress().begin("ranking vertices by degree", 0);
            DeviceRankedGraph ranked =
                    execution.times().time(Stage.PREPARE, () -> DeviceRankedGraph.of(session, graph));
            workers.cancellation().check();
            workers.progress().begin("counting wedges", 0);
            Outputs outputs = new Outputs(session);
            double millis = session.time(() -> launch(session, ranked, outputs));
            execution.times().add(Stage.COMPUTE, millis);
            workers.cancellation().check();
            return execution.times().time(Stage.TRANSFER, () -> download(session, outputs));
        }
    }

    /** Where the kernels write. Arrays that are not wanted are null. */
    private final class Outputs {
        private final DeviceArray total;
        private final DeviceArray perRank;
        private final DeviceArray perSlot;
        private final DeviceArray perVertex;
        private final DeviceArray perEdge;
        private final DeviceArray spill;
        private final DeviceArray claimed;

        Outputs(GpuSession session) {
            long vertices = graph.vertexCount();
            total = session.zeroedLongs(2);
            claimed = session.zeroedInts(1 + Kernels.values().length);
            spill = session.bytes(spillWords(device, vertices) * Integer.BYTES * maxBlocks(device));
            session.clear(spill);
            perRank = config.perVertex() ? session.zeroedLongs(vertices) : null;
            perVertex = config.perVertex() ? session.longs(vertices) : null;
            perSlot = config.perEdge() ? session.zeroedLongs(2 * graph.edgeCount()) : null;
            perEdge = config.perEdge() ? session.longs(graph.edgeCount()) : null;
        }
    }

    private void launch(GpuSession session, DeviceRankedGraph ranked, Outputs outputs) {
        if (config.perVertex()) {
            count(session, ranked, Kernels.VERTICES, outputs, outputs.perRank);
            ranked.byVertex(session, outputs.perRank, outputs.perVertex);
        }
        if (config.perEdge()) {
            if (config.perVertex()) {
                // Both kernels add to the total, which is wanted once.
                session.clear(outputs.total);
            }
            count(session, ranked, Kernels.EDGES, outputs, outputs.perSlot, outputs.perSlot);
            ranked.byEdge(session, outputs.perSlot, outputs.perEdge);
        }
        if (!config.perVertex() && !config.perEdge()) {
            count(session, ranked, Kernels.TOTAL, outputs);
        }
    }

    private void count(
            GpuSession session, DeviceRankedGraph ranked, Kernels kernels, Outputs outputs, DeviceArray... written) {
        int firstWarpKey = KernelAbi.workKey(WARP_MAX_WORK);
        int sharedBytes = TABLE_WORDS * Integer.BYTES + KernelAbi.TABLE_EXTRA_BYTES;
        List<Object> perBlock = job(ranked, outputs, 0, firstWarpKey);
        perBlock.add(TABLE_WORDS);
        perBlock.add(outputs.spill);
        perBlock.add(spillWords(device, graph.vertexCount()));
        perBlock.add(outputs.claimed.from((long) kernels.ordinal() * Integer.BYTES));
        perBlock.addAll(List.of(written));
        session.launch(
                kernels.perBlock,
                session.residentBlocks(kernels.perBlock, BLOCK_THREADS, sharedBytes),
                BLOCK_THREADS,
                sharedBytes,
                perBlock.toArray());

        List<Object> perWarp = job(ranked, outputs, firstWarpKey, KernelAbi.WORK_KEY_IDLE);
        perWarp.add(WARP_SLOTS);
        perWarp.addAll(List.of(written));
        session.launch(
                kernels.perWarp,
                session.residentBlocks(kernels.perWarp, WARP_THREADS, WARP_SHARED_BYTES),
                WARP_THREADS,
                WARP_SHARED_BYTES,
                perWarp.toArray());
    }

    /** The arguments of {@link #JOB}, for start vertices whose work key is in {@code [keyFrom, keyTo)}. */
    private static List<Object> job(DeviceRankedGraph ranked, Outputs outputs, int keyFrom, int keyTo) {
        DeviceWedges wedges = ranked.wedges();
        List<Object> arguments = new ArrayList<>();
        arguments.add(wedges.starts().offsets());
        arguments.add(wedges.starts().neighbors());
        arguments.add(wedges.prefixes());
        arguments.add(wedges.starts().base());
        arguments.add(wedges.ends().offsets());
        arguments.add(wedges.ends().neighbors());
        arguments.add(0);
        arguments.add(wedges.ends().count());
        arguments.add(wedges.order());
        arguments.add(wedges.wedges());
        arguments.add(wedges.keyStarts());
        arguments.add(keyFrom);
        arguments.add(keyTo);
        arguments.add(outputs.total);
        return arguments;
    }

    private ButterflyCounts download(GpuSession session, Outputs outputs) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            long[] total = session.readLongs(outputs.total, 2);
            OffHeapLongs left = null;
            OffHeapLongs right = null;
            OffHeapLongs edges = null;
            if (config.perVertex()) {
                left = scope.longs(graph.leftCount());
                right = scope.longs(graph.rightCount());
                session.download(outputs.perVertex, left.address(), left.bytes());
                session.download(outputs.perVertex.from(left.bytes()), right.address(), right.bytes());
            }
            if (config.perEdge()) {
                edges = scope.longs(graph.edgeCount());
                session.download(outputs.perEdge, edges.address(), edges.bytes());
            }
            BigInteger threePaths = ThreePaths.of(graph, workers);
            if (config.perVertex()) {
                scope.keep(left);
                scope.keep(right);
            }
            if (config.perEdge()) {
                scope.keep(edges);
            }
            return new ButterflyCounts(toBigInteger(total), threePaths, left, right, edges);
        }
    }

    /** Of the low and the high word of a sum. */
    static BigInteger toBigInteger(long[] words) {
        return new BigInteger(Long.toUnsignedString(words[1]))
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(words[0])));
    }
}
