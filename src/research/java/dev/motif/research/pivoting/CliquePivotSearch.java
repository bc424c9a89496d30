package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.complement.BranchSearch;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.backend.work.SearchQueue;

/** The search that branches on the non-neighbors of a pivot at every node, and visits sparse complements, too. */
final class CliquePivotSearch extends BranchSearch {
    CliquePivotSearch(
            KCliqueConfig config,
            CliqueLocalGraph graph,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        super(config, graph, counter, check, tasks);
    }

    @Override
    protected boolean countsAtOnce(int count) {
        return false;
    }

    @Override
    protected boolean isDense(int count) {
        return false;
    }
}
