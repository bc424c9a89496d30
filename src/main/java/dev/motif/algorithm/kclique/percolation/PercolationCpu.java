package dev.motif.algorithm.kclique.percolation;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.Comparator;

/** Finds communities of cliques: lists the maximal cliques, joins them, and gathers the vertices of each set. */
final class PercolationCpu {
    private final UnipartiteGraph graph;
    private final PercolationConfig config;
    private final Execution execution;

    PercolationCpu(UnipartiteGraph graph, PercolationConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
    }

    PercolationResult find() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            CliqueList cliques = new CliqueList(graph, config, execution, scope);
            return execution.times().time(Stage.COMPUTE, () -> {
                try (CliqueJoin join =
                        new CliqueJoin(cliques, config.k() - 1, execution.memory(), execution.workers())) {
                    join.join();
                    return gather(cliques, join, scope);
                }
            });
        }
    }

    private PercolationResult gather(CliqueList cliques, CliqueJoin join, OffHeapScope scope) {
        OffHeapInts communityOf = scope.ints(cliques.cliqueCount());
        int count = join.number(communityOf);
        OffHeapLongs vertices = scope.zeroedLongs(graph.vertexCount());
        OffHeapInts lastOf = scope.ints(count);
        long[] sizes = new long[count];
        int[] firsts = new int[count];
        forgetLast(lastOf);
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (long i = cliques.firstCliqueOf(v); i < cliques.endCliqueOf(v); i++) {
                int community = communityOf.get(cliques.cliqueAt(i));
                if (lastOf.get(community) != v) {
                    lastOf.set(community, v);
                    firsts[community] = sizes[community] == 0 ? v : firsts[community];
                    sizes[community]++;
                    vertices.add(v, 1);
                }
            }
            poll(v);
        }
        Integer[] order = new Integer[count];
        Arrays.setAll(order, community -> community);
        Arrays.sort(
                order,
                Comparator.<Integer>comparingLong(community -> -sizes[community])
                        .thenComparingInt(community -> firsts[community]));
        OffHeapLongs starts = scope.longs(count + 1L);
        long[] next = new long[count];
        long start = 0;
        for (int i = 0; i < count; i++) {
            starts.set(i, start);
            next[order[i]] = start;
            start += sizes[order[i]];
        }
        starts.set(count, start);
        OffHeapInts members = scope.ints(start);
        forgetLast(lastOf);
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (long i = cliques.firstCliqueOf(v); i < cliques.endCliqueOf(v); i++) {
                int community = communityOf.get(cliques.cliqueAt(i));
                if (lastOf.get(community) != v) {
                    lastOf.set(community, v);
                    members.set(next[community]++, v);
                }
            }
            poll(v);
        }
        return new PercolationResult(
                scope.keep(starts), scope.keep(members), scope.keep(vertices), cliques.cliqueCount());
    }

    private static void forgetLast(OffHeapInts lastOf) {
        for (long i = 0; i < lastOf.length(); i++) {
            lastOf.set(i, -1);
        }
    }

    private void poll(int vertex) {
        if (vertex % (1 << 12) == 0) {
            execution.workers().cancellation().check();
        }
    }
}
