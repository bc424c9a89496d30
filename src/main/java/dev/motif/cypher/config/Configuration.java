package dev.motif.cypher.config;

import dev.motif.graph.Side;
import dev.motif.text.Ascii;
import dev.motif.text.Names;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/**
 * A map of parameters as users write them, read key by key. A key becomes known when a method of this class asks for
 * it; {@link #rejectUnknown} then fails if the map has other keys. Letters of keys may have any case, null counts as absent.
 * Every mistake is an {@link IllegalArgumentException} that names the parameter, what is allowed, and what was given.
 *
 * <p>What callers give may be kept for long, so texts, lists of names and maps have limits, which are checked first.
 */
public final class Configuration {
    private static final int MAX_ENTRIES = 100;

    /** Below this, no two integers have the same double. */
    private static final double EXACT = 0x1p53;

    private static final String AUTO = "AUTO";

    /** Keys of other procedures and of Graph Data Science, each with the keys that mean the same in another procedure. */
    private static final Map<String, List<String>> CALLED_ELSEWHERE = Map.ofEntries(
            Map.entry("metric", List.of("similarityMetric")),
            Map.entry("minNodes", List.of("minSize")),
            Map.entry("maxNodes", List.of("maxSize")),
            Map.entry("minSize", List.of("minLeft", "minRight")),
            Map.entry("maxSize", List.of("maxLeft", "maxRight")),
            Map.entry("minLeft", List.of("minSize")),
            Map.entry("minRight", List.of("minSize")),
            Map.entry("maxLeft", List.of("maxSize")),
            Map.entry("maxRight", List.of("maxSize")),
            Map.entry("k", List.of("level")),
            Map.entry("level", List.of("k")),
            Map.entry("topN", List.of("topK", "limit")),
            Map.entry("topK", List.of("limit")),
            Map.entry("threshold", List.of("similarityCutoff", "epsilon")),
            Map.entry("weightProperty", List.of("relationshipWeightProperty")),
            Map.entry("randomSeed", List.of("seed")),
            Map.entry("sourceNodeFilter", List.of("sourceNodes")),
            Map.entry("targetNodeFilter", List.of("targetNodes")));

    private static final Pattern ELEMENT_ID = Pattern.compile("\\d+:[0-9a-fA-F-]{36}:\\d+");

    private final String prefix;
    private final Map<String, Object> given = new TreeMap<>(Ascii.IGNORING_CASE);
    private final Map<String, Object> read = new LinkedHashMap<>();
    private final Map<String, Object> defaults = new LinkedHashMap<>();
    private final List<Configuration> parts = new ArrayList<>();

    /** @param map may be null, for no parameters */
    public Configuration(Map<String, Object> map) {
        this("", map == null ? Map.of() : map);
    }

    private Configuration(String prefix, Map<String, Object> map) {
        this.prefix = prefix;
        if (map.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException(
                    "A map of parameters must have at most " + MAX_ENTRIES + " entries, got " + map.size());
        }
        map.forEach((key, value) -> {
            if (key.length() > Names.MAX_CHARACTERS) {
                throw new IllegalArgumentException("Unknown parameter " + quoted(key));
            }
            if (given.containsKey(key)) {
                throw new IllegalArgumentException(quoted(key) + " is given twice");
            }
            given.put(key, value);
        });
    }

    /** Whether {@code key} was given and is not null; makes the key known. */
    public boolean has(String key) {
        return take(key) != null;
    }

    /**
     * The text of {@code key}, or {@code fallback} when it is absent.
     *
     * @throws IllegalArgumentException when the value is none that {@link Names#name} allows
     */
    public String string(String key, String fallback) {
        Object value = take(key);
        return value == null ? absent(key, fallback) : Names.name(quoted(key), value);
    }

    /**
     * The text of {@code key}, as {@link #string} reads it.
     *
     * @throws IllegalArgumentException also when it is absent
     */
    public String requiredString(String key) {
        String value = string(key, null);
        if (value == null) {
            throw missing(key, "a STRING");
        }
        return value;
    }

    /**
     * An integer in {@code [min, max]}, or {@code fallback} when {@code key} is absent. A fallback outside of the range
     * stands for "not given" and is not among the {@link #effective} parameters.
     */
    public int integer(String key, int fallback, int min, int max) {
        return (int) integer(key, (long) fallback, min, max);
    }

