package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An algorithm that works in a window of time, on a graph whose edges get random times, the same in every run: seconds of a
 * year. Making them is a part of its run.
 */
record AtRandomTimes<C extends TimeWindow.Timed<C>, R extends AutoCloseable>(
        String name, Algorithm<BipartiteGraph, C, R> timed) implements Algorithm<BipartiteGraph, C, R> {
    static final String HELP = "window: seconds of a year, in which edges get random times; ";

    private static final long SPAN = 365L * 24 * 60 * 60;

    /** The window of the command line, all of the year unless it says otherwise. */
    static TimeWindow window(Configuration given) {
        return new TimeWindow(given.integer("window", SPAN, 0, SPAN), null);
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, C config) {
        return timed.stages(size, config);
    }

    @Override
    public R cpu(BipartiteGraph graph, C config, Execution execution) {
        SplittableRandom random = new SplittableRandom(1);
        try (OffHeapLongs times = execution.memory().longs(graph.edgeCount())) {
            for (long edge = 0; edge < times.length(); edge++) {
                times.set(edge, random.nextLong(SPAN));
            }
            TimeWindow window = new TimeWindow(config.window().length(), new EdgeTimes(times, null));
            return timed.cpu(graph, config.within(window), execution);
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency) {
        CpuEstimate estimate = timed.cpuEstimate(size, config, concurrency);
        return new CpuEstimate(
                MemoryEstimate.sum(name, estimate.offHeap(), MemoryEstimate.of("times", size.edges() * Long.BYTES)),
                estimate.heap());
    }
}
