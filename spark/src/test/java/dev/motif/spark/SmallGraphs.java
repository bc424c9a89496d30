package dev.motif.spark;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Graphs in memory, without files and sessions of Spark. The caller owns them. */
final class SmallGraphs {
    private final NativeMemory memory;
    private final Workers workers;

    SmallGraphs(NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
    }

    /** A graph whose vertices of low numbers have more edges. */
    BipartiteGraph bipartite(long seed) {
        Random random = new Random(seed);
        int left = 1 + random.nextInt(40);
        int right = 1 + random.nextInt(40);
        return bipartite(left, right, IntStream.range(0, random.nextInt(300)).mapToObj(i ->
                new int[] {skewed(random, left), skewed(random, right)}));
    }

    BipartiteGraph bipartite(int left, int right, Stream<int[]> edges) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = scope.own(rows(left, right, edges));
            Csr columns = new CsrBuilder(memory, workers).transpose(rows, right);
            return new BipartiteGraph(scope.keep(rows), columns);
        }
    }

    UnipartiteGraph unipartite(long seed) {
        Random random = new Random(seed);
        return unipartite(random, 2 + random.nextInt(60), random.nextInt(600));
    }

    UnipartiteGraph unipartite(Random random, int vertices, int edges) {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (Csr forward = rows(
                        vertices,
                        vertices,
                        IntStream.range(0, edges)
                                .mapToObj(i -> new int[] {skewed(random, vertices), skewed(random, vertices)})
                                .filter(edge -> edge[0] != edge[1])
                                .map(edge -> new int[] {Math.min(edge[0], edge[1]), Math.max(edge[0], edge[1])}));
                Csr backward = builder.transpose(forward, vertices)) {
            return new UnipartiteGraph(builder.symmetric(forward, backward));
        }
    }

    private static int skewed(Random random, int vertices) {
        return (int) (vertices * Math.pow(random.nextDouble(), 2));
    }

    private Csr rows(int sources, int targets, Stream<int[]> edges) {
        List<int[]> list = edges.toList();
        try (EdgeBuckets buckets = new EdgeBuckets(memory, sources, targets, list.size(), false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                list.forEach(edge -> writer.add(edge[0], edge[1]));
            }
            return new CsrBuilder(memory, workers).build(buckets).csr();
        }
    }
}
