package dev.motif.projection.id;

import dev.motif.graph.CsrBuilder.Further;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;

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
        dropRepetitions(List.of(), null, memory, workers);
    }

    /** The error for a relationship with two values. */
    @FunctionalInterface
    public interface Different {
        /** @param i says of which values */
        RuntimeException error(int i, long id, long value, long other);
    }

    /**
     * Drops repetitions of relationships and their values; the values of a repetition must be the same.
     *
     * @param values of the first relationship of each edge, and of the others in the order of these
     * @param memory for sorting
     * @throws RuntimeException what {@code different} makes
     */
    public void dropRepetitions(List<Further> values, Different different, NativeMemory memory, Workers workers) {
        List<OffHeapLongs> arrays = Stream.concat(
                        Stream.of(others.slots(), others.payloads()),
                        values.stream().map(Further::parallel))
                .toList();
        OffHeapLongs edges = others.slots();
        int ranges = Math.toIntExact((edges.length() + GRAIN - 1) / GRAIN);
        long[] starts = new long[ranges];
        long[] kept = new long[ranges];
        workers.forRanges(ranges, 1, (worker, range, next) -> {
            long from = startOfEdge(range * GRAIN);
            long to = startOfEdge(next * GRAIN);
            starts[(int) range] = from;
            kept[(int) range] = dropRepetitions(from, to, arrays, values, different, memory, workers.cancellation());
        });
        long end = 0;
        for (int range = 0; range < ranges; range++) {
            for (OffHeapLongs array : arrays) {
                array.copyFrom(array, starts[range], end, kept[range]);
            }
            end += kept[range];
        }
        for (OffHeapLongs array : arrays) {
            array.truncate(end);
        }
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
     * the places after it, ordered by edge and id, and their values with them. Returns how many there are.
     *
     * @param arrays the edges and ids of others, and their values
     */
    private long dropRepetitions(
            long from,
            long to,
            List<OffHeapLongs> arrays,
            List<Further> values,
            Different different,
            NativeMemory memory,
            Cancellation cancellation) {
        if (from == to) {
            return 0;
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs[] copies =
                    arrays.stream().map(array -> copy(array, from, to, scope)).toArray(OffHeapLongs[]::new);
            OffHeapLongs edges = copies[0];
            OffHeapLongs ids = copies[1];
            OffHeapLongs places = placesByEdgeAndId(edges, ids, scope, cancellation);
            long end = from;
            long kept = -1;
            for (long i = 0; i < to - from; i++) {
                long place = places.get(i);
                long edge = edges.get(place);
                long id = ids.get(place);
                boolean asFirst = id == first.get(edge);
                if (asFirst || kept >= 0 && id == ids.get(kept) && edge == edges.get(kept)) {
                    for (int value = 0; value < values.size(); value++) {
                        OffHeapLongs own = copies[2 + value];
                        long known = asFirst ? values.get(value).payloads().get(edge) : own.get(kept);
                        if (own.get(place) != known) {
                            throw different.error(value, id, known, own.get(place));
                        }
                    }
                    continue;
                }
                for (int array = 0; array < copies.length; array++) {
                    arrays.get(array).set(end, copies[array].get(place));
                }
                end++;
                kept = place;
            }
            return end - from;
        }
    }

    private static OffHeapLongs copy(OffHeapLongs array, long from, long to, OffHeapScope scope) {
        OffHeapLongs copy = scope.longs(to - from);
        copy.copyFrom(array, from, 0, to - from);
        return copy;
    }

    /** The places of ids in the order of their edges, and for each edge in the order of the ids. */
    private static OffHeapLongs placesByEdgeAndId(
            OffHeapLongs edges, OffHeapLongs ids, OffHeapScope scope, Cancellation cancellation) {
        long count = ids.length();
        OffHeapLongs keys = copy(ids, 0, count, scope);
        OffHeapLongs places = scope.longs(count);
        for (long place = 0; place < count; place++) {
            places.set(place, place);
        }
        OffHeapLongs spareKeys = scope.longs(count);
        OffHeapLongs sparePlaces = scope.longs(count);
        RadixSort.Sorted byId = RadixSort.sort(keys, places, spareKeys, sparePlaces, count, Long.SIZE, cancellation);
        boolean spare = byId.keys() == spareKeys;
        for (long i = 0; i < count; i++) {
            byId.keys().set(i, edges.get(byId.payloads().get(i)));
        }
        return RadixSort.sort(
                        byId.keys(),
                        byId.payloads(),
                        spare ? keys : spareKeys,
                        spare ? places : sparePlaces,
                        count,
                        Long.SIZE,
                        cancellation)
                .payloads();
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
