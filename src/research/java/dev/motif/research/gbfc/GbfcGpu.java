package dev.motif.research.gbfc;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.gpu.graph.DeviceBipartiteGraph;
import dev.motif.gpu.graph.DeviceRankedGraph;
import dev.motif.gpu.graph.DeviceWedges;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.research.gbfc.GbfcConfig.Counting;
import java.math.BigInteger;

/**
 * G-BFC on a GPU (butterfly_gbfc.cu): the techniques of its paper, each of which can be selected.
 *
 * <p>Sums are 64-bit in a thread and 128-bit in total. A graph of {@code E} edges has fewer than {@code E^2 / 4}
 * butterflies, so the sum of a thread cannot wrap with fewer than 2^33 edges.
 */
record GbfcGpu(BipartiteGraph graph, GbfcConfig config, Execution execution, GpuDevice device) {
    private static final String MODULE = "butterfly_gbfc";

    private static final KernelSignature CLASSES = kernel("classes_per_vertex");
    private static final KernelSignature LISTS = kernel("lists_total_per_thread");
    private static final KernelSignature SHARED_TABLE = kernel("shared_total_per_block");
    private static final KernelSignature LOCKED_TABLE = kernel("locked_total_per_block");
    private static final KernelSignature THREAD_TABLES = kernel("map_total_per_thread");
    private static final KernelSignature GLOBAL_TABLE = kernel("global_total_per_block");
    private static final KernelSignature SEVERAL_BLOCKS = kernel("wedges_per_blocks");
    private static final KernelSignature TABLE_SUMS = kernel("total_per_table");

    private static final int THREADS = KernelAbi.GBFC_THREADS;

    /** The most threads, and the most blocks, that run at once on a multiprocessor. */
    private static final int THREADS_PER_MULTIPROCESSOR = 2048;

    private static final int BLOCKS_PER_MULTIPROCESSOR = 32;

    /** The words of a table in shared memory. */
    private static final int TABLE_WORDS = 12 << 10;

    private static final int TABLE_BYTES = TABLE_WORDS * Integer.BYTES;
    /** The most device memory for all tables in global memory together. */
    private static final long MAX_TABLE_BYTES = 2L << 30;
    /** The classes of start vertices by degree: for a thread, a block, or several blocks each. */
    private static final int CLASS_COUNT = 3;

    private static final int BLOCKS_PER_VERTEX = 2;

    /** The most kernels that are launched at once. */
    private static final int KERNELS = 2;

    private static KernelSignature kernel(String result) {
        return KernelSignature.of(MODULE, MODULE + "_" + result);
    }

