package dev.motif.projection.value;

import dev.motif.text.Ascii;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.values.storable.BooleanValue;
import org.neo4j.values.storable.DateTimeValue;
import org.neo4j.values.storable.DateValue;
import org.neo4j.values.storable.DurationValue;
import org.neo4j.values.storable.FloatingPointValue;
import org.neo4j.values.storable.IntegralValue;
import org.neo4j.values.storable.LocalDateTimeValue;
import org.neo4j.values.storable.LocalTimeValue;
import org.neo4j.values.storable.NumberValue;
import org.neo4j.values.storable.TextValue;
import org.neo4j.values.storable.TimeValue;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/**
 * The meanings of the 64 bits of a value. The names are Cypher's names of types. Bits of one type, but {@link #FLOAT},
 * have the order of the values. A value may be {@link #missing}: one bit pattern of each type stands for null. The
 * class loads where there is no Neo4j.
 */
public enum ValueType {
    INTEGER,
    /** A double, as {@link Double#doubleToRawLongBits} encodes it. */
    FLOAT,
    /** 1 for true, 0 for false. */
    BOOLEAN,
    /** The code of a text among {@link Texts}. */
    STRING,
    /** Days since 1970-01-01. */
    DATE,
    /** Nanoseconds since 1970-01-01T00:00. */
    LOCAL_DATETIME,
    /** Nanoseconds since 1970-01-01T00:00Z: the instant, without the zone. */
    ZONED_DATETIME,
    /** Nanoseconds since midnight. */
    LOCAL_TIME,
    /** Nanoseconds since midnight UTC, below 0 or above a day for some offsets. */
    ZONED_TIME,
    /** Nanoseconds, a day being 24 hours. */
    DURATION;

    /** The bits that stand for {@link #missing} in all types but {@link #FLOAT}. */
    private static final long MISSING = Long.MIN_VALUE;

    /** A NaN that is none of {@link Double#doubleToLongBits}. */
    private static final long MISSING_FLOAT = 0x7ff8000000000001L;

    private static final long NANOS = 1_000_000_000;
    private static final long SECONDS_OF_A_DAY = 86_400;
    private static final long NANOS_OF_A_DAY = SECONDS_OF_A_DAY * NANOS;

    /** Below this, every integer is a double. */
    private static final long EXACT = 1L << 53;

    /** The functions of Cypher that make temporal values of texts. */
    public static final List<String> FUNCTIONS =
            List.of("date", "datetime", "localdatetime", "time", "localtime", "duration");

    /** The type as Cypher writes it, such as {@code "ZONED DATETIME"}. */
    public String cypher() {
        return name().replace('_', ' ');
    }

    /** The bits that stand for no value. */
    public long missing() {
        return this == FLOAT ? MISSING_FLOAT : MISSING;
    }

    public boolean isMissing(long bits) {
        return bits == missing();
    }

    public boolean isNumber() {
        return this == INTEGER || this == FLOAT;
    }

    /** The type of a value; null where it has none of these, such as a list or a point. */
    public static ValueType of(Value value) {
        // No switch over the groups of Neo4j, with which this class would not load where there is no Neo4j.
        if (value instanceof IntegralValue) {
            return INTEGER;
        }
        if (value instanceof FloatingPointValue) {
            return FLOAT;
        }
        if (value instanceof TextValue) {
            return STRING;
        }
        if (value instanceof BooleanValue) {
            return BOOLEAN;
        }
        if (value instanceof DateValue) {
            return DATE;
        }
        if (value instanceof LocalDateTimeValue) {
            return LOCAL_DATETIME;
        }
        if (value instanceof DateTimeValue) {
            return ZONED_DATETIME;
        }
        if (value instanceof LocalTimeValue) {
            return LOCAL_TIME;
        }
        if (value instanceof TimeValue) {
            return ZONED_TIME;
        }
        if (value instanceof DurationValue) {
            return DURATION;
        }
        return null;
    }

    /**
     * The bits of a value of this type but {@link #STRING}; an INTEGER may become a FLOAT.
     *
     * @throws ArithmeticException when 64 bits cannot hold it; its message is what values must be
     */
    public long bits(Value value) {
        long bits =
                switch (this) {
                    case INTEGER -> ((NumberValue) value).longValue();
                    case FLOAT -> Double.doubleToLongBits(exactly((NumberValue) value));
                    case STRING -> throw new IllegalStateException("texts have codes");
                    case BOOLEAN -> (Boolean) value.asObject() ? 1 : 0;
                    case DATE -> ((LocalDate) value.asObject()).toEpochDay();
                    case LOCAL_DATETIME -> {
                        LocalDateTime at = (LocalDateTime) value.asObject();
                        yield nanos(at.toEpochSecond(ZoneOffset.UTC), at.getNano());
                    }
                    case ZONED_DATETIME -> {
                        ZonedDateTime at = (ZonedDateTime) value.asObject();
                        yield nanos(at.toEpochSecond(), at.getNano());
                    }
                    case LOCAL_TIME -> ((LocalTime) value.asObject()).toNanoOfDay();
                    case ZONED_TIME -> {
                        OffsetTime at = (OffsetTime) value.asObject();
                        yield at.toLocalTime().toNanoOfDay() - at.getOffset().getTotalSeconds() * NANOS;
                    }
                    case DURATION -> nanos((DurationValue) value);
                };
        if (this != FLOAT && bits == MISSING) {
            throw new ArithmeticException("not the smallest of 64 bits, which stands for no value");
        }
        return bits;
    }

