package dev.motif.algorithm.count.butterfly.temporal;

import dev.motif.backend.EdgeTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;

/**
 * The times of a {@link RankedGraph} in the order of its slots, of which each edge has two; the times of a slot are ascending.
 *
 * @param offsets where the times of each slot begin; null when each has one
 */
record RankedTimes(OffHeapLongs times, OffHeapLongs offsets) implements DerivedGraphCache.Form {
    /** The ranked times as a form of {@code graph}, see {@link NativeMemory#form}. The caller closes its use. */
    static DerivedGraphCache.Use<RankedTimes> form(
            BipartiteGraph graph, RankedGraph ranked, EdgeTimes times, NativeMemory memory, Workers workers) {
        DerivedGraphCache.Key key = new DerivedGraphCache.Key(graph, "ranked times", times);
        return memory.form(key, workers.cancellation(), () -> of(graph, ranked, times, memory, workers));
    }

    private static RankedTimes of(
            BipartiteGraph graph, RankedGraph ranked, EdgeTimes times, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                OffHeapScope ofSorters = new OffHeapScope(memory)) {
            TimeSorter[] sorters = TimeSorter.forWorkers(ofSorters, memory, workers);
            OffHeapLongs offsets = times.hasParallel() ? offsets(graph, ranked, times, scope, workers) : null;
            RankedTimes result = new RankedTimes(scope.longs(2 * times.count()), offsets);
            forEachSlot(
                    graph, ranked, workers, (worker, edge, slot) -> result.fill(slot, times, edge, sorters[worker]));
            scope.keep(offsets);
            scope.keep(result.times);
            return result;
        }
    }

    private static OffHeapLongs offsets(
            BipartiteGraph graph, RankedGraph ranked, EdgeTimes times, OffHeapScope scope, Workers workers) {
        long slots = ranked.adjacency().slotCount();
        OffHeapLongs sizes = scope.longs(slots + 1);
        forEachSlot(
                graph, ranked, workers, (worker, edge, slot) -> sizes.set(slot, times.end(edge) - times.start(edge)));
        long total = 0;
        for (long slot = 0; slot < slots; slot++) {
            total += sizes.add(slot, total - sizes.get(slot));
        }
        sizes.set(slots, total);
        return sizes;
    }

    static long bytes(long edges, long relationships, boolean parallel) {
        return (2 * relationships + (parallel ? 2 * edges + 1 : 0)) * Long.BYTES;
    }

    @FunctionalInterface
    private interface SlotBody {
        void take(int worker, long edge, long slot);
    }

    private static void forEachSlot(BipartiteGraph graph, RankedGraph ranked, Workers workers, SlotBody body) {
        Csr rows = ranked.adjacency();
        graph.forEachEdge(workers, (worker, edge, left, right) -> {
            int u = ranked.rankOfLeft(left);
            int v = ranked.rankOfRight(right);
            body.take(worker, edge, rows.slotOf(u, v));
            body.take(worker, edge, rows.slotOf(v, u));
        });
    }

    private void fill(long slot, EdgeTimes source, long edge, TimeSorter sorter) {
        long count = source.end(edge) - source.start(edge);
        times.copyFrom(source.times(), source.start(edge), start(slot), count);
        sorter.sort(times, start(slot), count);
    }

    @Override
    public long bytes() {
        return times.bytes() + (offsets == null ? 0 : offsets.bytes());
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(times, offsets);
    }

    boolean hasParallel() {
        return offsets != null;
    }

    /** The first time of a slot. */
    long start(long slot) {
        return offsets == null ? slot : offsets.get(slot);
    }

    long end(long slot) {
        return offsets == null ? slot + 1 : offsets.get(slot + 1);
    }

    long time(long at) {
        return times.get(at);
    }
}
