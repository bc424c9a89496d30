package dev.motif.algorithm.count.biclique.sets;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.backend.Binomials;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import java.math.BigInteger;

/**
 * Counts all sizes of bicliques of a table on a GPU, by the sets of vertices of one side and their common neighbors
 * (biclique_sets.cu): with {@code c} the number of these,
 *
 * <pre>{@code
 * K(s, q) = sum over the sets of s vertices of C(c, q)
 * }</pre>
 *
 * <p>Bicliques of {@code p} left and {@code q} right vertices are counted by sets of left vertices if {@code p <= q}, and
 * otherwise by sets of right vertices, or the other way round. So a set of {@code s} vertices needs {@code s} common
 * neighbors. The number of sets grows steeply with their size: this search is for tables up to a few vertices, of graphs so
 * dense that pivots do not help.
 */
public record SetsGpu(BipartiteGraph graph, BicliqueConfig config, Execution execution, GpuDevice device) {
    private static final KernelSignature PER_PAIR = KernelSignature.of("biclique_sets", "biclique_sets_per_pair");

    private static final int MOST_VERTICES = KernelAbi.SETS_WORDS * Integer.SIZE;
    private static final int WARPS = KernelAbi.SETS_THREADS / GpuSession.WARP_SIZE;

    /** The rows of a set from which on warps have lists of their own. */
    private static final int ROWS_WITHOUT_LISTS = 5;

    /** The shared memory of a block beside the bytes that a launch asks for. */
    private static final int STATIC_SHARED_BYTES = 1024;

    /** The blocks of a multiprocessor, at most. */
    private static final int BLOCKS = 3;

    /** The most bytes of lists, unless one block needs more. */
    private static final long MOST_LIST_BYTES = 4L << 30;

    /**
     * The search that is estimated to compare fewer pairs of vertices.
     *
     * @param first see {@link SetSizes#of}
     */
    public record Plan(Side first, double pairs) {}

    /** Whether {@code device} can count a table of a graph of this size. */
    public static boolean canCount(GpuDevice device, GraphSize size, BicliqueConfig config) {
        int most = Math.min(config.p(), config.q());
        long vertices = Math.max(size.left(), size.right());
        return vertices <= MOST_VERTICES
                && most >= 2
                && most <= KernelAbi.SETS_SIZE
                && Binomials.exact(vertices, most).bitLength() < Long.SIZE
                && KernelAbi.SETS_SHARED_BYTES + STATIC_SHARED_BYTES
                        <= device.info().sharedBytesPerBlock()
                && device.obstacle(deviceBytes(device, size, config)) == null;
    }

    /** The off-heap bytes that planning or counting takes. */
    public static long offHeapBytes(GraphSize size) {
        return 2 * BitMatrix.bytes(size.left(), size.right()) + 2L * Integer.BYTES * KernelAbi.SETS_SIZE;
    }

    /** The most device memory that {@link #count} reserves for a graph of this size. */
    public static long deviceBytes(GpuDevice device, GraphSize size, BicliqueConfig config) {
        int most = Math.min(config.p(), config.q());
        return Math.max(
                deviceBytes(device, size.left(), (int) size.right(), most),
                deviceBytes(device, size.right(), (int) size.left(), most));
    }

    private static long deviceBytes(GpuDevice device, long rows, int columns, int most) {
        return new Arrays(rows, BitMatrix.words(columns), BitMatrix.words(columns), most).bytes(device);
    }

    /**
     * The arrays of a launch.
     *
     * @param words the words of a row
     * @param listWords the words of a row of a list
     * @param most the vertices of the largest sets
     */
    private record Arrays(long rows, int words, int listWords, int most) {
        /** The words of one list. */
        long list() {
            return rows * listWords;
        }

        /** The words of the lists of a block. */
        long lists() {
            return list() * (1 + (long) WARPS * Math.max(0, most - ROWS_WITHOUT_LISTS));
        }

        /** The counts of each size of sets. */
        int columns() {
            return words * Integer.SIZE + 1;
        }

        int counts() {
            return (most + 1) * columns();
        }

        int blocks(GpuDevice device) {
            long most = MOST_LIST_BYTES / (Integer.BYTES * lists());
            return (int)
                    Math.max(1, Math.min(most, (long) BLOCKS * device.info().multiprocessors()));
        }

        long bytes(GpuDevice device) {
            long words = rows * this.words + most + 1 + blocks(device) * (lists() + KernelAbi.SETS_SAVED_WORDS);
            return words * Integer.BYTES
                    + (counts() + 1L) * Long.BYTES
                    + SlicedLaunches.bytes(1)
                    + DeviceArray.SLACK_BYTES;
        }
    }

