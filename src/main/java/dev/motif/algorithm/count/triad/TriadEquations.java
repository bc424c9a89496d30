package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The numbers of all triads and places, which follow from closed triads and from wedges, whether or not these are closed. */
final class TriadEquations {
    private static final long VERTICES_PER_TASK = 1 << 12;

    private TriadEquations() {}

    /** Takes the wedges of closed triads from the places in open ones. */
    static void takeClosed(OffHeapLongs places, Workers workers) {
        workers.forRanges(places.length() / TriadTable.PLACES, VERTICES_PER_TASK, (worker, from, to) -> {
            for (long vertex = from; vertex < to; vertex++) {
                long first = TriadTable.PLACES * vertex;
                for (int place = 0; place < TriadTable.PLACES; place++) {
                    long closed = TriadTable.isClosed(place) ? places.get(first + place) : 0;
                    for (int wedge = 0; closed > 0 && wedge < 3; wedge++) {
                        places.add(first + TriadTable.open(place, wedge), -closed);
                    }
                }
            }
        });
    }

    /**
     * The numbers of all triads. A dyad is in a triad with each other vertex, so dyads tell the triads with one dyad.
     *
     * @param byCode for each code of a closed triad, and of {@link TriadTable#wedge(int, int)} with the smaller dyad first, how
     *     many there are
     * @param mutual the number of mutual edges
     */
    static Map<Triad, BigInteger> counts(UnipartiteGraph graph, BigInteger[] byCode, long mutual) {
        long vertices = graph.vertexCount();
        return counts(vertices, byCode, mutual, graph.edgeCount() - mutual, sets(vertices));
    }

    /**
     * The numbers that some closed triads add to each triad, or take from it.
     *
     * @param byCode for each code of a closed triad, how many there are; 0 for each wedge
     */
    static Map<Triad, BigInteger> withoutWedges(long vertices, BigInteger[] byCode) {
        return counts(vertices, byCode, 0, 0, BigInteger.ZERO);
    }

    private static Map<Triad, BigInteger> counts(
            long vertices, BigInteger[] byCode, long mutual, long asymmetric, BigInteger sets) {
        Map<Triad, BigInteger> counts = new EnumMap<>(Triad.class);
        for (Triad triad : Triad.values()) {
            counts.put(triad, BigInteger.ZERO);
        }
        for (int first = Dyad.OUT; first <= Dyad.MUTUAL; first++) {
            for (int second = first; second <= Dyad.MUTUAL; second++) {
                int code = TriadTable.wedge(first, second);
                counts.merge(TriadTable.triad(code), byCode[code], BigInteger::add);
            }
        }
        for (int code = 0; code < byCode.length; code++) {
            if (TriadTable.triad(code).isClosed()) {
                counts.merge(TriadTable.triad(code), byCode[code], BigInteger::add);
                for (int middle = 0; middle < 3; middle++) {
                    Triad open = TriadTable.triad(TriadTable.wedgeOf(code, middle));
                    counts.merge(open, byCode[code].negate(), BigInteger::add);
                }
            }
        }
        counts.put(Triad.T102, alone(mutual, vertices, counts, Triad::mutual));
        counts.put(Triad.T012, alone(asymmetric, vertices, counts, Triad::asymmetric));
        BigInteger others = counts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        counts.put(Triad.T003, sets.subtract(others));
        return counts;
    }

    /** The triads with one of some edges and no other edge. */
    private static BigInteger alone(
            long edges, long vertices, Map<Triad, BigInteger> counts, ToIntFunction<Triad> edgesOf) {
        BigInteger all = BigInteger.valueOf(edges).multiply(BigInteger.valueOf(Math.max(0, vertices - 2)));
        for (Map.Entry<Triad, BigInteger> each : counts.entrySet()) {
            if (each.getKey().isConnected()) {
                all = all.subtract(each.getValue().multiply(BigInteger.valueOf(edgesOf.applyAsInt(each.getKey()))));
            }
        }
        return all;
    }

    /** How many sets of three vertices there are. */
    private static BigInteger sets(long vertices) {
        BigInteger n = BigInteger.valueOf(vertices);
        return n.multiply(n.subtract(BigInteger.ONE))
                .multiply(n.subtract(BigInteger.TWO))
                .divide(BigInteger.valueOf(6));
    }
}
