package dev.motif.algorithm.similar.intersection;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.SlicedLaunches;
import dev.motif.parallel.Cancellation;
import java.util.function.IntFunction;

/** Launches kernels that intersect the rows of both ends of each edge between two ranges of vertices (edge_rows.cuh). */
public abstract class RowsLaunchGpu {
    public static final int WARPS_PER_MULTIPROCESSOR = 64;

    /** The most kernels that are launched at once. */
    private static final int KERNELS = 2;

    protected final GpuSession session;
    private final SlicedLaunches launches;

    /** For each kernel a 64-bit word for what its blocks or warps have claimed, then where they go on. */
    private final DeviceArray state;

    private final long stateBytes;

    /**
     * The rows {@code [from, to)}, in an array of their own.
     *
     * @param firstSlot the number of their first slot in the whole graph
     */
    public record Rows(DeviceArray neighbors, long firstSlot, long slots, int from, int to) {}

    /** @param rests the 64-bit words in which a kernel keeps where it goes on */
    protected RowsLaunchGpu(GpuSession session, long rests, Cancellation cancellation) {
        this.session = session;
        launches = new SlicedLaunches(session, KERNELS, cancellation);
        stateBytes = stateBytes(rests);
        state = session.bytes(KERNELS * stateBytes);
    }

    private static long stateBytes(long rests) {
        return (1 + rests) * Long.BYTES;
    }

    /** The device memory that a launcher takes. */
    protected static long bytes(long rests) {
        return SlicedLaunches.bytes(KERNELS) + KERNELS * stateBytes(rests);
    }

    /**
     * Counts the common neighbors of all edges u-v, {@code u < v}, with u in {@code firsts} and v in {@code seconds},
     * and returns when they are counted.
     *
     * @param offsets where each row of the graph begins
     * @param counts receives the counts by slot of {@code firsts}; counts of other edges are left unchanged
     */
    public final void count(DeviceArray offsets, Rows firsts, DeviceArray counts, Rows seconds) {
        session.clear(state);
        add(launches, firsts, kernel -> {
            DeviceArray stateOfKernel = state.from(kernel * stateBytes);
            return new KernelArguments()
                    .with("offsets", offsets)
                    .with("firstNeighbors", firsts.neighbors)
                    .with("firstSlot", firsts.firstSlot)
                    .with("firstFrom", firsts.from)
                    .with("firstTo", firsts.to)
                    .with("counts", counts)
                    .with("secondNeighbors", seconds.neighbors)
                    .with("secondSlot", seconds.firstSlot)
                    .with("secondFrom", seconds.from)
                    .with("secondTo", seconds.to)
                    .with("claimed", stateOfKernel)
                    .with("rests", stateOfKernel.from(Long.BYTES));
        });
        launches.run();
    }

    /**
     * Adds the kernels.
     *
     * @param arguments gives the arguments that all of them have, by the number of the kernel
     */
    protected abstract void add(SlicedLaunches launches, Rows firsts, IntFunction<KernelArguments> arguments);
}
