package dev.motif.algorithm.count.clique.search;

import dev.motif.backend.work.CyclicPartition;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceCopy;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;
import dev.motif.gpu.KernelArguments;
import dev.motif.gpu.KernelSignature;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceRanking;
import dev.motif.gpu.graph.DeviceSort;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The roots of searches for cliques (kclique_complement.cu): the vertices of the oriented graph that have enough
 * candidates, roughly in descending order of candidates.
 *
 * <p>They are a {@link DeviceCopy} of the form {@value #FORM}, and stay on the device between calls.
 *
 * @param graph the part of the oriented graph that has cliques, for all that is known
 * @param order the ranks of the roots
 * @param count the number of roots
 * @param mostCandidates the most candidates of a root
 * @param splitRoots the number of roots whose candidates are numerous enough that each edge to a candidate is a task of
 *     its own
 * @param splitEdgesBefore by chunk how many of these edges the chunks before it have, and last of all how many there
 *     are
 * @param checksum the checksum of the ranks of all vertices
 */
public record CliqueRootsGpu(
        DeviceOrientedGraph graph,
        DeviceArray order,
        int count,
        int mostCandidates,
        int splitRoots,
        long[] splitEdgesBefore,
        long checksum) {
    /** The form of this kind of copy, for {@link DerivedGraphCache.Key}. */
    public static final String FORM = "clique roots";

    /** The number of candidates from which roots are split where none is: 2^31, unsigned. */
    public static final int SPLIT_NONE = 1 << 31;

    private static final String MODULE = "kclique_complement";
    private static final KernelSignature ROOTS = KernelSignature.of(MODULE, "kclique_roots_per_vertex");
    private static final KernelSignature SPLIT_EDGES = KernelSignature.of(MODULE, "kclique_split_edges_per_chunk");
    private static final KernelSignature TASKS = KernelSignature.of(MODULE, "kclique_tasks_per_root");

    private static final long SLACK_BYTES = 128;

    /** The parameters of roots; they also depend on the graph. */
    private record Variant(Object order, int minK, int splitFrom) {}

    /** Facts of roots that the host keeps. */
    private record Facts(
            int kept,
            long edges,
            int count,
            int mostCandidates,
            int splitRoots,
            long[] splitEdgesBefore,
            long checksum) {}

    /**
     * The key of the roots in {@code graph}.
     *
     * @param order how its vertices are ranked, a value of an enum
     * @param minK the fewest vertices of a clique
     * @param splitFrom roots with this many candidates or more are split; a power of two, unsigned
     */
    public static DerivedGraphCache.Key key(UnipartiteGraph graph, Object order, int minK, int splitFrom) {
        return new DerivedGraphCache.Key(graph, FORM, new Variant(order, minK, splitFrom));
    }

    /** The most bytes that making the copy needs at once, the copy included. */
    public static long peakBytes(GpuInfo device, long vertices) {
        return DeviceSort.bytes(device, vertices)
                + (KernelAbi.KCLIQUE_SUMMARY_WORDS
                                + CyclicPartition.of(vertices).count())
                        * Long.BYTES
                + SLACK_BYTES;
    }

    /**
     * The copy of {@code key} that {@code session} holds. When it holds none, the roots are found; other sessions can
     * then use the copy as well.
     *
     * @param kept finds the number of its first vertices that may be in cliques; asked only when the copy is made
     */
    public static CliqueRootsGpu of(
            GpuSession session, DerivedGraphCache.Key key, DeviceOrientedGraph whole, IntSupplier kept) {
        DeviceCopy copy = session.copy(key);
        if (copy == null) {
            int first = kept.getAsInt();
            // Without edges there are no ranks.
            long checksum = whole.edges() == 0
                    ? 0
                    : DeviceRanking.checksum(session, whole.ranks(), key.graph().vertexCount());
            CliqueRootsGpu found = found(
                    session, whole.first(first, whole.edgesOfFirst(session, first)), (Variant) key.variant(), checksum);
            copy = session.keepCopy(key, List.of(found.order), found.facts());
        }
        Facts facts = (Facts) copy.facts();
        return new CliqueRootsGpu(
                whole.first(facts.kept, facts.edges),
                copy.arrays().get(0),
                facts.count,
                facts.mostCandidates,
                facts.splitRoots,
                facts.splitEdgesBefore,
                facts.checksum);
    }

    private Facts facts() {
        return new Facts(graph.kept(), graph.edges(), count, mostCandidates, splitRoots, splitEdgesBefore, checksum);
    }

    private static CliqueRootsGpu found(GpuSession session, DeviceOrientedGraph graph, Variant variant, long checksum) {
        int kept = graph.kept();
        DeviceSort sort = new DeviceSort(session, Math.max(1, kept));
        DeviceArray summary = session.zeroedLongs(KernelAbi.KCLIQUE_SUMMARY_WORDS);
        session.launchThreads(
                ROOTS,
                kept,
                graph.offsets(),
                kept,
                variant.minK - 1,
                variant.splitFrom,
                sort.keys(),
                sort.values(),
                summary);
        long[] found = session.readLongs(summary, KernelAbi.KCLIQUE_SUMMARY_WORDS);
        int count = (int) found[KernelAbi.KCLIQUE_ROOTS];
        if (count > 0) {
            sort.sort(kept, KernelAbi.SORT_DIGIT_BITS);
        }
        long[] splitEdgesBefore = splitEdgesBefore(
                session, graph, sort.values(), CyclicPartition.of(count), found[KernelAbi.KCLIQUE_SPLIT_ROOTS]);
        sort.freeScratch();
        session.free(sort.keys());
        session.free(summary);
        return new CliqueRootsGpu(
                graph,
                sort.values(),
                count,
                (int) found[KernelAbi.KCLIQUE_MOST_CANDIDATES],
                (int) found[KernelAbi.KCLIQUE_SPLIT_ROOTS],
                splitEdgesBefore,
                checksum);
    }

    private static long[] splitEdgesBefore(
            GpuSession session, DeviceOrientedGraph graph, DeviceArray roots, CyclicPartition chunks, long split) {
        int count = (int) chunks.count();
        long[] before = new long[count + 1];
        if (split > 0) {
            DeviceArray edges = session.zeroedLongs(count);
            session.launchThreads(SPLIT_EDGES, split, graph.offsets(), roots, chunks.count(), split, edges);
            System.arraycopy(session.readLongs(edges, count), 0, before, 1, count);
            Arrays.parallelPrefix(before, Long::sum);
            session.free(edges);
        }
        session.await();
        return before;
    }

    /** The number of tasks: roots that are not split, and the edges of split roots. */
    public long taskCount() {
        return count - splitRoots + splitEdgesBefore[splitEdgesBefore.length - 1];
    }

    /** An array for all tasks. The session owns it. */
    public DeviceArray tasks(GpuSession session) {
        return session.longs(taskCount() + 1);
    }

    /** The roots in chunks, which devices claim. */
    public CyclicPartition chunks() {
        return CyclicPartition.of(count);
    }

    /** About how many chunks have {@code tasks} tasks. */
    public long chunksOf(long tasks) {
        return chunks().countOf((long) Math.ceil((double) tasks * count / Math.max(1, taskCount())));
    }

    /**
     * Writes the tasks of some chunks, 64 bits each, to {@code tasks} from index {@code at} on, and returns their number. Waits for
     * nothing.
     *
     * @param tasks as {@link #tasks} gives it; its last word is scratch memory
     */
    public long putTasks(GpuSession session, Range taken, DeviceArray tasks, long at) {
        long split = chunks().tasksBelow(splitRoots, taken);
        long roots = chunks().tasksOf(taken);
        long edges = splitEdgesBefore[(int) taken.to()] - splitEdgesBefore[(int) taken.from()];
        DeviceArray appended = tasks.from(taskCount() * Long.BYTES);
        session.clear(appended);
        session.launchThreads(
                TASKS,
                Math.max(1, roots),
                new KernelArguments()
                        .with("offsets", graph.offsets())
                        .with("roots", order)
                        .with("chunks", chunks().count())
                        .with("firstChunk", taken.from())
                        .with("held", taken.to() - taken.from())
                        .with("rootCount", roots)
                        .with("splitCount", split)
                        .with("splitEdges", edges)
                        .with("tasks", tasks.from(at * Long.BYTES))
                        .with("appended", appended));
        return edges + roots - split;
    }
}
