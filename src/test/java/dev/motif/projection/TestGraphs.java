package dev.motif.projection;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIdChunk;
import dev.motif.projection.id.NodeIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Makes projected graphs without a database. */
public final class TestGraphs {
    private static final ProjectionStatistics NOTHING_DROPPED = new ProjectionStatistics(0, 0, 0, 0, 0);

    private TestGraphs() {}

    /** Threads would cost more than the work on a small graph, of which tests make thousands. */
    private static Workers workers(int length) {
        return Workers.of(length < 1000 ? 1 : 2);
    }

    /** The map of these node ids, which may be in any order. */
    public static NodeIds nodeIds(NativeMemory memory, long... ids) {
        List<NodeIdChunk> chunks = new ArrayList<>();
        try {
            NodeIdChunk last = null;
            for (long id : ids) {
                if (last == null || last.isFull()) {
                    last = NodeIdChunk.after(last, memory);
                    chunks.add(last);
                }
                last.add(id);
            }
            return NodeIds.of(memory, workers(ids.length), chunks);
        } finally {
            chunks.forEach(NodeIdChunk::close);
        }
    }

    /**
     * A bipartite graph whose edges are drawn at random, about {@code edges} of them: repeated ones are dropped. Left
     * nodes have the ids from 0 on, right nodes follow.
     */
    public static ProjectedGraph random(NativeMemory memory, int left, int right, int edges, long seed) {
        Random random = new Random(seed);
        int[] ends = random.ints(2L * edges, 0, Integer.MAX_VALUE).toArray();
        for (int i = 0; i < edges; i++) {
            ends[2 * i] %= left;
            ends[2 * i + 1] %= right;
        }
        return bipartite(memory, left, right, ends);
    }

    /** @param ends the ends of the edges: left, right, left, right, ... */
    public static ProjectedGraph bipartite(NativeMemory memory, int left, int right, int... ends) {
        CsrBuilder builder = new CsrBuilder(memory, workers(ends.length));
        try (EdgeBuckets buckets = new EdgeBuckets(memory, left, right, ends.length / 2, false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                for (int i = 0; i < ends.length; i += 2) {
                    writer.add(ends[i], ends[i + 1]);
                }
            }
            Csr forward = builder.build(buckets).csr();
            return new ProjectedGraph(
                    new BipartiteGraph(forward, builder.transpose(forward, right)),
                    nodeIds(memory, LongStream.range(0, left).toArray()),
                    nodeIds(memory, LongStream.range(left, (long) left + right).toArray()),
                    null,
                    NOTHING_DROPPED,
                    new Projection(List.of("User"), List.of("Item"), List.of("RATED"), null, false));
        }
    }

    /** A filter with one condition on a property. */
    public static PropertyFilter filter(String property, Object min, Object max, Object equal) {
        return new PropertyFilter(
                List.of(PropertyFilter.Condition.of("relationshipFilter", property, min, max, equal, null)));
    }

    /** A small graph, for tests that work with any graph. */
    public static ProjectedGraph small(NativeMemory memory) {
        return bipartite(memory, 2, 2, 0, 0, 0, 1, 1, 0, 1, 1);
    }

    public static long[] shuffled(long[] values, Random random) {
        long[] result = Arrays.copyOf(values, values.length);
        for (int i = result.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long swap = result[i];
            result[i] = result[other];
            result[other] = swap;
        }
        return result;
    }
}
