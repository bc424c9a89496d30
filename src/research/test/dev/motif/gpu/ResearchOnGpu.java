package dev.motif.gpu;

import dev.motif.algorithm.MoreCases;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.gpu.DamagedMemoryGpuTest.Damage;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.research.cumbe.CumbeAlgorithm;
import dev.motif.research.cumbe.CumbeConfig;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcConfig;
import java.util.stream.Stream;

/** The kernels of the papers in the tests of what kernels do on a device. */
public final class ResearchOnGpu implements MoreCases {
    private static final CumbeConfig CUMBE = CumbeConfig.of(MaximalBicliqueConfig.TOTALS);

    @Override
    public Stream<?> of(String list) {
        return switch (list) {
            case "DamagedMemoryGpuTest" -> damages();
            case "PreparedCopiesGpuTest" -> Stream.of(PreparedCopiesGpuTest.maximal(new CumbeAlgorithm(), CUMBE));
            default -> Stream.empty();
        };
    }

    private static Stream<Damage> damages() {
        return Stream.of(
                new Damage(
                        "gates of cuMBE",
                        "maximal_cumbe_techniques_per_block",
                        1,
                        DamagedMemoryGpuTest.bipartite(
                                new CumbeAlgorithm(), CUMBE, RandomGraphs.bipartite(7, 3000, 3000, 60_000, 1)),
                        (session, arguments) -> {
                            DeviceArray states = (DeviceArray) arguments.get("blockStates");
                            TestDevices.changeWords(
                                    session,
                                    states,
                                    DamagedMemoryGpuTest.words(states),
                                    (at, word) -> at % KernelAbi.MAXIMAL_BLOCK_WORDS == 0 ? word + 5 : word);
                        }),
                new Damage(
                        "shares of GBC",
                        "biclique_bitmap_leaves_per_warp",
                        2,
                        DamagedMemoryGpuTest.bipartite(
                                new GbcAlgorithm(), GbcConfig.total(20, 20), TestGraphs.crown(40)),
                        (session, arguments) ->
                                DamagedMemoryGpuTest.fill(session, arguments, "claimed", DamagedMemoryGpuTest.FAR)));
    }
}
