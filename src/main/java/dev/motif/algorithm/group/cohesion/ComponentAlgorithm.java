package dev.motif.algorithm.group.cohesion;

import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Team;
import java.util.List;

/**
 * The connected component of each vertex, by union-find, in near linear time. Memory: 8 bytes a vertex and 40 a component.
 */
public final class ComponentAlgorithm implements Algorithm.OfEither<ComponentConfig, ComponentResult> {
    @Override
    public String name() {
        return "cohesion";
    }

    @Override
    public List<String> stages(GraphSize size, ComponentConfig config) {
        return List.of(Components.STAGE);
    }

    @Override
    public ComponentResult cpu(Graph graph, ComponentConfig config, Execution execution) {
        return execution.time(Stage.COMPUTE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                execution.workers().progress().begin(Components.STAGE, 0);
                VertexRows rows = new VertexRows(graph);
                OffHeapScope ofResult = scope.own(new OffHeapScope(execution.memory()));
                Components components =
                        Components.of(rows, new Team(execution.workers()), execution.memory(), ofResult);
                scope.keep(ofResult);
                return new ComponentResult(components, rows, ofResult);
            }
        });
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, ComponentConfig config, int concurrency) {
        long vertices = size.vertices();
        return CpuEstimate.of(MemoryEstimate.range(
                name(), Components.bytes(vertices, Math.min(1, vertices)), Components.bytes(vertices, vertices)));
    }
}
