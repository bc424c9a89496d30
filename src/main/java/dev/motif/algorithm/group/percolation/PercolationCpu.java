package dev.motif.algorithm.group.percolation;

import dev.motif.algorithm.group.clique.MaximalCliqueAlgorithm;
import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.math.BigInteger;

/**
 * Finds communities of cliques: joins edges, or lists the maximal cliques and joins them.
 *
 * @param execution with the deadline of the run, which its searches have too
 */
record PercolationCpu(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
    PercolationResult find() {
        return EdgeJoin.suits(config.k(), graph.edgeCount()) ? findByEdges() : findByCliques();
    }

    private PercolationResult findByEdges() {
        BigInteger cliques = config.countsCliques() ? countCliques() : null;
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OrientedGraph oriented = scope.own(execution.time(
                            Stage.PREPARE,
                            () -> DegeneracyOriented.formOf(
                                    graph, EdgeNumbers.NONE, execution.memory(), execution.workers())))
                    .form()
                    .oriented();
            return execution.time(Stage.COMPUTE, () -> {
                EdgeJoin join = new EdgeJoin(oriented, config.k(), scope);
                join.join(execution);
                return gather(join, scope).withCliques(cliques);
            });
        }
    }

    private BigInteger countCliques() {
        try (MaximalCliqueResult counts = new MaximalCliqueAlgorithm().cpu(graph, config.search(), execution)) {
            return counts.total();
        }
    }

    private PercolationResult findByCliques() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            CliqueList cliques = new CliqueList(graph, config, execution, scope);
            return execution.time(Stage.COMPUTE, () -> {
                CliqueJoin join = new CliqueJoin(cliques, config.k() - 1, execution.memory(), scope);
                join.join(execution.workers());
                return gather(join, scope).withCliques(BigInteger.valueOf(cliques.cliqueCount()));
            });
        }
    }

    private PercolationResult gather(CommunityItems items, OffHeapScope scope) {
        return new CommunityMembers(
                        items,
                        graph.vertexCount(),
                        execution.workers().cancellation(),
                        execution.memory().heap(),
                        scope)
                .result();
    }
}
