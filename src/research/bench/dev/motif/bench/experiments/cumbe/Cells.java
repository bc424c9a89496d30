package dev.motif.bench.experiments.cumbe;

import dev.motif.backend.Backend;
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
import dev.motif.bench.experiments.Times;
import dev.motif.bench.experiments.cumbe.CumbeRuns.Cell;
import dev.motif.bench.load.GraphKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tables 6.3 and 6.4: time and busy ratio with and without candidate selection and work stealing. */
final class Cells implements Experiment {
    /** The busy ratio that the thesis has with both on its smallest graph, and calls good. */
    private static final double BUSY = 0.9;

    private static final String LONG = "Graphs with 10 ms of work and more.";

    @Override
    public String name() {
        return "cells";
    }

    @Override
    public String title() {
        return "Tables 6.3 and 6.4: candidate selection (CS) and work stealing (WS)";
    }

    @Override
    public String claim() {
        return "on Youtube the time falls from 10.6 s without both to 3.3 s with CS, 7.7 s with WS and 2.2 s with both, and"
                + " the busy ratio rises from 0.20 to 0.52, 0.61 and 0.90; with both it is 0.99 and more on the other three"
                + " graphs.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        Table times = lab.table("table-6-4").with(Column.text("Graph"));
        Table ratios = lab.table("table-6-3").with(Column.text("Graph"));
        int[] selection = {0, 0};
        int[] stealing = {0, 0};
        int[] busy = {0, 0};
        int[] deep = {0, 0};
        int[] deeper = {0, 0};
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            List<Technique> all = new ArrayList<>();
            Cell.ALL.forEach(cell -> all.addAll(CumbeRuns.cumbe(lab, cell.toString(), graph, cell)));
            // Without effect on the CPU.
            CumbeRuns.cumbe(lab, Cell.FULL.toString(), graph, Cell.FULL).stream()
                    .filter(technique -> technique.backend() == Backend.GPU)
                    .forEach(all::add);
            if (times.columns().size() == 1) {
                times.with(Column.millis(all));
                all.forEach(technique -> ratios.with(Column.number(technique.name())));
            }
            Map<String, Measured> measured = lab.compare(name, graph, all);
            times.add(name, measured.values().stream().map(Cells::time).toList());
            ratios.add(name, measured.values().stream().map(Cells::busyRatio).toList());
            List<Measured> row = List.copyOf(measured.values());
            int backends = lab.backends().size();
            for (int i = 0; i < backends; i++) {
                compare(row.get(i), row.get(backends + i), selection);
                compare(row.get(2 * backends + i), row.get(3 * backends + i), selection);
                compare(row.get(i), row.get(2 * backends + i), stealing);
                compare(row.get(backends + i), row.get(3 * backends + i), stealing);
                count(row.get(3 * backends + i), busy);
            }
            if (row.size() > 4 * backends) {
                count(row.get(4 * backends), deep);
                compare(row.get(4 * backends - 1), row.get(4 * backends), deeper);
            }
        });
        return new Outcome()
                .with(times, Figure.bars("Table 6.4: milliseconds of the search", List.of("Graph")))
                .with(ratios, Figure.bars("Table 6.3: busy ratio", List.of("Graph"), names(ratios)))
                .with(Finding.of("Candidate selection is faster than none", selection[0], selection[1], LONG))
                .with(Finding.of("Work stealing is faster than none", stealing[0], stealing[1], LONG))
                .with(Finding.of("With both, workers are busy for 0.9 of the time and more", busy[0], busy[1], LONG))
                .with(Finding.of("(Not in the thesis) And with stealing from all levels", deep[0], deep[1], LONG))
                .with(Finding.of(
                        "(Not in the thesis) Stealing from all levels is faster than from the second alone",
                        deeper[0],
                        deeper[1],
                        LONG));
    }

    private static String[] names(Table table) {
        return table.columns().stream().skip(1).map(Column::name).toArray(String[]::new);
    }

    private static Times time(Measured measured) {
        return measured.times(Stage.COMPUTE, Stage.TRANSFER);
    }

    private static Double busyRatio(Measured measured) {
        return measured.result() == null
                ? null
                : ((Number) ((Map<?, ?>) measured.result().get("search")).get("busyRatio")).doubleValue();
    }

    private static void count(Measured full, int[] busy) {
        if (CumbeRuns.isLong(full)) {
            busy[1]++;
            busy[0] += busyRatio(full) >= BUSY ? 1 : 0;
        }
    }

    private static void compare(Measured without, Measured with, int[] holding) {
        if (CumbeRuns.isLong(with)) {
            holding[1]++;
            holding[0] +=
                    time(without).isCut() || time(without).median() > time(with).median() ? 1 : 0;
        }
    }
}
