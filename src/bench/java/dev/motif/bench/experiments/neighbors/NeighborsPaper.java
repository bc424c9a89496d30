package dev.motif.bench.experiments.neighbors;

import dev.motif.bench.experiments.Paper;
import java.util.List;
import java.util.Map;

/** The evaluation of the paper on common neighbors. */
public final class NeighborsPaper {
    public static final Paper PAPER = new Paper(
            "neighbors",
            "Che, Lai, Sun, Luo, Wang, \"Accelerating All-Edge Common Neighbor Counting on Three Processors\", ICPP 2019,"
                    + " doi:10.1145/3337821.3337917",
            List.of(new SkewedDegrees()),
            Map.of());

    private NeighborsPaper() {}
}
