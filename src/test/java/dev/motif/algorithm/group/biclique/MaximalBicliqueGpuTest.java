package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.group.biclique.Searches.Way;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.model.MaximumBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.MaximalBicliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle.Sides;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that searches on a GPU find what the oracle and the CPU find. */
@LeavesNothing
@Tag("gpu")
class MaximalBicliqueGpuTest {
    private static final int SEEDS = 20;
    private static final int MOST_BICLIQUES = 3000;

    private final NativeMemory memory = new NativeMemory(1L << 33);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    static Stream<Way> ways() {
        return Searches.waysAndParts().filter(way -> way.threads() < 3);
    }

    private MaximalBicliqueResult count(BipartiteGraph graph, Way way) {
        return way.counting().gpu(way.config()).run(graph, execution(), device);
    }

    private Execution execution() {
        return new Execution(memory, Workers.of(1), new StageTimes());
    }

    private static Stream<EdgeList> randomGraphs() {
        return randomGraphs(SEEDS);
    }

    private static Stream<EdgeList> randomGraphs(int seeds) {
        return Stream.of(
                        IntStream.range(0, seeds).mapToObj(RandomGraphs::bipartite),
                        Stream.of(
                                RandomGraphs.bipartite(1, 11, 400, 3000, 1),
                                RandomGraphs.bipartite(2, 30, 300, 1500, 2),
                                RandomGraphs.bipartite(3, 300, 3000, 4000, 4),
                                // The bitmaps of left vertices would be wide and sparse here.
                                RandomGraphs.bipartite(4, 800, 20_000, 6000, 3)))
                .flatMap(graphs -> graphs);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void bicliquesOfRandomGraphsAreThoseOfTheOracle(Way way) {
        randomGraphs().forEach(list -> {
            Set<Sides> all = new MaximalBicliqueOracle(list).all();
            if (all.size() < MOST_BICLIQUES) {
                assertThat(found(list, way)).as("%s of %s", way, list).isEqualTo(all);
            }
        });
    }

    private Set<Sides> found(EdgeList list, Way way) {
        List<Sides> all = new ArrayList<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = way.streaming()
                        .gpu(new MaximalBicliqueStreamConfig(way.config(), Long.MAX_VALUE))
                        .run(graph, execution(), device)) {
            found.forEachRemaining(biclique -> all.add(Searches.sides(biclique)));
        }
        assertThat(all).as("%s", list).doesNotHaveDuplicates();
        return new HashSet<>(all);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void countsLimitsAndVerticesAreThoseOfTheCpu(Way way) {
        randomGraphs().forEach(list -> {
            for (SizeLimits limits : List.of(SizeLimits.NONE, new SizeLimits(2, 4, 2, 5))) {
                for (PerVertex what : PerVertex.values()) {
                    MaximalBicliqueConfig config = way.config().with(limits).with(what);
                    try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                            MaximalBicliqueResult onGpu = count(graph, way.with(config));
                            MaximalBicliqueResult onCpu = way.counting().cpu(graph, config, execution())) {
                        assertThat(onGpu.sizes()).as("%s of %s", way, list).isEqualTo(onCpu.sizes());
                        for (int v = 0; what != PerVertex.NOTHING && v < graph.leftCount(); v++) {
                            assertThat(onGpu.left().get(v))
                                    .isEqualTo(onCpu.left().get(v));
                        }
                        for (int v = 0; what != PerVertex.NOTHING && v < graph.rightCount(); v++) {
                            assertThat(onGpu.right().get(v))
                                    .isEqualTo(onCpu.right().get(v));
                        }
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void largestOnesAreThoseOfTheCpu(Way way) {
        randomGraphs().forEach(list -> {
            for (BicliqueSize size : BicliqueSize.values()) {
                MaximumBicliqueConfig config = new MaximumBicliqueConfig(way.config(), GroupChoice.top(7), size);
                try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                        FoundGroups<Biclique> onGpu = way.largest().gpu(config).run(graph, execution(), device);
                        FoundGroups<Biclique> onCpu = way.largest().cpu(graph, config, execution())) {
                    assertThat(onGpu).as("%s of %s", way, list).toIterable().containsExactlyElementsOf(() -> onCpu);
                }
            }
        });
    }

    private static final List<GpuDevice> DEVICES = Gpus.ofThisHost().devices();

    /** Searches on all devices that there are, in launches that are so short that they give each other much. */
    private static <T> T onAll(int from, Supplier<T> search) {
        return from == DEVICES.size()
                ? search.get()
                : TestDevices.withSlices(DEVICES.get(from), 50_000, () -> onAll(from + 1, search));
    }

    private static Stream<EdgeList> sharedGraphs() {
        return Stream.concat(
                randomGraphs(3),
                Stream.of(
                        TestGraphs.crown(14),
                        RandomGraphs.bipartite(5, 40, 40, 640, 1),
                        RandomGraphs.bipartite(6, 300, 300, 6000, 2)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void severalDevicesStreamWhatOneStreams(Way way) {
        assumeTrue(DEVICES.size() > 1, "a host with a single GPU");
        MaximalBicliqueStreamAlgorithm algorithm = way.streaming();
        var config = new MaximalBicliqueStreamConfig(way.config(), Long.MAX_VALUE);
        sharedGraphs().forEach(list -> {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                List<Biclique> expected = new ArrayList<>();
                try (FoundGroups<Biclique> found = algorithm.gpu(config).run(graph, execution(), device)) {
                    found.forEachRemaining(expected::add);
                }
                List<Biclique> shared = onAll(0, () -> {
                    List<Biclique> all = new ArrayList<>();
                    try (FoundGroups<Biclique> found = algorithm.gpu(config).run(graph, execution(), DEVICES)) {
                        found.forEachRemaining(all::add);
                    }
                    return all;
                });
                Collections.sort(expected);
                Collections.sort(shared);
                assertThat(shared).as("%s of %s", way, list).isEqualTo(expected);
            }
        });
        assertThat(DEVICES).allMatch(each -> each.reservedBytes() == 0);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void severalDevicesFindTheLargestOfOne(Way way) {
        assumeTrue(DEVICES.size() > 1, "a host with a single GPU");
        sharedGraphs().forEach(list -> {
            for (int count : new int[] {1, 7}) {
                MaximumBicliqueConfig config =
                        new MaximumBicliqueConfig(way.config(), GroupChoice.top(count), BicliqueSize.EDGES);
                var version = way.largest().gpu(config);
                try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                        FoundGroups<Biclique> one = version.run(graph, execution(), device);
                        FoundGroups<Biclique> shared = onAll(0, () -> version.run(graph, execution(), DEVICES))) {
                    assertThat(shared).as("%s of %s", way, list).toIterable().containsExactlyElementsOf(() -> one);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void severalDevicesSayOfVerticesWhatOneSays(Way way) {
        assumeTrue(DEVICES.size() > 1, "a host with a single GPU");
        sharedGraphs().forEach(list -> {
            for (PerVertex what : List.of(PerVertex.COUNT, PerVertex.LARGEST)) {
                MaximalBicliqueConfig config = way.config().with(what);
                var version = way.counting().gpu(config);
                try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                        MaximalBicliqueResult one = version.run(graph, execution(), device);
                        MaximalBicliqueResult shared = onAll(0, () -> version.run(graph, execution(), DEVICES))) {
                    assertThat(shared.sizes()).as("%s of %s", way, list).isEqualTo(one.sizes());
                    assertThat(values(shared.left())).as("%s of %s", way, list).isEqualTo(values(one.left()));
                    assertThat(values(shared.right())).as("%s of %s", way, list).isEqualTo(values(one.right()));
                }
            }
        });
    }

    private static List<Long> values(OffHeapLongs values) {
        return LongStream.range(0, values.length()).mapToObj(values::get).toList();
    }

    /** A reader who wants no more ends the search on all devices. */
    @Test
    void streamOfSeveralDevicesEndsWithItsReader() {
        assumeTrue(DEVICES.size() > 1, "a host with a single GPU");
        try (BipartiteGraph graph = TestGraphs.crown(40).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = new MaximalBicliqueStreamAlgorithm()
                        .gpu(new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, 1000))
                        .run(graph, execution(), DEVICES)) {
            assertThat(found).toIterable().hasSize(1000);
        }
        assertThat(DEVICES)
                .allMatch(each -> each.reservedBytes() == each.copies().bytes());
    }

    @Test
    void crownOfTwentyFourComesOneByOne() {
        try (BipartiteGraph graph = TestGraphs.crown(24).toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = new MaximalBicliqueStreamAlgorithm()
                        .gpu(new MaximalBicliqueStreamConfig(MaximalBicliqueConfig.TOTALS, Long.MAX_VALUE))
                        .run(graph, execution(), device)) {
            long count = 0;
            while (found.hasNext()) {
                Biclique biclique = found.next();
                assertThat(biclique.vertices()).isEqualTo(24);
                count++;
            }
            assertThat(count).isEqualTo((1L << 24) - 2);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    @Timeout(600)
    void searchCanBeCancelled(Way way) {
        VisibleStop stop = VisibleStop.in("searching bicliques");
        Workers workers = new Workers(1, stop, stop);
        try (BipartiteGraph graph = TestGraphs.crown(44).toGraph(memory, Workers.of(1))) {
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> way.counting().gpu(way.config()).run(graph, execution, device))
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(stop.wasRequested()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void progressReachesItsEnd(Way way) {
        randomGraphs().forEach(list -> {
            StageProgress progress = new StageProgress("searching bicliques");
            Workers workers = new Workers(1, Cancellation.NEVER, progress);
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                Execution execution = new Execution(memory, workers, new StageTimes());
                way.counting().gpu(way.config()).run(graph, execution, device).close();
                assertThat(progress.done()).as("%s of %s", way, list).isEqualTo(progress.volume());
                assertThat(progress.volume() > 0).isEqualTo(graph.edgeCount() > 0);
            }
        });
    }

    @Test
    void dataSetsHaveTheNumbersKnown() {
        List<DataSets.DataSet> sets =
                DataSets.bipartiteWith("maximal_bicliques").toList();
        for (DataSets.DataSet set : sets) {
            for (SearchTechnique how : Searches.all()) {
                try (BipartiteGraph graph = set.read().toGraph(memory, Workers.of(1));
                        MaximalBicliqueResult counts = count(graph, new Way(how, MaximalBicliqueConfig.TOTALS, 1))) {
                    assertThat(counts.total())
                            .as("%s of %s", how.name(), set)
                            .isEqualTo(set.counts().get("maximal_bicliques").asLong());
                }
            }
        }
    }

    @Test
    void graphsWithoutEdgesHaveNone() {
        try (BipartiteGraph graph = new EdgeList(3, 4, List.of()).toGraph(memory, Workers.of(1));
                MaximalBicliqueResult counts = count(graph, new Way(MaximalBicliqueConfig.TOTALS, 1))) {
            assertThat(counts.total()).isZero();
        }
    }
}