    /** A 64-bit integer in {@code [min, max]}, with a fallback as in {@link #integer(String, int, int, int)}. */
    public long integer(String key, long fallback, long min, long max) {
        if (has(key)) {
            return requiredLong(key, min, max);
        }
        return fallback >= min && fallback <= max ? absent(key, fallback) : fallback;
    }

    /**
     * The milliseconds after which a search gives up: the key {@code timeoutMillis}; 0 for never, and when it is
     * absent.
     */
    public long timeoutMillis() {
        return integer("timeoutMillis", 0L, 0, Long.MAX_VALUE);
    }

    /** An integer in {@code [min, max]}, which must be given. */
    public int requiredInteger(String key, int min, int max) {
        return (int) requiredLong(key, min, max);
    }

    /** A 64-bit integer in {@code [min, max]}, which must be given. */
    public long requiredLong(String key, long min, long max) {
        return toLong(key, requiredValue(key, "an INTEGER in [" + min + ", " + max + "]"), min, max);
    }

    private long toLong(String key, Object value, long min, long max) {
        String range = "in [" + min + ", " + max + "]";
        Long integer = whole(value);
        if (integer != null && integer >= min && integer <= max) {
            return integer;
        }
        throw wrong(key, integer != null ? range : "an INTEGER " + range, value);
    }

    /**
     * The integer that {@code value} is. It may be a FLOAT, as which clients in JavaScript send all numbers, of less than
     * 2^53: from there on several integers have the same FLOAT. Null for anything else.
     */
    public static Long whole(Object value) {
        if (value instanceof Long || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        return value instanceof Number number
                        && Math.abs(number.doubleValue()) < EXACT
                        && number.doubleValue() == Math.rint(number.doubleValue())
                ? Long.valueOf(number.longValue())
                : null;
    }

    /** A number in {@code [min, max]}, whole or not, or {@code fallback} when {@code key} is absent. */
    public double number(String key, double fallback, double min, double max) {
        return has(key) ? requiredNumber(key, min, max) : absent(key, fallback);
    }

    /** A number in {@code [min, max]}, whole or not, which must be given. */
    public double requiredNumber(String key, double min, double max) {
        return toNumber(key, requiredValue(key, "a number in [" + min + ", " + max + "]"), min, max);
    }

    private double toNumber(String key, Object value, double min, double max) {
        String range = "in [" + min + ", " + max + "]";
        if (value instanceof Number number && number.doubleValue() >= min && number.doubleValue() <= max) {
            return number.doubleValue();
        }
        throw wrong(key, value instanceof Number ? range : "a number " + range, value);
    }

    /**
     * A number in {@code [min, max]}, or each one of a list of them; {@code fallback} when {@code key} is absent.
     *
     * @param most how many numbers a list may have; it must have one
     */
    public List<Double> numbers(String key, double fallback, double min, double max, int most) {
        return take(key) instanceof List<?> list
                ? each(key, list, most, value -> toNumber(key, value, min, max))
                : List.of(number(key, fallback, min, max));
    }

    /**
     * An integer of 1 or more, or each one of a list of them; {@code fallback} when {@code key} is absent.
     *
     * @param most how many integers a list may have; it must have one
     */
    public List<Integer> integers(String key, int fallback, int most) {
        return take(key) instanceof List<?> list
                ? each(key, list, most, value -> (int) toLong(key, value, 1, Integer.MAX_VALUE))
                : List.of(integer(key, fallback, 1, Integer.MAX_VALUE));
    }

    private <T> List<T> each(String key, List<?> list, int most, Function<Object, T> element) {
        if (list.isEmpty() || list.size() > most) {
            throw wrong(key, "a number or a list of 1 to " + most + " of them", list);
        }
        return list.stream().map(element).toList();
    }

    /** True or false, or {@code fallback} when {@code key} is absent. */
    public boolean flag(String key, boolean fallback) {
        Object value = take(key);
        if (value == null) {
            return absent(key, fallback);
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(key, "true or false", value);
    }

    /** A constant of {@code type} by its name, in any case, or {@code fallback} when {@code key} is absent. */
    public <E extends Enum<E>> E oneOf(String key, Class<E> type, E fallback) {
        String name = nameOf(key, names(type).toList(), fallback == null ? null : fallback.name());
        return name == null ? null : Enum.valueOf(type, name);
    }

    /** Reads one of some constants of a type. */
    public <E extends Enum<E>> E oneOf(String key, List<E> some, E fallback) {
        String name = nameOf(key, some.stream().map(Enum::name).toList(), fallback.name());
        return Enum.valueOf(fallback.getDeclaringClass(), name);
    }

    /** The {@code side}, in any case; null for {@code 'AUTO'}, and when it is absent. */
    public Side sideOrAuto() {
        String name =
                nameOf("side", Stream.concat(Stream.of(AUTO), names(Side.class)).toList(), AUTO);
        return name.equals(AUTO) ? null : Side.valueOf(name);
    }

    private static <E extends Enum<E>> Stream<String> names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::name);
    }

