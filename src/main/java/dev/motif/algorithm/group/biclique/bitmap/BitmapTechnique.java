package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.biclique.search.TechniqueGpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/** Keeps local subgraphs in bitmaps. */
public final class BitmapTechnique implements SearchTechnique {
    /** The bytes of a worker for each root vertex, beside {@link #workerBytes}, where common vertices are of kinds. */
    public static final long KIND_BYTES_PER_ROOT = Long.BYTES;

    @Override
    public String name() {
        return "BITMAP";
    }

    @Override
    public SearchWorker[] workers(
            BipartiteCore graph,
            Positions roots,
            Limits limits,
            CurrentBiclique[] found,
            Execution execution,
            OffHeapScope scope) {
        NativeMemory memory = execution.memory();
        WorkPool pool = scope.own(new WorkPool(roots, found.length, memory));
        SearchWorker[] searches = new SearchWorker[found.length];
        for (int worker = 0; worker < searches.length; worker++) {
            Arena arena = scope.own(new Arena(memory));
            Arena spare = scope.own(new Arena(memory));
            searches[worker] = scope.own(new BitmapSearch(
                    graph, limits, found[worker], pool, execution.workers().progress(), scope, arena, spare));
        }
        return searches;
    }

    /** On most graphs a path is much shorter than its upper bound. */
    @Override
    public WorkerBytes workerBytes(GraphSize size) {
        long larger = Math.max(size.left(), size.right());
        long rows = Math.max(
                WordRows.mostBytes(larger, larger, Math.min(Long.SIZE, size.edges())), WideRows.mostBytes(larger));
        return new WorkerBytes(
                larger * BitmapSearch.BYTES_PER_ROOT, 0, BitmapSearch.pathBytes(larger, size.edges()), rows);
    }

    /** Looks at what can be below each root. */
    @Override
    public WorkerBytes workerBytes(BipartiteCore graph, Workers workers) {
        if (graph.rootCount() == 0) {
            return new WorkerBytes(0, 0, 0, 0);
        }
        BitmapSearch.Need most = BitmapSearch.Need.of(graph, workers);
        return new WorkerBytes(
                graph.rootCount() * BitmapSearch.BYTES_PER_ROOT, Arena.FIRST_BYTES, most.pathBytes(), most.heapBytes());
    }

    @Override
    public TechniqueGpu gpu() {
        return new BitmapGpu.Technique();
    }
}
