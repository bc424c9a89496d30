package dev.motif.algorithm.group.lockstep;

import dev.motif.backend.EdgeTimes;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Set;

/**
 * The windows of the mates of a core, as the right vertices of a graph: each is adjacent to the roots that have a
 * relationship with its mate in it. A window begins at a relationship. Windows within another one of the same mate are
 * left out, and windows that are too small, or without a vertex that all groups must have.
 *
 * @param graph the roots, as left vertices, and the windows, ascending by mate
 */
record WindowGraph(BipartiteGraph graph, OffHeapInts mates) implements AutoCloseable {
    private static final long MATES_PER_TASK = 1 << 4;
    private static final long SLOTS_PER_TASK = 1 << 14;

    int mate(int window) {
        return mates.get(window);
    }

    /** The first window of a mate that has any. */
    int first(int mate) {
        return (int) mates.lowerBound(0, mates.length(), mate);
    }

    /** Whether no mate has several windows. */
    boolean areOnePerMate() {
        for (long window = 1; window < mates.length(); window++) {
            if (mates.get(window) == mates.get(window - 1)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Makes the graph, which the caller owns.
     *
     * @param core of {@code whole}, whose roots are left
     * @throws IllegalArgumentException when there are 2^31 windows or more
     */
    static WindowGraph of(BipartiteGraph whole, BipartiteCore core, LockstepConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            return new Maker(whole, core, config, execution, scope).make();
        }
    }

    static GraphSize size(BipartiteGraph whole, BipartiteCore core, LockstepConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Maker maker = new Maker(whole, core, config, execution, scope);
            maker.count();
            return maker.size();
        }
    }

    /** The bytes of the graph, and of what makes it, at most. */
    static long peakBytes(long mates, long windows, long slots, long roots) {
        return 2 * (mates + 1) * Long.BYTES
                + windows * Integer.BYTES
                + 2 * Csr.bytes(windows, slots)
                + Csr.bytes(roots, slots)
                + CsrBuilder.transposingBytes(slots);
    }

    static long bytes(long windows, long slots, long roots) {
        return windows * Integer.BYTES + Csr.bytes(windows, slots) + Csr.bytes(roots, slots);
    }

    /** The bytes to look at the windows of mates, of which each has at most {@code most} relationships. */
    static long bytesOfRows(long edges, long roots, long most, boolean parallel, int workers) {
        return edges * Long.BYTES + workers * (4 * most * Long.BYTES + (parallel ? (most + roots) * Long.BYTES : 0));
    }

    @Override
    public void close() {
        graph.close();
        mates.close();
    }

    /**
     * Makes the graph of windows from a core: finds the windows of each right vertex on all workers, then numbers them
     * and writes the rows of both sides.
     */
    private static final class Maker {
        private final BipartiteCore core;
        private final LockstepConfig config;
        private final NativeMemory memory;
        private final Workers workers;
        private final OffHeapScope scope;

        /** For each slot of the mates the number of its edge in the whole graph. */
        private final OffHeapLongs edges;

        private final Row[] rows;

        /** The windows before each mate, and their slots, once they are counted. */
        private final OffHeapLongs windows;

        private final OffHeapLongs slots;

        Maker(
                BipartiteGraph whole,
                BipartiteCore core,
                LockstepConfig config,
                Execution execution,
                OffHeapScope scope) {
            this.core = core;
            this.config = config;
            this.memory = execution.memory();
            this.workers = execution.workers();
            this.scope = scope;
            this.edges = scope.longs(core.edgeCount());
            this.windows = scope.zeroedLongs(core.mateCount() + 1L);
            this.slots = scope.zeroedLongs(core.mateCount() + 1L);
            Csr rowsOfMates = core.mates();
            workers.forRanges(core.edgeCount(), SLOTS_PER_TASK, (worker, from, to) -> {
                int mate = rowsOfMates.vertexOf(from);
                for (long slot = from; slot < to; slot++) {
                    while (slot >= rowsOfMates.end(mate)) {
                        mate++;
                    }
                    int root = core.rootVertex(rowsOfMates.neighbor(slot));
                    edges.set(slot, whole.left().slotOf(root, core.mateVertex(mate)));
                }
            });
            long most = mostOfMate(core, edges, config.window().times());
            this.rows = new Row[workers.concurrency()];
            for (int worker = 0; worker < rows.length; worker++) {
                rows[worker] = new Row(most);
            }
        }

        private static long mostOfMate(BipartiteCore core, OffHeapLongs edges, EdgeTimes times) {
            long most = 0;
            for (int mate = 0; mate < core.mateCount(); mate++) {
                long ofMate = 0;
                for (long slot = core.mates().start(mate); slot < core.mates().end(mate); slot++) {
                    ofMate += times.end(edges.get(slot)) - times.start(edges.get(slot));
                }
                most = Math.max(most, ofMate);
            }
            return most;
        }

        /** Counts the windows and their slots before each mate. */
        void count() {
            workers.beside()
                    .forEach(
                            core.mateCount(),
                            MATES_PER_TASK,
                            (worker, mate) -> rows[worker].forEachWindow((int) mate, (row, first, end, size) -> {
                                windows.add(mate, 1);
                                slots.add(mate, size);
                            }));
            toStarts(windows);
            toStarts(slots);
        }

        private static void toStarts(OffHeapLongs sizes) {
            long start = 0;
            for (long i = 0; i < sizes.length(); i++) {
                start += sizes.add(i, start - sizes.get(i));
            }
        }

        GraphSize size() {
            return new GraphSize(core.rootCount(), windows.get(core.mateCount()), slots.get(core.mateCount()));
        }

        WindowGraph make() {
            count();
            long windowCount = windows.get(core.mateCount());
            if (windowCount >= Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "there must be fewer than 2^31 windows of `minLeft` nodes or more, got " + windowCount
                                + ": raise `minLeft`");
            }
            OffHeapInts mates = scope.ints(windowCount);
            OffHeapLongs offsets = scope.longs(windowCount + 1);
            OffHeapInts neighbors = scope.ints(slots.get(core.mateCount()));
            offsets.set(windowCount, neighbors.length());
            workers.beside().forEach(core.mateCount(), MATES_PER_TASK, (worker, mate) -> {
                long[] next = {windows.get(mate), slots.get(mate)};
                rows[worker].forEachWindow((int) mate, (row, first, end, size) -> {
                    mates.set(next[0], (int) mate);
                    offsets.set(next[0]++, next[1]);
                    for (long i = first; i < end; i++) {
                        if (row.isFirst(i, first)) {
                            neighbors.set(next[1]++, row.root(i));
                        }
                    }
                });
            });
            for (Row row : rows) {
                row.close();
            }
            // Transposing sorts.
            Csr unsorted = scope.own(new Csr(scope.keep(offsets), scope.keep(neighbors)));
            CsrBuilder builder = new CsrBuilder(memory, workers);
            Csr ofRoots = scope.own(builder.transpose(unsorted, core.rootCount()));
            scope.close(unsorted);
            Csr ofWindows = builder.transpose(ofRoots, (int) windowCount);
            return new WindowGraph(new BipartiteGraph(scope.keep(ofRoots), ofWindows), scope.keep(mates));
        }

        /** Handles a window: the relationships {@code [first, end)} of a row, which have {@code size} roots. */
        @FunctionalInterface
        private interface WindowBody {
            void take(Row row, long first, long end, long size);
        }

        /** The relationships of a mate by time, for one worker. */
        private final class Row {
            private static final int FEW = 32;

            private final OffHeapLongs[] times = {null, null};
            private final OffHeapLongs[] roots = {null, null};
            private final boolean parallel = config.window().times().hasParallel();

            /**
             * The earlier relationship with the same root, by relationship, and the last one by root; both 1 + its
             * number, 0 for none.
             */
            private final OffHeapLongs before;

            private final OffHeapLongs last;
            private final Set<Integer> given;
            private OffHeapLongs sortedTimes;
            private OffHeapLongs sortedRoots;
            private long count;
            private final Steps steps = new Steps(workers.cancellation());

            Row(long most) {
                for (int i = 0; i < times.length; i++) {
                    times[i] = scope.longs(most);
                    roots[i] = scope.longs(most);
                }
                before = parallel ? scope.longs(most) : null;
                last = parallel ? scope.zeroedLongs(core.rootCount()) : null;
                given = Set.copyOf(config.left());
            }

            void close() {
                List.of(times[0], times[1], roots[0], roots[1]).forEach(scope::close);
                if (parallel) {
                    scope.close(before);
                    scope.close(last);
                }
            }

            int root(long i) {
                return (int) sortedRoots.get(i);
            }

            /** Whether relationship {@code i} is the first one with its root from {@code first} on. */
            boolean isFirst(long i, long first) {
                return !parallel || before.get(i) <= first;
            }

            void forEachWindow(int mate, WindowBody body) {
                load(mate);
                long end = 0;
                long reached = 0;
                for (long first = 0; first < count && count - first >= config.minLeft(); first++) {
                    long latest = EdgeTimes.plus(time(first), config.window().length());
                    while (end < count && time(end) <= latest) {
                        end++;
                    }
                    if (end > reached) {
                        reached = end;
                        steps.add(end - first);
                        long size = size(first, end);
                        if (size >= config.minLeft()) {
                            body.take(this, first, end, size);
                        }
                    }
                }
            }

            private long time(long i) {
                return sortedTimes.get(i) ^ Long.MIN_VALUE;
            }

            /** How many roots a window has, 0 when one that all groups must have is not among them. */
            private long size(long first, long end) {
                if (!parallel && given.isEmpty()) {
                    return end - first;
                }
                long size = 0;
                int found = 0;
                for (long i = first; i < end; i++) {
                    if (isFirst(i, first)) {
                        size++;
                        found += !given.isEmpty() && given.contains(core.rootVertex(root(i))) ? 1 : 0;
                    }
                }
                return found == given.size() ? size : 0;
            }

            private void load(int mate) {
                Csr mates = core.mates();
                count = 0;
                for (long slot = mates.start(mate); slot < mates.end(mate); slot++) {
                    long edge = edges.get(slot);
                    for (long at = config.window().times().start(edge);
                            at < config.window().times().end(edge);
                            at++) {
                        // Radix sort takes keys to be unsigned.
                        times[0].set(count, config.window().times().times().get(at) ^ Long.MIN_VALUE);
                        roots[0].set(count++, mates.neighbor(slot));
                    }
                }
                sort();
                if (!parallel) {
                    return;
                }
                for (long i = 0; i < count; i++) {
                    before.set(i, last.get(root(i)));
                    last.set(root(i), i + 1);
                }
                for (long i = 0; i < count; i++) {
                    last.set(root(i), 0);
                }
            }

            private void sort() {
                if (count > FEW) {
                    RadixSort.Sorted sorted = RadixSort.sort(
                            times[0], roots[0], times[1], roots[1], count, Long.SIZE, workers.cancellation());
                    sortedTimes = sorted.keys();
                    sortedRoots = sorted.payloads();
                    return;
                }
                sortedTimes = times[0];
                sortedRoots = roots[0];
                for (long i = 1; i < count; i++) {
                    long time = sortedTimes.get(i);
                    long root = sortedRoots.get(i);
                    long at = i;
                    for (; at > 0 && Long.compareUnsigned(sortedTimes.get(at - 1), time) > 0; at--) {
                        sortedTimes.set(at, sortedTimes.get(at - 1));
                        sortedRoots.set(at, sortedRoots.get(at - 1));
                    }
                    sortedTimes.set(at, time);
                    sortedRoots.set(at, root);
                }
            }
        }
    }
}
