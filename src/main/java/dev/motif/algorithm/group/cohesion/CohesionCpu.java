package dev.motif.algorithm.group.cohesion;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.group.cohesion.CohesionResult.Reason;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
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

    private final Graph graph;
    private final VertexRows rows;
    private final ButterflyResult butterflies;
    private final CohesionConfig config;
    private final Execution execution;
    private final Workers workers;
    private final Team team;

    /** @param butterflies by vertex; null for a unipartite graph */
    CohesionCpu(Graph graph, ButterflyResult butterflies, CohesionConfig config, Execution execution) {
        this.graph = graph;
        this.rows = new VertexRows(graph);
        this.butterflies = butterflies;
        this.config = config;
        this.execution = execution;
        this.workers = execution.workers();
        this.team = new Team(workers);
    }

    CohesionResult count() {
        return execution.time(Stage.COMPUTE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                workers.progress().begin(Components.STAGE, 0);
                Components components = Components.of(rows, team, execution.memory(), scope);
                // Owned before it has any array, so that nothing leaks when one of its arrays does not fit.
                OffHeapScope ofResult = scope.own(new OffHeapScope(execution.memory()));
                CohesionResult counts = new CohesionResult(
                        graph instanceof BipartiteGraph, components.count(), execution.memory(), ofResult);
                addVertices(counts, components);
                if (butterflies != null) {
                    addButterflies(counts, components, 0, butterflies.left());
                    addButterflies(counts, components, rows.leftCount, butterflies.right());
                }
                cut(counts, components, new Bridges(rows, scope));
                scope.keep(ofResult);
                return counts;
            }
        });
    }

    /** Adds the vertices to their components, and their edges: sizes, and leaves (vertices of degree 1). */
    private void addVertices(CohesionResult counts, Components components) {
        team.runHere(rows.count, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                int component = components.componentOf(v);
                (v < rows.leftCount ? counts.left : counts.right).add(component, 1);
                counts.edges.add(component, rows.end(v) - rows.firstForward(v));
                if (rows.degree(v) == 1) {
                    decide(counts, component, Reason.LEAF, 1);
                }
            }
        });
    }

    /** Adds the butterflies of one side: all of them at the left vertices, where each comes twice, and the most of one. */
    private void addButterflies(
            CohesionResult counts, Components components, int firstVertex, OffHeapLongs butterfliesOf) {
        team.runHere(butterfliesOf.length(), (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                int component = components.componentOf(firstVertex + v);
                long own = butterfliesOf.get(v);
                counts.maxButterflies.set(component, Math.max(own, counts.maxButterflies.get(component)));
                if (butterfliesOf == butterflies.left()) {
                    counts.twiceButterflies.add(component, 0, own);
                }
            }
        });
    }

    private static void decide(CohesionResult counts, long component, Reason reason, long minCut) {
        counts.reasons.set(component, reason.ordinal());
        counts.minCut.set(component, minCut);
    }

    private void cut(CohesionResult counts, Components components, Bridges bridges) {
        workers.progress().begin(STAGE, components.count());
        workers.run(workers.concurrency(), (worker, group) -> {
            for (long component = worker; component < components.count(); component += workers.concurrency()) {
                if (group.stopped()) {
                    return;
                }
                int root = components.member(components.firstMember(component));
                counts.bridges.set(component, bridges.count(root, group::stopped));
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
        } else if (counts.bridgeCount(component) > 0) {
            decide(counts, component, Reason.BRIDGE, 1);
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
            smallestDegree = (int) Math.min(smallestDegree, rows.degree(components.member(first + i)));
        }
        Cancellation cancellation = group::stopped;
        CutGraph.EdgeSource source = consumer -> {
            for (int i = 0; i < size; i++) {
                int u = components.member(first + i);
                cancellation.check();
                for (long slot = rows.firstForward(u); slot < rows.end(u); slot++) {
                    consumer.accept(i, components.indexOf(component, rows.neighbor(u, slot)), 1);
                }
            }
        };
        return MinimumCut.of(size, edges, source, smallestDegree, execution.memory(), cancellation);
    }
}
