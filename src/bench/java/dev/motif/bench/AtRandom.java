package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkPart;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import java.util.List;
import java.util.function.Function;

/**
 * An algorithm that needs a value of each edge, on a graph whose edges get random ones, the same in every run. Making them is a
 * part of its run.
 */
interface AtRandom<G extends Graph, C, R extends AutoCloseable> extends Algorithm<G, C, R> {
    /** The algorithm that needs them. */
    Algorithm<G, C, R> ofValues();

    /** The name of the values, such as times. */
    String values();

    /** Runs the algorithm with random values in its configuration, which takes 8 bytes an edge meanwhile. */
    R withValues(G graph, C config, Execution execution, Function<C, R> run);

    @Override
    default Class<G> graphType() {
        return ofValues().graphType();
    }

    @Override
    default List<String> stages(GraphSize size, C config) {
        return ofValues().stages(size, config);
    }

    @Override
    default R cpu(G graph, C config, Execution execution) {
        return withValues(graph, config, execution, with -> ofValues().cpu(graph, with, execution));
    }

    @Override
    default GpuVersion<G, R> gpu(C config) {
        GpuVersion<G, R> version = ofValues().gpu(config);
        return version == null ? null : new OnGpu<>(this, config, version);
    }

    @Override
    default String withoutGpu(C config) {
        return ofValues().withoutGpu(config);
    }

    @Override
    default RunCost cost(C config) {
        return ofValues().cost(config);
    }

    @Override
    default CpuEstimate cpuEstimate(GraphSize size, C config, int concurrency) {
        CpuEstimate estimate = ofValues().cpuEstimate(size, config, concurrency);
        return new CpuEstimate(withValues(estimate.offHeap(), size), estimate.heap());
    }

    private MemoryEstimate withValues(MemoryEstimate offHeap, GraphSize size) {
        return MemoryEstimate.sum(name(), offHeap, MemoryEstimate.of(values(), size.edges() * Long.BYTES));
    }

    /** @param version of the configuration without values */
    record OnGpu<G extends Graph, C, R extends AutoCloseable>(
            AtRandom<G, C, R> algorithm, C config, GpuVersion<G, R> version) implements GpuVersion<G, R> {
        @Override
        public String obstacle(GpuDevice device, GraphSize size) {
            return version.obstacle(device, size);
        }

        @Override
        public GpuEstimate estimate(GpuDevice device, GraphSize size) {
            return withValues(version.estimate(device, size), size);
        }

        @Override
        public GpuEstimate estimate(List<GpuDevice> devices, GraphSize size) {
            return withValues(version.estimate(devices, size), size);
        }

        private GpuEstimate withValues(GpuEstimate estimate, GraphSize size) {
            return new GpuEstimate(algorithm.withValues(estimate.offHeap(), size), estimate.heap(), estimate.device());
        }

        @Override
        public R run(G graph, Execution execution, GpuDevice device) {
            return algorithm.withValues(graph, config, execution, with -> algorithm
                    .ofValues()
                    .gpu(with)
                    .run(graph, execution, device));
        }

        @Override
        public boolean canShare(GpuDevice device, GraphSize size) {
            return version.canShare(device, size);
        }

        @Override
        public boolean canDivide(GpuDevice device, GraphSize size) {
            return false;
        }

        @Override
        public R share(G graph, Execution execution, List<GpuDevice> devices, WorkPart part) {
            return algorithm.withValues(graph, config, execution, with -> algorithm
                    .ofValues()
                    .gpu(with)
                    .share(graph, execution, devices, part));
        }
    }
}
