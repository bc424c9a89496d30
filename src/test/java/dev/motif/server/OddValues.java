package dev.motif.server;

import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.neo4j.driver.Values;

/** Values that no call expects: long, empty, of the wrong type, at the edges of their type, and texts that deceive. */
final class OddValues {
    /** The beginning of lines that a log would have if it wrote texts as they are. */
    static final String FORGED = "1999-12-31 23:59:59.999+0000";

    private static final int LONG = 1 << 20;
    private static final int DEEP = 100;

    private static final List<Object> TEXTS = List.of(
            "",
            " ",
            "x".repeat(LONG),
            "\uD83E\uDD8B".repeat(LONG / 4),
            "a\n" + FORGED + " ERROR [motif] forged\r\n" + FORGED + " WARN  [motif] forged",
            "\u001B[2J\u001B[31mred\u001B[0m\u0007\b\b\b",
            "\u0000",
            "\u202Etxet\u202C \u05E9\u05DC\u05D5\u05DD \u2066x\u2069",
            "\u2028\u2029\u0085\uFEFF",
            "e\u0301\u0301\u0301".repeat(50),
            "`) RETURN 1 //",
            "'; DROP DATABASE neo4j; --",
            "%s %n %d {} ${jndi:ldap://localhost/x} {0}",
            "../../../etc/passwd",
            "<script>alert(1)</script>",
            "*",
            "null",
            "NaN",
            "9223372036854775808");

    private static final List<Object> NUMBERS = List.of(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            (long) Integer.MIN_VALUE,
            (long) Integer.MAX_VALUE,
            1L << 31,
            1L << 32,
            -1L,
            0L,
            1L,
            2L,
            3L,
            255L,
            257L,
            1024L,
            1025L,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            0.5,
            Double.MAX_VALUE,
            Double.MIN_VALUE,
            9.3e18);

    private static final List<Object> OTHERS = List.of(
            true,
            false,
            List.of(),
            Map.of(),
            List.of(List.of(List.of())),
            Collections.singletonList(null),
            Collections.nCopies(50_000, 7L),
            Collections.nCopies(10_000, "name"),
            List.of("User", 1L, true),
            nested(DEEP),
            Collections.singletonMap("", null),
            Map.of("x".repeat(LONG), 1L),
            Map.of("left", "User"),
            IntStream.range(0, 20_000).boxed().collect(Collectors.toMap(i -> "key" + i, i -> 1L)),
            Map.of("nodes", "User", "NODES", "Item"),
            Map.of("a\n" + FORGED, "\u0000"),
            new byte[0],
            new byte[LONG],
            LocalDate.MIN,
            LocalDate.of(2020, 2, 29),
            ZonedDateTime.parse("2020-02-29T12:00:00+14:00[Pacific/Kiritimati]"),
            Values.isoDuration(Long.MAX_VALUE / 1_000_000, 0, 0, 0).asObject(),
            Values.point(4979, 1, 2, 3).asObject());

    /** Values that no client can send as a parameter, written in Cypher; the names are the variables of a call's query. */
    private static final List<String> EXPRESSIONS = List.of(
            "aNode",
            "aRelationship",
            "aPath",
            "[aNode, aRelationship]",
            "{a: aNode}",
            "'\\uD83D'",
            "'\\uDE00\\uD83D'",
            "['\\uD83D', '\\uD83D']",
            "{`left`: '\\uD83D', `right`: aNode}",
            "date()",
            "[[aNode, aNode]]",
            "[[aNode, null]]",
            "[[0, 1, 2]]",
            "[[-1, 9223372036854775807]]");

    private OddValues() {}

    private static Object nested(int depth) {
        Object value = 1L;
        for (int i = 0; i < depth; i++) {
            value = i % 2 == 0 ? List.of(value) : Map.of("k", value);
        }
        return value;
    }

    /** A value for a parameter; may be null. */
    static Object any(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> null;
            case 1, 2, 3 -> anyOf(TEXTS, random);
            case 4, 5, 6 -> anyOf(NUMBERS, random);
            default -> anyOf(OTHERS, random);
        };
    }

    static String anyExpression(Random random) {
        return anyOf(EXPRESSIONS, random);
    }

    static String anyText(Random random) {
        return (String) anyOf(TEXTS, random);
    }

    static <T> T anyOf(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    /** The value as a human-readable text, shortened. */
    static String shown(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, String> shown = new LinkedHashMap<>();
            map.forEach((key, part) -> shown.put(shownText(String.valueOf(key)), shown(part)));
            return shown.toString();
        }
        if (value instanceof List<?> list && list.size() <= 3) {
            List<String> shown = new ArrayList<>();
            list.forEach(part -> shown.add(shown(part)));
            return shown.toString();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length + " bytes";
        }
        return value instanceof String text ? "'" + shownText(text) + "'" : shownText(String.valueOf(value));
    }

    private static String shownText(String text) {
        return shownText(text, 40);
    }

    /** The beginning of a text with all that is not printed as its code. */
    static String shownText(String text, int most) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(most).forEach(c -> {
            if (c < ' ' || c > '~') {
                shown.append(String.format("\\u{%X}", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return text.length() <= most ? shown.toString() : shown + "... (" + text.length() + " characters)";
    }
}
