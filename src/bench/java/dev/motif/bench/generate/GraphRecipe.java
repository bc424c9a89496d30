package dev.motif.bench.generate;

import dev.motif.bench.load.GraphCollector;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/** A graph that can be generated. */
public final class GraphRecipe {
    private final GraphKind kind;
    private final Maker maker;

    private GraphRecipe(GraphKind kind, Maker maker) {
        this.kind = kind;
        this.maker = maker;
    }

    /** Makes a graph, which the caller owns. */
    @FunctionalInterface
    interface Maker {
        LoadedGraph make(NativeMemory memory, Workers workers);
    }

    /** A recipe for a bipartite graph that is not made of edges in any order. */
    static GraphRecipe bipartite(Maker maker) {
        return new GraphRecipe(GraphKind.BIPARTITE, maker);
    }

    /** A recipe for a unipartite graph that is not made of edges in any order. */
    static GraphRecipe unipartite(Maker maker) {
        return new GraphRecipe(GraphKind.UNIPARTITE, maker);
    }

    /**
     * A recipe for a bipartite graph.
     *
     * @param draws how many edges the source has, duplicates included
     */
    static GraphRecipe bipartite(int left, int right, long draws, EdgeSource edges) {
        return bipartite((memory, workers) ->
                collect(GraphCollector.bipartite(left, right, draws, memory, workers), draws, edges, memory, workers));
    }

    /**
     * A recipe for a unipartite graph.
     *
     * @param draws how many edges the source has, duplicates and self-loops included
     */
    static GraphRecipe unipartite(int vertices, long draws, EdgeSource edges) {
        return unipartite((memory, workers) ->
                collect(GraphCollector.unipartite(vertices, draws, memory, workers), draws, edges, memory, workers));
    }

    public GraphKind kind() {
        return kind;
    }

    /** Generates the graph, which the caller owns. */
    public LoadedGraph build(NativeMemory memory, Workers workers) {
        return maker.make(memory, workers);
    }

    private static LoadedGraph collect(
            GraphCollector collector, long draws, EdgeSource edges, NativeMemory memory, Workers workers) {
        try (collector) {
            try (OffHeapScope writers = new OffHeapScope(memory)) {
                GraphCollector.Writer[] writer = new GraphCollector.Writer[workers.concurrency()];
                for (int worker = 0; worker < writer.length; worker++) {
                    writer[worker] = writers.own(collector.writer());
                }
                workers.forRanges(draws, EdgeSource.BLOCK, (worker, from, to) -> edges.add(from, to, writer[worker]));
            }
            return collector.build();
        }
    }
}
