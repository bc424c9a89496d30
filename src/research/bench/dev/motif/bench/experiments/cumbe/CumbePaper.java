package dev.motif.bench.experiments.cumbe;

import dev.motif.backend.Backend;
import dev.motif.bench.experiments.Comparison;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Paper;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.load.GraphKind;
import dev.motif.research.cumbe.CumbeTechnique;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The evaluation of the thesis on cuMBE. */
public final class CumbePaper {
    public static final Paper PAPER = new Paper(
            "cumbe",
            "Chang, \"Parallel Maximal Biclique Enumeration on GPUs\", master's thesis, National Taiwan University, 2023;"
                    + " doi:10.48550/arXiv.2401.05039",
            List.of(new WorkerTimes(), new BlockTimes(), new Overall(), new Cells(), techniques()),
            left());

    private CumbePaper() {}

    /** Each technique left out, on its own. */
    private static Experiment techniques() {
        Map<String, Set<CumbeTechnique>> forms = new LinkedHashMap<>();
        forms.put("All", EnumSet.allOf(CumbeTechnique.class));
        for (CumbeTechnique each : CumbeTechnique.values()) {
            forms.put(
                    "Without " + each.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    EnumSet.complementOf(EnumSet.of(each)));
        }
        return new Comparison(
                "techniques",
                "Sections 4 and 5: each technique left out",
                "early stops save reading edges whose candidate cannot be chosen, and a warp for a node with a thread for each of"
                        + " its edges is faster than a thread for a node. No figures are given.",
                new Comparison.Graphs(GraphKind.BIPARTITE, Map.of(), 0),
                lab -> {
                    Backend backend = lab.backends().contains(Backend.GPU) ? Backend.GPU : Backend.CPU;
                    List<Technique> all = new ArrayList<>();
                    forms.forEach((name, form) -> all.add(CumbeRuns.with(form, name, backend)));
                    return all;
                },
                forms.keySet().stream()
                        .skip(1)
                        .map(each ->
                                new Comparison.Claim("All are faster: " + each.toLowerCase(Locale.ROOT), "All", each))
                        .toList());
    }

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put(
                "IMDB, Stack Overflow and BookCrossing",
                "They are not among the graphs of the project; `--graphs` takes them.");
        return left;
    }
}
