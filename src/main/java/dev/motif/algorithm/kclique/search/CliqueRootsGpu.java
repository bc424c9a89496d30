package dev.motif.algorithm.kclique.search;

import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceSort;

/**
 * The roots of searches for cliques (kclique_complement.cu): the vertices of the oriented graph that have enough
 * candidates, about those with the most candidates first. Its arrays belong to the session.
 *
 * @param graph the oriented graph
 * @param order the ranks of the roots
 * @param count the number of roots
 * @param mostCandidates the most candidates of a root
 * @param splitRoots the number of roots that have so many candidates that each edge to a candidate is a task of its own
 * @param splitEdges the number of these edges
 */
public record CliqueRootsGpu(
        DeviceOrientedGraph graph, DeviceArray order, int count, int mostCandidates, int splitRoots, long splitEdges) {
    private static final String MODULE = "kclique_complement";
    private static final KernelSignature ROOTS = KernelSignature.of(MODULE, "kclique_roots_per_vertex");
    private static final KernelSignature TASKS = KernelSignature.of(MODULE, "kclique_tasks_per_root");

    private static final int THREADS = 256;
    private static final long SLACK_BYTES = 128;

    /** The most bytes that {@link #of} needs at once, its result included. */
    public static long bytes(GpuInfo device, long vertices) {
        return DeviceSort.bytes(device, vertices) + KernelAbi.KCLIQUE_SUMMARY_WORDS * Long.BYTES + SLACK_BYTES;
    }

    /**
     * Finds the roots.
     *
     * @param minK the fewest vertices of a clique
     * @param splitFrom roots with this many candidates or more are split; a power of two, unsigned
     */
    public static CliqueRootsGpu of(GpuSession session, DeviceOrientedGraph graph, int minK, int splitFrom) {
        int kept = graph.kept();
        DeviceSort sort = new DeviceSort(session, Math.max(1, kept));
        DeviceArray summary = session.zeroedLongs(KernelAbi.KCLIQUE_SUMMARY_WORDS);
        session.launchOver(
                ROOTS,
                kept,
                THREADS,
                THREADS,
                graph.offsets(),
                kept,
                minK - 1,
                splitFrom,
                sort.keys(),
                sort.values(),
                summary);
        long[] found = session.readLongs(summary, KernelAbi.KCLIQUE_SUMMARY_WORDS);
        int count = (int) found[KernelAbi.KCLIQUE_ROOTS];
        if (count > 0) {
            sort.sort(count, KernelAbi.SORT_DIGIT_BITS);
        }
        session.await();
        sort.freeScratch();
        session.free(sort.keys());
        session.free(summary);
        return new CliqueRootsGpu(
                graph,
                sort.values(),
                count,
                (int) found[KernelAbi.KCLIQUE_MOST_CANDIDATES],
                (int) found[KernelAbi.KCLIQUE_SPLIT_ROOTS],
                found[KernelAbi.KCLIQUE_SPLIT_EDGES]);
    }

    /** The number of tasks: roots that are not split, and the edges of those that are. */
    public long taskCount() {
        return count - splitRoots + splitEdges;
    }

    /** The tasks of all roots, in a new array of 64-bit words. */
    public DeviceArray tasks(GpuSession session) {
        DeviceArray tasks = session.longs(taskCount());
        DeviceArray appended = session.zeroedLongs(1);
        session.launchOver(
                TASKS,
                count,
                THREADS,
                THREADS,
                graph.offsets(),
                order,
                (long) count,
                (long) splitRoots,
                splitEdges,
                tasks,
                appended);
        session.await();
        session.free(appended);
        return tasks;
    }

    /** Frees the device memory of the roots; kernels that read it must have ended. */
    public void free(GpuSession session) {
        session.free(order);
    }
}