    /** One of {@code names}, given in any case, or {@code fallback} when {@code key} is absent. */
    private String nameOf(String key, List<String> names, String fallback) {
        Object value = take(key);
        if (value == null) {
            absent(key, fallback);
            return fallback;
        }
        if (value instanceof String text
                && text.length() <= Names.MAX_CHARACTERS
                && names.contains(Ascii.upper(text))) {
            return Ascii.upper(text);
        }
        String hint = value instanceof String text ? Suggestions.hint(text, names) : "";
        throw new IllegalArgumentException(
                wrong(key, "one of '" + String.join("', '", names) + "'", value).getMessage() + hint);
    }

    /** The value of {@code key} as it was given, or null when it is absent. */
    public Object value(String key) {
        return take(key);
    }

    /**
     * The value of {@code key} as it was given.
     *
     * @param allowed what the error for an absent value says is allowed
     * @throws IllegalArgumentException when it is absent
     */
    public Object requiredValue(String key, String allowed) {
        Object value = take(key);
        if (value == null) {
            throw missing(key, allowed);
        }
        return value;
    }

    /** The map under {@code key}, or null when it is absent. {@link #rejectUnknown} of this checks that map too. */
    @SuppressWarnings("unchecked")
    public Configuration part(String key) {
        Object value = take(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Map<?, ?>)) {
            throw wrong(key, "a MAP", value);
        }
        Configuration part = new Configuration(prefix + key + ".", (Map<String, Object>) value);
        parts.add(part);
        return part;
    }

    /**
     * The map or the list of maps under {@code key}; none when it is absent. {@link #rejectUnknown} of this checks
     * these maps too.
     *
     * @param most how many maps a list may have
     */
    @SuppressWarnings("unchecked")
    public List<Configuration> parts(String key, int most) {
        Object value = take(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof Map<?, ?>) {
            return List.of(part(key));
        }
        if (!(value instanceof List<?> list)
                || list.size() > most
                || !list.stream().allMatch(Map.class::isInstance)) {
            throw wrong(key, "a MAP or a list of at most " + most + " of them", value);
        }
        List<Configuration> maps = new ArrayList<>();
        for (Object map : list) {
            maps.add(new Configuration(prefix + key + "[" + maps.size() + "].", (Map<String, Object>) map));
        }
        parts.addAll(maps);
        return maps;
    }

    /** The name of this map in errors, such as {@code "nodeFilter.left"}; empty for a map that is no part. */
    public String path() {
        return prefix.isEmpty() ? prefix : prefix.substring(0, prefix.length() - 1);
    }

    /** The name of {@code key} in errors. */
    public String name(String key) {
        return prefix + key;
    }

    /**
     * One name or a list of names under {@code key}, without repetitions; {@code "*"} only when it is the only one.
     *
     * @param what what a name stands for, such as {@code "a label"}, for the error
     */
    public List<String> names(String key, String what) {
        return Names.list(quoted(key), requiredValue(key, what + " or a list of them"), what);
    }

    /**
     * The name of a column or a list of names under {@code key}, without repetitions; none when it is absent. {@code "*"}
     * stands for all that were added, and may have {@code extra} beside it.
     *
     * @param what what a name stands for, such as {@code "the name of a column"}, for the error
     */
    public List<String> columns(String key, String what, String extra) {
        Object value = take(key);
        return value == null ? List.of() : Names.list(quoted(key), value, what, extra);
    }

    /**
     * The id of a node, or of each node of a list, without repetitions; none when {@code key} is absent.
     *
     * @param most the most nodes of a list
     */
    public List<Long> nodeIds(String key, int most) {
        Object value = take(key);
        if (value == null) {
            return List.of();
        }
        List<?> list = value instanceof List<?> several ? several : List.of(value);
        if (list.isEmpty() || list.size() > most) {
            throw wrong(key, "a node, its id, or a list of 1 to " + most + " of them", value);
        }
        for (Object node : list) {
            if (nodeId(node) == null) {
                throw new IllegalArgumentException(quoted(key) + " must be a node, its id, or a list of 1 to " + most
                        + " of them, got " + UserText.value(node) + nodeHint(node));
            }
        }
        return list.stream().map(Configuration::nodeId).distinct().toList();
    }

    /** The id of a node, which may be given as the node itself or as its id; null for anything else. */
    @SuppressWarnings("removal") // ids are longs everywhere else too
    public static Long nodeId(Object node) {
        return node instanceof Node given ? Long.valueOf(given.getId()) : whole(node);
    }

    /** The end of an error about {@code value} in place of a node or a list of them, for who gave an elementId. */
    public static String nodeHint(Object value) {
        List<?> list = value instanceof List<?> several ? several : Collections.singletonList(value);
        return list.stream()
                        .anyMatch(node -> node instanceof String text
                                && ELEMENT_ID.matcher(text).matches())
                ? ". Pass the node itself in place of its elementId"
                : "";
    }

    /** @throws IllegalArgumentException when a parameter was given that nothing asked for */
    public void rejectUnknown() {
        List<String> unknown = given.keySet().stream().filter(this::isUnread).toList();
        if (!unknown.isEmpty()) {
            List<String> unused = read.keySet().stream()
                    .filter(key -> !given.containsKey(key))
                    .toList();
            throw new IllegalArgumentException((unknown.size() == 1 ? "Unknown parameter " : "Unknown parameters ")
                    + Suggestions.listed(unknown, this::quoted, key -> meant(key, unused)) + ". Allowed: "
                    + String.join(", ", read.keySet()));
        }
        parts.forEach(Configuration::rejectUnknown);
    }

    /**
     * The {@code keys} that {@code given} may stand for: keys that mean the same, or else keys spelled much like it.
     */
    private static List<String> meant(String given, List<String> keys) {
        List<String> same = sameElsewhere(given, keys);
        return same.isEmpty() ? Suggestions.nearest(given, keys) : same;
    }

    private static List<String> sameElsewhere(String given, List<String> keys) {
        return CALLED_ELSEWHERE.entrySet().stream()
                .filter(entry -> Ascii.equalsIgnoringCase(entry.getKey(), given))
                .flatMap(entry -> entry.getValue().stream())
                .filter(keys::contains)
                .toList();
    }

    /** The known parameters that were given, with their keys in the case in which they are documented. */
    public Map<String, Object> asGiven() {
        Map<String, Object> map = new LinkedHashMap<>();
        read.forEach((key, value) -> {
            if (value != null) {
                map.put(key, value);
            }
        });
        return map;
    }

    /** The known parameters that were given, and the fallbacks that were used for the others. */
    public Map<String, Object> effective() {
        Map<String, Object> map = new LinkedHashMap<>(defaults);
        map.putAll(asGiven());
        return map;
    }

    private <T> T absent(String key, T fallback) {
        if (fallback != null) {
            defaults.put(key, fallback);
        }
        return fallback;
    }

    private Object take(String key) {
        Object value = given.get(key);
        read.put(key, value);
        return value;
    }

    /**
     * The error for an absent key. Names keys that were given but are not known, when they mean the same elsewhere or are
     * spelled much like it.
     */
    private IllegalArgumentException missing(String key, String allowed) {
        List<String> unread = given.keySet().stream().filter(this::isUnread).toList();
        List<String> meant = Stream.concat(
                        unread.stream().filter(other -> !sameElsewhere(other, List.of(key))
                                .isEmpty()),
                        Suggestions.nearest(key, unread).stream())
                .distinct()
                .toList();
        String hint = meant.isEmpty()
                ? ""
                : ". Given: " + meant.stream().map(this::quoted).collect(Collectors.joining(", "));
        return new IllegalArgumentException(quoted(key) + " is missing: it must be " + allowed + hint);
    }

    private boolean isUnread(String givenKey) {
        return read.keySet().stream().noneMatch(key -> Ascii.equalsIgnoringCase(key, givenKey));
    }

    private String quoted(String key) {
        return "`" + prefix + UserText.name(key) + "`";
    }

    public IllegalArgumentException wrong(String key, String allowed, Object value) {
        return new IllegalArgumentException(quoted(key) + " must be " + allowed + ", got " + UserText.value(value));
    }
}
