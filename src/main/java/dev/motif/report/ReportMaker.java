package dev.motif.report;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import dev.motif.report.part.NotDrawnException;
import dev.motif.report.part.Part;
import dev.motif.report.part.PartRun;
import dev.motif.report.part.Parts;
import dev.motif.report.part.ReportConfig;
import dev.motif.report.part.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Runs the algorithms whose results a report shows, one part after the other.
 *
 * <p>Each part chooses its own backend, checks whether its memory is free, and has its own time limit. A part that
 * cannot be drawn is left out, and the report says why. So the least memory of a report is the memory of the part that
 * needs least.
 */
final class ReportMaker implements Algorithm.OfEither<ReportConfig, Report> {
    private final LongSupplier nanoTime;

    ReportMaker() {
        this(System::nanoTime);
    }

    /** @param nanoTime the clock of the parts' time limits */
    ReportMaker(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public String name() {
        return "report";
    }

    @Override
    public List<String> stages(GraphSize size, ReportConfig config) {
        return Parts.of(size, config).stream()
                .flatMap(part -> part.steps().stream()
                        .flatMap(step -> stages(step, size).map(stage -> PartRun.stage(part.name(), stage))))
                .toList();
    }

    private static <C> Stream<String> stages(Step<?, C, ?> step, GraphSize size) {
        return step.algorithm().stages(size, step.config()).stream();
    }

    @Override
    public Report cpu(Graph graph, ReportConfig config, Execution execution) {
        List<Section> sections = new ArrayList<>();
        for (Part<?> part : Parts.of(graph, config)) {
            sections.add(section(part, graph, config, execution));
        }
        return new Report(sections);
    }

    private <G extends Graph> Section section(Part<G> part, Graph graph, ReportConfig config, Execution execution) {
        PartRun run = new PartRun(part.name(), config, execution, nanoTime);
        try {
            return Section.drawn(part, part.draw(part.graphType().cast(graph), run), run);
        } catch (NotDrawnException e) {
            return Section.leftOut(part, e.getMessage(), run);
        } finally {
            for (Stage stage : List.of(Stage.PREPARE, Stage.TRANSFER, Stage.COMPUTE)) {
                execution.times().add(stage, run.exactMillis(stage));
            }
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, ReportConfig config, int concurrency) {
        return cpuEstimate(estimate(Parts.of(size, config), step -> onCpu(step, size, concurrency)));
    }

    @Override
    public CpuEstimate cpuEstimate(Graph graph, ReportConfig config, Execution execution) {
        return cpuEstimate(estimate(Parts.of(graph, config), step -> onCpu(step, graph, execution)));
    }

    /**
     * An estimate without the heap: the algorithms take little of it, but the heap of the charts has not been measured.
     */
    private static CpuEstimate cpuEstimate(MemoryEstimate offHeap) {
        return new CpuEstimate(offHeap, null);
    }

    /** Makes the report in this process, since each part chooses where it runs. */
    @Override
    public Report run(Backend.Choice choice, Graph graph, ReportConfig config, Execution execution) {
        return cpu(graph, config, execution);
    }

    @Override
    public GpuVersion<Graph, Report> gpu(ReportConfig config) {
        return new GpuVersion<>() {
            /** Returns null, for no obstacle: a part that cannot run on the GPU runs on the CPU or is left out. */
            @Override
            public String obstacle(GpuDevice device, GraphSize size) {
                return null;
            }

            @Override
            public GpuEstimate estimate(GpuDevice device, GraphSize size) {
                return gpuEstimate(device, size, config);
            }

            /** Makes the report as {@link #cpu} does, since each part chooses its own device. */
            @Override
            public Report run(Graph graph, Execution execution, GpuDevice device) {
                return cpu(graph, config, execution);
            }
        };
    }

    private GpuEstimate gpuEstimate(GpuDevice device, GraphSize size, ReportConfig config) {
        List<? extends Part<?>> parts = Parts.of(size, config);
        return new GpuEstimate(
                estimate(parts, step -> {
                    GpuEstimate onDevice = onDevice(step, device, size);
                    return onDevice == null ? onCpu(step, size, config.run().concurrency()) : onDevice.offHeap();
                }),
                null,
                estimate(parts, step -> {
                    GpuEstimate onDevice = onDevice(step, device, size);
                    return onDevice == null ? MemoryEstimate.of("on the CPU", 0) : onDevice.device();
                }));
    }

    /**
     * The estimate of the parts, which run one after the other. The most is the memory of the largest part. The least
     * is the memory of the smallest part, since parts that do not fit are left out.
     *
     * @param ofStep gives the estimate of a step
     */
    private MemoryEstimate estimate(List<? extends Part<?>> parts, Function<Step<?, ?, ?>, MemoryEstimate> ofStep) {
        List<MemoryEstimate> estimates = parts.stream()
                .map(part -> MemoryEstimate.largest(
                        part.name(), part.steps().stream().map(ofStep).toArray(MemoryEstimate[]::new)))
                .toList();
        return new MemoryEstimate(
                name(),
                estimates.stream().mapToLong(MemoryEstimate::minBytes).min().orElse(0),
                estimates.stream().mapToLong(MemoryEstimate::maxBytes).max().orElse(0),
                estimates);
    }

    private static <C> MemoryEstimate onCpu(Step<?, C, ?> step, GraphSize size, int concurrency) {
        return step.algorithm().cpuEstimate(size, step.config(), concurrency).offHeap();
    }

    /** The off-heap estimate of a step on the CPU. The step's part is one for this kind of graph. */
    private static <G extends Graph, C> MemoryEstimate onCpu(Step<G, C, ?> step, Graph graph, Execution execution) {
        Algorithm<G, C, ?> algorithm = step.algorithm();
        return algorithm
                .cpuEstimate(algorithm.graphType().cast(graph), step.config(), execution)
                .offHeap();
    }

    /** The estimate of a step on the GPU; null when the step cannot run there. */
    private static <C> GpuEstimate onDevice(Step<?, C, ?> step, GpuDevice device, GraphSize size) {
        GpuVersion<?, ?> version = step.algorithm().gpu(step.config());
        return version != null && version.obstacle(device, size) == null ? version.estimate(device, size) : null;
    }
}
