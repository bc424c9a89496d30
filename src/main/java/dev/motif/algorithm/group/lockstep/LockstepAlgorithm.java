package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/**
 * Counts the maximal lockstep groups of a graph by size: left vertices that met at each of several right vertices
 * within a window of time.
 *
 * <p>Sets {@code L} of left and {@code R} of right vertices are one for a window {@code d} when
 *
 * <pre>{@code
 * for each v in R there is a time t such that each u in L has a relationship with v in [t, t + d]
 * }</pre>
 *
 * <p>The times of different right vertices may be far apart. A group is maximal when no vertex of either side can be
 * added. Only groups of at least {@code minLeft} by {@code minRight} vertices are found. With a window that holds all
 * times they are the maximal bicliques of these sizes.
 *
 * <p>All groups are in a core. There, each right vertex is replaced by its windows: the sets of left vertices that it
 * met between one of its times and {@code d} later, as far as none is within another one. A left vertex is adjacent to
 * the windows that it is in. With a maximal group {@code (L, R)}, the left vertices that are in all windows which
 * contain {@code L} are {@code L} itself, since they make a group with {@code R}. So {@code L} is one side of a maximal
 * biclique of this graph, and {@code R} are the right vertices of its windows. Sets that are no maximal groups, since
 * another left vertex is in some window of each right vertex with them, are left out. A part of the search leaves out
 * windows that have too few of its left vertices, or only some of the left vertices of the window before or after, and
 * ends where the remaining windows are of too few right vertices.
 *
 * <p>Work: exponential in the worst case, as the number of groups is; for each biclique of windows, the left vertices
 * of one right vertex. Memory: the core, and the graph of windows, whose edges are the sizes of all windows: up to the
 * relationships times the most that fit into one window. See {@link
 * dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm} for the search.
 *
 * <p>Counts of a size are exact 64-bit integers, with an exception on overflow.
 *
 * <p>Source of the problem, where groups are found from seeds and not all: Beutel, Xu, Guruswami, Palow and Faloutsos,
 * "CopyCatch: stopping group attacks by spotting lockstep behavior in social networks", WWW 2013,
 * doi:10.1145/2488388.2488400.
 */
public final class LockstepAlgorithm implements Algorithm.OfBipartite<LockstepConfig, MaximalBicliqueResult> {
    @Override
    public String name() {
        return "biclique.lockstep";
    }

    @Override
    public List<String> stages(GraphSize size, LockstepConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    @Override
    public MaximalBicliqueResult cpu(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        SizeHistogram[] found = SizeHistogram.ofWorkers(execution.workers().concurrency());
        SearchReport report = LockstepSearch.run(
                graph, config, execution, worker -> group -> found[worker].add(group.leftSize(), group.rightSize(), 1));
        return new MaximalBicliqueResult(SizeHistogram.sum(found), report, null, null);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, LockstepConfig config, int concurrency) {
        return LockstepSearch.estimate(size, config, concurrency);
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return LockstepSearch.estimate(graph, config, execution);
    }
}
