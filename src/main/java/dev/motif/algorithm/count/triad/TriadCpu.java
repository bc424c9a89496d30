package dev.motif.algorithm.count.triad;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.math.BigInteger;
import java.util.Arrays;

/** Counts triads on the CPU: closed ones by search, the others by degrees and what is closed. */
final class TriadCpu {
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
                    TriadEquations.takeClosed(places, execution.workers());
                }
                BigInteger[] byCode = new BigInteger[TriadTable.CODES];
                Arrays.setAll(byCode, code -> open.wedges(code).add(BigInteger.valueOf(closed[code])));
                return new TriadResult(TriadEquations.counts(graph, byCode, open.mutualEdges()), scope.keep(places));
            });
        }
    }
}
