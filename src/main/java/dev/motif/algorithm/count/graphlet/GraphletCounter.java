package dev.motif.algorithm.count.graphlet;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.function.LongUnaryOperator;

/**
 * Counts graphlets: 4-cliques, triangles and 4-cycles one after the other, so that the memory of one search is free before
 * the next begins, then what follows from them. Where they are searched for, a subclass says.
 */
abstract class GraphletCounter {
    private static final int K = 4;
    private static final long VERTICES_PER_TASK = 1 << 16;

    final UnipartiteGraph graph;
    final GraphletConfig config;
    final Execution execution;
    final NativeMemory memory;
    final Workers workers;

    GraphletCounter(UnipartiteGraph graph, GraphletConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    static KCliqueConfig cliques(GraphletConfig config) {
        return config.perVertex() ? KCliqueConfig.of(K, KCliqueConfig.Result.VERTEX) : KCliqueConfig.total(K, K);
    }

    /** Counts the cliques; the caller owns the result. */
    abstract KCliqueResult cliques();

    /**
     * Counts triangles, and adds up what they tell.
     *
     * @param orbits null for totals alone
     */
    abstract TriangleSums triangles(OffHeapLongs orbits);

    /**
     * Counts 4-cycles, whether or not opposite vertices are adjacent.
     *
     * @param orbits receives the 4-cycles of each vertex as orbit 8; null for the total alone
     */
    abstract BigInteger fourCycles(OffHeapLongs orbits);

    GraphletResult count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs orbits =
                    config.perVertex() ? scope.zeroedLongs(GraphletResult.ORBITS * graph.vertexCount()) : null;
            BigInteger fourCliques = fourCliques(orbits);
            TriangleSums sums = triangles(orbits);
            BigInteger fourCycles = fourCycles(orbits);
            if (orbits != null) {
                execution.time(Stage.COMPUTE, () -> new OrbitEquations(graph.adjacency(), orbits).solve(workers));
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
                        + " `motif.graphlet.stats` counts the subgraphs of the whole graph");
        tooMany.initCause(cause);
        return tooMany;
    }

    private BigInteger fourCliques(OffHeapLongs orbits) {
        try (KCliqueResult found = cliques()) {
            if (orbits != null) {
                setOrbit(orbits, 14, v -> {
                    if (!found.vertices().fitsLong(v)) {
                        throw KCliqueResult.tooManyOfOne(K);
                    }
                    return found.vertices().low().get(v);
                });
            }
            return found.count(K);
        }
    }

    final void setOrbit(OffHeapLongs orbits, int orbit, LongUnaryOperator ofVertex) {
        workers.forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (long v = from; v < to; v++) {
                orbits.set(GraphletResult.ORBITS * v + orbit, ofVertex.applyAsLong(v));
            }
        });
    }
}
