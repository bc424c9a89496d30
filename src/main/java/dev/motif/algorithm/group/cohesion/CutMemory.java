package dev.motif.algorithm.group.cohesion;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Team;
import java.util.PriorityQueue;

/**
 * Estimates the memory that the components of a graph and the searches for their minimum cuts take; a worker searches one
 * component at a time.
 */
final class CutMemory {
    private static final int NOT_SEARCHED = -1;

    private final int workers;
    /** The bytes of the largest searches, of one search per worker at most. */
    private final PriorityQueue<Long> largest = new PriorityQueue<>();

    /** The bytes of the largest search. */
    private long most;

    private long components;

    private CutMemory(int workers) {
        this.workers = workers;
    }

    static CutMemory of(Graph graph, CohesionConfig config, Execution execution) {
        CutMemory memory = new CutMemory(execution.workers().concurrency());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Team team = new Team(execution.workers());
            VertexRows rows = new VertexRows(graph);
            Components components = Components.of(rows, team, execution.memory(), scope);
            Bridges bridges = new Bridges(rows, scope);
            memory.components = components.count();
            team.runHere(components.count(), (worker, from, to) -> {
                for (long component = from; component < to; component++) {
                    int size = components.size(component);
                    if (size > 1 && size <= config.maxComponentSize()) {
                        long edges = edgesToSearch(rows, components, bridges, component, execution);
                        if (edges != NOT_SEARCHED) {
                            memory.add(MinimumCut.bytes(size, edges));
                        }
                    }
                }
            });
        }
        return memory;
    }

    /** The number of edges of a component; {@value #NOT_SEARCHED} when it has a bridge. */
    private static long edgesToSearch(
            VertexRows rows, Components components, Bridges bridges, long component, Execution execution) {
        long ends = 0;
        for (long i = components.firstMember(component); i < components.endMember(component); i++) {
            long degree = rows.degree(components.member(i));
            if (degree == 1) {
                return NOT_SEARCHED;
            }
            ends += degree;
        }
        int root = components.member(components.firstMember(component));
        return bridges.count(root, execution.workers().cancellation()) > 0 ? NOT_SEARCHED : ends / 2;
    }

    private void add(long bytes) {
        most = Math.max(most, bytes);
        largest.add(bytes);
        if (largest.size() > workers) {
            largest.remove();
        }
    }

    long components() {
        return components;
    }

    /** The estimate: from the largest search to the largest ones of all workers at the same time. */
    MemoryEstimate estimate(String name) {
        return MemoryEstimate.range(
                name, most, largest.stream().mapToLong(Long::longValue).sum());
    }
}
