package dev.motif.cypher.write;

import dev.motif.catalog.Column;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.projection.EntityKind;
import java.util.List;
import java.util.function.IntFunction;
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
 * @param texts what the database has in place of each integer; null where it has the number
 * @param parts what the numbers of lists are, in their order; null where the values are no lists
 */
public record PropertyValues(
        Column.Type type, LongUnaryOperator bits, IntFunction<String> texts, List<PropertyValues> parts) {
    /** The values of a column. */
    public static PropertyValues of(Column column, EntityKind elements) {
        return new PropertyValues(column.type(), column.values(elements)::get, null, null);
    }

    public static PropertyValues integers(LongUnaryOperator values) {
        return new PropertyValues(Column.Type.INTEGER, values, null, null);
    }

    /** Null where there are no values. */
    public static PropertyValues integers(OffHeapLongs values) {
        return values == null ? null : integers(values::get);
    }

    public static PropertyValues floats(LongToDoubleFunction values) {
        return new PropertyValues(
                Column.Type.FLOAT, index -> Double.doubleToRawLongBits(values.applyAsDouble(index)), null, null);
    }

    /** Names in the database, and in columns their numbers, from 0. */
    public static PropertyValues named(IntFunction<String> names, LongUnaryOperator numbers) {
        return new PropertyValues(Column.Type.INTEGER, numbers, names, null);
    }

    /** Lists of integers in the database, and a column for each of their numbers. */
    public static PropertyValues lists(List<PropertyValues> parts) {
        return new PropertyValues(Column.Type.INTEGER, null, null, parts);
    }

    /** What columns have: the parts of lists one by one. */
    static PropertyValues[] forColumns(PropertyValues... values) {
        return Stream.of(values)
                .flatMap(each -> each.parts == null ? Stream.of(each) : each.parts.stream())
                .toArray(PropertyValues[]::new);
    }

    /** The value that the database has. */
    Value value(long index) {
        if (parts != null) {
            return Values.longArray(parts.stream()
                    .mapToLong(part -> part.bits.applyAsLong(index))
                    .toArray());
        }
        long value = bits.applyAsLong(index);
        if (texts != null) {
            // Not Values.stringValue, whose type differs between versions of Neo4j.
            return Values.of(texts.apply((int) value));
        }
        return type == Column.Type.INTEGER
                ? Values.longValue(value)
                : Values.doubleValue(Double.longBitsToDouble(value));
    }
}
