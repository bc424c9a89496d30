package dev.motif.algorithm.count.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.StageClock;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CliqueOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how several sizes are counted within a time limit on a GPU, here with searches on the CPU. */
@LeavesNothing
class KCliqueSizesGpuTest {
    private static final int LARGEST = 9;
    private static final EdgeList DENSE = CliqueGraphs.multipartite(LARGEST, 3);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private KCliqueResult count(
            UnipartiteGraph graph,
            KCliqueConfig config,
            Deadline deadline,
            Cancellation cancellation,
            Progress progress) {
        Execution execution = new Execution(memory, new Workers(2, cancellation, progress), new StageTimes());
        return new KCliqueSizesGpu(graph, config, deadline, execution, (sizes, limited) -> new KCliqueCpu(
                                graph, sizes, new CliqueSearcher(), WorkRange.ALL, limited)
                        .count())
                .count();
    }

    private KCliqueResult count(UnipartiteGraph graph, KCliqueConfig config, StageClock clock) {
        KCliqueResult counts = count(graph, config, clock.deadline(), Cancellation.NEVER, clock);
        assertThat(counts.config()).isEqualTo(config.withTimeoutMillis(1000));
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return counts;
    }

    @Test
    void withTimeEverySizeIsCounted() {
        for (long seed = 0; seed < 12; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CliqueOracle oracle = new CliqueOracle(list);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1))) {
                for (KCliqueConfig config :
                        List.of(KCliqueConfig.all(), KCliqueConfig.total(3, 6), KCliqueConfig.total(5, 40))) {
                    KCliqueResult counts = count(graph, config, new StageClock(1_000_000));
                    assertThat(KCliqueSummary.of(counts))
                            .as("%s, seed %d: %s", config, seed, list)
                            .allSatisfy(row -> assertThat(row.countText())
                                    .isEqualTo(oracle.total(row.k()).toString()))
                            .allMatch(KCliqueSummary::complete);
                    int beyond = Math.max(config.minK(), counts.largest()) + 1;
                    assertThat(beyond > config.maxK() || oracle.total(beyond).signum() == 0)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void sizesForWhichThereIsTimeAreExactAndTheOthersAreMissing() {
        try (UnipartiteGraph graph = DENSE.toUnipartiteGraph(memory, Workers.of(1))) {
            List<KCliqueSummary> all = KCliqueSummary.of(count(graph, KCliqueConfig.all(), new StageClock(1_000_000)));
            assertThat(all).hasSize(LARGEST - 2);
            List<Integer> counted = new ArrayList<>();
            boolean isWhole = false;
            for (int stages = 0; !isWhole; stages++) {
                KCliqueResult counts = count(graph, KCliqueConfig.all(), new StageClock(stages));
                List<KCliqueSummary> rows = KCliqueSummary.of(counts);
                int done = (int) rows.stream().filter(KCliqueSummary::complete).count();
                counted.add(done);
                assertThat(rows.subList(0, done)).isEqualTo(all.subList(0, done));
                isWhole = done == rows.size();
                assertThat(counts.cliqueNumber(graph)).isEqualTo(isWhole ? LARGEST : null);
                assertThat(counts.last() > LARGEST).isEqualTo(!isWhole);
            }
            assertThat(counted).isSorted().contains(0, 1, 2, LARGEST - 2);
        }
    }

    @Test
    @Tag("gpu")
    void denseGraphOnTheGpuHasTheSizesForWhichThereIsTime() {
        EdgeList list = RandomGraphs.uniform(400, 0.8, 2);
        BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
        KCliqueConfig config = KCliqueConfig.all().withTimeoutMillis(1500);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, gpu.workers());
                KCliqueResult part = gpu.run(new KCliqueAlgorithm(), graph, config, memory);
                KCliqueResult four = gpu.run(new KCliqueAlgorithm(), graph, KCliqueConfig.total(4, 4), memory)) {
            assertThat(part.count(4)).isEqualTo(four.count(4));
            assertThat(part.count(part.last())).isNull();
        }
    }
}
