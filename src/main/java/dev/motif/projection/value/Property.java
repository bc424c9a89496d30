package dev.motif.projection.value;

import dev.motif.text.UserText;
import org.neo4j.values.storable.Value;

/**
 * A property that a projection reads into a column.
 *
 * @param parameter what errors call it
 * @param column the column's name
 * @param key the property's name; {@link #ANY} for each relationship, whatever properties it has, which are counted
 * @param fallback the value of those without the property; null for none
 * @param aggregation what becomes of the values of parallel relationships; of no meaning for nodes
 */
public record Property(String parameter, String column, String key, Value fallback, Aggregation aggregation) {
    /** Stands for no property in particular. */
    public static final String ANY = "*";

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
        /** All values, as a list in ascending order. */
        KEEP
    }

    /** The error for wrong values of this property. */
    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("`" + parameter + "`: " + what);
    }

    String quotedKey() {
        return "property " + UserText.value(key);
    }
}
