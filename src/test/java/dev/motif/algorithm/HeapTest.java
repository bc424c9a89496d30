package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.MaximalBicliqueStreamAlgorithm;
import dev.motif.algorithm.group.biclique.MaximumBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.list.BicliqueListAlgorithm;
import dev.motif.algorithm.group.list.BicliqueListConfig;
import dev.motif.algorithm.group.list.Bicliques;
import dev.motif.algorithm.group.list.KCliqueListAlgorithm;
import dev.motif.algorithm.group.list.KCliqueListConfig;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.NeighborPairs;
import dev.motif.algorithm.similar.pairs.PairFilter;
import dev.motif.algorithm.similar.pairs.PairsAlgorithm;
import dev.motif.algorithm.similar.pairs.PairsConfig;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.cypher.derive.Derivation;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.WaitingWorkers;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.TestGraphs;
import dev.motif.projection.value.ValueType;
import dev.motif.timing.DailySample;
import dev.motif.timing.Slow;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that runs take as little heap as docs/operations/server.md says: little on a graph of a million edges, or as
 * estimated.
 */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Slow
class HeapTest {
    private static final long MIB = 1 << 20;
    private static final long LIVE_BYTES = 4 * MIB;
    private static final long ALLOCATED_BYTES_PER_EDGE = 100;
    private static final int WORKERS = 4;
    private static final int MOST_CASES = 20;
    private static final int ATTEMPTS = 8;
    private static final double TOLERANCE = 1.5;

    /** A long search is canceled after so many looks. */
    private static final int MOST_LOOKS = 60;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final OffHeapScope ofUnipartite = new OffHeapScope(memory);
    private LoadedGraph bipartite;
    private LoadedGraph unipartite;
    private EdgeDirections directions;
    private EdgeTimes times;

    @BeforeAll
    void generate() {
        bipartite = generate("powerlaw,left=300000,right=200000,edges=1000000,skew=0.5,seed=1");
        unipartite = generate("gnm,n=200000,edges=1000000,seed=1");
        int edges = (int) unipartite.graph().edgeCount();
        directions = Directions.of(Directions.random(edges, 1), false, ofUnipartite);
        times = Times.of(Times.parallel(edges, 1, 1000, 1), false, ofUnipartite);
    }

    private LoadedGraph generate(String spec) {
        return Generators.parse(spec).build(memory, Workers.of(WORKERS));
    }

    @AfterAll
    void nothingStaysAllocated() {
        bipartite.close();
        unipartite.close();
        ofUnipartite.close();
    }

