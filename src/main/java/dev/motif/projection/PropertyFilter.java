package dev.motif.projection;

import dev.motif.projection.filter.Formula;
import dev.motif.projection.filter.Operator;
import dev.motif.text.UserText;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.neo4j.values.storable.TextValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Keeps the nodes or the relationships whose properties meet conditions.
 *
 * @param formula of at least one condition; several may be about one property
 */
public record PropertyFilter(Formula<Condition> formula) {
    /** The most conditions of a filter. */
    public static final int MAX_CONDITIONS = 10;

    /** The most values among which that of a property may be. */
    public static final int MAX_VALUES = 1000;

    /** The most characters of a value that is a text. */
    public static final int MAX_CHARACTERS = 1024;

    public PropertyFilter(List<Condition> conditions) {
        this(Formula.and(conditions.stream()
                .<Formula<Condition>>map(Formula.Condition::new)
                .toList()));
    }

    public List<Condition> conditions() {
        return formula.conditions().toList();
    }

    /**
     * What the value of a property is compared with.
     *
     * @param name of the value, for errors
     * @param values one; several or none for {@link Operator#IN}; none for {@link Operator#IS_NULL}
     */
    public record Bound(String name, Operator operator, Set<Value> values) {
        private int of(Value given) {
            if (operator == Operator.IS_NULL) {
                return answer(given == Values.NO_VALUE);
            }
            if (given == Values.NO_VALUE) {
                return values.isEmpty() ? Formula.FALSE : Formula.NULL;
            }
            return switch (operator) {
                case EQUAL, IN -> answer(values.contains(given));
                case UNEQUAL -> answer(!values.contains(given));
                case STARTS_WITH, ENDS_WITH, CONTAINS ->
                    given instanceof TextValue text
                            ? answer(operator.holds(text.stringValue(), ((TextValue) value()).stringValue()))
                            : Formula.NULL;
                default ->
                    given.valueGroup() != value().valueGroup()
                            ? Formula.NULL
                            : answer(comparable(given, value())
                                    && operator.holds(Values.COMPARATOR.compare(given, value())));
            };
        }

        private static int answer(boolean holds) {
            return holds ? Formula.TRUE : Formula.FALSE;
        }

        private Value value() {
            return values.iterator().next();
        }

        /** What makes this not comparable with {@code given}, whose type differs; null for nothing. */
        private String notComparableWith(Value given) {
            return values.isEmpty() || values.stream().anyMatch(each -> each.valueGroup() == given.valueGroup())
                    ? null
                    : name + (operator == Operator.IN ? " has a " : " is a ") + typeOf(value())
                            + ", and the values are of the type " + typeOf(given);
        }
    }

    /**
     * What the value of a property must be. A node or relationship without the property does not meet it, nor with a
     * value that cannot be compared to the bounds (a string with a number), nor with NaN.
     *
     * @param parameter what errors call the condition
     * @param property the property's key
     * @param bounds all of which must hold
     */
    public record Condition(String parameter, String property, List<Bound> bounds) {
        /**
         * A condition with the values as users give them.
         *
         * @param parameter what errors call the condition
         * @param min the smallest value that is allowed, or null for no lower bound
         * @param max the largest value that is allowed, or null for no upper bound
         * @param equal the only value that is allowed, or null for any
         * @param in the values that are allowed, or null for any
         * @throws IllegalArgumentException when there is no value at all, a value is a list, a map or a text of more
         *     than {@value #MAX_CHARACTERS} characters, {@code min} is not at most {@code max} and of the same type, or
         *     {@code in} is not a list of at most {@value #MAX_VALUES}
         */
        public static Condition of(String parameter, String property, Object min, Object max, Object equal, Object in) {
            if (min == null && max == null && equal == null && in == null) {
                throw new IllegalArgumentException(
                        "`" + parameter + "` must have at least one of `min`, `max`, `equals` and `in`, got none");
            }
            Value least = single(parameter + ".min", min);
            Value most = single(parameter + ".max", max);
            List<Bound> bounds = new ArrayList<>();
            add(bounds, "`min`", Operator.AT_LEAST, least);
            add(bounds, "`max`", Operator.AT_MOST, most);
            add(bounds, "`equals`", Operator.EQUAL, single(parameter + ".equals", equal));
            if (in != null) {
                bounds.add(new Bound("`in`", Operator.IN, several(parameter + ".in", in)));
            }
            checkOrder(parameter, least, most);
            return new Condition(parameter, property, bounds);
        }

        private static void add(List<Bound> bounds, String name, Operator operator, Value value) {
            if (value != null) {
                bounds.add(new Bound(name, operator, Set.of(value)));
            }
        }

        private static void checkOrder(String parameter, Value min, Value max) {
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
            return bounds.stream()
                    .map(bound -> bound.notComparableWith(value))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        /** @param reason why no value can be compared */
        IllegalArgumentException notComparable(String reason) {
            return new IllegalArgumentException("`" + parameter + "` can be compared with no value of `"
                    + UserText.name(property) + "`: " + reason);
        }

        /** Whether {@code value}, which may be none, meets this: one bit of {@link Formula}. */
        int of(Value value) {
            int all = Formula.TRUE;
            for (int i = 0; i < bounds.size() && all == Formula.TRUE; i++) {
                all = bounds.get(i).of(value);
            }
            return all;
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

    /** A value, for errors. */
    public static String shown(Value bound) {
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
