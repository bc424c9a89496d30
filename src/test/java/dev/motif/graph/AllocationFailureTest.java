package dev.motif.graph;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.RankedGraph;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class AllocationFailureTest {
    private final NativeMemory inputs = new NativeMemory(1L << 30);
    private final EdgeList list = RandomGraphs.bipartite(7, 500, 300, 9000, 2);

    static Stream<Arguments> builds() {
        return Stream.of(1, 3).flatMap(workers -> Stream.of(false, true).map(payloads -> arguments(workers, payloads)));
    }

    @ParameterizedTest
    @MethodSource("builds")
    void failedBuildLeavesNothing(int workers, boolean withPayloads) {
        EdgeSample sample = EdgeSample.of(new Random(3), 1000, 50, 20_000, 2_000_000, workers);
        AllocationFailures.check(memory -> build(sample, withPayloads, memory, workers));
    }

    private void build(EdgeSample sample, boolean withPayloads, NativeMemory memory, int concurrency) {
        try (EdgeBuckets buckets = sample.buckets(inputs, withPayloads)) {
            new CsrBuilder(memory, Workers.of(concurrency)).build(buckets).close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failedCollectionLeavesNothing(boolean withPayloads) {
        EdgeSample sample = EdgeSample.of(new Random(4), 1000, 50, 20_000, 2_000_000, 1);
        AllocationFailures.check(memory -> {
            try (EdgeBuckets buckets = new EdgeBuckets(memory, 1000, 50, 2_000_000, withPayloads);
                    EdgeBuckets.Writer writer = buckets.writer()) {
                sample.edges().forEach(edge -> writer.add(edge.left(), edge.right()));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failedTransposeLeavesNothing(int concurrency) {
        Workers workers = Workers.of(concurrency);
        try (Csr csr = list.toCsr(inputs, workers)) {
            AllocationFailures.check(memory ->
                    new CsrBuilder(memory, workers).transpose(csr, list.right()).close());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failedSymmetricLeavesNothing(int concurrency) {
        Workers workers = Workers.of(concurrency);
        CsrBuilder builder = new CsrBuilder(inputs, workers);
        try (Csr forward = RandomGraphs.unipartite(5).toCsr(inputs, workers);
                Csr backward = builder.transpose(forward, forward.vertexCount())) {
            AllocationFailures.check(memory ->
                    new CsrBuilder(memory, workers).symmetric(forward, backward).close());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failedRankingLeavesNothing(int concurrency) {
        Workers workers = Workers.of(concurrency);
        try (BipartiteGraph graph = list.toGraph(inputs, workers)) {
            AllocationFailures.check(
                    memory -> RankedGraph.of(graph, memory, workers).close());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failedOrientationByDegreeLeavesNothing(int concurrency) {
        Workers workers = Workers.of(concurrency);
        try (UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(inputs, workers)) {
            AllocationFailures.check(memory -> OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers)
                    .close());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void failedOrientationByOrderLeavesNothing(int concurrency) {
        Workers workers = Workers.of(concurrency);
        try (UnipartiteGraph graph = RandomGraphs.unipartite(5).toUnipartiteGraph(inputs, workers);
                OffHeapInts order = inputs.ints(graph.vertexCount())) {
            for (int rank = 0; rank < order.length(); rank++) {
                order.set(rank, rank);
            }
            AllocationFailures.check(memory -> OrientedGraph.byOrder(graph, order, EdgeNumbers.BY_SLOT, memory, workers)
                    .close());
        }
    }
}
