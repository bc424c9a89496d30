package dev.motif.bench.baseline.kclique;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.function.Function;

/** Searches cliques from each vertex of an oriented graph; threads take vertices, as both baselines do. */
final class RootSearch {
    /** Vertices that a thread takes at once. */
    private static final long ROOTS = 8;

    private RootSearch() {}

    /** Searches from some vertices, for one thread. */
    interface Searcher {
        /** Counts the cliques whose vertex of the highest rank is {@code root}. */
        void search(int root);

        BigInteger cliques();
    }

    /**
     * Orients a graph and searches from all of its vertices.
     *
     * @param byDegeneracy whether the order is by degeneracy and not by degree
     * @param searcher makes the searcher of a thread, of rows that hold the neighbors of lower rank
     */
    static BigInteger count(
            UnipartiteGraph graph, boolean byDegeneracy, Execution execution, Function<Csr, Searcher> searcher) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        if (!byDegeneracy) {
            try (OrientedGraph oriented = execution.time(
                    Stage.PREPARE, () -> OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, workers))) {
                return execution.time(Stage.COMPUTE, () -> search(oriented.adjacency(), workers, searcher));
            }
        }
        try (DerivedGraphCache.Use<DegeneracyOriented> use = execution.time(
                Stage.PREPARE, () -> DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, memory, workers))) {
            Csr rows = use.form().oriented().adjacency();
            return execution.time(Stage.COMPUTE, () -> search(rows, workers, searcher));
        }
    }

    private static BigInteger search(Csr rows, Workers workers, Function<Csr, Searcher> searcher) {
        Searcher[] searchers = new Searcher[workers.concurrency()];
        for (int worker = 0; worker < searchers.length; worker++) {
            searchers[worker] = searcher.apply(rows);
        }
        workers.beside().forEach(rows.vertexCount(), ROOTS, (worker, root) -> searchers[worker].search((int) root));
        BigInteger cliques = BigInteger.ZERO;
        for (Searcher each : searchers) {
            cliques = cliques.add(each.cliques());
        }
        return cliques;
    }
}
