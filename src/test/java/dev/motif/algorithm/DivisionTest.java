package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.cycle.CycleAlgorithm;
import dev.motif.algorithm.count.cycle.CycleConfig;
import dev.motif.algorithm.count.triad.TriadAlgorithm;
import dev.motif.algorithm.count.triad.TriadConfig;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.backend.Directed;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.backend.work.WorkRange;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.Directions;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.graphs.Times;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the results of all ranges of a division, in any order, add up to the result of one run. */
@LeavesNothing
class DivisionTest {
    /** Larger graphs take too long for a build; `-Dmotif.division.edges` takes them. */
    private static final int MOST_EDGES = Integer.getInteger("motif.division.edges", 20_000);

    private static final int SEEDS = 20;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }

    /** An algorithm with one of its configurations. */
    record Case<G extends Graph, C, R extends Mergeable<R>>(DivisibleAlgorithm<G, C, R> algorithm, C config) {
        void check(Graph graph, int parts, Random random, Execution execution) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                check(algorithm.graphType().cast(graph), prepared(graph, random, scope), parts, random, execution);
            }
        }

        /**
         * The configuration, with directions of the edges if it needs them; where it has a window, with times of the edges, of
         * which each may have several.
         */
        @SuppressWarnings(
                "unchecked") // a configuration with other directions or within another window is of the same class
        private C prepared(Graph graph, Random random, OffHeapScope scope) {
            if (config instanceof Directed<?> directed) {
                List<Long> directions = Directions.random((int) graph.edgeCount(), random.nextLong());
                return ((Directed<C>) directed).directed(Directions.of(directions, random.nextBoolean(), scope));
            }
            if (!(config instanceof TimeWindow.Timed<?> timed) || timed.window() == null) {
                return config;
            }
            boolean parallel = random.nextBoolean();
            List<List<Long>> times = Times.parallel((int) graph.edgeCount(), parallel ? 3 : 1, 1000, random.nextLong());
            return ((TimeWindow.Timed<C>) timed)
                    .within(new TimeWindow(timed.window().length(), Times.of(times, parallel, scope)));
        }

        private void check(G input, C given, int parts, Random random, Execution execution) {
            var division = algorithm.divide(input, given, parts, execution);
            List<WorkRange> ranges = new ArrayList<>(division.ranges());
            assertThat(ranges).hasSizeBetween(1, parts);
            splitSome(ranges, random);
            Collections.shuffle(ranges, random);
            List<R> found = new ArrayList<>();
            try (R whole = algorithm.cpu(input, division.config(), execution)) {
                int at = 0;
                while (at < ranges.size()) {
                    int end = Math.min(ranges.size(), at + 1 + random.nextInt(2));
                    found.add(algorithm.cpu(input, division.config(), ranges.subList(at, end), execution));
                    at = end;
                }
                R sum = found.get(0).plus(found.subList(1, found.size()), execution.workers());
                AlgorithmCase.checkSame(sum, whole);
            } finally {
                found.forEach(R::close);
            }
        }

        /** The same on a device, as processes do that do not know of each other. */
        void checkOnGpu(Graph graph, int parts, GpuDevice device, Execution execution) {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                checkOnGpu(
                        algorithm.graphType().cast(graph),
                        prepared(graph, new Random(parts), scope),
                        parts,
                        device,
                        execution);
            }
        }

        private void checkOnGpu(G input, C given, int parts, GpuDevice device, Execution execution) {
            GpuVersion<G, R> version = algorithm.gpu(given);
            assumeTrue(version != null && version.canDivide(device, GraphSize.of(input)), "runs as a whole");
            List<R> found = new ArrayList<>();
            WorkPart nothing = new WorkPart(parts, parts, parts);
            GpuVersion<G, R> settled;
            try (R none = version.share(input, execution, List.of(device), nothing)) {
                settled = algorithm.gpu(algorithm.settled(given, none));
            }
            WorkPart.Order order = execution.times().order();
            try (R whole = settled.run(input, execution, device)) {
                for (int part = 0; part < parts; part++) {
                    found.add(settled.share(input, execution, List.of(device), new WorkPart(part, part + 1L, parts)));
                    assertThat(execution.times().order()).isEqualTo(order);
                }
                R sum = found.get(0).plus(found.subList(1, found.size()), execution.workers());
                AlgorithmCase.checkSame(sum, whole);
            } finally {
                found.forEach(R::close);
            }
        }

        private static void splitSome(List<WorkRange> ranges, Random random) {
            WorkRange split = ranges.remove(random.nextInt(ranges.size()));
            ranges.addAll(split.cut(position -> 1, 1 + random.nextInt(3)));
        }

        @Override
        public String toString() {
            return algorithm.name() + " " + config;
        }
    }

    static Stream<Case<?, ?, ?>> bipartite() {
        return Stream.concat(bipartiteOfTheProduct(), MoreCases.<Case<?, ?, ?>>of("DivisionTest", Case.class));
    }

    private static Stream<Case<?, ?, ?>> bipartiteOfTheProduct() {
        MaximalBicliqueConfig maximal = MaximalBicliqueConfig.TOTALS;
        return Stream.of(
                new Case<>(new ButterflyAlgorithm(), ButterflyConfig.TOTAL),
                new Case<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true)),
                new Case<>(new ButterflyAlgorithm(), ButterflyConfig.TOTAL.within(new TimeWindow(500, null))),
                new Case<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true).within(new TimeWindow(300, null))),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.total(3, 2)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.total(1, 3)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(4, 5, Result.TABLE)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(2, 3, Result.VERTEX)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(2, 3, Result.EDGE)),
                new Case<>(new MaximalBicliqueAlgorithm(), maximal),
                new Case<>(new MaximalBicliqueAlgorithm(), maximal.with(PerVertex.COUNT)));
    }

    static Stream<Case<?, ?, ?>> unipartite() {
        return Stream.of(
                new Case<>(new CommonNeighborsAlgorithm(), CommonNeighborsConfig.oriented(false)),
                new Case<>(new TriadAlgorithm(), new TriadConfig(false, null)),
                new Case<>(new TriadAlgorithm(), new TriadConfig(true, null)),
                new Case<>(new CycleAlgorithm(), new CycleConfig(2, 5, null)),
                new Case<>(new CycleAlgorithm(), new CycleConfig(3, 4, null).each(true, true)),
                new Case<>(new KCliqueAlgorithm(), KCliqueConfig.all()),
                new Case<>(new KCliqueAlgorithm(), KCliqueConfig.total(3, 3)),
                new Case<>(new KCliqueAlgorithm(), KCliqueConfig.of(4, KCliqueConfig.Result.VERTEX)),
                new Case<>(new KCliqueAlgorithm(), KCliqueConfig.of(5, KCliqueConfig.Result.EDGE)));
    }

    @ParameterizedTest
    @MethodSource("bipartite")
    void partsOfBipartiteGraphsAddUp(Case<?, ?, ?> run) {
        for (var list : TestGraphs.all()) {
            try (Graph graph = list.toGraph(memory, workers)) {
                run.check(graph, 3, new Random(1), execution());
            }
        }
        for (int seed = 0; seed < SEEDS; seed++) {
            try (Graph graph = RandomGraphs.bipartite(seed).toGraph(memory, workers)) {
                run.check(graph, 1 + seed % 7, new Random(seed), execution());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("unipartite")
    void partsOfUnipartiteGraphsAddUp(Case<?, ?, ?> run) {
        for (int seed = 0; seed < SEEDS; seed++) {
            try (Graph graph = RandomGraphs.unipartite(seed).toUnipartiteGraph(memory, workers)) {
                run.check(graph, 1 + seed % 7, new Random(seed), execution());
            }
        }
    }

    static Stream<Case<?, ?, ?>> onGpu() {
        return Stream.concat(
                Stream.concat(bipartite(), unipartite()),
                Stream.of(
                        new Case<>(new BicliqueAlgorithm(), BicliqueConfig.total(5, 4)),
                        new Case<>(new KCliqueAlgorithm(), KCliqueConfig.total(8, 8))));
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("onGpu")
    void partsOnAGpuAddUp(Case<?, ?, ?> run) {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        boolean isBipartite = run.algorithm().graphType() == BipartiteGraph.class;
        List<String> recipes = isBipartite
                ? List.of(
                        "uniform,left=3,right=2,edges=0,seed=1",
                        "powerlaw,left=3000,right=800,edges=30000,skew=2.5,seed=1")
                : List.of("gnm,n=3,edges=0,seed=1", "kronecker,scale=10,edgefactor=12,seed=1");
        for (String recipe : recipes) {
            try (Graph graph = Generators.parse(recipe).build(memory, workers).graph()) {
                for (int parts : new int[] {1, 3, 7, 500}) {
                    run.checkOnGpu(graph, parts, device, execution());
                }
            }
        }
        assertThat(device.reservedBytes()).isZero();
    }

    static Stream<DataSet> dataSets() {
        return Stream.concat(DataSets.bipartite(), DataSets.unipartite())
                .filter(set -> set.counts().get("E").intValue() <= MOST_EDGES);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void partsOfRealGraphsAddUp(DataSet set) {
        boolean isBipartite = set.counts().has("U");
        try (Graph graph =
                isBipartite ? set.read().toGraph(memory, workers) : set.read().toUnipartiteGraph(memory, workers)) {
            (isBipartite ? bipartite() : unipartite()).forEach(run -> run.check(graph, 13, new Random(5), execution()));
        }
    }

    @Test
    void whatDoesNotAddUpIsRefused() {
        try (var graph = TestGraphs.butterfly().toGraph(memory, workers)) {
            MaximalBicliqueConfig largest = MaximalBicliqueConfig.TOTALS.with(PerVertex.LARGEST);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new MaximalBicliqueAlgorithm().divide(graph, largest, 2, execution()))
                    .withMessageContaining("do not add up");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ButterflyAlgorithm().divide(graph, ButterflyConfig.TOTAL, 0, execution()))
                    .withMessage("`parts` must be 1 or more, got 0");
            CycleConfig inTime = new CycleConfig(2, 4, null).within(new TimeWindow(1, null));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new CycleAlgorithm().divide(null, inTime, 2, execution()))
                    .withMessage("cycles in the order of time are counted on one machine: leave `window` out");
            List<WorkRange> twice = List.of(new WorkRange(0, 2, 0), new WorkRange(1, 3, 0));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ButterflyAlgorithm().cpu(graph, ButterflyConfig.TOTAL, twice, execution()))
                    .withMessageContaining("no position in common");
        }
    }
}
