package dev.motif.algorithm.count.triad;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Counts triads on the CPU: closed ones by search, the others by degrees and what is closed. The search can be divided; what
 * degrees alone tell is counted with its first vertex.
 */
final class TriadCpu {
    private final UnipartiteGraph graph;
    private final TriadConfig config;
    private final List<WorkRange> ranges;
    private final Execution execution;

    /** @param ranges of the vertices to search from, by rank */
    TriadCpu(UnipartiteGraph graph, TriadConfig config, List<WorkRange> ranges, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.ranges = ranges;
        this.execution = execution;
    }

    TriadResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs places =
                    config.perVertex() ? scope.zeroedLongs(TriadTable.PLACES * graph.vertexCount()) : null;
            DerivedGraphCache.Use<OrientedGraph> ranked = scope.own(ranked());
            return execution.time(Stage.COMPUTE, () -> {
                TriadRows rows = TriadRows.of(graph, ranked.form(), config.directions(), scope, execution.workers());
                Positions positions = Positions.of(ranges, graph.vertexCount());
                long[] closed = ClosedTriads.count(rows, positions, places, execution.memory(), execution.workers());
                OpenTriads open = positions.haveStart() ? OpenTriads.count(rows, places, execution.workers()) : null;
                if (places != null) {
                    TriadEquations.takeClosed(places, execution.workers());
                }
                BigInteger[] byCode = new BigInteger[TriadTable.CODES];
                Arrays.setAll(byCode, code -> BigInteger.valueOf(closed[code]));
                if (open == null) {
                    return new TriadResult(
                            TriadEquations.withoutWedges(graph.vertexCount(), byCode), scope.keep(places));
                }
                Arrays.setAll(byCode, code -> byCode[code].add(open.wedges(code)));
                return new TriadResult(TriadEquations.counts(graph, byCode, open.mutualEdges()), scope.keep(places));
            });
        }
    }

    private DerivedGraphCache.Use<OrientedGraph> ranked() {
        return execution.time(Stage.PREPARE, () -> {
            execution.workers().progress().begin("ordering the graph", 0);
            return OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers());
        });
    }

    List<WorkRange> divide(int parts) {
        try (DerivedGraphCache.Use<OrientedGraph> ranked = ranked()) {
            return ClosedTriads.divide(ranked.form().adjacency(), parts);
        }
    }
}
