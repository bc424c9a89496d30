package dev.motif.algorithm.kclique.graphlet;

import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.wedge.EdgeTriangles;
import dev.motif.backend.wedge.FourCycles;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;

/**
 * Counts graphlets on the CPU: 4-cliques, triangles and 4-cycles one after the other, so that the memory of one search is
 * free before the next begins.
 */
final class GraphletCpu {
    private static final int K = 4;
    private static final long VERTICES_PER_TASK = 1 << 16;

    private final UnipartiteGraph graph;
    private final GraphletConfig config;
    private final KCliqueAlgorithm cliques;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;

    GraphletCpu(UnipartiteGraph graph, GraphletConfig config, KCliqueAlgorithm cliques, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.cliques = cliques;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    /** The cliques that are needed. */
    static KCliqueConfig cliques(GraphletConfig config) {
        return config.perVertex() ? KCliqueConfig.of(K, KCliqueConfig.Result.VERTEX) : KCliqueConfig.total(K, K);
    }

    GraphletResult count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs orbits =
                    config.perVertex() ? scope.zeroedLongs(GraphletResult.ORBITS * graph.vertexCount()) : null;
            BigInteger fourCliques = cliques(orbits);
            TriangleSums sums = triangles(orbits);
            BigInteger fourCycles = fourCycles(orbits);
            if (orbits != null) {
                execution.times().time(Stage.COMPUTE, () -> new OrbitEquations(graph.adjacency(), orbits)
                        .solve(workers));
                scope.keep(orbits);
            }
            return new GraphletResult(sums.counts(fourCycles, fourCliques), orbits);
        } catch (ArithmeticException e) {
            throw config.perVertex() ? tooMany(e) : e;
        }
    }

    private static ArithmeticException tooMany(ArithmeticException cause) {
        ArithmeticException tooMany = new ArithmeticException(
                "a node has a place in 2^63 subgraphs of four nodes or more, more than can be counted for each node:"
                        + " `motif.graphlet.stats` counts those of the whole graph");
        tooMany.initCause(cause);
        return tooMany;
    }

    private BigInteger cliques(OffHeapLongs orbits) {
        try (KCliqueResult found = cliques.cpu(graph, cliques(config), execution)) {
            if (orbits != null) {
                workers.forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                    for (long v = from; v < to; v++) {
                        if (!found.vertices().fitsLong(v)) {
                            throw KCliqueResult.tooManyOfOne(K);
                        }
                        orbits.set(
                                GraphletResult.ORBITS * v + 14,
                                found.vertices().low().get(v));
                    }
                });
            }
            return found.count(K);
        }
    }

    private TriangleSums triangles(OffHeapLongs orbits) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            DerivedGraphCache.Use<OrientedGraph> oriented =
                    scope.own(execution.times().time(Stage.PREPARE, () -> {
                        workers.progress().begin("ordering the graph", 0);
                        return OrientedGraph.formByDegree(graph, EdgeNumbers.NONE, memory, workers);
                    }));
            return execution.times().time(Stage.COMPUTE, () -> {
                OffHeapInts bySlot = scope.zeroedInts(graph.edgeCount());
                EdgeTriangles.count(oriented.form().adjacency(), WorkRange.ALL, bySlot, workers, memory);
                return TriangleSums.of(graph.adjacency(), oriented.form(), bySlot, orbits, memory, workers);
            });
        }
    }

    private BigInteger fourCycles(OffHeapLongs orbits) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            DerivedGraphCache.Use<RankedGraph> ranked =
                    scope.own(execution.times().time(Stage.PREPARE, () -> {
                        workers.progress().begin("ranking vertices by degree", 0);
                        return RankedGraph.form(graph, memory, workers);
                    }));
            return execution.times().time(Stage.COMPUTE, () -> {
                Csr rows = ranked.form().adjacency();
                OffHeapLongs perRank = orbits == null ? null : scope.zeroedLongs(rows.vertexCount());
                workers.progress().begin(FourCycles.STAGE, rows.vertexCount());
                BigInteger total = FourCycles.count(
                                rows, Positions.all(rows.vertexCount()), perRank, null, memory, workers)
                        .toBigInteger();
                for (int v = 0; perRank != null && v < rows.vertexCount(); v++) {
                    orbits.set(
                            (long) GraphletResult.ORBITS * v + 8,
                            perRank.get(ranked.form().rankOfLeft(v)));
                }
                return total;
            });
        }
    }
}
