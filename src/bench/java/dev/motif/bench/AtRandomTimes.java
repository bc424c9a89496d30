package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.SplittableRandom;
import java.util.function.Function;

/** An algorithm that works in a window of time, on a graph whose edges get random times: seconds of a year. */
record AtRandomTimes<C extends TimeWindow.Timed<C>, R extends AutoCloseable>(
        String name, Algorithm<BipartiteGraph, C, R> ofValues) implements AtRandom<BipartiteGraph, C, R> {
    static final String HELP = "window: seconds of a year, in which edges get random times; ";

    private static final long SPAN = 365L * 24 * 60 * 60;

    /** The window of the command line, all of the year unless it says otherwise. */
    static TimeWindow window(Configuration given) {
        return new TimeWindow(given.integer("window", SPAN, 0, SPAN), null);
    }

    @Override
    public String values() {
        return "times";
    }

    @Override
    public R withValues(BipartiteGraph graph, C config, Execution execution, Function<C, R> run) {
        SplittableRandom random = new SplittableRandom(1);
        try (OffHeapLongs times = execution.memory().longs(graph.edgeCount())) {
            for (long edge = 0; edge < times.length(); edge++) {
                times.set(edge, random.nextLong(SPAN));
            }
            return run.apply(config.within(new TimeWindow(config.window().length(), new EdgeTimes(times, null))));
        }
    }
}
