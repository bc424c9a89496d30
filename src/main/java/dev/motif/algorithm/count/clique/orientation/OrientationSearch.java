package dev.motif.algorithm.count.clique.orientation;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.CliqueSizesCounter;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.backend.work.SearchQueue;

/**
 * The search along the edges of the oriented graph: each candidate of a node becomes one more fixed vertex in turn, and
 * the lower candidates that are adjacent to it are the candidates of that child node. So each clique is met once, by
 * descending rank. The last two vertices of a clique are counted without being visited.
 */
public final class OrientationSearch extends Search {
    public OrientationSearch(
            KCliqueConfig config,
            CliqueLocalGraph graph,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        super(config, graph, counter, check, tasks);
    }

    @Override
    public int enter(int depth, int v) {
        return graph.enterBelow(depth, v);
    }

    @Override
    public void visit(int depth, int count, int p, int at) {
        list(depth, count, at);
        if (counter.local()) {
            visitLocal(depth, count, at);
            return;
        }
        work(WORDS_PER_NODE + (long) count * (WORDS_PER_CANDIDATE + graph.words(count)));
        int h = fixed(depth);
        long edges = 0;
        for (int i = at; i < at + count; i++) {
            int below = graph.degreeBelow(depth, list[i]);
            edges += below;
            if (h + 3 <= maxK && below >= 2) {
                child(depth, list[i], 0, at + count);
            }
        }
        if (counts(depth)) {
            counter.leaves(h + 2, 0, edges);
        }
    }

    private void visitLocal(int depth, int count, int at) {
        if (fixed(depth) + 1 == maxK) {
            leafOfOne(depth, count, 0, at);
        } else if (fixed(depth) + 2 == maxK && !(counter instanceof CliqueSizesCounter)) {
            leafOfTwo(depth, count, 0, at);
        } else {
            work(WORDS_PER_NODE + (long) count * graph.words(count));
            if (counter instanceof CliqueSizesCounter && counts(depth)) {
                counter.leaf(fixed(depth), 0);
            }
            for (int i = at; i < at + count; i++) {
                child(depth, list[i], 0, at + count);
            }
        }
    }
}
