package dev.motif.spark;

import dev.motif.projection.value.ValueType;
import dev.motif.text.Names;
import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * A column of edges that becomes one of a graph file, of the type that a projection of Neo4j would give it.
 *
 * @param typeName what {@link ValueType#named} knows the type by, which cannot be serialized where there is no Neo4j
 */
record EdgeColumn(String name, String typeName) implements Serializable {
    private static final long NANOS_OF_A_MICROSECOND = 1000;

    /** @throws IllegalArgumentException when columns of graph files cannot have the name or the type */
    static EdgeColumn of(StructField field) {
        return new EdgeColumn(
                Names.column("`properties`", field.name()), type(field).cypher());
    }

    ValueType type() {
        return ValueType.named(typeName);
    }

    private static ValueType type(StructField field) {
        DataType type = field.dataType();
        if (MotifSpark.ID_TYPES.contains(type)) {
            return ValueType.INTEGER;
        }
        if (MotifSpark.FLOAT_TYPES.contains(type)) {
            return ValueType.FLOAT;
        }
        if (type.equals(DataTypes.BooleanType)) {
            return ValueType.BOOLEAN;
        }
        if (type.equals(DataTypes.DateType)) {
            return ValueType.DATE;
        }
        if (type.equals(DataTypes.TimestampType)) {
            return ValueType.ZONED_DATETIME;
        }
        throw new IllegalArgumentException("`" + field.name()
                + "` must be integers of at most 64 bits, floats, booleans, dates or timestamps, got "
                + type.simpleString());
    }

    /** The bits of values, or of none for null. A value that 64 bits cannot hold fails the job. */
    Column bits(Column values) {
        Column bits =
                switch (type()) {
                    case FLOAT ->
                        longs(value -> Double.doubleToLongBits((Double) value), values.cast(DataTypes.DoubleType));
                    case DATE -> functions.unix_date(values);
                    case ZONED_DATETIME -> longs(micros -> nanos((Long) micros), functions.unix_micros(values));
                    default -> longs(value -> valid((Long) value), values.cast(DataTypes.LongType));
                };
        return functions.coalesce(bits.cast(DataTypes.LongType), functions.lit(type().missing()));
    }

    private static Column longs(UDF1<Object, Long> function, Column values) {
        UDF1<Object, Long> orNull = value -> value == null ? null : function.call(value);
        return functions.udf(orNull, DataTypes.LongType).apply(values);
    }

    private long nanos(long micros) {
        try {
            return valid(Math.multiplyExact(micros, NANOS_OF_A_MICROSECOND));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "`" + name + "` must be between the years 1677 and 2262, whose nanoseconds 64 bits hold", e);
        }
    }

    private long valid(long bits) {
        if (bits == type().missing()) {
            throw new IllegalArgumentException(
                    "`" + name + "` must not be the smallest of 64 bits, which stands for no value");
        }
        return bits;
    }
}
