package dev.motif.bench.args;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Named values: numbers, booleans and strings, each checked when it is read.
 *
 * <p>Every method throws {@link IllegalArgumentException} with a message for the user when the value is missing, of
 * another type or out of its range.
 */
public final class Arguments {
    private final String owner;
    private final Map<String, Object> values;
    private final List<String> allowed;

    /**
     * @param owner who takes the values, for messages: {@code "butterfly"}
     * @param allowed the names that {@code values} may have
     * @throws IllegalArgumentException when {@code values} has another name
     */
    public Arguments(String owner, Map<String, Object> values, List<String> allowed) {
        this.owner = owner;
        this.values = values;
        this.allowed = allowed;
        for (String key : values.keySet()) {
            if (!allowed.contains(key)) {
                throw Names.unknown("key of " + owner, key, allowed);
            }
        }
    }

    public int intIn(String key, int min, int max) {
        return (int) longIn(key, min, max);
    }

    public int intIn(String key, int min, int max, int otherwise) {
        return values.containsKey(key) ? intIn(key, min, max) : otherwise;
    }

    public long longIn(String key, long min, long max) {
        Object value = required(key);
        if (!(value instanceof Integer || value instanceof Long)) {
            throw wrong(key, "an integer in [" + min + ", " + max + "]", value);
        }
        long number = ((Number) value).longValue();
        if (number < min || number > max) {
            throw wrong(key, "in [" + min + ", " + max + "]", value);
        }
        return number;
    }

    public double doubleIn(String key, double min, double max) {
        Object value = required(key);
        if (!(value instanceof Number)) {
            throw wrong(key, "a number in [" + min + ", " + max + "]", value);
        }
        double number = ((Number) value).doubleValue();
        if (!(number >= min && number <= max)) {
            throw wrong(key, "in [" + min + ", " + max + "]", value);
        }
        return number;
    }

    public boolean flag(String key, boolean otherwise) {
        Object value = values.getOrDefault(key, otherwise);
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false", value);
    }

    /** The constant named by {@code key} in any case, or null when there is no such key. */
    public <E extends Enum<E>> E oneOf(String key, Class<E> type) {
        if (!values.containsKey(key)) {
            return null;
        }
        Object value = values.get(key);
        for (E constant : type.getEnumConstants()) {
            if (value instanceof String text && constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        List<String> names = List.of(type.getEnumConstants()).stream()
                .map(constant -> "'" + constant.name().toLowerCase(Locale.ROOT) + "'")
                .toList();
        throw wrong(key, String.join(" or ", names), value);
    }

    private Object required(String key) {
        if (!values.containsKey(key)) {
            throw new IllegalArgumentException(
                    "`" + key + "` is missing, " + owner + " needs " + String.join(", ", allowed));
        }
        return values.get(key);
    }

    private static IllegalArgumentException wrong(String key, String expected, Object value) {
        String got = value instanceof String ? "'" + value + "'" : String.valueOf(value);
        return new IllegalArgumentException("`" + key + "` must be " + expected + ", got " + got);
    }
}
