package dev.motif.bench.experiments.cumbe;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.cumbe.CumbeRuns.Cell;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import dev.motif.research.cumbe.Cumbe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** Figure 5.1: how long each worker on the CPU has work, as a share of the one that has most. */
final class WorkerTimes implements Experiment {
    private static final List<Cell> CELLS = List.of(Cell.ALL.get(0), Cell.FULL);
    private static final String BUSY = "busy";

    /** As in the thesis most blocks end in a fifth of the time of the longest. */
    private static final double IMBALANCE = 20;

    @Override
    public String name() {
        return "figure-5-1";
    }

    @Override
    public String title() {
        return "Figure 5.1: time of each worker";
    }

    @Override
    public String claim() {
        return "without candidate selection and work stealing most blocks of the GPU run for 10 to 20% of the time of the"
                + " longest one.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table table = lab.table(name()).with(Column.text("Graph")).with(Column.text("Techniques"));
        String[] workers = IntStream.rangeClosed(1, lab.threads())
                .mapToObj(worker -> "Worker " + worker + " %")
                .toArray(String[]::new);
        for (String worker : workers) {
            table.with(Column.number(worker));
        }
        int[] holding = {0, 0};
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            List<Technique> techniques = CELLS.stream()
                    .map(cell -> Technique.baseline(
                            cell.toString(),
                            CumbeRuns.COUNT,
                            (any, execution) -> search((BipartiteGraph) any, cell, execution)))
                    .toList();
            Map<String, Measured> measured = lab.compare(name, graph, lab.possible(techniques));
            measured.forEach((cell, of) -> {
                if (of.result() != null) {
                    table.add(name, cell, of.result().get(BUSY));
                }
            });
            Measured plain = measured.get(CELLS.get(0).toString());
            if (plain != null && CumbeRuns.isLong(plain) && lab.threads() > 1) {
                List<?> busy = (List<?>) plain.result().get(BUSY);
                holding[1]++;
                holding[0] += (Double) busy.get(busy.size() / 2) <= IMBALANCE ? 1 : 0;
            }
        });
        return new Outcome()
                .with(table, Figure.bars("Figure 5.1: busy, % of the longest", List.of("Graph", "Techniques"), workers))
                .with(Finding.of(
                        "Without both techniques half of the workers have work for at most a fifth of the longest time",
                        holding[0],
                        holding[1],
                        "Graphs with 10 ms of work and more."));
    }

    /** Searches with a cell's techniques; gives the share of each worker in percent, the largest first. */
    private static Map<String, Object> search(BipartiteGraph graph, Cell cell, Execution execution) {
        boolean left = CumbeRuns.side(graph) == Side.LEFT;
        Workers workers = execution.workers();
        LongAdder count = new LongAdder();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BipartiteCore core = scope.own(execution.time(
                    Stage.PREPARE, () -> BipartiteCore.of(graph, left, 1, 1, execution.memory(), workers)));
            Limits limits = new Limits(SizeLimits.NONE, left, Pruning.NONE);
            CurrentBiclique[] found = new CurrentBiclique[workers.concurrency()];
            Arrays.setAll(found, worker -> new CurrentBiclique(core, limits, biclique -> count.increment()));
            SearchWorker[] searches = new Cumbe(cell.techniques())
                    .workers(core, Positions.all(core.rootCount()), limits, found, execution, scope);
            execution.time(
                    Stage.COMPUTE, () -> workers.run(searches.length, (worker, group) -> searches[worker].run(group)));
            long[] nanos = Arrays.stream(searches)
                    .mapToLong(SearchWorker::busyNanos)
                    .sorted()
                    .toArray();
            double longest = Math.max(1, nanos[nanos.length - 1]);
            List<Double> busy = new ArrayList<>();
            for (int i = nanos.length - 1; i >= 0; i--) {
                busy.add(100 * nanos[i] / longest);
            }
            return Map.of(CumbeRuns.COUNT, String.valueOf(count.sum()), BUSY, busy);
        }
    }
}
