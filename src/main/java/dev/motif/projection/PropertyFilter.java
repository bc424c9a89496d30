package dev.motif.projection;

import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Keeps the relationships whose property lies in a range. A relationship without the property, or with a value that
 * cannot be compared to the bounds (a string with a number), is not kept; neither is NaN.
 *
 * @param property the property's key
 * @param min the smallest value kept, or null for no lower bound
 * @param max the largest value kept, or null for no upper bound
 * @param equal the only value kept, or null for any
 */
public record PropertyFilter(String property, Value min, Value max, Value equal) {
    /**
     * A filter with the bounds as users give them.
     *
     * @throws IllegalArgumentException when there is no bound at all, a bound is a list or a map, or {@code min} is not
     *     at most {@code max} and of the same type
     */
    public static PropertyFilter of(String property, Object min, Object max, Object equal) {
        if (min == null && max == null && equal == null) {
            throw new IllegalArgumentException(
                    "`relationshipFilter` must have at least one of `min`, `max` and `equals`, got none");
        }
        PropertyFilter filter =
                new PropertyFilter(property, bound("min", min), bound("max", max), bound("equals", equal));
        filter.checkOrder();
        return filter;
    }

    private void checkOrder() {
        if (min != null
                && max != null
                && !isNaN(min)
                && !isNaN(max)
                && !(comparable(min, max) && Values.COMPARATOR.compare(min, max) <= 0)) {
            throw new IllegalArgumentException(
                    "`relationshipFilter.min` must be at most `max` and of the same type, got " + min.prettyPrint()
                            + " and " + max.prettyPrint());
        }
    }

    private static Value bound(String name, Object value) {
        boolean single = value == null
                || value instanceof Number
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Temporal
                || value instanceof TemporalAmount;
        if (!single) {
            throw new IllegalArgumentException("`relationshipFilter." + name
                    + "` must be a number, a STRING, a BOOLEAN or a temporal value, got " + value);
        }
        return value == null ? null : Values.of(value);
    }

    boolean keeps(Value value) {
        return (equal == null || equal.equals(value))
                && (min == null || comparable(value, min) && Values.COMPARATOR.compare(value, min) >= 0)
                && (max == null || comparable(value, max) && Values.COMPARATOR.compare(value, max) <= 0);
    }

    private static boolean comparable(Value value, Value bound) {
        return value.valueGroup() == bound.valueGroup() && !isNaN(value) && !isNaN(bound);
    }

    private static boolean isNaN(Value value) {
        return value.asObject() instanceof Number number && Double.isNaN(number.doubleValue());
    }
}
