package dev.motif.projection;

import dev.motif.text.UserText;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Keeps the nodes or the relationships whose properties meet all conditions.
 *
 * @param conditions at least one; several may be about one property
 */
public record PropertyFilter(List<Condition> conditions) {
    /** The most conditions of a filter. */
    public static final int MAX_CONDITIONS = 10;

    /** The most values among which that of a property may be. */
    public static final int MAX_VALUES = 1000;

    /** The most characters of a value that is a text. */
    public static final int MAX_CHARACTERS = 1024;

    public PropertyFilter {
        conditions = List.copyOf(conditions);
    }

    /**
     * What the value of a property must be. A node or relationship without the property does not meet it, nor with a
     * value that cannot be compared to the bounds (a string with a number), nor with NaN.
     *
     * @param parameter what errors call the condition
     * @param property the property's key
     * @param min the smallest value that is allowed, or null for no lower bound
     * @param max the largest value that is allowed, or null for no upper bound
     * @param equal the only value that is allowed, or null for any
     * @param in the values that are allowed, or null for any
     */
    public record Condition(String parameter, String property, Value min, Value max, Value equal, Set<Value> in) {
        /**
         * A condition with the values as users give them.
         *
         * @param parameter what errors call the condition
         * @throws IllegalArgumentException when there is no value at all, a value is a list, a map or a text of more
         *     than {@value #MAX_CHARACTERS} characters, {@code min} is not at most {@code max} and of the same type, or
         *     {@code in} is not a list of at most {@value #MAX_VALUES}
         */
        public static Condition of(String parameter, String property, Object min, Object max, Object equal, Object in) {
            if (min == null && max == null && equal == null && in == null) {
                throw new IllegalArgumentException(
                        "`" + parameter + "` must have at least one of `min`, `max`, `equals` and `in`, got none");
            }
            Condition condition = new Condition(
                    parameter,
                    property,
                    single(parameter + ".min", min),
                    single(parameter + ".max", max),
                    single(parameter + ".equals", equal),
                    in == null ? null : several(parameter + ".in", in));
            condition.checkOrder();
            return condition;
        }

        private void checkOrder() {
            if (min != null
                    && max != null
                    && !isNaN(min)
                    && !isNaN(max)
                    && !(comparable(min, max) && Values.COMPARATOR.compare(min, max) <= 0)) {
                throw new IllegalArgumentException("`" + parameter
                        + ".min` must be at most `max` and of the same type, got " + shown(min) + " and " + shown(max));
            }
        }

        /** What of this cannot be compared with {@code value} because their types differ, for an error; null for nothing. */
        String notComparableWith(Value value) {
            Map<String, Value> bounds = new LinkedHashMap<>();
            bounds.put("`min` is a ", min);
            bounds.put("`max` is a ", max);
            bounds.put("`equals` is a ", equal);
            if (in != null && in.stream().noneMatch(each -> each.valueGroup() == value.valueGroup())) {
                bounds.put("`in` has a ", in.stream().findFirst().orElse(null));
            }
            return bounds.entrySet().stream()
                    .filter(bound ->
                            bound.getValue() != null && bound.getValue().valueGroup() != value.valueGroup())
                    .map(bound -> bound.getKey() + typeOf(bound.getValue()) + ", and the values are of the type "
                            + typeOf(value))
                    .findFirst()
                    .orElse(null);
        }

        /** @param reason why no value can be compared */
        IllegalArgumentException notComparable(String reason) {
            return new IllegalArgumentException("`" + parameter + "` can be compared with no value of `"
                    + UserText.name(property) + "`: " + reason);
        }

        boolean isMetBy(Value value) {
            return (equal == null || equal.equals(value))
                    && (in == null || in.contains(value))
                    && (min == null || comparable(value, min) && Values.COMPARATOR.compare(value, min) >= 0)
                    && (max == null || comparable(value, max) && Values.COMPARATOR.compare(value, max) <= 0);
        }
    }

    private static Set<Value> several(String parameter, Object given) {
        if (!(given instanceof List<?> list) || list.size() > MAX_VALUES) {
            throw new IllegalArgumentException("`" + parameter + "` must be a list of at most " + MAX_VALUES
                    + " values, got " + UserText.value(given));
        }
        Set<Value> values = new LinkedHashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String name = parameter + "[" + i + "]";
            if (list.get(i) == null) {
                throw new IllegalArgumentException("`" + name + "` must not be null");
            }
            values.add(single(name, list.get(i)));
        }
        return values;
    }

    private static Value single(String parameter, Object value) {
        boolean single = value == null
                || value instanceof Number
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Temporal
                || value instanceof TemporalAmount;
        if (!single) {
            throw new IllegalArgumentException("`" + parameter
                    + "` must be a number, a STRING, a BOOLEAN or a temporal value, got " + UserText.value(value));
        }
        if (value instanceof String text && text.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("`" + parameter + "` must have at most " + MAX_CHARACTERS
                    + " characters, got " + UserText.value(value));
        }
        return value == null ? null : Values.of(value);
    }

    private static String shown(Value bound) {
        return UserText.name(bound.prettyPrint());
    }

    /** The type as Cypher calls it, but one name for all numbers. */
    private static String typeOf(Value value) {
        String group = value.valueGroup().name();
        String element = group.replace("_ARRAY", "");
        String type =
                switch (element) {
                    case "TEXT" -> "STRING";
                    case "NUMBER" -> "number";
                    case "GEOMETRY" -> "POINT";
                    default -> element.replace("DATE_TIME", "DATETIME").replace('_', ' ');
                };
        return element.equals(group) ? type : "LIST<" + type + ">";
    }

    private static boolean comparable(Value value, Value bound) {
        return value.valueGroup() == bound.valueGroup() && !isNaN(value) && !isNaN(bound);
    }

    private static boolean isNaN(Value value) {
        return value.asObject() instanceof Number number && Double.isNaN(number.doubleValue());
    }
}