    /** Of the cases some others each day. */
    static List<AlgorithmCase<?, ?, ?>> cases() {
        return DailySample.of(AlgorithmCases.counts().toList(), MOST_CASES);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void littleIsHeld(AlgorithmCase<?, ?, ?> each) throws Exception {
        LoadedGraph graph = each.algorithm().graphType() == BipartiteGraph.class ? bipartite : unipartite;
        AlgorithmCase<?, ?, ?> run = each.with(directions, times);
        assertLittle(
                graph.graph().edgeCount(),
                enough -> run.run(graph.graph(), execution(WORKERS, Cancellation.NEVER), null));
        MemoryEstimate estimate = run.estimate(graph.graph(), execution(WORKERS, Cancellation.NEVER))
                .heap();
        assertThat(estimate.minBytes()).isZero();
        assertThat(estimate.maxBytes()).isBetween(LIVE_BYTES, 2 * LIVE_BYTES);
    }

    /**
     * Checks that a run holds and allocates little. Other threads of the JVM use the heap too, and what is not compiled yet
     * allocates more, so one attempt of several has to be below the limits.
     */
    private static void assertLittle(long edges, HeapUse.Run run) throws Exception {
        HeapUse use = HeapUse.of(run);
        for (int attempt = 1; attempt < ATTEMPTS && !isLittle(use, edges); attempt++) {
            use = HeapUse.of(run);
        }
        assertThat(use.liveBytes()).isLessThan(LIVE_BYTES);
        assertThat(use.allocatedBytes()).isBetween(1L, ALLOCATED_BYTES_PER_EDGE * edges);
    }

    private static boolean isLittle(HeapUse use, long edges) {
        return use.liveBytes() < LIVE_BYTES && use.allocatedBytes() <= ALLOCATED_BYTES_PER_EDGE * edges;
    }

    /** A graph of a filter's relationships, and the column that it looks at, are off the heap. */
    @Test
    void graphsOfOthersAndColumnsHoldLittle() throws Exception {
        GraphKey key = new GraphKey("heap", "neo4j", "ann", "g");
        CatalogGraph graph = GraphCatalog.server()
                .add(
                        key,
                        Map.of(),
                        () -> new WithColumns(TestGraphs.random(memory, 300_000, 200_000, 1_000_000, 1), List.of()));
        try (Columns.Addition addition = graph.columns().add(List.of("c"), OffHeapBudget.memory())) {
            long edges = graph.projected().graph().edgeCount();
            OffHeapLongs column = addition.values("c", ValueType.INTEGER, EntityKind.RELATIONSHIPS, edges);
            LongStream.range(0, edges).forEach(edge -> column.set(edge, edge % 3));
            addition.publish();
            assertLittle(edges, enough -> {
                try (ColumnLease source = ColumnLease.acquire(key, Columns.ALL, Columns.ALL)) {
                    WithColumns derived =
                            new Derivation(source, memory, Workers.of(WORKERS)).filtered("r.c > 0 AND r.c < 9");
                    assertThat(derived.graph().graph().edgeCount()).isBetween(edges / 2, edges - 1);
                    derived.columns().forEach(Column::release);
                    derived.graph().close();
                }
            });
        } finally {
            GraphCatalog.server().drop(List.of(key), true).forEach(CatalogGraph::release);
        }
    }

    /** Arrays go to a file and come back through buffers of the workers. */
    @Test
    void filesHoldLittle(@TempDir Path folder) throws Exception {
        assertLittle(bipartite.graph().edgeCount(), enough -> {
            Path path = Files.createTempDirectory(folder, "attempt").resolve("g");
            new GraphFileWriter(bipartite.graph()).write(path, Workers.of(WORKERS));
            try (GraphFile file = GraphFile.open(path);
                    Graph graph = file.graph(memory, Workers.of(WORKERS))) {
                assertThat(graph.edgeCount()).isEqualTo(bipartite.graph().edgeCount());
            }
        });
    }

    private Execution execution(int workers, Cancellation cancellation) {
        return new Execution(memory, new Workers(workers, cancellation, Progress.NONE), new StageTimes());
    }

    @Test
    @Timeout(600)
    void searchThatNobodyReadsHoldsItsBufferOffTheHeap() throws Exception {
        MaximalBicliqueStreamConfig all = new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, Long.MAX_VALUE);
        HeapUse use = HeapUse.of(enough -> {
            BipartiteGraph graph = (BipartiteGraph) bipartite.graph();
            try (FoundGroups<Biclique> found =
                    new MaximalBicliqueStreamAlgorithm().cpu(graph, all, execution(WORKERS, Cancellation.NEVER))) {
                assertThat(found.hasNext()).isTrue();
                WaitingWorkers.await(WORKERS, FoundBuffer.class);
                waitForCollections(3);
            }
        });
        MemoryEstimate estimate = new MaximalBicliqueStreamAlgorithm()
                .cpuEstimate((BipartiteGraph) bipartite.graph(), all, execution(WORKERS, Cancellation.NEVER))
                .heap();
        assertThat(use.liveBytes()).isLessThan(estimate.maxBytes());
    }

    @Test
    @Timeout(600)
    void allPairsHoldABatch() throws Exception {
        HeapUse use = HeapUse.of(enough -> {
            PairsConfig left = new PairsConfig(false, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT);
            try (NeighborPairs pairs =
                    new PairsAlgorithm().cpu(bipartite.graph(), left, execution(WORKERS, Cancellation.NEVER))) {
                Iterator<NeighborPair> all = pairs.withCommonNeighbors(new PairFilter(SimilarityMetric.COUNT, 0, 0));
                assertThat(all.hasNext()).isTrue();
                waitFor(enough);
                assertThat(all.next().common()).isPositive();
            }
        });
        MemoryEstimate estimate = new PairsAlgorithm()
                .cpuEstimate(
                        bipartite.graph(),
                        new PairsConfig(false, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT),
                        execution(WORKERS, Cancellation.NEVER))
                .heap();
        assertThat((double) use.liveBytes())
                .isBetween(estimate.maxBytes() / TOLERANCE, TOLERANCE * estimate.maxBytes());
    }

