package dev.motif.bench.experiments.cumbe;

import dev.motif.bench.experiments.Paper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The evaluation of the thesis on cuMBE. */
public final class CumbePaper {
    public static final Paper PAPER = new Paper(
            "cumbe",
            "Chang, \"Parallel Maximal Biclique Enumeration on GPUs\", master's thesis, National Taiwan University, 2023;"
                    + " doi:10.48550/arXiv.2401.05039",
            List.of(new WorkerTimes(), new BlockTimes(), new Overall(), new Cells()),
            left());

    private CumbePaper() {}

    private static Map<String, String> left() {
        Map<String, String> left = new LinkedHashMap<>();
        left.put(
                "IMDB, Stack Overflow and BookCrossing",
                "They are not among the graphs of the project; `--graphs` takes them.");
        return left;
    }
}
