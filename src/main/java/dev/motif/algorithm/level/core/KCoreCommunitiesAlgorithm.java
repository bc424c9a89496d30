package dev.motif.algorithm.level.core;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.algorithm.order.KCoreResult;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The communities of k-cores: their connected components.
 *
 * <p>Work {@code O(vertices + edges)} times the inverse of Ackermann's function, beside the work of {@link
 * KCoreAlgorithm}.
 */
public final class KCoreCommunitiesAlgorithm extends HierarchyAlgorithm<UnipartiteGraph, KCoreConfig, KCoreResult> {
    public KCoreCommunitiesAlgorithm() {
        super(new KCoreAlgorithm());
    }

    @Override
    protected Connections connections(
            UnipartiteGraph graph,
            HierarchyConfig<KCoreConfig> config,
            KCoreResult numbers,
            Execution execution,
            OffHeapScope scope) {
        return new Edges(graph.adjacency(), numbers.cores());
    }

    @Override
    public PeeledElements elements(HierarchyConfig<KCoreConfig> config) {
        return PeeledElements.VERTICES;
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<KCoreConfig> config, int concurrency) {
        long arrays = config.numbers().order() ? 2 : 1;
        return ConnectionMemory.of(MemoryEstimate.of("core numbers", arrays * size.vertices() * Integer.BYTES));
    }

    /** Edges connect their ends. */
    private record Edges(Csr rows, OffHeapInts cores) implements Connections {
        @Override
        public int count() {
            return rows.vertexCount();
        }

        @Override
        public long level(int vertex) {
            return cores.get(vertex);
        }

        @Override
        public long accesses() {
            return rows.slotCount() / Math.max(1, rows.vertexCount()) + 1;
        }

        @Override
        public int join(int worker, int vertex, int position, Joins joins) {
            return joins.joinNeighbors(worker, rows, vertex, 0, position);
        }

        @Override
        public void describe(int vertex, Extent extent) {
            extent.left(vertex);
        }
    }
}