    /** The cheaper one of two searches, as walks estimate it. */
    public Plan plan() {
        execution.workers().progress().begin("planning the search", 0);
        return execution.time(Stage.PREPARE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                BitMatrix left = BitMatrix.of(graph, Side.LEFT, scope);
                BitMatrix right = BitMatrix.of(graph, Side.RIGHT, scope);
                double ofLeft = pairs(Side.LEFT, left, right);
                double ofRight = pairs(Side.RIGHT, left, right);
                return ofLeft <= ofRight ? new Plan(Side.LEFT, ofLeft) : new Plan(Side.RIGHT, ofRight);
            }
        });
    }

    private double pairs(Side first, BitMatrix left, BitMatrix right) {
        double pairs = 0;
        for (SetSizes sizes : SetSizes.of(config.p(), config.q(), first)) {
            Steps steps = new Steps(execution.workers().cancellation());
            pairs += new SetsCost(sizes.side() == Side.LEFT ? left : right, sizes, steps).pairs();
        }
        return pairs;
    }

    /** The bicliques of two vertices or more on each side: the number of (i,j)-bicliques is in row i - 1, column j - 1. */
    public BigInteger[][] count(Plan plan) {
        BigInteger[][] table = Counts.zeros(config.p(), config.q());
        for (SetSizes sizes : SetSizes.of(config.p(), config.q(), plan.first())) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                BitMatrix matrix = execution.time(Stage.PREPARE, () -> BitMatrix.of(graph, sizes.side(), scope));
                if (matrix.rows() >= 2) {
                    add(matrix, sizes, scope, table);
                }
            }
        }
        return table;
    }

    private void add(BitMatrix matrix, SetSizes sizes, OffHeapScope scope, BigInteger[][] table) {
        Arrays arrays = new Arrays(matrix.rows(), matrix.words(), BitMatrix.words(matrix.mostColumns()), sizes.most());
        execution.workers().progress().begin("waiting for the GPU", 0);
        long[] counts;
        try (GpuSession session = device.open(arrays.bytes(device), execution.workers())) {
            execution.workers().progress().begin("searching bicliques", 0);
            counts = counts(session, matrix, sizes, arrays, scope);
        }
        boolean isLeft = sizes.side() == Side.LEFT;
        int others = isLeft ? config.q() : config.p();
        for (int common = 2; common < arrays.columns(); common++) {
            BigInteger[] ways = Binomials.exactUpTo(common, others);
            for (int set = 2; set <= sizes.most(); set++) {
                BigInteger times = BigInteger.valueOf(counts[set * arrays.columns() + common]);
                for (int other = sizes.least(set); times.signum() > 0 && other <= others; other++) {
                    BigInteger[] row = table[(isLeft ? set : other) - 1];
                    int column = (isLeft ? other : set) - 1;
                    row[column] = row[column].add(ways[other].multiply(times));
                }
            }
        }
    }

    /** The sets of {@code s} vertices with {@code c} common neighbors, at {@code s * columns + c}. */
    private long[] counts(GpuSession session, BitMatrix matrix, SetSizes sizes, Arrays arrays, OffHeapScope scope) {
        OffHeapInts least = scope.zeroedInts(sizes.most() + 1L);
        for (int set = 2; set <= sizes.most(); set++) {
            least.set(set, sizes.least(set));
        }
        int grid = Math.min(
                arrays.blocks(device),
                session.residentBlocks(PER_PAIR, KernelAbi.SETS_THREADS, KernelAbi.SETS_SHARED_BYTES));
        DeviceArray counts = session.zeroedLongs(arrays.counts());
        SlicedLaunches launches =
                new SlicedLaunches(session, 1, execution.workers().cancellation());
        launches.add(
                PER_PAIR,
                grid,
                KernelAbi.SETS_THREADS,
                KernelAbi.SETS_SHARED_BYTES,
                new KernelArguments()
                        .with("bits", session.uploaded(matrix.bits()))
                        .with("rows", matrix.rows())
                        .with("words", matrix.words())
                        .with("least", session.uploaded(least))
                        .with("size", sizes.most())
                        .with("claimed", session.zeroedLongs(1))
                        .with("saved", session.zeroedInts((long) grid * KernelAbi.SETS_SAVED_WORDS))
                        .with("lists", session.ints(grid * arrays.lists()))
                        .with("listWords", arrays.list())
                        .with("counts", counts));
        execution.times().add(Stage.COMPUTE, session.time(launches::run));
        return session.readLongs(counts, arrays.counts());
    }
}