    @Test
    @Timeout(600)
    void listedCliquesAreNotHeld() throws Exception {
        KCliqueListConfig triangles = new KCliqueListConfig(3);
        try (LoadedGraph loaded = generate("gnm,n=400,edges=40000,seed=1")) {
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            HeapUse use = HeapUse.of(enough -> {
                try (SearchStream<int[]> cliques =
                        new KCliqueListAlgorithm().cpu(graph, triangles, execution(1, Cancellation.NEVER))) {
                    for (int i = 0; i < 1_000_000; i++) {
                        assertThat(cliques.next()).hasSize(3);
                    }
                }
            });
            assertThat(use.liveBytes()).isLessThan(LIVE_BYTES);
        }
    }

    @Test
    @Timeout(600)
    void listedBicliquesAreNotHeld() throws Exception {
        BicliqueListConfig config = new BicliqueListConfig(3, 3);
        try (LoadedGraph loaded = generate("uniform,left=400,right=400,edges=40000,seed=1")) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            MemoryEstimate estimate = new BicliqueListAlgorithm()
                    .cpuEstimate(graph, config, execution(1, Cancellation.NEVER))
                    .heap();
            HeapUse use = HeapUse.of(enough -> {
                try (Bicliques bicliques =
                        new BicliqueListAlgorithm().cpu(graph, config, execution(1, Cancellation.NEVER))) {
                    for (int i = 0; i < 1_000_000; i++) {
                        assertThat(bicliques.next().right()).hasSize(3);
                    }
                }
            });
            assertThat(use.liveBytes()).isLessThan(estimate.maxBytes());
        }
    }

    /**
     * The graph has as many maximal bicliques as are asked for, of 18 members each; the estimate by degrees allows 34.
     */
    @Test
    @Timeout(600)
    void largestBicliquesAreHeldWithTheirMembers() throws Exception {
        MaximumBicliqueConfig config =
                new MaximumBicliqueConfig(MaximalBicliqueConfig.TOTALS, GroupChoice.top(100_000), BicliqueSize.EDGES);
        try (LoadedGraph loaded = generate("crown,n=18")) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            MemoryEstimate estimate = new MaximumBicliqueAlgorithm()
                    .cpuEstimate(graph, config, execution(1, Cancellation.NEVER))
                    .heap();
            HeapUse use = HeapUse.of(enough -> {
                try (FoundGroups<Biclique> found =
                        new MaximumBicliqueAlgorithm().cpu(graph, config, execution(1, Cancellation.NEVER))) {
                    waitFor(enough);
                    assertThat(found.hasNext()).isTrue();
                }
            });
            assertThat((double) use.liveBytes())
                    .isBetween(estimate.maxBytes() / (2 * TOLERANCE), (double) estimate.maxBytes());
        }
    }

    /**
     * Nearly all roots are two hops from each other. Rows are one word; in the first graph many are equal, in the
     * second few.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uniform,left=60000,right=5,edges=150000,seed=1",
                "uniform,left=60000,right=14,edges=180000,seed=1"
            })
    void searchAmongHubsHoldsNoMoreThanEstimated(String spec) throws Exception {
        MaximalBicliqueConfig config = MaximalBicliqueConfig.TOTALS.with(Side.LEFT);
        try (LoadedGraph loaded = generate(spec)) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            MemoryEstimate estimate = new MaximalBicliqueAlgorithm()
                    .cpuEstimate(graph, config, execution(WORKERS, Cancellation.NEVER))
                    .heap();
            AtomicInteger looks = new AtomicInteger();
            HeapUse use = HeapUse.of(enough -> {
                try {
                    new MaximalBicliqueAlgorithm()
                            .cpu(graph, config, execution(WORKERS, () -> looks.incrementAndGet() > MOST_LOOKS))
                            .close();
                } catch (CancellationException e) {
                    assertThat(looks).hasValueGreaterThan(MOST_LOOKS);
                }
            });
            assertThat(use.liveBytes()).isLessThan(estimate.maxBytes());
        }
    }

    /** Waits until the heap has been measured so often once more. */
    private static void waitForCollections(int count) throws InterruptedException {
        long until = collections() + count;
        while (collections() < until) {
            Thread.sleep(10);
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static void waitFor(Cancellation enough) throws InterruptedException {
        while (!enough.requested()) {
            Thread.sleep(10);
        }
    }
}
