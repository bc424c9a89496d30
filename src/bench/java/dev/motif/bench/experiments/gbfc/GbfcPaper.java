package dev.motif.bench.experiments.gbfc;

import dev.motif.bench.experiments.Paper;
import java.util.List;
import java.util.Map;

/** The evaluation of the paper on G-BFC. */
public final class GbfcPaper {
    public static final Paper PAPER = new Paper(
            "gbfc",
            "Xu, Zhang, Yao, Lu, Du, Deng, He, \"Efficient Load-Balanced Butterfly Counting on GPU\", PVLDB 15(11), 2022,"
                    + " doi:10.14778/3551793.3551806",
            List.of(
                    new SharingOptions(),
                    new VertexPriorities(),
                    new DataSets(),
                    new Performance(),
                    new Applications(),
                    new EdgeDirections(),
                    new Thresholds()),
            Map.of(
                    "Figure 9: occupancy and memory bandwidth",
                    "A profiler on the device measures them; docs/experiments/gbfc.md has the command."));

    private GbfcPaper() {}
}
