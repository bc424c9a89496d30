package dev.motif.algorithm.count.triad;

import dev.motif.algorithm.count.triad.Triad.Dyad;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Counts triads on the CPU: closed ones by search, the others by degrees and what is closed. */
final class TriadCpu {
    private static final long VERTICES_PER_TASK = 1 << 12;

    private final UnipartiteGraph graph;
    private final TriadConfig config;
    private final Execution execution;

    TriadCpu(UnipartiteGraph graph, TriadConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
    }

    TriadResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs places =
                    config.perVertex() ? scope.zeroedLongs(TriadTable.PLACES * graph.vertexCount()) : null;
            DerivedGraphCache.Use<OrientedGraph> ranked = scope.own(execution.time(Stage.PREPARE, () -> {
                execution.workers().progress().begin("ordering the graph", 0);
                return OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers());
            }));
            return execution.time(Stage.COMPUTE, () -> {
                TriadRows rows = TriadRows.of(graph, ranked.form(), config.directions(), scope, execution.workers());
                long[] closed = ClosedTriads.count(rows, places, execution.memory(), execution.workers());
                OpenTriads open = OpenTriads.count(rows, places, execution.workers());
                if (places != null) {
                    takeClosed(places);
                }
                return new TriadResult(counts(open, closed), scope.keep(places));
            });
        }
    }

    /** Takes the wedges of closed triads from the places in open ones. */
    private void takeClosed(OffHeapLongs places) {
        execution.workers().forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (long vertex = from; vertex < to; vertex++) {
                long first = TriadTable.PLACES * vertex;
                for (int place = 0; place < TriadTable.PLACES; place++) {
                    long closed = TriadTable.ofPlace(place).isClosed() ? places.get(first + place) : 0;
                    for (int i = 0; closed > 0 && i < 3; i++) {
                        places.add(first + TriadTable.open(place)[i], -closed);
                    }
                }
            }
        });
    }

    /** The numbers of all triads. A dyad is in a triad with each other vertex, so dyads tell the triads with one dyad. */
    private Map<Triad, BigInteger> counts(OpenTriads open, long[] closed) {
        Map<Triad, BigInteger> counts = new EnumMap<>(Triad.class);
        for (Triad triad : Triad.values()) {
            counts.put(triad, BigInteger.ZERO);
        }
        for (int first = Dyad.OUT; first <= Dyad.MUTUAL; first++) {
            for (int second = first; second <= Dyad.MUTUAL; second++) {
                int code = TriadTable.wedge(first, second);
                counts.merge(TriadTable.triad(code), open.wedges(code), BigInteger::add);
            }
        }
        for (int code = 0; code < closed.length; code++) {
            BigInteger found = BigInteger.valueOf(closed[code]);
            if (found.signum() > 0) {
                counts.merge(TriadTable.triad(code), found, BigInteger::add);
                for (int middle = 0; middle < 3; middle++) {
                    counts.merge(TriadTable.triad(TriadTable.wedgeOf(code, middle)), found.negate(), BigInteger::add);
                }
            }
        }
        long mutual = open.mutualEdges();
        counts.put(Triad.T102, alone(mutual, counts, Triad::mutual));
        counts.put(Triad.T012, alone(graph.edgeCount() - mutual, counts, Triad::asymmetric));
        BigInteger others = counts.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        counts.put(Triad.T003, sets(graph.vertexCount()).subtract(others));
        return counts;
    }

    /** The triads with one of some edges and no other edge. */
    private BigInteger alone(long edges, Map<Triad, BigInteger> counts, ToIntFunction<Triad> edgesOf) {
        BigInteger all = BigInteger.valueOf(edges).multiply(BigInteger.valueOf(Math.max(0, graph.vertexCount() - 2)));
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
