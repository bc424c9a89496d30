package dev.motif.algorithm.count.graphlet;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.RankedGraph;
import java.math.BigInteger;

/** Counts graphlets on the CPU: finds the cliques, triangles and 4-cycles from which the totals and orbits follow. */
final class GraphletCpu extends GraphletCounter {
    private final KCliqueAlgorithm cliques;

    GraphletCpu(UnipartiteGraph graph, GraphletConfig config, KCliqueAlgorithm cliques, Execution execution) {
        super(graph, config, execution);
        this.cliques = cliques;
    }

    @Override
    KCliqueResult cliques() {
        return cliques.cpu(graph, cliques(config), execution);
    }

    @Override
    TriangleSums triangles(OffHeapLongs orbits) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            DerivedGraphCache.Use<OrientedGraph> oriented = scope.own(execution.time(Stage.PREPARE, () -> {
                workers.progress().begin("ordering the graph", 0);
                return OrientedGraph.formByDegree(graph, EdgeNumbers.NONE, memory, workers);
            }));
            return execution.time(Stage.COMPUTE, () -> {
                OffHeapInts bySlot = scope.zeroedInts(graph.edgeCount());
                EdgeTriangles.count(oriented.form().adjacency(), WorkRange.ALL, bySlot, workers, memory);
                if (orbits != null) {
                    OppositeEdges.add(oriented.form(), bySlot, orbits, memory, workers);
                }
                return TriangleSums.of(
                        graph.adjacency(), GraphletEdgeRows.of(oriented.form(), bySlot), orbits, workers);
            });
        }
    }

    @Override
    BigInteger fourCycles(OffHeapLongs orbits) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            DerivedGraphCache.Use<RankedGraph> ranked =
                    scope.own(execution.rank(() -> RankedGraph.form(graph, memory, workers)));
            return execution.time(Stage.COMPUTE, () -> {
                Csr rows = ranked.form().adjacency();
                OffHeapLongs perRank = orbits == null ? null : scope.zeroedLongs(rows.vertexCount());
                workers.progress().begin(FourCycles.STAGE, rows.vertexCount());
                BigInteger total = FourCycles.count(
                                rows, Positions.all(rows.vertexCount()), perRank, null, memory, workers)
                        .toBigInteger();
                if (orbits != null) {
                    setOrbit(orbits, 8, v -> perRank.get(ranked.form().rankOfLeft((int) v)));
                }
                return total;
            });
        }
    }
}
