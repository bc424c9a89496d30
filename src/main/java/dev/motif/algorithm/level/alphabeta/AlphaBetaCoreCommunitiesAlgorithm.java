package dev.motif.algorithm.level.alphabeta;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The communities of (alpha,beta)-cores: their connected components, for one alpha, by beta. Elements are the
 * left vertices, then the right ones.
 *
 * <p>Work {@code O(vertices + edges)} times the inverse of Ackermann's function, beside the work of {@link
 * AlphaBetaCoreAlgorithm}. Requires fewer than 2^31 vertices on both sides together.
 */
public final class AlphaBetaCoreCommunitiesAlgorithm
        extends HierarchyAlgorithm<BipartiteGraph, AlphaBetaCoreConfig, AlphaBetaCoreResult> {
    public AlphaBetaCoreCommunitiesAlgorithm() {
        super(new AlphaBetaCoreAlgorithm());
    }

    @Override
    protected Connections connections(
            BipartiteGraph graph,
            HierarchyConfig<AlphaBetaCoreConfig> config,
            AlphaBetaCoreResult numbers,
            Execution execution,
            OffHeapScope scope) {
        if (graph.vertexCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "the two sides together must have fewer than 2^31 nodes, got " + graph.vertexCount());
        }
        return new Edges(graph, numbers.betas(0, Side.LEFT), numbers.betas(0, Side.RIGHT));
    }

    @Override
    public PeeledElements elements(HierarchyConfig<AlphaBetaCoreConfig> config) {
        return PeeledElements.VERTICES;
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<AlphaBetaCoreConfig> config, int concurrency) {
        return ConnectionMemory.of(MemoryEstimate.of("betas", size.vertices() * Integer.BYTES));
    }

    /** Edges connect their ends. */
    private record Edges(BipartiteGraph graph, OffHeapInts left, OffHeapInts right) implements Connections {
        @Override
        public int count() {
            return (int) graph.vertexCount();
        }

        private boolean isLeft(int vertex) {
            return vertex < graph.leftCount();
        }

        @Override
        public long level(int vertex) {
            return isLeft(vertex) ? left.get(vertex) : right.get(vertex - graph.leftCount());
        }

        @Override
        public long accesses() {
            return 2 * graph.edgeCount() / Math.max(1, graph.vertexCount()) + 1;
        }

        @Override
        public int join(int worker, int vertex, int position, Joins joins) {
            return isLeft(vertex)
                    ? joins.joinNeighbors(worker, graph.left(), vertex, graph.leftCount(), position)
                    : joins.joinNeighbors(worker, graph.right(), vertex - graph.leftCount(), 0, position);
        }

        @Override
        public void describe(int vertex, Extent extent) {
            if (isLeft(vertex)) {
                extent.left(vertex);
            } else {
                extent.right(vertex - graph.leftCount());
            }
        }
    }
}
