package dev.motif.projection.value;

import dev.motif.text.UserText;
import org.neo4j.values.storable.Value;

/**
 * A property that a projection reads into a column.
 *
 * @param parameter what errors call it
 * @param column the column's name
 * @param key the property's name; {@link #ANY} for each relationship, whatever properties it has, which are counted, or
 *     {@link #DIRECTION}
 * @param fallback the value of those without the property; null for none
 * @param aggregation what becomes of the values of parallel relationships; of no meaning for nodes
 */
public record Property(String parameter, String column, String key, Value fallback, Aggregation aggregation) {
    /** Stands for no property in particular. */
    public static final String ANY = "*";

    /** Stands for the direction of a relationship of a unipartite graph, which is no property; see {@link #direction}. */
    public static final String DIRECTION = "->";

    /** The column of the directions. */
    public static final String DIRECTION_COLUMN = "direction";

    /** The key that asks for directions, for errors. */
    public static final String ORIENTATION = "orientation";

    /** Makes one value of the values of parallel relationships, which are one edge. Missing values are left out. */
    public enum Aggregation {
        /** The value that all have; others than one value are an error. */
        SAME,
        /** The value of the relationship with the smallest id, also where it has none. */
        SINGLE,
        MIN,
        MAX,
        /** The sum of numbers or durations. */
        SUM,
        /** How many have a value. */
        COUNT,
        /**
         * All values, as a list in ascending order; where edges have directions, in the order of the ids of relationships, with
         * missing values, so that the lists of an edge say together what each relationship is like.
         */
        KEEP
    }

    /**
     * The directions of relationships, as {@link dev.motif.graph.EdgeDirections} has them.
     *
     * @param lists whether each relationship of an edge has a value, else the edge has the sum of the different ones
     */
    public static Property direction(boolean lists) {
        return new Property(
                ORIENTATION, DIRECTION_COLUMN, DIRECTION, null, lists ? Aggregation.KEEP : Aggregation.SAME);
    }

    public boolean isDirection() {
        return key.equals(DIRECTION);
    }

    /** Whether the database has values of it. */
    public boolean isStored() {
        return !key.equals(ANY) && !isDirection();
    }

    /** The error for wrong values of this property. */
    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("`" + parameter + "`: " + what);
    }

    String quotedKey() {
        return "property " + UserText.value(key);
    }
}
