package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Directed;
import dev.motif.backend.work.Execution;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.SplittableRandom;
import java.util.function.Function;

/** An algorithm about directions, on a graph whose edges get random ones; a fifth of them have both. */
record AtRandomDirections<C extends Directed<C>, R extends AutoCloseable>(
        String name, Algorithm<UnipartiteGraph, C, R> ofValues) implements AtRandom<UnipartiteGraph, C, R> {
    static final String HELP = "edges get random directions; ";

    private static final int BOTH = 5;

    @Override
    public String values() {
        return "directions";
    }

    @Override
    public R withValues(UnipartiteGraph graph, C config, Execution execution, Function<C, R> run) {
        SplittableRandom random = new SplittableRandom(1);
        try (OffHeapLongs directions = execution.memory().longs(graph.edgeCount())) {
            for (long edge = 0; edge < directions.length(); edge++) {
                directions.set(
                        edge,
                        random.nextInt(BOTH) == 0
                                ? EdgeDirections.FORWARD | EdgeDirections.BACKWARD
                                : EdgeDirections.FORWARD + random.nextInt(2));
            }
            return run.apply(config.directed(new EdgeDirections(directions, null)));
        }
    }
}
