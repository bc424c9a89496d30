package dev.motif.projection;

import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Keeps the relationships whose {@code property} lies in a range. A relationship without the property, or with a value
 * that cannot be compared to the bounds (a string with a number), is not kept.
 *
 * @param property the property's key
 * @param min the smallest value kept, or null for no lower bound
 * @param max the largest value kept, or null for no upper bound
 * @param equal the only value kept, or null for any
 */
public record PropertyFilter(String property, Object min, Object max, Object equal) {
    boolean keeps(Value value) {
        return (equal == null || Values.of(equal).equals(value))
                && (min == null || comparable(value, min) && compare(value, min) >= 0)
                && (max == null || comparable(value, max) && compare(value, max) <= 0);
    }

    private static boolean comparable(Value value, Object bound) {
        return value.valueGroup() == Values.of(bound).valueGroup() && !isNaN(value.asObject()) && !isNaN(bound);
    }

    private static boolean isNaN(Object value) {
        return value instanceof Number number && Double.isNaN(number.doubleValue());
    }

    private static int compare(Value value, Object bound) {
        return Values.COMPARATOR.compare(value, Values.of(bound));
    }
}
