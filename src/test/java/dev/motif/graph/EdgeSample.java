package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random edges, some of them parallel, as a {@link CsrBuilder} may get them.
 *
 * @param expectedEdges the number of edges that {@link EdgeBuckets} are made for; large values make many buckets
 */
record EdgeSample(
        int sources, int targets, List<Edge> edges, List<Long> payloads, long expectedEdges, int concurrency) {
    private static final int[] SOURCES = {1, 2, 37, 1000, 20_000};
    private static final int[] TARGETS = {1, 2, 50, 5000, Integer.MAX_VALUE};
    private static final int[] EDGES = {0, 1, 20, 400, 3000};
    private static final long[] EXPECTED = {0, 3000, 2_000_000, 1L << 40};
    private static final int[] CONCURRENCY = {1, 2, 5};
    private static final double[] SKEWS = {1, 3, 12};

    static EdgeSample of(long seed) {
        Random random = new Random(seed);
        int sources = SOURCES[random.nextInt(SOURCES.length)];
        int targets = TARGETS[random.nextInt(TARGETS.length)];
        int count = EDGES[random.nextInt(EDGES.length)];
        long expected = EXPECTED[random.nextInt(EXPECTED.length)];
        int concurrency = CONCURRENCY[random.nextInt(CONCURRENCY.length)];
        return of(random, sources, targets, count, expected, concurrency);
    }

    static EdgeSample of(Random random, int sources, int targets, int count, long expected, int concurrency) {
        double sourceSkew = SKEWS[random.nextInt(SKEWS.length)];
        double targetSkew = SKEWS[random.nextInt(SKEWS.length)];
        boolean equalPayloads = random.nextBoolean();
        List<Edge> edges = new ArrayList<>();
        List<Long> payloads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // The ids are mirrored, so that the hubs have the largest ones.
            int source = sources - 1 - RandomGraphs.skewed(random, sources, sourceSkew);
            int target = targets - 1 - RandomGraphs.skewed(random, targets, targetSkew);
            edges.add(new Edge(source, target));
            payloads.add(equalPayloads ? random.nextInt(5) - 2 : random.nextLong());
        }
        return new EdgeSample(sources, targets, edges, payloads, expected, concurrency);
    }

    Workers workers() {
        return Workers.of(concurrency);
    }

    /** Buckets with these edges, written by {@code concurrency} threads at once. */
    EdgeBuckets buckets(NativeMemory memory, boolean withPayloads) {
        EdgeBuckets buckets = new EdgeBuckets(memory, sources, targets, expectedEdges, withPayloads);
        Workers.of(concurrency).run(concurrency, (worker, group) -> {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                for (int i = worker; i < edges.size(); i += concurrency) {
                    Edge edge = edges.get(i);
                    writer.add(edge.left(), edge.right(), payloads.get(i));
                }
            }
        });
        return buckets;
    }
}
