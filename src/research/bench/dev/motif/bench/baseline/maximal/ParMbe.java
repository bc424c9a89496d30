package dev.motif.bench.baseline.maximal;

import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.order.BipartiteCore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * parMBE (ParLMBC), the parallel search for maximal bicliques on CPUs that cuMBE is compared with: Algorithm 2 of its
 * thesis, for all sizes. {@code X} are root vertices, {@code N(X)} their common neighbors, and the tail of {@code X}
 * are the root vertices that may be added, in ascending order of the common neighbors that they leave. A branch adds
 * one of them, {@code v}; it closes {@code X + v} to {@code Y}, all root vertices that are adjacent to all of {@code
 * N(X + v)}, and goes on below {@code Y} when all that was added is in the rest of the tail.
 *
 * <p>Branches of all levels run in parallel, as tasks that idle threads steal. {@code Y} is found by the Parallel
 * Intersection Computation: counters of the root vertices along the edges of the common neighbors, a task for itself.
 * A branch that is not maximal is left, as in MineLMBC, which the algorithm comes from; nothing can be found below it.
 *
 * <p>Sources: Das, Sanei-Mehri and Tirthapura, "Shared-memory parallel maximal clique enumeration", HiPC 2018, as Chang,
 * "Parallel Maximal Biclique Enumeration on GPUs", master's thesis, National Taiwan University, 2023, Algorithm 2, lists
 * it; Liu, Sim and Li, "Efficient mining of large maximal bicliques", DaWaK 2006 (MineLMBC).
 */
public final class ParMbe {
    /** A task with at least this many tasks of its own that wait does the next branch itself. */
    private static final int WAITING_TASKS = 4;

    private final BipartiteCore graph;
    private final Csr roots;
    private final Csr commons;
    private final Deadline deadline;
    private final Execution execution;
    private final Queue<SizeHistogram> histograms = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Counters> counters = ThreadLocal.withInitial(Counters::new);
    private final AtomicInteger rootsBegun = new AtomicInteger();

    private ParMbe(BipartiteCore graph, Deadline deadline, Execution execution) {
        this.graph = graph;
        this.roots = graph.roots();
        this.commons = graph.mates();
        this.deadline = deadline;
        this.execution = execution;
    }

