package dev.motif.cypher.write;

import dev.motif.catalog.Column;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.ValueType;
import dev.motif.text.UserText;
import java.lang.reflect.Array;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * The values of a property, by vertex or edge.
 *
 * @param type what a column has
 * @param bits the value of each index, as a column has it
 * @param stored what the database has at an index; null where it has the value with the bits
 * @param parts what the numbers of lists are, in their order; null where the values are no lists
 * @param counted what they count, exactly, for later states of the graph; null for other values
 * @param ways what relationships get in the database by their directions; null where these make no difference
 */
public record PropertyValues(
        ValueType type,
        LongUnaryOperator bits,
        LongFunction<Value> stored,
        List<PropertyValues> parts,
        String counted,
        Ways ways) {
    /** Values of the relationships of an edge from its smaller end to its larger one, and the other way. */
    private record Ways(LongUnaryOperator forward, LongUnaryOperator backward) {}

    private PropertyValues(
            ValueType type, LongUnaryOperator bits, LongFunction<Value> stored, List<PropertyValues> parts) {
        this(type, bits, stored, parts, null, null);
    }

    public static PropertyValues of(Column column, EntityKind elements) {
        return column.type().isNumber() && column.lists() == null
                ? new PropertyValues(column.type(), column.values(elements)::get, null, null)
                : new PropertyValues(column.type(), null, index -> stored(column.value(elements, index)), null);
    }

    /** The value to store; not by Values.stringValue, whose type differs between versions of Neo4j. */
    private static Value stored(Object value) {
        if (!(value instanceof List<?> list)) {
            return Values.of(value);
        }
        if (list.contains(null)) {
            throw new IllegalArgumentException("A list with a missing value cannot be stored as a property, got "
                    + UserText.value(list) + ": project the values of relationships with a `default`");
        }
        // An empty list has no type.
        Object array =
                Array.newInstance(list.isEmpty() ? Long.class : list.get(0).getClass(), list.size());
        for (int i = 0; i < list.size(); i++) {
            Array.set(array, i, list.get(i));
        }
        return Values.of(array);
    }

    /**
     * Values of relationships by their directions.
     *
     * @param forward of the relationships of an edge from the node of the smaller id to the other one
     * @param backward of the relationships that lead the other way
     * @param both what the edge has in a column
     */
    public static PropertyValues directed(
            LongUnaryOperator forward, LongUnaryOperator backward, LongUnaryOperator both) {
        return new PropertyValues(ValueType.INTEGER, both, null, null, null, new Ways(forward, backward));
    }

    public static PropertyValues integers(LongUnaryOperator values) {
        return new PropertyValues(ValueType.INTEGER, values, null, null);
    }

    /** Null where there are no values. */
    public static PropertyValues integers(OffHeapLongs values) {
        return values == null ? null : integers(values::get);
    }

    /** Null where there are no values. */
    public static PropertyValues counts(OffHeapLongs values, String counted) {
        return values == null ? null : integers(values).of(counted);
    }

    /** The same values as counts of a motif, where they count something. */
    public PropertyValues of(String what) {
        return new PropertyValues(type, bits, stored, parts, what, ways);
    }

    public static PropertyValues floats(LongToDoubleFunction values) {
        return new PropertyValues(
                ValueType.FLOAT, index -> Double.doubleToRawLongBits(values.applyAsDouble(index)), null, null);
    }

    /** Names in the database, and in columns their numbers, from 0. */
    public static PropertyValues named(IntFunction<String> names, LongUnaryOperator numbers) {
        return new PropertyValues(
                ValueType.INTEGER, numbers, index -> Values.of(names.apply((int) numbers.applyAsLong(index))), null);
    }

    /** Lists of integers in the database, and a column for each of their numbers. */
    public static PropertyValues lists(List<PropertyValues> parts) {
        return new PropertyValues(ValueType.INTEGER, null, null, parts);
    }

    /** The values of columns: the parts of lists one by one. */
    static PropertyValues[] forColumns(PropertyValues... values) {
        return Stream.of(values)
                .flatMap(each -> each.parts == null ? Stream.of(each) : each.parts.stream())
                .toArray(PropertyValues[]::new);
    }

    /** Whether the values of relationships depend on their directions. */
    boolean areDirected() {
        return ways != null;
    }

    /** The value that a relationship of an edge has in the database, where values depend on directions. */
    Value value(long edge, boolean forward) {
        return type.value((forward ? ways.forward() : ways.backward()).applyAsLong(edge));
    }

    /** The value that the database has; {@link Values#NO_VALUE} where there is none to write. */
    Value value(long index) {
        if (parts != null) {
            return Values.longArray(parts.stream()
                    .mapToLong(part -> part.bits.applyAsLong(index))
                    .toArray());
        }
        return stored != null ? stored.apply(index) : type.value(bits.applyAsLong(index));
    }
}
