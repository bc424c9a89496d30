package dev.motif.catalog;

import dev.motif.projection.EntityKind;
import java.util.List;

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

    /** Those that {@code elements} have. */
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