    /**
     * Counts the maximal bicliques by size, on as many threads as the execution has workers.
     *
     * @param side the side whose subsets are searched
     * @param timeoutMillis the time limit, 0 for none
     * @throws IllegalStateException when the time limit has passed
     */
    public static SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution) {
        Deadline deadline = execution.deadline(timeoutMillis);
        try (BipartiteCore core = execution.time(
                Stage.PREPARE,
                () -> BipartiteCore.of(graph, side == Side.LEFT, 1, 1, execution.memory(), execution.workers()))) {
            ParMbe search = new ParMbe(core, deadline, execution);
            execution.time(Stage.COMPUTE, search::run);
            SizeHistogram all = new SizeHistogram();
            search.histograms.forEach(all::addAll);
            return all;
        }
    }

    private void run() {
        ForkJoinPool pool = new ForkJoinPool(execution.workers().concurrency());
        try {
            pool.invoke(new RecursiveAction() {
                @Override
                protected void compute() {
                    long[] tail = new long[roots.vertexCount()];
                    Arrays.setAll(tail, v -> roots.degree(v) << Integer.SIZE | v);
                    new Level(0, null, tail).search();
                }
            });
        } finally {
            pool.shutdownNow();
            awaitEnd(pool);
        }
    }

    /** Waits until no task runs: all of them read memory that the caller frees. */
    private static void awaitEnd(ForkJoinPool pool) {
        boolean ended = false;
        boolean interrupted = false;
        while (!ended) {
            try {
                ended = pool.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The counters of one thread: for each root vertex the common neighbors that it is adjacent to. */
    private final class Counters {
        private final int[] adjacent = new int[roots.vertexCount()];
        private int[] touched = new int[64];
        private int touchedCount;
        private final SizeHistogram found = new SizeHistogram();

        Counters() {
            histograms.add(found);
        }

        void count(int[] common) {
            touchedCount = 0;
            for (int u : common) {
                for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                    int v = commons.neighbor(slot);
                    if (adjacent[v]++ == 0) {
                        if (touchedCount == touched.length) {
                            touched = Arrays.copyOf(touched, 2 * touchedCount);
                        }
                        touched[touchedCount++] = v;
                    }
                }
            }
        }

        void clear() {
            for (int i = 0; i < touchedCount; i++) {
                adjacent[touched[i]] = 0;
            }
        }
    }

    /** A node of the search: {@code X} by its size, its common neighbors and its tail. */
    private final class Level {
        private final int members;

        /** The common neighbors, ascending; null at the first level for all vertices of their side. */
        private final int[] common;

        /** The root vertices of the tail in the lower half of each long, in the order in which they are added. */
        private final long[] tail;

        /** The root vertices of the tail, ascending, in the upper half of each long, with their positions. */
        private final long[] positions;

        Level(int members, int[] common, long[] counted) {
            this.members = members;
            this.common = common;
            this.tail = counted;
            Arrays.parallelSort(tail);
            positions = new long[tail.length];
            for (int i = 0; i < tail.length; i++) {
                positions[i] = (tail[i] & 0xFFFF_FFFFL) << Integer.SIZE | i;
            }
            Arrays.parallelSort(positions);
        }

        void search() {
            List<ForkJoinTask<?>> tasks = new ArrayList<>();
            for (int i = 0; i < tail.length; i++) {
                if (ForkJoinTask.getSurplusQueuedTaskCount() < WAITING_TASKS) {
                    int position = i;
                    tasks.add(ForkJoinTask.adapt(() -> branch(position)).fork());
                } else {
                    branch(i);
                }
            }
            for (int i = tasks.size() - 1; i >= 0; i--) {
                tasks.get(i).join();
            }
        }

        /** Adds the root vertex at this position of the tail. */
        private void branch(int position) {
            poll();
            int[] left = leftBy((int) tail[position], (int) (tail[position] >>> Integer.SIZE));
            Counters mine = counters.get();
            mine.count(left);
            long[] next = new long[mine.touchedCount];
            int nextCount = 0;
            int closed = 0;
            int closedFromTail = 0;
            for (int i = 0; i < mine.touchedCount; i++) {
                int w = mine.touched[i];
                int count = mine.adjacent[w];
                boolean inRest = positionOf(w) > position;
                if (count == left.length) {
                    closed++;
                    closedFromTail += inRest ? 1 : 0;
                } else if (inRest) {
                    next[nextCount++] = (long) count << Integer.SIZE | w;
                }
            }
            mine.clear();
            if (closed - members - 1 == closedFromTail) {
                mine.found.add(
                        graph.rootsAreLeft() ? closed : left.length, graph.rootsAreLeft() ? left.length : closed, 1);
                if (nextCount > 0) {
                    new Level(closed, left, Arrays.copyOf(next, nextCount)).search();
                }
            }
        }

        /** The common neighbors, {@code count} of them, that {@code v} is adjacent to. */
        private int[] leftBy(int v, int count) {
            int[] left = new int[count];
            int found = 0;
            int at = 0;
            for (long slot = roots.start(v); slot < roots.end(v) && found < count; slot++) {
                int u = roots.neighbor(slot);
                if (common != null) {
                    at = Arrays.binarySearch(common, at, common.length, u);
                    if (at < 0) {
                        at = -at - 1;
                        continue;
                    }
                }
                left[found++] = u;
            }
            return left;
        }

        /** The position of a root vertex in the tail, -1 when it is not in it. */
        private int positionOf(int v) {
            int at = Arrays.binarySearch(positions, (long) v << Integer.SIZE);
            int from = at >= 0 ? at : -at - 1;
            return from < positions.length && (int) (positions[from] >>> Integer.SIZE) == v
                    ? (int) positions[from]
                    : -1;
        }

        private void poll() {
            int begun = members == 0 ? rootsBegun.incrementAndGet() : rootsBegun.get();
            execution.workers().cancellation().check();
            if (deadline.requested()) {
                throw deadline.error(begun, roots.vertexCount());
            }
        }
    }
}
