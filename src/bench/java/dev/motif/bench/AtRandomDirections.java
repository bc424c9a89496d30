package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Directed;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An algorithm about directions, on a graph whose edges get random ones, the same in every run; a fifth of them have both.
 * Making them is a part of its run.
 */
record AtRandomDirections<C extends Directed<C>, R extends AutoCloseable>(
        String name, Algorithm<UnipartiteGraph, C, R> directed) implements Algorithm<UnipartiteGraph, C, R> {
    static final String HELP = "edges get random directions; ";

    private static final int BOTH = 5;

    @Override
    public Class<UnipartiteGraph> graphType() {
        return UnipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, C config) {
        return directed.stages(size, config);
    }

    @Override
    public R cpu(UnipartiteGraph graph, C config, Execution execution) {
        SplittableRandom random = new SplittableRandom(1);
        try (OffHeapLongs directions = execution.memory().longs(graph.edgeCount())) {
            for (long edge = 0; edge < directions.length(); edge++) {
                directions.set(
                        edge,
                        random.nextInt(BOTH) == 0
                                ? EdgeDirections.FORWARD | EdgeDirections.BACKWARD
                                : EdgeDirections.FORWARD + random.nextInt(2));
            }
            return directed.cpu(graph, config.directed(new EdgeDirections(directions, null)), execution);
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency) {
        CpuEstimate estimate = directed.cpuEstimate(size, config, concurrency);
        return new CpuEstimate(
                MemoryEstimate.sum(
                        name, estimate.offHeap(), MemoryEstimate.of("directions", size.edges() * Long.BYTES)),
                estimate.heap());
    }
}
