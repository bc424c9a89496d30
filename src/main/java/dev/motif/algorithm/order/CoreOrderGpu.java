package dev.motif.algorithm.order;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DevicePeeling;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Core numbers and a degeneracy order on a device (kcore.cu): the same order on each device.
 *
 * <p>It is a {@link DeviceCopy} of the form {@value #FORM} and stays on the device between calls.
 *
 * @param numbers the core number of each vertex, as 64-bit words
 * @param order all vertices, in which the later neighbors of a vertex are at most its core number
 * @param vertices the number of vertices
 * @param degeneracy the largest core number
 */
public record CoreOrderGpu(DeviceArray numbers, DeviceArray order, int vertices, int degeneracy) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "core order";

    private static final String MODULE = "kcore";
    private static final KernelSignature DEGREES = KernelSignature.of(MODULE, "kcore_degrees_per_vertex");
    private static final KernelSignature NUMBERS = KernelSignature.of(MODULE, "kcore_numbers_per_grid");
    private static final KernelSignature ROUND_KEYS = KernelSignature.of(MODULE, "kcore_round_keys_per_vertex");
    private static final KernelSignature NUMBER_KEYS = KernelSignature.of(MODULE, "kcore_number_keys_per_vertex");
    private static final KernelSignature VALUES = KernelSignature.of(MODULE, "kcore_values_per_vertex");
    private static final KernelSignature KEPT = KernelSignature.of(MODULE, "kcore_kept_per_grid");

    private static final long SLACK_BYTES = 64;

    public static DerivedGraphCache.Key key(UnipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, FORM);
    }

    /** The most device bytes that making the copy needs at once, the copy included. */
    public static long peakBytes(GpuInfo device, long vertices) {
        long peeling = vertices * Long.BYTES + DevicePeeling.bytes(vertices, vertices);
        return vertices * (Long.BYTES + Integer.BYTES)
                + Math.max(peeling, DeviceSort.bytes(device, vertices))
                + SLACK_BYTES;
    }

    /** The device bytes that {@link #values} and {@link #kept} need. */
    public static long workBytes(long vertices) {
        return vertices * Integer.BYTES + SLACK_BYTES;
    }

    /**
     * The copy that {@code session} holds. When it holds none, the graph is peeled; other sessions can then use the
     * copy as well.
     *
     * @param onDevice the copy of {@code graph} that the session holds
     */
    public static CoreOrderGpu of(
            GpuSession session,
            UnipartiteGraph graph,
            DeviceUnipartiteGraph onDevice,
            NativeMemory memory,
            Workers workers) {
        DeviceCopy copy = session.copy(key(graph));
        if (copy == null) {
            CoreOrderGpu found = peeled(session, onDevice, memory, workers);
            copy = session.keepCopy(key(graph), List.of(found.numbers, found.order), found.degeneracy);
        }
        return new CoreOrderGpu(
                copy.arrays().get(0), copy.arrays().get(1), onDevice.vertices(), (Integer) copy.facts());
    }

    private static CoreOrderGpu peeled(
            GpuSession session, DeviceUnipartiteGraph graph, NativeMemory memory, Workers workers) {
        int vertices = graph.vertices();
        DeviceArray degrees = session.longs(vertices);
        DeviceArray rounds = session.ints(vertices);
        DevicePeeling peeling =
                new DevicePeeling(session, workers, memory, vertices, vertices, 0, degrees, session.longs(vertices));
        workers.progress().begin("finding cores", peeling.units());
        DevicePeeling.Peeled peeled = new DevicePeeling.Peeled(0, 0, 0);
        if (vertices > 0) {
            session.launchThreads(DEGREES, vertices, graph.offsets(), vertices, degrees, peeling.list());
            peeled = peeling.run(
                    NUMBERS,
                    new DevicePeeling.Items(
                            graph.slots(),
                            new KernelArguments()
                                    .with("offsets", graph.offsets())
                                    .with("neighbors", graph.neighbors())
                                    .with("roundOf", rounds)));
        }
        session.await();
        peeling.free();
        session.free(degrees);
        DeviceArray order = order(session, vertices, peeling.numbers(), rounds, peeled);
        session.free(rounds);
        return new CoreOrderGpu(peeling.numbers(), order, vertices, (int) peeled.last());
    }

    /**
     * The vertices by their core numbers, vertices of a number by their rounds, and vertices of a round by their ids.
     */
    private static DeviceArray order(
            GpuSession session, int vertices, DeviceArray numbers, DeviceArray rounds, DevicePeeling.Peeled peeled) {
        DeviceSort sort = new DeviceSort(session, vertices);
        if (vertices > 0) {
            session.launchThreads(ROUND_KEYS, vertices, rounds, vertices, sort.keys(), sort.values());
            sort.sort(vertices, DeviceSort.bits(peeled.rounds() + 1));
            session.launchThreads(NUMBER_KEYS, vertices, numbers, sort.values(), vertices, sort.keys());
            sort.sort(vertices, DeviceSort.bits(peeled.last() + 1));
        }
        session.await();
        sort.freeScratch();
        session.free(sort.keys());
        return sort.values();
    }

    /** The number of vertices with a core number of {@code least} or more, which are the last ones of the order. */
    public int kept(GpuSession session, int least) {
        if (vertices == 0) {
            return 0;
        }
        DeviceArray kept = session.zeroedLongs(1);
        session.launch(KEPT, 1, 1, 0, numbers, order, vertices, least, kept);
        int count = (int) session.readLongs(kept, 1)[0];
        session.free(kept);
        return count;
    }

    /** The core numbers as 32-bit integers, in a new array. */
    public DeviceArray values(GpuSession session) {
        DeviceArray values = session.ints(vertices);
        if (vertices > 0) {
            session.launchThreads(VALUES, vertices, numbers, vertices, values);
        }
        return values;
    }
}
