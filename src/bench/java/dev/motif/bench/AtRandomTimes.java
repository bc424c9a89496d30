package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.cypher.config.Configuration;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

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
        return withTimes(graph, config, execution, within -> timed.cpu(graph, within, execution));
    }

    private R withTimes(BipartiteGraph graph, C config, Execution execution, Function<C, R> run) {
        SplittableRandom random = new SplittableRandom(1);
        try (OffHeapLongs times = execution.memory().longs(graph.edgeCount())) {
            for (long edge = 0; edge < times.length(); edge++) {
                times.set(edge, random.nextLong(SPAN));
            }
            return run.apply(config.within(new TimeWindow(config.window().length(), new EdgeTimes(times, null))));
        }
    }

    @Override
    public GpuVersion<BipartiteGraph, R> gpu(C config) {
        GpuVersion<BipartiteGraph, R> version = timed.gpu(config);
        return version == null ? null : new OnGpu(config, version);
    }

    @Override
    public String withoutGpu(C config) {
        return timed.withoutGpu(config);
    }

    private final class OnGpu implements GpuVersion<BipartiteGraph, R> {
        private final C config;
        private final GpuVersion<BipartiteGraph, R> version;

        OnGpu(C config, GpuVersion<BipartiteGraph, R> version) {
            this.config = config;
            this.version = version;
        }

        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return version.obstacle(device, size);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            GpuEstimate estimate = version.estimate(device, size);
            return new GpuEstimate(withTimes(estimate.offHeap(), size), estimate.heap(), estimate.device());
        }

        @Override
        public R run(BipartiteGraph graph, Execution execution, GpuDevice device) {
            return withTimes(
                    graph, config, execution, within -> timed.gpu(within).run(graph, execution, device));
        }
    }

    private MemoryEstimate withTimes(MemoryEstimate offHeap, GraphSize size) {
        return MemoryEstimate.sum(name, offHeap, MemoryEstimate.of("times", size.edges() * Long.BYTES));
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency) {
        CpuEstimate estimate = timed.cpuEstimate(size, config, concurrency);
        return new CpuEstimate(withTimes(estimate.offHeap(), size), estimate.heap());
    }
}
