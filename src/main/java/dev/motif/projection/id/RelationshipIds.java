package dev.motif.projection.id;

import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;

/**
 * The ids of the relationships of each edge. Parallel relationships share one edge: the smallest id is in {@link
 * #first()}, the others are in {@link #others()}. Owns its memory.
 *
 * @param first the smallest relationship id of each edge
 * @param others the other relationship ids of edges with several relationships: slots are edges, payloads are ids
 */
public record RelationshipIds(OffHeapLongs first, ParallelEdges others) implements AutoCloseable {
    /** The number of ids in one task of a worker. */
    private static final int GRAIN = 1 << 16;

    /**
     * The ids of some edges, which are numbered anew in the same order. The caller owns them.
     *
     * @param edges the numbers of these edges, ascending
     */
    public RelationshipIds of(OffHeapLongs edges, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs kept = scope.own(first.at(edges, memory, workers));
            OffHeapLongs slots = others.slots();
            OffHeapLongs keptSlots = scope.longs(slots.length());
            OffHeapLongs keptIds = scope.longs(slots.length());
            long end = 0;
            for (long i = 0; i < slots.length(); i++) {
                if (i % GRAIN == 0) {
                    workers.cancellation().check();
                }
                long edge = edges.lowerBound(0, edges.length(), slots.get(i));
                if (edge < edges.length() && edges.get(edge) == slots.get(i)) {
                    keptSlots.set(end, edge);
                    keptIds.set(end++, others.payloads().get(i));
                }
            }
            keptSlots.truncate(end);
            keptIds.truncate(end);
            return new RelationshipIds(scope.keep(kept), new ParallelEdges(scope.keep(keptSlots), scope.keep(keptIds)));
        }
    }

    /**
     * Drops ids of {@link #others} that an edge has already: rows of a query may repeat a relationship.
     *
     * @param memory for sorting
     */
    public void dropRepetitions(NativeMemory memory, Workers workers) {
        OffHeapLongs edges = others.slots();
        OffHeapLongs ids = others.payloads();
        int ranges = Math.toIntExact((edges.length() + GRAIN - 1) / GRAIN);
        long[] starts = new long[ranges];
        long[] kept = new long[ranges];
        workers.forRanges(ranges, 1, (worker, range, next) -> {
            long from = startOfEdge(range * GRAIN);
            long to = startOfEdge(next * GRAIN);
            starts[(int) range] = from;
            kept[(int) range] = dropRepetitions(from, to, memory, workers.cancellation());
        });
        long end = 0;
        for (int range = 0; range < ranges; range++) {
            edges.copyFrom(edges, starts[range], end, kept[range]);
            ids.copyFrom(ids, starts[range], end, kept[range]);
            end += kept[range];
        }
        edges.truncate(end);
        ids.truncate(end);
    }

    /** The first index from {@code index} on at which another edge begins than at the index before. */
    private long startOfEdge(long index) {
        OffHeapLongs edges = others.slots();
        long low = Math.min(index, edges.length());
        if (low == 0) {
            return 0;
        }
        return edges.lowerBound(low, edges.length(), edges.get(low - 1) + 1);
    }

    /**
     * Moves the ids in {@code [from, to)} of {@link #others} that their edges do not have already to {@code from} and
     * the places after it, ordered by edge and id. Returns how many there are.
     */
    private long dropRepetitions(long from, long to, NativeMemory memory, Cancellation cancellation) {
        if (from == to) {
            return 0;
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RadixSort.Sorted sorted = sortedByEdgeAndId(from, to, scope, cancellation);
            long end = from;
            long lastEdge = -1;
            long lastId = -1;
            for (long i = 0; i < to - from; i++) {
                long edge = sorted.keys().get(i);
                long id = sorted.payloads().get(i);
                boolean repeated = id == first.get(edge) || id == lastId && edge == lastEdge;
                if (!repeated) {
                    others.slots().set(end, edge);
                    others.payloads().set(end, id);
                    end++;
                }
                lastEdge = edge;
                lastId = id;
            }
            return end - from;
        }
    }

    /** A copy of {@code [from, to)} of {@link #others}: keys are edges, payloads are ids. */
    private RadixSort.Sorted sortedByEdgeAndId(long from, long to, OffHeapScope scope, Cancellation cancellation) {
        long count = to - from;
        OffHeapLongs ids = scope.longs(count);
        OffHeapLongs edges = scope.longs(count);
        ids.copyFrom(others.payloads(), from, 0, count);
        edges.copyFrom(others.slots(), from, 0, count);
        OffHeapLongs spareIds = scope.longs(count);
        OffHeapLongs spareEdges = scope.longs(count);
        RadixSort.Sorted byId = RadixSort.sort(ids, edges, spareIds, spareEdges, count, Long.SIZE, cancellation);
        boolean spare = byId.keys() == spareIds;
        return RadixSort.sort(
                byId.payloads(),
                byId.keys(),
                spare ? edges : spareEdges,
                spare ? ids : spareIds,
                count,
                Long.SIZE,
                cancellation);
    }

    /** The off-heap bytes that {@link #close} frees. */
    public long bytes() {
        return first.bytes() + others.slots().bytes() + others.payloads().bytes();
    }

    /** The number of all relationships, parallel ones included. */
    public long count() {
        return first.length() + others.slots().length();
    }

    @Override
    public void close() {
        first.close();
        others.close();
    }
}
