package dev.motif.bench.experiments.gbc;

import dev.motif.bench.experiments.DataSets;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.Paper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The evaluation of the paper on GBC. */
public final class GbcPaper {
    public static final Paper PAPER = new Paper(
            "gbc",
            "Qiu, Li, Ke, Chen, Gao, \"Accelerating Biclique Counting on GPU\", ICDE 2024, doi:10.48550/arXiv.2403.07858",
            List.of(
                    dataSets(),
                    new Intersections(),
                    Sizes.ofSixteen(),
                    Sizes.square(),
                    new Techniques(),
                    new Partitions()),
            left());

    private GbcPaper() {}

    private static Experiment dataSets() {
        return new DataSets(
                "table-2",
                "Table II: graphs",
                "nine graphs of KONECT with 293,360 (Youtube) to 327,037,487 (Orkut) edges, and two synthetic ones with more"
                        + " two-hop neighbors.",
                GbcRuns::forEachGraph);
    }

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put(
                "The programs of the authors",
                "Motif's GBC and GBL run instead, and BCL and BCLP as the paper describes them: the published kernels count"
                        + " wrong on GPUs since Volta.");
        left.put(
                "Orkut and the other large graphs of Table II",
                "They are not among the graphs of the project; `--graphs` takes them.");
        left.put(
                "METIS in Figure 10",
                "A balanced label propagation takes its place. Its parts fetch a set of another part once, as they are loaded,"
                        + " not each time that a root needs it. Transfers are timed on a GPU alone.");
        return left;
    }
}
