package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/** Searches a crown, whose roots differ as much as roots can: each has half as many maximal bicliques as the one before. */
public final class CrownSearch {
    private CrownSearch() {}

    /** The number of maximal bicliques that one thread finds until each further root is done. */
    public static List<Long> bicliquesOfRoots(int n) {
        NativeMemory memory = new NativeMemory(1L << 30);
        long[] found = {0};
        List<Long> roots = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void begin(String stage, long volume) {}

            @Override
            public void advance(long amount) {
                roots.add(found[0]);
                found[0] = 0;
            }
        };
        Workers workers = new Workers(1, Cancellation.NEVER, progress);
        try (BipartiteGraph graph = TestGraphs.crown(n).toGraph(memory, Workers.of(1))) {
            MaximalBicliqueSearch.of(new BitmapTechnique(), MaximalBicliqueConfig.TOTALS, Pruning.NONE)
                    .run(graph, new Execution(memory, workers, new StageTimes()), worker -> biclique -> found[0]++);
        }
        return roots;
    }
}