    /** Counts with the techniques of its configuration. */
    public record Version(GbfcConfig config) implements GpuVersion<BipartiteGraph, ButterflyResult> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            if (config.edgeDirection() && !DeviceRankedGraph.canHold(size.vertices())) {
                return "the two sides together must have fewer than 2^31 nodes";
            }
            return device.obstacle(workBytes(device, size, config) + copyBytes(device, size, config));
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return GpuEstimate.of(
                    device,
                    MemoryEstimate.of("result", 0),
                    copyBytes(device, size, config),
                    MemoryEstimate.of("counting", workBytes(device, size, config)));
        }

        @Override
        public ButterflyResult run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return new GbfcGpu(graph, config, execution, device).count();
        }
    }

    /** The device memory that the copy of the graph takes while it is made. */
    private static long copyBytes(GpuDevice device, GraphSize size, GbfcConfig config) {
        return config.edgeDirection()
                ? DeviceRankedGraph.peakBytes(device.info(), size.vertices(), size.edges())
                : DeviceBipartiteGraph.bytes(size.vertices(), size.edges());
    }

    /** The device memory that counting needs besides the graph. */
    private static long workBytes(GpuDevice device, GraphSize size, GbfcConfig config) {
        long starts = starts(size, config);
        return listWords(starts, config) * Integer.BYTES
                + tables(device, starts, config) * tableBytes(starts)
                + savedTables(device, config) * TABLE_BYTES
                + KERNELS * placeWords(device) * Long.BYTES
                + SlicedLaunches.bytes(KERNELS)
                + 1024;
    }

    /** The blocks with tables in shared memory that run at once: what they have counted is kept between launches. */
    private static long savedTables(GpuDevice device, GbfcConfig config) {
        GpuInfo info = device.info();
        int perMultiprocessor =
                Math.min(info.sharedBytesPerBlock() / TABLE_BYTES, THREADS_PER_MULTIPROCESSOR / THREADS);
        return config.sharedTable() ? (long) info.multiprocessors() * Math.max(1, perMultiprocessor) : 0;
    }

    /** The most 64-bit words that say where the blocks of a kernel go on. */
    private static long placeWords(GpuDevice device) {
        int ofThreads = BLOCKS_PER_MULTIPROCESSOR * KernelAbi.GBFC_THREAD_BLOCK * KernelAbi.GBFC_THREAD_PLACE_WORDS;
        int ofBlocks = THREADS_PER_MULTIPROCESSOR / THREADS * (KernelAbi.GBFC_PLACE_WORDS + THREADS);
        return (long) device.info().multiprocessors() * Math.max(ofThreads, ofBlocks);
    }

    /** The number of start vertices, which is also the number of possible ends. */
    private static long starts(GraphSize size, GbfcConfig config) {
        return config.edgeDirection() ? size.vertices() : Math.min(size.left(), size.right());
    }

    private static long listWords(long starts, GbfcConfig config) {
        return config.loadBalancing() ? CLASS_COUNT * starts : 0;
    }

    private static long tableBytes(long starts) {
        return starts * Integer.BYTES;
    }

    /** The number of tables in global memory: one for each block, or thread, that runs at once, as far as they fit. */
    private static long tables(GpuDevice device, long starts, GbfcConfig config) {
        boolean ofThreads = config.counting() == Counting.THREAD_MAP;
        boolean ofBlocks =
                config.counting() == Counting.REARRANGED && (config.loadBalancing() || !config.sharedTable());
        if (!ofThreads && !ofBlocks) {
            return 0;
        }
        long resident = (long) device.info().multiprocessors()
                * (ofThreads
                        ? BLOCKS_PER_MULTIPROCESSOR * KernelAbi.GBFC_THREAD_BLOCK
                        : THREADS_PER_MULTIPROCESSOR / THREADS);
        long fitting = Math.min(MAX_TABLE_BYTES, device.limitBytes() / 8) / Math.max(1, tableBytes(starts));
        return Math.max(1, Math.min(resident, fitting));
    }

    /** Counts the butterflies of the graph; the result has only the total. */
    private ButterflyResult count() {
        GraphSize size = GraphSize.of(graph);
        execution.workers().progress().begin("waiting for the GPU", 0);
        DerivedGraphCache.Key key =
                config.edgeDirection() ? DeviceRankedGraph.key(graph) : DeviceBipartiteGraph.key(graph);
        try (GpuSession session = device.open(
                key, workBytes(device, size, config), copyBytes(device, size, config), execution.workers())) {
            Run run = config.edgeDirection() ? directed(session) : fromFewerVertices(session);
            execution.workers().cancellation().check();
            execution.workers().progress().begin("counting wedges", 0);
            double millis = session.time(run::launch);
            execution.times().add(Stage.COMPUTE, millis);
            execution.workers().cancellation().check();
            BigInteger total = execution.time(Stage.TRANSFER, run::total);
            return new ButterflyResult(total, ThreePaths.of(graph, execution.workers()), null, null, null);
        }
    }

    private Run directed(GpuSession session) {
        DeviceRankedGraph ranked = execution.rank(() -> DeviceRankedGraph.of(session, graph));
        DeviceWedges.Rows rows = ranked.wedges().starts();
        return new Run(session, rows, rows);
    }

    private Run fromFewerVertices(GpuSession session) {
        execution.workers().progress().begin("copying the graph", 0);
        DeviceBipartiteGraph sides = execution.time(Stage.TRANSFER, () -> DeviceBipartiteGraph.of(session, graph));
        return graph.leftCount() <= graph.rightCount()
                ? new Run(session, sides.left(), sides.right())
                : new Run(session, sides.right(), sides.left());
    }

    /** A choice of start vertices: the vertices of a list on the device, or all vertices when the list is null. */
    private record Starts(DeviceArray list, DeviceArray size) {
        static final Starts ALL = new Starts(DeviceArray.NULL, DeviceArray.NULL);
    }

    /** The launches on one graph, and the arrays that they use. */
    private final class Run {
        private final GpuSession session;
        private final DeviceWedges.Rows starts;
        private final DeviceWedges.Rows middles;
        private final int tableCount;
        private final DeviceArray total;
        private final SlicedLaunches launches;
        private final DeviceArray places;
        private final DeviceArray savedTables;
        private final DeviceArray lists;
        private final DeviceArray listSizes;
        private final DeviceArray tables;

        Run(GpuSession session, DeviceWedges.Rows starts, DeviceWedges.Rows middles) {
            this.session = session;
            this.starts = starts;
            this.middles = middles;
            this.tableCount = (int) tables(device, starts.count(), config);
            this.total = session.zeroedLongs(2);
            this.launches =
                    new SlicedLaunches(session, KERNELS, execution.workers().cancellation());
            this.places = session.zeroedLongs(KERNELS * placeWords(device));
            this.savedTables = session.bytes(savedTables(device, config) * TABLE_BYTES);
            this.lists = session.ints(listWords(starts.count(), config));
            this.listSizes = session.zeroedLongs(CLASS_COUNT);
            this.tables = session.bytes(tableCount * tableBytes(starts.count()));
            session.clear(tables);
        }

        void launch() {
            if (config.counting() == Counting.INTERSECTION) {
                intersectLists(Starts.ALL);
                launches.run();
            } else if (config.counting() == Counting.THREAD_MAP) {
                countByThread();
                launches.run();
            } else if (config.loadBalancing()) {
                classify();
                intersectLists(inClass(0));
                countByBlock(inClass(1), config.wedgeThreshold());
                launches.run();
                countBySeveralBlocks(inClass(2), session.readLongs(listSizes, CLASS_COUNT)[2]);
            } else {
                countByBlock(Starts.ALL, Long.MAX_VALUE);
                launches.run();
            }
        }

        /** Sorts the start vertices into a list for each class. */
        private void classify() {
            session.launchOver(
                    CLASSES,
                    starts.count(),
                    THREADS,
                    THREADS,
                    starts.offsets(),
                    starts.neighbors(),
                    starts.count(),
                    directedFlag(),
                    config.threadDegree(),
                    config.blockDegree(),
                    lists,
                    listSizes);
        }

        /** The start vertices of a class: vertices that take a thread (0), a block (1) or several blocks (2) each. */
        private Starts inClass(int index) {
            return new Starts(
                    lists.from((long) index * starts.count() * Integer.BYTES),
                    listSizes.from((long) index * Long.BYTES));
        }

        private void intersectLists(Starts of) {
            int grid = session.residentBlocks(LISTS, KernelAbi.GBFC_THREAD_BLOCK, 0);
            launches.add(LISTS, grid, KernelAbi.GBFC_THREAD_BLOCK, 0, job(of, 0));
        }

        /** A thread has a table of its own; of more threads in a block the ones without a table do nothing. */
        private void countByThread() {
            int block = KernelAbi.GBFC_THREAD_BLOCK;
            int grid = Math.min(session.residentBlocks(THREAD_TABLES, block, 0), (tableCount + block - 1) / block);
            launches.add(
                    THREAD_TABLES,
                    grid,
                    block,
                    0,
                    job(Starts.ALL, 0).with("tables", tables).with("tableCount", tableCount));
        }

        private void countByBlock(Starts of, long wedgeThreshold) {
            if (config.sharedTable()) {
                KernelSignature kernel = config.counting() == Counting.LOCK_VECTOR ? LOCKED_TABLE : SHARED_TABLE;
                int resident = session.residentBlocks(kernel, THREADS, TABLE_BYTES);
                launches.add(
                        kernel,
                        (int) Math.min(resident, savedTables(device, config)),
                        THREADS,
                        TABLE_BYTES,
                        job(of, 1)
                                .with("wedgeThreshold", wedgeThreshold)
                                .with("tableWords", TABLE_WORDS)
                                .with("savedTables", savedTables));
            } else {
                launches.add(
                        GLOBAL_TABLE,
                        tableCount,
                        THREADS,
                        0,
                        job(of, 1).with("wedgeThreshold", wedgeThreshold).with("tables", tables));
            }
        }

        /**
         * Counts start vertices in batches of one per table; summing a table is a launch of its own, after all blocks
         * of its start vertex have ended.
         */
        private void countBySeveralBlocks(Starts of, long startCount) {
            for (long first = 0; first < startCount; first += tableCount) {
                int batch = (int) Math.min(startCount - first, tableCount);
                session.clear(places);
                launches.add(
                        SEVERAL_BLOCKS,
                        batch * BLOCKS_PER_VERTEX,
                        THREADS,
                        0,
                        job(of, 0)
                                .with("firstStart", first)
                                .with("blocksPerStart", BLOCKS_PER_VERTEX)
                                .with("tables", tables));
                launches.run();
                session.launch(
                        TABLE_SUMS, session.mostBlocks(), THREADS, 0, tables, (long) batch * starts.count(), total);
            }
        }

        private int directedFlag() {
            return config.edgeDirection() ? 1 : 0;
        }

        /**
         * The arguments that all counting kernels have in common.
         *
         * @param index which of the kernels that are launched at once it is
         */
        private KernelArguments job(Starts of, int index) {
            return new KernelArguments()
                    .with("startOffsets", starts.offsets())
                    .with("startNeighbors", starts.neighbors())
                    .with("middleOffsets", middles.offsets())
                    .with("middleNeighbors", middles.neighbors())
                    .with("startCount", starts.count())
                    .with("directed", directedFlag())
                    .with("starts", of.list)
                    .with("startsInList", of.size)
                    .with("total", total)
                    .with("places", places.from(index * placeWords(device) * Long.BYTES));
        }

        BigInteger total() {
            return session.readSum(total);
        }
    }
}
