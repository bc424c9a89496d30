package dev.motif.cypher.derive;

import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.cypher.derive.Filter.Subject;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.InducedSubgraph.EdgeTest;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.filter.FilterParser;
import dev.motif.projection.filter.Formula;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes a graph of some nodes and relationships of another, with its ids and columns, which it copies.
 *
 * @param source the other graph and all its columns, which the caller holds until this has returned
 */
public record Derivation(ColumnLease source, NativeMemory memory, Workers workers) {
    /** The names of the stages. */
    public static final List<String> STAGES = List.of("choosing nodes", "choosing relationships", "copying columns");

    /** A multiple of 64, so that no two workers write to one word. */
    private static final int VERTICES_PER_TASK = 1 << 12;

    /** Whether a node stays. Several workers ask at the same time. */
    @FunctionalInterface
    private interface NodeTest {
        boolean keeps(EntityKind side, int vertex);
    }

    /**
     * Checks what needs no graph.
     *
     * @throws IllegalArgumentException when the text is too long, blank or null
     */
    public static void checkFilter(String text) {
        FilterParser.checkLength("filter", text);
    }

    /**
     * The nodes and relationships that pass {@code filter}: relationships for which it is true, with their nodes; nodes for
     * which it can be true whatever their relationships are.
     *
     * @throws IllegalArgumentException when it is no filter
     */
    public WithColumns filtered(String text) {
        ColumnFilter filter = ColumnFilter.of(text, source);
        boolean bipartite = graph().isBipartite();
        boolean twice = filter.usesNode();
        return derived(
                (side, vertex) -> (filter.of(Subject.ofNode(side, vertex)) & Formula.TRUE) != 0, (edge, u, v) -> {
                    int left = bipartite ? u : -1;
                    int right = bipartite ? v : -1;
                    return filter.of(new Subject(edge, left, right, u, EntityKind.LEFT)) == Formula.TRUE
                            && (!twice
                                    || filter.of(new Subject(
                                                    edge,
                                                    left,
                                                    right,
                                                    v,
                                                    bipartite ? EntityKind.RIGHT : EntityKind.LEFT))
                                            == Formula.TRUE);
                });
    }

    /**
     * Some nodes, and all relationships among them.
     *
     * @param nodeIds may have repetitions
     * @throws IllegalArgumentException when one is not in the graph
     */
    public WithColumns induced(long[] nodeIds) {
        ProjectedGraph graph = graph();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs left = bits(EntityKind.LEFT, scope);
            OffHeapLongs right = bits(EntityKind.RIGHT, scope);
            for (int i = 0; i < nodeIds.length; i++) {
                if (i % VERTICES_PER_TASK == 0) {
                    workers.cancellation().check();
                }
                int vertex = graph.left().vertex(nodeIds[i]);
                boolean isLeft = vertex >= 0;
                vertex = isLeft || !graph.isBipartite() ? vertex : graph.right().vertex(nodeIds[i]);
                if (vertex < 0) {
                    throw new IllegalArgumentException(
                            "`nodes` must be nodes of the graph, but node " + nodeIds[i] + " is not in the graph");
                }
                (isLeft ? left : right).setBit(vertex);
            }
            return derived(
                    (side, vertex) -> (side == EntityKind.LEFT ? left : right).bit(vertex) != 0, (edge, u, v) -> true);
        }
    }

    private ProjectedGraph graph() {
        return source.graph().projected();
    }

    /** Bits for each vertex of a side, all 0. */
    private OffHeapLongs bits(EntityKind side, OffHeapScope scope) {
        return scope.zeroedLongs((side.count(graph()) + Long.SIZE - 1) / Long.SIZE);
    }

    private WithColumns derived(NodeTest node, EdgeTest edge) {
        ProjectedGraph graph = graph();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin(STAGES.get(0), graph.graph().vertexCount());
            OffHeapInts left = scope.own(kept(EntityKind.LEFT, node));
            OffHeapInts right = graph.isBipartite() ? scope.own(kept(EntityKind.RIGHT, node)) : null;
            workers.progress().begin(STAGES.get(1), 2 * left.length());
            scope.keep(left);
            scope.keep(right);
            InducedSubgraph part = scope.own(InducedSubgraph.of(graph.graph(), left, right, edge, memory, workers));
            workers.progress().begin(STAGES.get(2), 0);
            List<Values> values = new ArrayList<>();
            for (Column column : columns()) {
                values.add(scope.own(of(part, column)));
            }
            ProjectionStatistics statistics = new ProjectionStatistics(
                    0,
                    0,
                    0,
                    graph.graph().edgeCount() - part.graph().edgeCount(),
                    graph.graph().vertexCount() - part.graph().vertexCount());
            ProjectedGraph derived =
                    graph.of(scope.keep(part), memory, workers.beside()).with(statistics);
            values.forEach(scope::keep);
            List<Column> columns = new ArrayList<>();
            for (Column column : columns()) {
                columns.add(new Column(values.get(columns.size()), column.stale()));
            }
            return new WithColumns(derived, columns);
        }
    }

    private List<Column> columns() {
        return Stream.concat(source.ofNodes().stream(), source.ofRelationships().stream())
                .toList();
    }

    /** The values that a column has in a part of the graph; the caller owns them. */
    private Values of(InducedSubgraph part, Column column) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Map<EntityKind, OffHeapLongs> values = new EnumMap<>(EntityKind.class);
            column.values().forEach((elements, all) -> values.put(elements, scope.own(of(part, elements, all))));
            ValueLists lists =
                    column.lists() == null ? null : scope.own(column.lists().of(part.edges(), memory, workers));
            Texts texts =
                    column.texts() == null ? null : scope.own(column.texts().copy(memory));
            return scope.keep(
                    GraphAssembler.owned(new Values(column.name(), column.type(), values, lists, texts), scope));
        }
    }

    private OffHeapLongs of(InducedSubgraph part, EntityKind elements, OffHeapLongs all) {
        return switch (elements) {
            case LEFT -> all.at(part.left(), memory, workers);
            case RIGHT -> all.at(part.right(), memory, workers);
            case RELATIONSHIPS -> all.at(part.edges(), memory, workers);
        };
    }

    /** The vertices of a side that stay, ascending; the caller owns them. */
    private OffHeapInts kept(EntityKind side, NodeTest test) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs bits = bits(side, scope);
            workers.forRanges(side.count(graph()), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int vertex = (int) from; vertex < to; vertex++) {
                    if (test.keeps(side, vertex)) {
                        bits.setBit(vertex);
                    }
                }
                workers.progress().advance(to - from);
            });
            return scope.keep(InducedSubgraph.vertices(bits, scope));
        }
    }
}
