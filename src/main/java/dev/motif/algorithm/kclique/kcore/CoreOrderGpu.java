package dev.motif.algorithm.kclique.kcore;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Core numbers and a degeneracy order on a device (kcore.cu). Its arrays belong to the session.
 *
 * @param numbers the core number of each vertex, as 64-bit words
 * @param order all vertices, each with at most as many later neighbors as its core number
 * @param vertices the number of vertices
 * @param degeneracy the largest core number
 */
public record CoreOrderGpu(DeviceArray numbers, DeviceArray order, int vertices, int degeneracy) {
    private static final String MODULE = "kcore";
    private static final KernelSignature DEGREES = KernelSignature.of(MODULE, "kcore_degrees_per_vertex");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "kcore_numbers_per_grid");
    private static final KernelSignature VALUES = KernelSignature.of(MODULE, "kcore_values_per_vertex");
    private static final KernelSignature KEPT = KernelSignature.of(MODULE, "kcore_kept_per_grid");

    private static final int THREADS = 256;
    private static final long SLACK_BYTES = 64;

    /**
     * The most bytes that {@link #of}, and afterwards {@link #values} and {@link #kept}, need at once with their
     * results.
     */
    public static long bytes(long vertices) {
        return 2 * vertices * Long.BYTES + DevicePeeling.bytes(vertices, vertices) + SLACK_BYTES;
    }

    /** Finds the core numbers of {@code graph} by peeling it. */
    public static CoreOrderGpu of(
            GpuSession session, DeviceUnipartiteGraph graph, NativeMemory memory, Workers workers) {
        int vertices = graph.vertices();
        DeviceArray degrees = session.longs(vertices);
        DevicePeeling peeling = DevicePeeling.of(session, vertices, vertices, degrees, session.longs(vertices), memory);
        workers.progress().begin("finding cores", vertices);
        DevicePeeling.Peeled peeled = new DevicePeeling.Peeled(0, 0);
        if (vertices > 0) {
            session.launchOver(DEGREES, vertices, THREADS, THREADS, graph.offsets(), vertices, degrees, peeling.list());
            peeled = peeling.run(
                    session,
                    workers,
                    NUMBERS,
                    new KernelArguments().with("offsets", graph.offsets()).with("neighbors", graph.neighbors()));
        }
        session.await();
        List.of(degrees, peeling.list(), peeling.otherList(), peeling.rounds(), peeling.state())
                .forEach(session::free);
        return new CoreOrderGpu(peeling.numbers(), peeling.order(), vertices, (int) peeled.last());
    }

    /** The number of vertices with a core number of {@code least} or more, which are the last ones of the order. */
    public int kept(GpuSession session, int least) {
        DeviceArray kept = session.zeroedLongs(1);
        session.launch(KEPT, 1, 1, 0, numbers, order, vertices, least, kept);
        int count = (int) session.readLongs(kept, 1)[0];
        session.free(kept);
        return count;
    }

    /** The core numbers as 32-bit integers, in a new array. */
    DeviceArray values(GpuSession session) {
        DeviceArray values = session.ints(vertices);
        if (vertices > 0) {
            session.launchOver(VALUES, vertices, THREADS, THREADS, numbers, vertices, values);
        }
        return values;
    }

    /** Frees the device memory of both arrays; kernels that use them must have ended. */
    public void free(GpuSession session) {
        session.free(numbers);
        session.free(order);
    }
}
