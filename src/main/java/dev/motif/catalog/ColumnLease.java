package dev.motif.catalog;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.ValueType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Columns of a named graph, of which a call is a user, as it is of the graph.
 *
 * @param ofNodes in the order in which they were asked for
 * @param ofRelationships in the order in which they were asked for
 */
public record ColumnLease(CatalogGraph graph, List<Column> ofNodes, List<Column> ofRelationships)
        implements AutoCloseable {
    /**
     * Makes the caller a user, who has to close the result.
     *
     * @param ofNodes names, or {@link Columns#ALL}
     * @param ofRelationships names, or {@link Columns#ALL}
     * @throws IllegalArgumentException when there is no such graph or column, or a column is of the other kind
     */
    public static ColumnLease acquire(GraphKey key, List<String> ofNodes, List<String> ofRelationships) {
        CatalogGraph graph = GraphCatalog.server().acquire(key);
        Columns columns = graph.columns();
        List<Column> nodes = List.of();
        try {
            // At once, so that no name is there twice.
            synchronized (columns) {
                nodes = columns.acquire(ofNodes, true);
                return new ColumnLease(graph, nodes, columns.acquire(ofRelationships, false));
            }
        } catch (RuntimeException | Error e) {
            new ColumnLease(graph, nodes, List.of()).close();
            throw e;
        }
    }

    /**
     * Leases a graph with columns, as {@link #acquire(GraphKey, List, List)} does; nodes also have the column {@value
     * Columns#DEGREE} when it is asked for by name; its values are the result's own.
     *
     * @param memory of degrees
     */
    public static ColumnLease acquire(
            GraphKey key, List<String> ofNodes, List<String> ofRelationships, NativeMemory memory) {
        CatalogGraph graph = GraphCatalog.server().acquire(key);
        try {
            int degree = graph.columns().has(Columns.DEGREE) ? -1 : ofNodes.indexOf(Columns.DEGREE);
            if (degree < 0) {
                return acquire(key, ofNodes, ofRelationships);
            }
            List<String> others = ofNodes.stream()
                    .filter(name -> !name.equals(Columns.DEGREE))
                    .toList();
            ColumnLease held = acquire(key, others, ofRelationships);
            return OffHeapScope.closingOnFailure(held, () -> {
                List<Column> nodes = new ArrayList<>(held.ofNodes);
                // Behind '*' it follows all columns that the star stands for.
                nodes.add(
                        degree > 0 && others.equals(Columns.ALL) ? nodes.size() : degree,
                        degrees(held.graph.projected().graph(), memory));
                return new ColumnLease(held.graph, List.copyOf(nodes), held.ofRelationships);
            });
        } finally {
            graph.release();
        }
    }

    /** The degrees of all nodes; the caller owns the column. */
    private static Column degrees(Graph graph, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Map<EntityKind, OffHeapLongs> values = new EnumMap<>(EntityKind.class);
            if (graph instanceof BipartiteGraph bipartite) {
                values.put(EntityKind.LEFT, degrees(bipartite.left(), scope));
                values.put(EntityKind.RIGHT, degrees(bipartite.right(), scope));
            } else {
                values.put(EntityKind.LEFT, degrees(((UnipartiteGraph) graph).adjacency(), scope));
            }
            values.values().forEach(scope::keep);
            return new Column(Columns.DEGREE, ValueType.INTEGER, values);
        }
    }

    private static OffHeapLongs degrees(Csr rows, OffHeapScope scope) {
        OffHeapLongs degrees = scope.longs(rows.vertexCount());
        for (int v = 0; v < rows.vertexCount(); v++) {
            degrees.set(v, rows.degree(v));
        }
        return degrees;
    }

    public List<Column> of(EntityKind elements) {
        return (elements.areNodes() ? ofNodes : ofRelationships)
                .stream().filter(column -> column.has(elements)).toList();
    }

    /** Ends the use of the columns and of the graph. */
    @Override
    public void close() {
        ofNodes.forEach(Column::release);
        ofRelationships.forEach(Column::release);
        graph.release();
    }
}
