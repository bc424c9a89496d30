package dev.motif.bench.load;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes a simple graph of edges that come in any order, from several threads that have a {@link Writer} each.
 * Self-loops of a unipartite graph and duplicate edges are dropped and counted.
 */
public final class GraphCollector implements AutoCloseable {
    private final GraphKind kind;
    private final int right;
    private final NativeMemory memory;
    private final Workers workers;
    private final EdgeBuckets buckets;
    private final AtomicLong selfLoops = new AtomicLong();

    private GraphCollector(
            GraphKind kind, int left, int right, long expectedEdges, NativeMemory memory, Workers workers) {
        this.kind = kind;
        this.right = right;
        this.memory = memory;
        this.workers = workers;
        this.buckets = new EdgeBuckets(memory, left, right, expectedEdges, false);
    }

    /**
     * A collector of the edges of a bipartite graph.
     *
     * @param expectedEdges about how many edges will come; only speed depends on it
     */
    public static GraphCollector bipartite(
            int left, int right, long expectedEdges, NativeMemory memory, Workers workers) {
        return new GraphCollector(GraphKind.BIPARTITE, left, right, expectedEdges, memory, workers);
    }

    /**
     * A collector of the edges of a unipartite graph.
     *
     * @param expectedEdges about how many edges will come; only speed depends on it
     */
    public static GraphCollector unipartite(int vertices, long expectedEdges, NativeMemory memory, Workers workers) {
        return new GraphCollector(GraphKind.UNIPARTITE, vertices, vertices, expectedEdges, memory, workers);
    }

    /** A writer for one thread; close it before {@link #build}. */
    public Writer writer() {
        return new Writer();
    }

    /**
     * Makes the graph of all edges that were added; the caller owns it. Can be called only once, since it frees the
     * edges.
     */
    public LoadedGraph build() {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            CsrBuilder.Built built = scope.own(builder.build(buckets));
            buckets.close();
            Csr forward = built.csr();
            Csr backward = scope.own(builder.transpose(forward, right));
            if (kind == GraphKind.UNIPARTITE) {
                Csr adjacency = builder.symmetric(forward, backward);
                return new LoadedGraph(new UnipartiteGraph(adjacency), built.duplicates(), selfLoops.get(), false);
            }
            scope.keep(built);
            return new LoadedGraph(new BipartiteGraph(forward, scope.keep(backward)), built.duplicates(), 0, false);
        }
    }

    @Override
    public void close() {
        buckets.close();
    }

    /** Adds edges from one thread. Not thread-safe, but several writers may be in use at the same time. */
    public final class Writer implements EdgeSink, AutoCloseable {
        private final EdgeBuckets.Writer out = buckets.writer();
        private long loops;

        @Override
        public void add(int u, int v) {
            if (kind == GraphKind.BIPARTITE) {
                out.add(u, v);
            } else if (u == v) {
                loops++;
            } else {
                out.add(Math.min(u, v), Math.max(u, v));
            }
        }

        @Override
        public void close() {
            out.close();
            selfLoops.addAndGet(loops);
            loops = 0;
        }
    }
}
