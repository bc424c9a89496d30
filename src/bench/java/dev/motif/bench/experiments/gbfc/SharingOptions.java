package dev.motif.bench.experiments.gbfc;

import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Lab;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.bench.load.GraphKind;
import java.util.List;

/** Section 4.1: three ways for threads to count wedges together, on the CPU. */
final class SharingOptions implements Experiment {
    @Override
    public String name() {
        return "section-4-1";
    }

    @Override
    public String title() {
        return "Section 4.1: how threads share a map, on the CPU";
    }

    @Override
    public String claim() {
        return "a vector of locks saves little, since the serial region stays; a map for each thread needs no atomic"
                + " operation but too much memory and diverges; raising places and reading them at the end is chosen.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<Technique> techniques = Techniques.baselines(
                ButterflyBaseline.LOCK_VECTOR, ButterflyBaseline.THREAD_MAP, ButterflyBaseline.REARRANGED);
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(techniques))
                .with(Column.number("3 / 1"))
                .with(Column.number("3 / 2"));
        int[] faster = new int[2];
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            List<Times> times = lab.compare(name, graph, techniques).values().stream()
                    .map(Measured::total)
                    .toList();
            double toLocks = times.get(2).ratioTo(times.get(0));
            double toPrivate = times.get(2).ratioTo(times.get(1));
            table.add(name, graph.edgeCount(), times, toLocks, toPrivate);
            faster[0] += toLocks < 1 ? 1 : 0;
            faster[1] += toPrivate < 1 ? 1 : 0;
        });
        int graphs = table.rows().size();
        return new Outcome()
                .with(table, Figure.bars("Three ways to share a map: milliseconds", List.of("Graph")))
                .with(Finding.of("Rearranging is faster than a vector of locks", faster[0], graphs, ""))
                .with(Finding.of(
                        "Rearranging is better than a map for each thread",
                        faster[1],
                        graphs,
                        "A CPU has few threads, so that each can have a map; on a GPU memory decides."));
    }
}
