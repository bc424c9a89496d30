package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.CoreCounts;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Binomials;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.List;

/** The search with pivots on the CPU: workers take roots, and share the work of large ones. */
public final class PivotCpu {
    /** The name of the search stage, as progress shows it. */
    public static final String STAGE = "searching bicliques";

    private final BipartiteCore core;
    private final SearchSizes sizes;
    private final BicliqueConfig config;
    private final List<WorkRange> roots;
    private final Deadline deadline;
    private final Execution execution;
    private final Workers workers;

    /** @param roots the roots to search from */
    public PivotCpu(
            BipartiteCore core, BicliqueConfig config, List<WorkRange> roots, Deadline deadline, Execution execution) {
        this.core = core;
        this.sizes = SearchSizes.of(config, Cores.side(core));
        this.config = config;
        this.roots = roots;
        this.deadline = deadline;
        this.execution = execution;
        this.workers = execution.workers();
    }

    /** Counts what the configuration asks for. The scope owns the arrays of the result. */
    public CoreCounts count(OffHeapScope scope) {
        CoreCounts counts = CoreCounts.zeroed(core, config, execution.memory(), scope);
        BicliqueLeafCounter[] counters = counters(counts);
        try (OffHeapScope searching = new OffHeapScope(execution.memory())) {
            SearchQueue queue =
                    new SearchQueue(core.weights(searching, workers), roots, STAGE, deadline, workers, searching);
            queue.run((worker, tasks) -> {
                try (PivotSearch search = new PivotSearch(core, sizes, counters[worker], tasks, execution.memory())) {
                    tasks.runAll(search::run);
                }
            });
        }
        for (BicliqueLeafCounter counter : counters) {
            counts.add(counter.bicliques());
        }
        return counts;
    }

    private BicliqueLeafCounter[] counters(CoreCounts counts) {
        Binomials binomials =
                Binomials.forDegrees(core.roots(), core.mates(), Math.max(sizes.maxRoots(), sizes.maxMates()));
        BicliqueLeafCounter[] counters = new BicliqueLeafCounter[workers.concurrency()];
        for (int worker = 0; worker < counters.length; worker++) {
            counters[worker] = switch (config.result()) {
                case TOTAL -> new BicliqueTotalCounter(sizes, binomials);
                case TABLE -> new TableCounter(sizes);
                case VERTEX, EDGE -> new BicliqueLocalCounter(core, sizes, binomials, counts);
            };
        }
        return counters;
    }
}
