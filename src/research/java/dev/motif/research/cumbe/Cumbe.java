package dev.motif.research.cumbe;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.biclique.search.TechniqueGpu;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.Set;

/**
 * Searches as cuMBE does: a loop over levels whose sets of vertices are prefixes of one array each, with lightweight
 * candidate selection and work stealing.
 */
public record Cumbe(Set<CumbeTechnique> techniques) implements SearchTechnique {
    @Override
    public String name() {
        return "CUMBE";
    }

    @Override
    public SearchWorker[] workers(
            BipartiteCore graph,
            Positions roots,
            Limits limits,
            CurrentBiclique[] found,
            Execution execution,
            OffHeapScope scope) {
        StealingPool pool = new StealingPool(roots, found.length, techniques.contains(CumbeTechnique.WORK_STEALING));
        SearchWorker[] searches = new SearchWorker[found.length];
        Arrays.setAll(
                searches,
                worker -> new CumbeSearch(
                        graph,
                        techniques,
                        limits,
                        found[worker],
                        pool,
                        worker,
                        execution.workers().progress(),
                        scope));
        return searches;
    }

    @Override
    public WorkerBytes workerBytes(GraphSize size) {
        return new WorkerBytes(size.vertices() * CumbeSearch.BYTES_PER_ROOT, 0, 0, 0);
    }

    @Override
    public WorkerBytes workerBytes(BipartiteCore graph, Workers workers) {
        long bytes = graph.rootCount() * CumbeSearch.BYTES_PER_ROOT + graph.mateCount() * CumbeSearch.BYTES_PER_MATE;
        return new WorkerBytes(bytes, 0, 0, 0);
    }

    @Override
    public TechniqueGpu gpu() {
        return new CumbeGpu(techniques);
    }
}
