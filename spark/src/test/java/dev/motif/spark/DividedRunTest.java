package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkPart;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.UnlikeDevices;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** On GPUs that are not there: what they find in a position is its numbers. */
class DividedRunTest {
    private static final long NUMBERS = 10_000;
    private static final int PARTS = 3;
    private static final List<GpuDevice> UNLIKE =
            List.of(UnlikeDevices.withShared(7), UnlikeDevices.withShared(64), UnlikeDevices.withShared(1));

    private final NativeMemory memory = new NativeMemory(1 << 20);
    private final Workers workers = Workers.of(2);

    /** The sum of the numbers at some positions, each of which has {@code numbers} of them. */
    record Sum(long sum, int numbers) implements Mergeable<Sum> {
        @Override
        public Sum plus(List<Sum> others, Workers workers) {
            return new Sum(sum + others.stream().mapToLong(Sum::sum).sum(), numbers);
        }

        @Override
        public void close() {}
    }

    /** Adds up numbers, so many of which are at a position as the configuration says, or where it is 0 the device. */
    public static class Numbers implements DivisibleAlgorithm<UnipartiteGraph, Integer, Sum> {
        @Override
        public String name() {
            return "numbers";
        }

        @Override
        public Class<UnipartiteGraph> graphType() {
            return UnipartiteGraph.class;
        }

        @Override
        public Integer settled(Integer config, Sum part) {
            return part.numbers;
        }

        @Override
        public GpuVersion<UnipartiteGraph, Sum> gpu(Integer config) {
            return new OnGpu(config);
        }

        @Override
        public Sum cpu(UnipartiteGraph graph, Integer config, Execution execution) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Division<Integer> divide(UnipartiteGraph graph, Integer config, int parts, Execution execution) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Sum cpu(UnipartiteGraph graph, Integer config, List<WorkRange> ranges, Execution execution) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CpuEstimate cpuEstimate(GraphSize size, Integer config, int concurrency) {
            throw new UnsupportedOperationException();
        }
    }

    /** Where each device chooses, whatever another one has chosen. */
    public static final class Unsettled extends Numbers {
        @Override
        public Integer settled(Integer config, Sum part) {
            return config;
        }
    }

    private record OnGpu(int config) implements GpuVersion<UnipartiteGraph, Sum> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return null;
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return true;
        }

        @Override
        public Sum run(UnipartiteGraph graph, Execution execution, GpuDevice device) {
            return share(graph, execution, List.of(device), WorkPart.WHOLE);
        }

        @Override
        public Sum share(UnipartiteGraph graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            return DeviceGroup.sum(devices, part, execution, (own, device, share) -> sum(device, share));
        }

        private Sum sum(GpuDevice device, Participant share) {
            int numbers = config == 0 ? device.info().sharedBytesPerBlock() : config;
            Supplier<Range> ranges = share.ranges((NUMBERS + numbers - 1) / numbers, 0);
            long sum = 0;
            for (Range range = ranges.get(); range != null; range = ranges.get()) {
                sum += LongStream.range(range.from() * numbers, Math.min(NUMBERS, range.to() * numbers))
                        .sum();
            }
            return new Sum(sum, numbers);
        }
    }

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }

    private Sum onUnlikeDevices(Class<? extends Numbers> algorithm) {
        DividedRun<UnipartiteGraph, Integer, Sum> run = new DividedRun<>(null, algorithm, 0, PARTS, Options.DEFAULT);
        try (UnipartiteGraph graph = new UnipartiteGraph(new Csr(memory.zeroedLongs(2), memory.ints(0)))) {
            DividedRun.Plan<Integer> plan = run.divide(graph, PARTS, execution(), UNLIKE.get(0));
            assertThat(plan.ranges()).hasSize(UNLIKE.size());
            List<Sum> found = LongStream.range(0, PARTS)
                    .mapToObj(i -> run.count(plan, plan.ranges().get((int) i), graph, execution(), UNLIKE.get((int) i)))
                    .toList();
            return found.get(0).plus(found.subList(1, found.size()), workers);
        }
    }

    @Test
    void unlikeDevicesDoWhatOneHasChosen() {
        assertThat(onUnlikeDevices(Numbers.class)).isEqualTo(new Sum(NUMBERS * (NUMBERS - 1) / 2, 7));
    }

    @Test
    void devicesThatNumberTheWorkOtherwiseAreAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> onUnlikeDevices(Unsettled.class))
                .withMessage("GPUs disagree on the work: 1429 positions, checksum 0, and 157 positions, checksum 0:"
                        + " use GPUs of one kind, or `backend: CPU`");
    }
}