    private static double exactly(NumberValue value) {
        if (value instanceof IntegralValue && Math.abs(value.longValue()) > EXACT) {
            throw new ArithmeticException("within 2^53, since others are FLOATs");
        }
        return value.doubleValue();
    }

    private static long nanos(long seconds, long nanos) {
        try {
            // A negative number of seconds may overflow alone.
            return seconds < 0
                    ? Math.addExact(Math.multiplyExact(seconds + 1, NANOS), nanos - NANOS)
                    : Math.addExact(Math.multiplyExact(seconds, NANOS), nanos);
        } catch (ArithmeticException e) {
            throw new ArithmeticException("between the years 1677 and 2262, whose nanoseconds 64 bits hold");
        }
    }

    private static long nanos(DurationValue value) {
        if (value.get(ChronoUnit.MONTHS) != 0) {
            throw new ArithmeticException("without months and years, whose lengths differ");
        }
        try {
            long seconds = Math.addExact(
                    Math.multiplyExact(value.get(ChronoUnit.DAYS), SECONDS_OF_A_DAY), value.get(ChronoUnit.SECONDS));
            return nanos(seconds, value.get(ChronoUnit.NANOS));
        } catch (ArithmeticException e) {
            throw new ArithmeticException("below 292 years, whose nanoseconds 64 bits hold");
        }
    }

    /** The value with these bits, of any type but {@link #STRING}; {@link Values#NO_VALUE} where it is missing. */
    public Value value(long bits) {
        return Values.of(object(bits));
    }

    /** The value as a Java object, see {@link #value}; null where it is missing. */
    public Object object(long bits) {
        if (isMissing(bits)) {
            return null;
        }
        return switch (this) {
            case INTEGER -> bits;
            case FLOAT -> Double.longBitsToDouble(bits);
            case BOOLEAN -> bits != 0;
            case STRING -> throw new IllegalStateException("texts have codes");
            case DATE -> LocalDate.ofEpochDay(bits);
            case LOCAL_DATETIME ->
                LocalDateTime.ofEpochSecond(
                        Math.floorDiv(bits, NANOS), (int) Math.floorMod(bits, NANOS), ZoneOffset.UTC);
            case ZONED_DATETIME ->
                Instant.ofEpochSecond(Math.floorDiv(bits, NANOS), Math.floorMod(bits, NANOS))
                        .atZone(ZoneOffset.UTC);
            case LOCAL_TIME -> LocalTime.ofNanoOfDay(bits);
            case ZONED_TIME -> offsetTime(bits);
            case DURATION -> DurationValue.duration(0, 0, Math.floorDiv(bits, NANOS), Math.floorMod(bits, NANOS));
        };
    }

    /** The time UTC, or where that is on another day, one that Cypher takes to be equal. */
    private static OffsetTime offsetTime(long bits) {
        long outside = bits < 0 ? bits : Math.max(0, bits - NANOS_OF_A_DAY + 1);
        int offset = (int) -Math.floorDiv(outside, NANOS) - (outside > 0 && outside % NANOS != 0 ? 1 : 0);
        return OffsetTime.of(LocalTime.ofNanoOfDay(bits + offset * NANOS), ZoneOffset.ofTotalSeconds(offset));
    }

    /** Whether {@code bits} can be a value of this type, or mean that there is none. */
    public boolean isValid(long bits) {
        if (isMissing(bits)) {
            return true;
        }
        return switch (this) {
            case INTEGER, FLOAT, LOCAL_DATETIME, ZONED_DATETIME, DURATION -> true;
            case BOOLEAN -> bits == 0 || bits == 1;
            case STRING -> bits >= 0;
            case DATE -> bits >= LocalDate.MIN.toEpochDay() && bits <= LocalDate.MAX.toEpochDay();
            case LOCAL_TIME -> bits >= 0 && bits < NANOS_OF_A_DAY;
            case ZONED_TIME -> bits >= -18 * 3600 * NANOS && bits < NANOS_OF_A_DAY + 18 * 3600 * NANOS;
        };
    }

    /** A number whose unsigned order is the order of the values. */
    long orderOf(long bits) {
        // The other bits of a negative double are in reverse order.
        return this == FLOAT && bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    }

    /** The bits whose {@link #orderOf} is {@code order}. */
    long ofOrder(long order) {
        return this == FLOAT && order >= 0 ? ~order : order ^ Long.MIN_VALUE;
    }

    /**
     * Compares two values of this type, which are there, with NaN above all others.
     *
     * @return as {@link Long#compare}
     */
    int compare(long a, long b) {
        return Long.compareUnsigned(orderOf(a), orderOf(b));
    }

    /**
     * The type of what a function of Cypher makes of a text.
     *
     * @param function one of {@link #FUNCTIONS}
     */
    public static ValueType ofFunction(String function) {
        return switch (function) {
            case "date" -> DATE;
            case "datetime" -> ZONED_DATETIME;
            case "localdatetime" -> LOCAL_DATETIME;
            case "time" -> ZONED_TIME;
            case "localtime" -> LOCAL_TIME;
            case "duration" -> DURATION;
            default -> throw new IllegalArgumentException(function);
        };
    }

    /** The type that {@link #cypher} names, in any case; null for none. */
    public static ValueType named(String name) {
        return Stream.of(values())
                .filter(type -> Ascii.equalsIgnoringCase(type.cypher(), name))
                .findFirst()
                .orElse(null);
    }
}
