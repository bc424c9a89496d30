package dev.motif.algorithm.butterfly.cohesion;

import dev.motif.algorithm.butterfly.cohesion.CohesionResult.Reason;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;

/**
 * Computes cohesion on the CPU: finds the components on one thread, then searches for minimum cuts with all workers,
 * each worker in a component of its own.
 */
final class CohesionCpu {
    /** The name of the stage that searches for minimum cuts, as progress shows it. */
    static final String STAGE = "cutting components";

    private final BipartiteGraph graph;
    private final ButterflyResult butterflies;
    private final CohesionConfig config;
    private final Execution execution;
    private final Workers workers;
    private final Team team;

    CohesionCpu(BipartiteGraph graph, ButterflyResult butterflies, CohesionConfig config, Execution execution) {
        this.graph = graph;
        this.butterflies = butterflies;
        this.config = config;
        this.execution = execution;
        this.workers = execution.workers();
        this.team = new Team(workers);
    }

    CohesionResult count() {
        return execution.times().time(Stage.COMPUTE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                workers.progress().begin("finding components", 0);
                Components components = Components.of(graph, team, execution.memory(), scope);
                // Owned before it has any array, so that nothing leaks when one of its arrays does not fit.
                OffHeapScope ofResult = scope.own(new OffHeapScope(execution.memory()));
                CohesionResult counts = new CohesionResult(components.count(), execution.memory(), ofResult);
                addSide(counts, components, 0, graph.left(), counts.left, butterflies.left());
                addSide(counts, components, graph.leftCount(), graph.right(), counts.right, butterflies.right());
                addButterflies(counts, components);
                cut(counts, components);
                scope.keep(ofResult);
                return counts;
            }
        });
    }

    /** Adds the vertices of one side to their components: sizes, leaves (vertices of degree 1) and most butterflies. */
    private void addSide(
            CohesionResult counts,
            Components components,
            int firstVertex,
            Csr rows,
            OffHeapLongs sizes,
            OffHeapLongs butterfliesOf) {
        team.runHere(0, rows.vertexCount(), (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                int component = components.componentOf(firstVertex + v);
                sizes.add(component, 1);
                if (rows.degree(v) == 1) {
                    decide(counts, component, Reason.LEAF, 1);
                }
                long own = butterfliesOf.get(v);
                counts.maxButterflies.set(component, Math.max(own, counts.maxButterflies.get(component)));
            }
        });
    }

    /**
     * Adds the edges and butterflies of all components. Both are counted at the left vertices, where each edge comes
     * once and each butterfly twice.
     */
    private void addButterflies(CohesionResult counts, Components components) {
        team.runHere(0, graph.leftCount(), (worker, from, to) -> {
            for (int u = (int) from; u < to; u++) {
                int component = components.componentOf(u);
                counts.edges.add(component, graph.left().degree(u));
                counts.twiceButterflies.add(component, 0, butterflies.left().get(u));
            }
        });
    }

    private static void decide(CohesionResult counts, long component, Reason reason, long minCut) {
        counts.reasons.set(component, reason.ordinal());
        counts.minCut.set(component, minCut);
    }

    private void cut(CohesionResult counts, Components components) {
        workers.progress().begin(STAGE, components.count());
        workers.run(workers.concurrency(), (worker, group) -> {
            for (long component = worker; component < components.count(); component += workers.concurrency()) {
                if (group.stopped()) {
                    return;
                }
                if (counts.reason(component) != Reason.LEAF) {
                    cut(counts, components, component, group);
                }
                workers.progress().advance(1);
            }
        });
    }

    private void cut(CohesionResult counts, Components components, long component, Workers.Group group) {
        int size = components.size(component);
        if (size == 1) {
            decide(counts, component, Reason.SINGLE_NODE, 0);
        } else if (size > config.maxComponentSize()) {
            decide(counts, component, Reason.TOO_LARGE, 0);
        } else {
            decide(
                    counts,
                    component,
                    Reason.SEARCHED,
                    minimumCut(components, component, counts.edges.get(component), group));
        }
    }

    private long minimumCut(Components components, long component, long edges, Workers.Group group) {
        long first = components.firstMember(component);
        int size = components.size(component);
        int smallestDegree = Integer.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            smallestDegree = (int) Math.min(smallestDegree, Components.degree(graph, components.member(first + i)));
        }
        Cancellation cancellation = group::stopped;
        CutGraph.EdgeSource source = consumer -> {
            // Left members come first.
            for (int i = 0; i < size && components.member(first + i) < graph.leftCount(); i++) {
                int u = components.member(first + i);
                cancellation.check();
                for (long slot = graph.left().start(u); slot < graph.left().end(u); slot++) {
                    int v = graph.leftCount() + graph.left().neighbor(slot);
                    consumer.accept(i, components.indexOf(component, v), 1);
                }
            }
        };
        return MinimumCut.of(size, edges, source, smallestDegree, execution.memory(), cancellation);
    }
}
