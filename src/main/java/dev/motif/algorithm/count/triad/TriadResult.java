package dev.motif.algorithm.count.triad;

import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The triads of a graph. Owns its array. Counts of a part of the search may be negative.
 *
 * @param counts how many there are of each; together all sets of three vertices
 * @param places for each vertex the numbers of its places, one after another; null when they were not asked for
 */
public record TriadResult(Map<Triad, BigInteger> counts, OffHeapLongs places) implements Mergeable<TriadResult> {
    /** The places that a vertex can have in connected triads, numbered from 0. */
    public static final int PLACES = TriadTable.PLACES;

    @Override
    public TriadResult plus(List<TriadResult> others, Workers workers) {
        Map<Triad, BigInteger> sums = new EnumMap<>(counts);
        for (TriadResult other : others) {
            other.counts.forEach((triad, count) -> sums.merge(triad, count, BigInteger::add));
            if (places != null) {
                DeviceGroup.add(other.places, places, workers);
            }
        }
        return new TriadResult(sums, places);
    }

    public BigInteger count(Triad triad) {
        return counts.get(triad);
    }

    /** The number of triads in which the vertex has the place. */
    public long place(long vertex, int place) {
        return places.get(PLACES * vertex + place);
    }

    public List<Long> places(long vertex) {
        return LongStream.range(PLACES * vertex, PLACES * (vertex + 1))
                .map(places::get)
                .boxed()
                .toList();
    }

    /** The number of triads of each connected kind that the vertex is in, in the order of {@link Triad}. */
    public List<Long> triads(long vertex) {
        return Arrays.stream(Triad.values())
                .filter(Triad::isConnected)
                .map(triad -> IntStream.range(0, PLACES)
                        .filter(place -> TriadTable.ofPlace(place) == triad)
                        .mapToLong(place -> place(vertex, place))
                        .sum())
                .toList();
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(places);
    }
}
