package dev.motif.bench.experiments.gbfc;

import dev.motif.backend.Backend;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figure 8: G-BFC, what it is compared with, and G-BFC with one of its techniques left out. */
final class Performance implements Experiment {
    private static final String ALL = "G-BFC";
    private static final String UNDIRECTED = "G-BFC w/o edgeDirect";
    private static final String PRIORITY = "PRIORITY";

    @Override
    public String name() {
        return "figure-8";
    }

    @Override
    public String title() {
        return "Figure 8: performance";
    }

    @Override
    public String claim() {
        return "on the GPU G-BFC takes 1/19.8 of the time of BFC-VP++ on the CPU, 1/4,508 of BFC-WE's there and 1/309 of"
                + " BFC-WE's on the GPU; edge direction gains 95%, the shared table 38%, load balancing 26%.";
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        List<Technique> techniques = techniques(lab);
        Table table = new Table(name())
                .with(Column.text("Graph"))
                .with(Column.count("Relationships"))
                .with(Column.millis(techniques));
        Map<String, int[]> wins = new LinkedHashMap<>();
        lab.forEachGraph(GraphKind.BIPARTITE, (name, graph) -> {
            Map<String, Measured> measured = lab.compare(name, graph, techniques);
            table.add(
                    name,
                    graph.edgeCount(),
                    measured.values().stream().map(Measured::total).toList());
            for (Backend backend : lab.backends()) {
                String on = backend == Backend.GPU ? " GPU" : "";
                compare(wins, measured, ALL + on, ButterflyBaseline.BFC_VP_PLUS_PLUS.title());
                compare(wins, measured, ALL + on, "BFC-WE" + on);
                compare(wins, measured, ALL + on, UNDIRECTED + on);
                compare(wins, measured, ALL + on, PRIORITY + on);
                if (backend == Backend.GPU) {
                    compare(wins, measured, ALL + on, "G-BFC w/o sharedMem GPU");
                    compare(wins, measured, ALL + on, "G-BFC w/o loadBalance GPU");
                }
            }
        });
        Outcome outcome =
                new Outcome().with(table, Figure.bars("Counting butterflies: milliseconds", List.of("Graph")));
        wins.forEach((claim, count) -> outcome.with(Finding.of(claim, count[0], count[1], "")));
        return outcome;
    }

    private static List<Technique> techniques(Lab lab) {
        List<Technique> techniques =
                new ArrayList<>(Techniques.baselines(ButterflyBaseline.BFC_VP_PLUS_PLUS, ButterflyBaseline.BFC_WE));
        techniques.addAll(Techniques.gbfc(lab, ALL, Map.of()));
        techniques.addAll(Techniques.gbfc(lab, UNDIRECTED, Map.of("edgeDirection", false)));
        if (lab.backends().contains(Backend.GPU)) {
            // Without effect on the CPU.
            techniques.addAll(onGpu(Techniques.gbfc(lab, "G-BFC w/o sharedMem", Map.of("sharedTable", false))));
            techniques.addAll(onGpu(Techniques.gbfc(lab, "G-BFC w/o loadBalance", Map.of("loadBalancing", false))));
            techniques.addAll(
                    onGpu(Techniques.gbfc(lab, "BFC-WE", Map.of("intersection", true, "edgeDirection", false))));
        }
        techniques.addAll(Techniques.priority(lab));
        return techniques;
    }

    private static List<Technique> onGpu(List<Technique> techniques) {
        return techniques.stream()
                .filter(technique -> technique.backend() == Backend.GPU)
                .toList();
    }

    /** Counts where one technique is faster than another; a run that was cut is slower than one that was not. */
    private static void compare(Map<String, int[]> wins, Map<String, Measured> measured, String one, String other) {
        Times ofOne = measured.get(one).total();
        Times ofOther = measured.get(other).total();
        if (!ofOne.isCut()) {
            int[] count = wins.computeIfAbsent(one + " is faster than " + other, claim -> new int[2]);
            count[0] += ofOther.isCut() || ofOne.ratioTo(ofOther) < 1 ? 1 : 0;
            count[1]++;
        }
    }
}
