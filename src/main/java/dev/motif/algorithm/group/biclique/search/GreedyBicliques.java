package dev.motif.algorithm.group.biclique.search;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Finds some large maximal bicliques in a few steps for each edge of a graph, so that a search for the largest ones knows
 * early which parts of the graph are too small.
 *
 * <p>It begins at each of the vertices with the most neighbors, called roots, and takes the neighbors as the common
 * vertices. It goes on to the neighbors that these share with one more root, always the root that leaves the most, while
 * this may lead to a wanted biclique. The common vertices, and all roots that are adjacent to all of them, are a maximal
 * biclique. For one thread.
 */
public final class GreedyBicliques implements MaximalBiclique {
    /** The most vertices to begin at: few graphs have other large bicliques around later ones. */
    private static final int MOST_STARTS = 64;

    /** After how many steps for each edge of the graph it begins no more. */
    private static final long STEPS_PER_EDGE = 1;

    /** After how many more it goes on no more: to find what three very large hubs share takes more than the first ones. */
    private static final long MORE_STEPS_PER_EDGE = 1;

    private final BipartiteGraph graph;
    private final SizeLimits sizes;
    private final Pruning pruning;
    private final MaximalBicliqueConsumer consumer;
    private final Steps steps;

    /** The steps that are left; negative once it begins no more. */
    private long left;

    private Csr roots;
    private Csr commons;
    private Limits limits;

    /** The common vertices, ascending, are the first {@link #commonCount}. */
    private final OffHeapInts common;

    private int commonCount;

    /** For each root how many common vertices it is adjacent to; zeros in between. */
    private final OffHeapInts counts;

    /** The first {@link #touchedCount} are the roots whose count is not 0. */
    private final OffHeapInts touched;

    private int touchedCount;

    /** How many roots are adjacent to all common vertices. */
    private int members;

    /** For each count the number of roots with it; zeros in between. */
    private final OffHeapInts rootsOfCount;

    private GreedyBicliques(
            BipartiteGraph graph,
            SizeLimits sizes,
            Pruning pruning,
            MaximalBicliqueConsumer consumer,
            Execution execution,
            OffHeapScope scope) {
        this.graph = graph;
        this.sizes = sizes;
        this.pruning = pruning;
        this.consumer = consumer;
        this.steps = new Steps(execution.workers().cancellation());
        this.left = STEPS_PER_EDGE * graph.edgeCount();
        int larger = Math.max(graph.leftCount(), graph.rightCount());
        this.common = scope.ints(larger);
        this.counts = scope.zeroedInts(larger);
        this.touched = scope.ints(larger);
        this.rootsOfCount = scope.zeroedInts(larger + 1L);
    }

    /** The off-heap bytes that {@link #find} takes. */
    public static long bytes(long left, long right) {
        return (4 * Math.max(left, right) + 1) * Integer.BYTES;
    }

