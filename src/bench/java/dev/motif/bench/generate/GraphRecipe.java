package dev.motif.bench.generate;

import dev.motif.bench.load.GraphCollector;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/** A graph that can be generated: its sizes and the source of its edges. */
public final class GraphRecipe {
    private final GraphKind kind;
    private final int left;
    private final int right;
    private final long draws;
    private final EdgeSource edges;

    private GraphRecipe(GraphKind kind, int left, int right, long draws, EdgeSource edges) {
        this.kind = kind;
        this.left = left;
        this.right = right;
        this.draws = draws;
        this.edges = edges;
    }

    /**
     * A recipe for a bipartite graph.
     *
     * @param draws how many edges the source has, duplicates included
     */
    static GraphRecipe bipartite(int left, int right, long draws, EdgeSource edges) {
        return new GraphRecipe(GraphKind.BIPARTITE, left, right, draws, edges);
    }

    /**
     * A recipe for a unipartite graph.
     *
     * @param draws how many edges the source has, duplicates and self-loops included
     */
    static GraphRecipe unipartite(int vertices, long draws, EdgeSource edges) {
        return new GraphRecipe(GraphKind.UNIPARTITE, vertices, vertices, draws, edges);
    }

    public GraphKind kind() {
        return kind;
    }

    /** Generates the graph, which the caller owns. */
    public LoadedGraph build(NativeMemory memory, Workers workers) {
        try (GraphCollector collector = collector(memory, workers)) {
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

    private GraphCollector collector(NativeMemory memory, Workers workers) {
        return kind == GraphKind.BIPARTITE
                ? GraphCollector.bipartite(left, right, draws, memory, workers)
                : GraphCollector.unipartite(left, draws, memory, workers);
    }
}
