package dev.motif.projection.value;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.projection.value.PropertyReader.FloatAfterIntegers;
import dev.motif.text.Ascii;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.neo4j.values.AnyValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;
import org.neo4j.values.virtual.MapValue;

/**
 * Makes bits of the values that the rows of a query have for columns. A column has one type in all rows and groups: once
 * there is a FLOAT, the INTEGERs that rows have are changed. Not thread-safe.
 */
public final class RowValues {
    private static final String VALUE = "value";

    private final Function<AnyValue, Object> toJava;
    private final HeapBudget.Share heap;
    private final Map<String, PropertyReader> readers = new HashMap<>();
    private final List<Group> groups = new ArrayList<>();

    /**
     * @param toJava gives what a value is outside of the database, for errors
     * @param heap gets the bytes of texts, and is the caller's
     */
    public RowValues(Function<AnyValue, Object> toJava, HeapBudget.Share heap) {
        this.toJava = toJava;
        this.heap = heap;
    }

    /** Puts other bits in place of those that value {@code i} of each row has. */
    @FunctionalInterface
    public interface Change {
        void all(int i, LongUnaryOperator other);
    }

    /**
     * Adds columns that rows have values for in one map.
     *
     * @param parameter what errors call the map
     * @param properties the columns; one of the name of another group's is the same
     * @param change changes what rows have got until then
     * @throws IllegalArgumentException when two of the same name have other defaults
     */
    public Group add(String parameter, List<Property> properties, Change change) {
        for (Property property : properties) {
            Property known = readers.computeIfAbsent(
                            property.column(), any -> new PropertyReader(property, 0, false, heap))
                    .property();
            if (!Objects.equals(known.fallback(), property.fallback())) {
                throw new IllegalArgumentException(
                        "`" + property.parameter() + "` must have the same `default` as `" + known.parameter() + "`");
            }
        }
        Group group =
                new Group(parameter, properties.stream().map(Property::column).toList(), change);
        groups.add(group);
        return group;
    }

    /** The columns of one map of a row, such as of its source node, and the bits of their values in the current row. */
    public final class Group {
        private final String parameter;
        private final List<String> columns;
        private final Change change;
        private final long[] bits;

        /** The current reader of each column. */
        private final PropertyReader[] own;

        private Group(String parameter, List<String> columns, Change change) {
            this.parameter = parameter;
            this.columns = columns;
            this.change = change;
            this.bits = new long[columns.size()];
            this.own = columns.stream().map(readers::get).toArray(PropertyReader[]::new);
        }

        public List<String> columns() {
            return columns;
        }

        /** The readers that made the bits. */
        public List<PropertyReader> readers() {
            return List.of(own);
        }

        /**
         * The bits of a row's values; valid until the next call.
         *
         * @param given the map
         * @param row the number of the row, for errors
         * @throws IllegalArgumentException when it has other columns, or a value cannot be in its column
         */
        public long[] bits(AnyValue given, long row) {
            if (bits.length == 0) {
                return bits;
            }
            if (!(given instanceof MapValue values) || values.size() != bits.length) {
                throw otherColumns();
            }
            for (int i = 0; i < bits.length; i++) {
                AnyValue value = values.get(columns.get(i));
                if (value == Values.NO_VALUE && !values.containsKey(columns.get(i))) {
                    throw otherColumns();
                }
                if (value instanceof MapValue map) {
                    String key = keyIn(map, VALUE);
                    value = key == null ? Values.NO_VALUE : map.get(key);
                }
                bits[i] = value == Values.NO_VALUE ? own[i].bitsWithout() : bits(i, value, row);
            }
            return bits;
        }

        private IllegalArgumentException otherColumns() {
            return new IllegalArgumentException(
                    "`" + parameter + "` must have the same columns in all rows of a group: "
                            + columns.stream().map(UserText::value).collect(Collectors.joining(", ")));
        }

        private long bits(int i, AnyValue given, long row) {
            if (!(given instanceof Value value)) {
                throw new IllegalArgumentException("`" + parameter + "." + columns.get(i)
                        + "` must be a number, a BOOLEAN, a STRING or a temporal value, got "
                        + UserText.value(toJava.apply(given)));
            }
            try {
                return own[i].bits(value, "row", row);
            } catch (FloatAfterIntegers e) {
                PropertyReader floats = new PropertyReader(e.property(), 0, true, heap);
                readers.put(columns.get(i), floats);
                groups.forEach(group -> group.become(floats, row));
                return floats.bits(value, "row", row);
            }
        }

        private void become(PropertyReader floats, long row) {
            int column = columns.indexOf(floats.property().column());
            if (column < 0) {
                return;
            }
            own[column] = floats;
            long without = floats.bitsWithout();
            change.all(
                    column,
                    integer -> integer == without
                            ? integer
                            : floats.bits(Values.longValue(integer), "a row before row", row));
        }
    }

    /** The key of a map that is {@code wanted} but for the case of letters; null for none. */
    public static String keyIn(AnyValue given, String wanted) {
        if (given instanceof MapValue map) {
            for (String key : map.keySet()) {
                if (Ascii.equalsIgnoringCase(key, wanted)) {
                    return key;
                }
            }
        }
        return null;
    }
}