    /** Passes maximal bicliques within {@code sizes} to {@code consumer}, some of them perhaps more than once. */
    public static void find(
            BipartiteGraph graph,
            SizeLimits sizes,
            Pruning pruning,
            MaximalBicliqueConsumer consumer,
            Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            new GreedyBicliques(graph, sizes, pruning, consumer, execution, scope).find();
        }
    }

    private record Start(long degree, boolean isLeft, int vertex) {
        static final Comparator<Start> BY_DEGREE = Comparator.comparingLong(Start::degree);
    }

    private void find() {
        PriorityQueue<Start> starts = new PriorityQueue<>(Start.BY_DEGREE);
        addStarts(graph.left(), true, starts);
        addStarts(graph.right(), false, starts);
        starts.stream()
                .sorted(Start.BY_DEGREE.reversed())
                .takeWhile(start -> left > 0)
                .forEach(this::growFrom);
    }

    private void addStarts(Csr rows, boolean areLeft, PriorityQueue<Start> starts) {
        for (int v = 0; v < rows.vertexCount(); v++) {
            if (starts.size() < MOST_STARTS || rows.degree(v) > starts.peek().degree) {
                starts.add(new Start(rows.degree(v), areLeft, v));
                if (starts.size() > MOST_STARTS) {
                    starts.poll();
                }
            }
            steps.add();
        }
    }

    private void growFrom(Start start) {
        roots = start.isLeft ? graph.left() : graph.right();
        commons = start.isLeft ? graph.right() : graph.left();
        limits = new Limits(sizes, start.isLeft, pruning);
        commonCount = (int) start.degree;
        common.copyFrom(roots.neighbors(), roots.start(start.vertex), 0, commonCount);
        while (left > -MORE_STEPS_PER_EDGE * graph.edgeCount() && commonCount > 0) {
            countNeighbors();
            int next = findNext();
            if (limits.admit(commonCount, members)) {
                consumer.accept(this);
            }
            boolean goesOn = mayReach();
            clear();
            if (!goesOn) {
                return;
            }
            keepNeighbors(next);
        }
    }

    private void countNeighbors() {
        for (int i = 0; i < commonCount; i++) {
            int u = common.get(i);
            long degree = commons.degree(u);
            left -= degree;
            steps.add(degree);
            for (long slot = commons.start(u); slot < commons.end(u); slot++) {
                int v = commons.neighbor(slot);
                if (counts.add(v, 1) == 0) {
                    touched.set(touchedCount++, v);
                }
            }
        }
    }

    /** Sets {@link #members}; returns the root with the most common vertices that has not all of them, -1 without one. */
    private int findNext() {
        members = 0;
        int next = -1;
        for (int i = 0; i < touchedCount; i++) {
            int v = touched.get(i);
            if (counts.get(v) == commonCount) {
                members++;
            } else if (next < 0 || counts.get(v) > counts.get(next)) {
                next = v;
            }
        }
        return next;
    }

    /** Whether some of the common vertices may be in a wanted biclique: k of them have no more roots than are adjacent to k. */
    private boolean mayReach() {
        for (int i = 0; i < touchedCount; i++) {
            rootsOfCount.add(counts.get(touched.get(i)), 1);
        }
        boolean reaches = false;
        long possible = 0;
        for (int k = commonCount; k > 0; k--) {
            possible += rootsOfCount.get(k);
            rootsOfCount.set(k, 0);
            reaches |= k < commonCount && possible > members && limits.mayReach(k, possible);
        }
        return reaches;
    }

    private void clear() {
        for (int i = 0; i < touchedCount; i++) {
            counts.set(touched.get(i), 0);
        }
        touchedCount = 0;
    }

    private void keepNeighbors(int root) {
        long slot = roots.start(root);
        int kept = 0;
        for (int i = 0; i < commonCount; i++) {
            int u = common.get(i);
            while (slot < roots.end(root) && roots.neighbor(slot) < u) {
                slot++;
            }
            if (slot < roots.end(root) && roots.neighbor(slot) == u) {
                common.set(kept++, u);
            }
        }
        commonCount = kept;
    }

    private boolean rootsAreLeft() {
        return roots == graph.left();
    }

    @Override
    public int leftSize() {
        return rootsAreLeft() ? members : commonCount;
    }

    @Override
    public int rightSize() {
        return rootsAreLeft() ? commonCount : members;
    }

    @Override
    public void copyLeft(int[] target) {
        copy(rootsAreLeft(), target);
    }

    @Override
    public void copyRight(int[] target) {
        copy(!rootsAreLeft(), target);
    }

    private void copy(boolean rootSide, int[] target) {
        if (!rootSide) {
            common.copyTo(0, target, commonCount);
            return;
        }
        int next = 0;
        for (int i = 0; next < members; i++) {
            if (counts.get(touched.get(i)) == commonCount) {
                target[next++] = touched.get(i);
            }
        }
        Arrays.sort(target, 0, members);
    }
}
