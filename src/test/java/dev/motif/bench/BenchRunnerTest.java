package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@LeavesNothing
class BenchRunnerTest {
    private final NativeMemory memory = new NativeMemory(1 << 20);

    private record Row(long count) {}

    @FunctionalInterface
    private interface Run {
        BenchResult of(Execution execution, int run);
    }

    @Test
    void warmupRunsHaveNoTimes() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        BenchRunner runner = runner((execution, run) -> {
            runs.incrementAndGet();
            execution.time(Stage.COMPUTE, () -> {});
            return new BenchResult(new Row(7), null, () -> {});
        });
        BenchRunner.Runs result = runner.run(null, 2, 3);
        assertThat(runs).hasValue(5);
        assertThat(result.times()).hasSize(3);
        assertThat(result.processorMillis()).hasSize(3);
        assertThat(result.result()).isEqualTo(Map.of("count", 7L));
    }

    @Test
    void anotherTotalInALaterRunFails() {
        BenchRunner runner = runner((execution, run) -> new BenchResult(new Row(run < 3 ? 7 : 8), null, () -> {}));
        assertThatThrownBy(() -> runner.run(null, 1, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("run 4 gave {count=8} where the first run gave {count=7}");
    }

    @Test
    void anotherValueInALaterRunFails() {
        BenchRunner runner = runner((execution, run) -> {
            OffHeapLongs values = execution.memory().zeroedLongs(2);
            values.set(run % 2, run < 2 ? 5 : 4);
            return new BenchResult(
                    new Row(7), new BenchResult.Per("node", Map.of("left", ValueChecksum.of(values))), values);
        });
        assertThatThrownBy(() -> runner.run(null, 0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sumsq=16")
                .hasMessageContaining("sumsq=25");
    }

    @Test
    void memoryLeftByARunFails() {
        OffHeapLongs[] leaked = new OffHeapLongs[1];
        BenchRunner runner = runner((execution, run) -> {
            leaked[0] = execution.memory().longs(3);
            return new BenchResult(new Row(7), null, () -> {});
        });
        assertThatThrownBy(() -> runner.run(null, 0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a run left 24 bytes allocated");
        leaked[0].close();
    }

    @Test
    void resultThatIsMadeWhileItIsReadLeavesNothingWhenCancelled() throws Exception {
        NativeMemory own = new NativeMemory(1 << 24);
        BenchJob job = BenchAlgorithms.named("nodeSimilarity").configure(Map.of());
        AtomicInteger polls = new AtomicInteger();
        try (BipartiteGraph graph = RandomGraphs.bipartite(1, 300, 200, 3000, 1).toGraph(own, Workers.of(1))) {
            long ofGraph = own.liveBytes();
            Backend.Choice cpu = Backend.Choice.cpu("test");
            int cancelled = 0;
            for (boolean ended = false; !ended; ) {
                int last = cancelled;
                polls.set(0);
                Workers workers = new Workers(2, () -> polls.getAndIncrement() >= last, Progress.NONE);
                try (BenchResult ignored = job.run(graph, cpu, new Execution(own, workers, new StageTimes()))) {
                    ended = true;
                } catch (CancellationException e) {
                    cancelled++;
                }
                assertThat(own.liveBytes()).isEqualTo(ofGraph);
            }
            assertThat(cancelled).isPositive();
        }
    }

    private BenchRunner runner(Run body) {
        AtomicInteger runs = new AtomicInteger();
        BenchJob job = new BenchJob() {
            @Override
            public Backend.Choice choose(Backend backend, GraphSize size) {
                throw new AssertionError("the runner does not choose");
            }

            @Override
            public int concurrency() {
                return 1;
            }

            @Override
            public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
                return body.of(execution, runs.getAndIncrement());
            }
        };
        return new BenchRunner(job, new Backend.Choice(Backend.CPU, null, "test"), memory);
    }
}
