package dev.motif.research.gbc;

import dev.motif.algorithm.count.biclique.pivot.PivotCpu;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The search of GBC on the CPU, with all its techniques: workers take tasks, and walk a search tree for each.
 *
 * @param core the core of {@code graph}, seen from the side to start from
 */
record GbcCpu(BipartiteGraph graph, BipartiteCore core, GbcConfig config, Execution execution) {
    private static final int STEPS_PER_POLL = 16;

    BigInteger count() {
        long budget = config.techniques().partitionBytes() == 0
                ? Long.MAX_VALUE
                : config.techniques().partitionBytes();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            GbcSpace space = scope.own(execution.time(
                            Stage.PREPARE,
                            () -> GbcSpace.form(
                                    graph, core, config, frames -> budget, execution.memory(), execution.workers())))
                    .form();
            LeafCounts leaves = scope.own(new LeafCounts(execution.memory().zeroedLongs(space.mostNeighbors() + 1L)));
            execution.time(Stage.COMPUTE, () -> {
                for (int i = 0; i < space.partCount(); i++) {
                    try (GbcSpace.Part part = space.part(i, execution.memory());
                            GbcTasks tasks = GbcTasks.of(part, space.size(), config.techniques(), execution.memory())) {
                        search(space, part, tasks, leaves);
                    }
                }
            });
            return leaves.bicliques(space.least());
        }
    }

    private void search(GbcSpace space, GbcSpace.Part part, GbcTasks tasks, LeafCounts leaves) {
        int threads = execution.workers().concurrency();
        GbcFrames shape = GbcFrames.of(space.size(), config.techniques(), part.neighbors(), part.twoHops());
        GbcShares shares = new GbcShares(
                threads, tasks.count(), config.techniques().balance().steals());
        execution.workers().progress().begin(PivotCpu.STAGE, tasks.count());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            GbcSearch[] searches = new GbcSearch[threads];
            Arrays.setAll(searches, worker -> new GbcSearch(space, part, shape, leaves, scope));
            Workers.WorkerBody body = (worker, group) -> {
                for (long task = shares.next(worker); task != GbcShares.NONE; task = shares.next(worker)) {
                    if (!search(searches[worker], tasks, task, group, shares)) {
                        return;
                    }
                    execution.workers().progress().advance(1);
                }
                searches[worker].flush();
            };
            execution.deadline().during(() -> execution.workers().run(threads, body), () -> execution
                    .deadline()
                    .error(shares.begun(), tasks.count()));
        }
    }

    /** Searches one task; returns false when the result is not wanted any more. */
    private boolean search(GbcSearch search, GbcTasks tasks, long task, Workers.Group group, GbcShares shares) {
        OffHeapInts seconds = tasks.seconds();
        if (seconds == null) {
            search.begin(tasks.roots().get(task));
        } else {
            search.begin(tasks.roots().get(task), seconds.get(task));
        }
        int steps = 0;
        do {
            if (steps++ % STEPS_PER_POLL == 0 && group.stopped()) {
                return false;
            }
        } while (search.step());
        return true;
    }
}
