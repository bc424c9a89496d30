package dev.motif.cypher.call;

import dev.motif.catalog.Column;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.ValueType;
import dev.motif.text.UserText;

/** The column of relationships in which a call finds their directions. Works where there is no Neo4j, too. */
public final class DirectionColumn {
    private static final int GRAIN = 1 << 16;

    private DirectionColumn() {}

    /**
     * The directions in a column.
     *
     * @param column valid as long as the result is used
     * @throws IllegalArgumentException when a value is no direction
     */
    public static EdgeDirections directions(Column column, Workers workers) {
        boolean lists = column.lists() != null;
        if (column.type() != ValueType.INTEGER) {
            throw wrong(lists, column.type().cypher() + "s");
        }
        EdgeDirections directions = lists
                ? new EdgeDirections(column.lists().values(), column.lists().starts())
                : new EdgeDirections(column.values(EntityKind.RELATIONSHIPS), null);
        long most = EdgeDirections.BACKWARD + (lists ? 0 : EdgeDirections.FORWARD);
        OffHeapLongs values = directions.directions();
        workers.forRanges(values.length(), GRAIN, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                if (values.get(i) < EdgeDirections.FORWARD || values.get(i) > most) {
                    throw wrong(lists, UserText.value(ValueType.INTEGER.object(values.get(i))));
                }
            }
        });
        return directions;
    }

    private static IllegalArgumentException wrong(boolean lists, String given) {
        return new IllegalArgumentException("column '" + Property.DIRECTION_COLUMN + "' must have "
                + (lists ? "lists of 1 and 2" : "1, 2 or 3 for each relationship")
                + ", as a projection with orientation: 'DIRECTED' makes it, got " + given);
    }

    /**
     * The error where a graph has no such column.
     *
     * @param what such as {@code "Graph 'g'"}
     */
    static IllegalArgumentException missing(String what) {
        return new IllegalArgumentException(
                what + " has no directions of its relationships, which are needed: project it with "
                        + Property.ORIENTATION + ": 'DIRECTED'");
    }
}
