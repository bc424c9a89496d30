package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.MoreCases;
import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.choice.FoundGroups;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.MaximalBicliqueOracle.Sides;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Provides ways to search for maximal bicliques, and what each way finds. */
public final class Searches {
    private static final double TOLERANCE = 1.5;

    /**
     * Bytes that each worker may take beyond the estimate: its stacks of frames start at 8 KiB each and grow in large
     * steps.
     */
    private static final double PATH_OF_NEXT_TO_NOTHING = 1 << 15;

    private Searches() {}

    /** A technique and a configuration to search with, and the number of threads. */
    public record Way(SearchTechnique how, MaximalBicliqueConfig config, int threads) {
        /** By bitmaps. */
        Way(MaximalBicliqueConfig config, int threads) {
            this(new BitmapTechnique(), config, threads);
        }

        Way with(MaximalBicliqueConfig other) {
            return new Way(how, other, threads);
        }

        public MaximalBicliqueAlgorithm counting() {
            return new MaximalBicliqueAlgorithm(how);
        }

        public MaximalBicliqueStreamAlgorithm streaming() {
            return new MaximalBicliqueStreamAlgorithm(how);
        }

        public MaximumBicliqueAlgorithm largest() {
            return new MaximumBicliqueAlgorithm(how);
        }

        Execution execution(NativeMemory memory) {
            return new Execution(memory, Workers.of(threads), new StageTimes());
        }

        @Override
        public String toString() {
            return (how instanceof Record ? how : how.name()) + " " + (config.side() == null ? "AUTO" : config.side())
                    + " x" + threads;
        }
    }

    /** All techniques of the search, with all that makes them fast. */
    static List<SearchTechnique> all() {
        return Stream.<SearchTechnique>concat(
                        Stream.of(new BitmapTechnique()), MoreCases.of("searches", SearchTechnique.class))
                .toList();
    }

    public static Stream<Way> ways() {
        return all().stream().flatMap(how -> Stream.of(Side.LEFT, Side.RIGHT).flatMap(side -> Stream.of(1, 3)
                .map(threads -> new Way(how, MaximalBicliqueConfig.TOTALS.with(side), threads))));
    }

    /** The ways, and searches with some of their techniques. */
    static Stream<Way> waysAndParts() {
        return Stream.concat(
                ways(),
                MoreCases.of("parts of searches", SearchTechnique.class)
                        .map(how -> new Way(how, MaximalBicliqueConfig.TOTALS, 2)));
    }

    /** Counts, and checks that the run takes about as many bytes as are estimated for the graph. */
    static MaximalBicliqueResult countedAsEstimated(BipartiteGraph graph, Way way, NativeMemory memory) {
        MaximalBicliqueAlgorithm count = way.counting();
        MemoryEstimate estimate =
                count.cpuEstimate(graph, way.config, way.execution(memory)).offHeap();
        long before = memory.liveBytes();
        memory.resetPeak();
        MaximalBicliqueResult counts = count.cpu(graph, way.config, way.execution(memory));
        double peak = memory.peakBytes() - before;
        double slack = way.threads * PATH_OF_NEXT_TO_NOTHING;
        assertThat((double) estimate.minBytes())
                .as("least of %s", way)
                .isBetween((peak - slack) / TOLERANCE, TOLERANCE * peak);
        assertThat((double) estimate.maxBytes())
                .as("most of %s", way)
                .isBetween((peak - slack) / TOLERANCE, TOLERANCE * peak + slack);
        return counts;
    }

    static Sides sides(Biclique biclique) {
        return new Sides(
                Arrays.stream(biclique.left()).boxed().toList(),
                Arrays.stream(biclique.right()).boxed().toList());
    }

    /** All bicliques that a search finds; checks that it finds each only once. */
    static Set<Sides> found(EdgeList list, Way way, NativeMemory memory) {
        List<Sides> all = new ArrayList<>();
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                FoundGroups<Biclique> found = way.streaming()
                        .cpu(
                                graph,
                                new MaximalBicliqueStreamConfig(way.config, Long.MAX_VALUE),
                                way.execution(memory))) {
            found.forEachRemaining(biclique -> all.add(sides(biclique)));
        }
        Set<Sides> distinct = new HashSet<>(all);
        assertThat(distinct).as("%s of %s", way, list).hasSameSizeAs(all);
        return distinct;
    }
}
