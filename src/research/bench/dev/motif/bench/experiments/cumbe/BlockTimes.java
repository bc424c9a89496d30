package dev.motif.bench.experiments.cumbe;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.biclique.search.ListSearchGpu;
import dev.motif.algorithm.group.biclique.search.SearchGpu;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
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
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.research.cumbe.CumbeGpu;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Figure 5.1: how long each block of the GPU has work, as a share of the one that has most. */
final class BlockTimes implements Experiment {
    private static final List<Cell> CELLS = List.of(Cell.ALL.get(0), Cell.ALL.get(3), Cell.FULL);
    private static final String BUSY = "busy";
    private static final String SHARE = "Blocks %";
    private static final int STEP = 5;
    private static final int ALL = 100;

    /** As in the thesis most blocks end in a fifth of the time of the longest. */
    private static final double IMBALANCE = 20;

    /** Room for this many different sizes of bicliques, more than any of the graphs has. */
    private static final long SIZES = 1L << 20;

    @Override
    public String name() {
        return "figure-5-1-blocks";
    }

    @Override
    public String title() {
        return "Figure 5.1: time of each block of the GPU";
    }

    @Override
    public String claim() {
        return "without candidate selection and work stealing most blocks run for 10 to 20% of the time of the longest one.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        if (!lab.backends().contains(Backend.GPU)) {
            return new Outcome();
        }
        String[] names = CELLS.stream().map(Cell::toString).toArray(String[]::new);
        Table table = lab.table(name())
                .with(Column.text("Graph"))
                .with(Column.count(SHARE))
                .with(Arrays.stream(names).map(Column::number).toList());
        int[] holding = {0, 0};
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(
                    name, graph, CELLS.stream().map(BlockTimes::technique).toList());
            for (int share = 0; share <= ALL; share += STEP) {
                List<Double> row = new ArrayList<>();
                for (String cell : names) {
                    row.add(busy(measured.get(cell), share));
                }
                table.add(name, share, row);
            }
            if (CumbeRuns.isLong(measured.get(names[0]))) {
                holding[1]++;
                holding[0] += busy(measured.get(names[0]), ALL / 2) <= IMBALANCE ? 1 : 0;
            }
        });
        return new Outcome()
                .with(table, Figure.lines("Figure 5.1: busy, % of the longest block", "Graph", SHARE, names))
                .with(Finding.of(
                        "Without both techniques half of the blocks have work for at most a fifth of the longest time",
                        holding[0],
                        holding[1],
                        "Graphs with 10 ms of work and more."));
    }

    /** The time that so many percent of the blocks do not exceed, in percent of the longest; null when no run ended. */
    private static Double busy(Measured measured, int share) {
        if (measured.result() == null) {
            return null;
        }
        double[] busy = (double[]) measured.result().get(BUSY);
        return 100 * busy[(busy.length - 1) * share / ALL] / Math.max(1, busy[busy.length - 1]);
    }

    private static Technique technique(Cell cell) {
        return new Technique(
                cell.toString(),
                Backend.GPU,
                0,
                (graph, execution) -> search((BipartiteGraph) graph, cell, execution),
                result -> result.get(CumbeRuns.COUNT));
    }

    /** Searches with a cell's techniques; gives the nanoseconds of each block, ascending. */
    private static Map<String, Object> search(BipartiteGraph graph, Cell cell, Execution execution) {
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        GraphSize size = GraphSize.of(graph);
        MaximalBicliqueConfig config = MaximalBicliqueConfig.TOTALS.with(CumbeRuns.side(graph));
        long bytes = SearchGpu.bytes(size, config, SIZES) + ListSearchGpu.bytes(device, size);
        try (GpuSession session =
                device.open(SearchGpu.needs(device.info(), size, graph), bytes, execution.workers())) {
            SearchGpu search = new SearchGpu(session, graph, config, Pruning.NONE, null, SIZES, execution);
            execution.time(Stage.PREPARE, search::prepare);
            ListSearchGpu cumbe = new CumbeGpu(cell.techniques()).of(session, device, search);
            execution.time(Stage.COMPUTE, () -> cumbe.searchAll(Participant.whole()));
            if (search.sizesAreFull()) {
                throw new IllegalStateException("more than " + SIZES + " different sizes");
            }
            long count = search.sizes().entries().stream()
                    .mapToLong(SizeHistogram.Entry::count)
                    .reduce(0, Math::addExact);
            double[] busy = cumbe.busyNanos();
            Arrays.sort(busy);
            return Map.of(CumbeRuns.COUNT, String.valueOf(count), BUSY, busy);
        }
    }
}
