package dev.motif.projection;

import dev.motif.projection.filter.Formula;
import dev.motif.projection.filter.Operator;
import dev.motif.text.UserText;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.TextValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * Keeps the nodes or the relationships whose properties meet conditions. These are what a comparison of Cypher is: of values that
 * have no order, such as a number and a text, or two durations, it is null, unless they are compared for equality alone.
 *
 * @param formula of at least one condition; several may be about one property
 * @param namesExist whether a property that does not exist in the database is a mistake; otherwise nothing has it
 */
public record PropertyFilter(Formula<Condition> formula, boolean namesExist) {
    /** The most conditions of a filter. */
    public static final int MAX_CONDITIONS = 10;

    /** The most values that a filter may allow for a property. */
    public static final int MAX_VALUES = 1000;

    /** The most characters of a value that is a text. */
    public static final int MAX_CHARACTERS = 1024;

    public PropertyFilter(List<Condition> conditions) {
        this(
                Formula.and(conditions.stream()
                        .<Formula<Condition>>map(Formula.Condition::new)
                        .toList()),
                true);
    }

    public List<Condition> conditions() {
        return formula.conditions().toList();
    }

    /**
     * A bound that the value of a property is compared with.
     *
     * @param values one; several or none for {@link Operator#IN}; none for {@link Operator#IS_NULL}
     */
    public record Bound(Operator operator, Set<Value> values) {
        private int of(Value given) {
            if (operator == Operator.IS_NULL) {
                return answer(given == Values.NO_VALUE);
            }
            if (given == Values.NO_VALUE) {
                return values.isEmpty() ? Formula.FALSE : Formula.NULL;
            }
            return switch (operator) {
                case EQUAL, UNEQUAL, IN -> operator.ofUnordered(values.contains(given));
                case STARTS_WITH, ENDS_WITH, CONTAINS ->
                    given instanceof TextValue text
                            ? answer(operator.holds(text.stringValue(), ((TextValue) value()).stringValue()))
                            : Formula.NULL;
                default ->
                    given.valueGroup() != value().valueGroup() || given instanceof DurationValue
                            ? operator.ofUnordered(given.equals(value()))
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
    }

    /**
     * A condition on the value of a property. A node or relationship without the property does not meet it, nor with a
     * value that cannot be compared to the bounds (a string with a number), nor with NaN.
     *
     * @param property the property's key
     * @param bounds all of which must hold
     */
    public record Condition(String property, List<Bound> bounds) {
        /**
         * A condition with the values as users give them.
         *
         * @param parameter what errors call the condition
         * @param min the smallest value that is allowed, or null for no lower bound
         * @param max the largest value that is allowed, or null for no upper bound
         * @param equal the only value that is allowed, or null for any
         * @param in the values that are allowed, or null for any
         * @throws IllegalArgumentException when there is no value at all, a value is a list, a map or a text of more
         *     than {@value #MAX_CHARACTERS} characters, {@code min} or {@code max} is a duration, {@code min} is not at
         *     most {@code max} and of the same type, or {@code in} is not a list of at most {@value #MAX_VALUES}
         */
        public static Condition of(String parameter, String property, Object min, Object max, Object equal, Object in) {
            if (min == null && max == null && equal == null && in == null) {
                throw new IllegalArgumentException(
                        "`" + parameter + "` must have at least one of `min`, `max`, `equals` and `in`, got none");
            }
            Value least = ordered(parameter + ".min", min);
            Value most = ordered(parameter + ".max", max);
            List<Bound> bounds = new ArrayList<>();
            add(bounds, Operator.AT_LEAST, least);
            add(bounds, Operator.AT_MOST, most);
            add(bounds, Operator.EQUAL, single(parameter + ".equals", equal));
            if (in != null) {
                bounds.add(new Bound(Operator.IN, several(parameter + ".in", in)));
            }
            checkOrder(parameter, least, most);
            return new Condition(property, bounds);
        }

        private static void add(List<Bound> bounds, Operator operator, Value value) {
            if (value != null) {
                bounds.add(new Bound(operator, Set.of(value)));
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

    private static Value ordered(String parameter, Object value) {
        Value single = single(parameter, value);
        if (single instanceof DurationValue) {
            throw new IllegalArgumentException("`" + parameter
                    + "` must not be a DURATION, since durations have no order, got " + UserText.value(value));
        }
        return single;
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
    private static String shown(Value bound) {
        return UserText.name(bound.prettyPrint());
    }

    private static boolean comparable(Value value, Value bound) {
        return value.valueGroup() == bound.valueGroup() && !isNaN(value) && !isNaN(bound);
    }

    private static boolean isNaN(Value value) {
        return value.asObject() instanceof Number number && Double.isNaN(number.doubleValue());
    }
}
