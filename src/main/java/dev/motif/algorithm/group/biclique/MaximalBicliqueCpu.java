package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts maximal bicliques on the CPU: each worker has a histogram; counters by vertex are shared by all workers.
 *
 * @param roots the roots to search from
 */
record MaximalBicliqueCpu(
        SearchTechnique how,
        BipartiteGraph graph,
        MaximalBicliqueConfig config,
        List<WorkRange> roots,
        Execution execution) {
    MaximalBicliqueResult count() {
        boolean perVertex = config.perVertex() != PerVertex.NOTHING;
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs left = perVertex ? scope.zeroedLongs(graph.leftCount()) : null;
            OffHeapLongs right = perVertex ? scope.zeroedLongs(graph.rightCount()) : null;
            List<Counter> counters = new ArrayList<>();
            SearchReport report = MaximalBicliqueSearch.of(how, config, roots).run(graph, execution, worker -> {
                Counter counter = perVertex ? new VertexCounter(config.perVertex(), left, right) : new Counter();
                counters.add(counter);
                return counter;
            });
            SizeHistogram sizes = new SizeHistogram();
            counters.forEach(counter -> sizes.addAll(counter.sizes));
            if (perVertex) {
                scope.keep(left);
                scope.keep(right);
            }
            return new MaximalBicliqueResult(sizes, report, left, right);
        }
    }

    private static class Counter implements MaximalBicliqueConsumer {
        private final SizeHistogram sizes = new SizeHistogram();

        @Override
        public void accept(MaximalBiclique biclique) {
            sizes.add(biclique.leftSize(), biclique.rightSize(), 1);
        }
    }

    /** Counts by size and by vertex; the arrays by vertex are shared by all workers. */
    private static final class VertexCounter extends Counter {
        private final PerVertex what;
        private final OffHeapLongs left;
        private final OffHeapLongs right;
        private int[] members = new int[0];

        VertexCounter(PerVertex what, OffHeapLongs left, OffHeapLongs right) {
            this.what = what;
            this.left = left;
            this.right = right;
        }

        @Override
        public void accept(MaximalBiclique biclique) {
            super.accept(biclique);
            int size = Math.max(biclique.leftSize(), biclique.rightSize());
            if (members.length < size) {
                members = new int[Math.max(size, 2 * members.length)];
            }
            biclique.copyLeft(members);
            credit(left, biclique.leftSize(), biclique.edges());
            biclique.copyRight(members);
            credit(right, biclique.rightSize(), biclique.edges());
        }

        private void credit(OffHeapLongs values, int count, long edges) {
            for (int i = 0; i < count; i++) {
                if (what == PerVertex.COUNT) {
                    Math.addExact(values.getAndAdd(members[i], 1), 1);
                } else {
                    values.atomicMax(members[i], edges);
                }
            }
        }
    }
}
