package dev.motif.text;

import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A caller's text or value for messages and the log: on one line, without control characters, and cut. A value of any
 * size takes no more time than the part of it that is shown.
 */
public final class UserText {
    /** The most characters of a value that a message shows. */
    public static final int MAX_VALUE = 256;

    /** The most characters of a message that are shown. */
    public static final int MAX_MESSAGE = 2000;

    private UserText() {}

    /** A value: a string in single quotes, lists, arrays and maps by their content, anything else as Java writes it. */
    public static String value(Object value) {
        if (value instanceof String text) {
            return "'" + name(text) + "'";
        }
        StringBuilder shown = new StringBuilder();
        append(shown, value);
        return shown.length() > MAX_VALUE ? cut(shown, MAX_VALUE) + size(value) : shown.toString();
    }

    /** A name in single quotes, as {@link #quoted(String, int)} writes it. */
    public static String quoted(String name) {
        return quoted(name, MAX_VALUE);
    }

    /**
     * A text in single quotes whose end programs can tell that read the log: quotes and backslashes in it have a
     * backslash before them.
     *
     * @param most how many characters are shown
     */
    public static String quoted(String text, int most) {
        return "'" + line(text.replace("\\", "\\\\").replace("'", "\\'"), most) + "'";
    }

    /** A name, without quotes. */
    public static String name(String name) {
        return line(name, MAX_VALUE);
    }

    /** A message that holds what callers gave, or what others made of that. */
    public static String message(String message) {
        return message == null ? "" : line(message, MAX_MESSAGE);
    }

    private static String line(String text, int most) {
        return text.length() > most ? escaped(cut(text, most)) + " (" + text.length() + " characters)" : escaped(text);
    }

    /** The first {@code most} characters, but no half of a character, and an ellipsis. */
    private static String cut(CharSequence text, int most) {
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.subSequence(0, end) + "…";
    }

    private static String size(Object value) {
        List<?> list = asList(value);
        int size = list != null ? list.size() : value instanceof Map<?, ?> map ? map.size() : 0;
        return size == 0 ? "" : " (" + size + " entries)";
    }

    /** Appends {@code value} until there is more than is shown. */
    private static void append(StringBuilder shown, Object value) {
        List<?> list = asList(value);
        if (list != null) {
            shown.append('[');
            Iterator<?> entries = list.iterator();
            for (String before = ""; entries.hasNext() && shown.length() <= MAX_VALUE; before = ", ") {
                shown.append(before);
                append(shown, entries.next());
            }
            shown.append(']');
        } else if (value instanceof Map<?, ?> map) {
            shown.append('{');
            Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
            for (String before = ""; entries.hasNext() && shown.length() <= MAX_VALUE; before = ", ") {
                Map.Entry<?, ?> entry = entries.next();
                shown.append(before)
                        .append(name(String.valueOf(entry.getKey())))
                        .append(": ");
                append(shown, entry.getValue());
            }
            shown.append('}');
        } else if (value instanceof String text) {
            shown.append('\'').append(name(text)).append('\'');
        } else {
            shown.append(name(String.valueOf(value)));
        }
    }

    /** The entries of a list or an array, null for any other value. */
    private static List<?> asList(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        return value != null && value.getClass().isArray()
                ? new AbstractList<>() {
                    @Override
                    public Object get(int index) {
                        return Array.get(value, index);
                    }

                    @Override
                    public int size() {
                        return Array.getLength(value);
                    }
                }
                : null;
    }

    /**
     * The text with characters that have no picture of their own, or change the picture of others, as in Java's source.
     */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            switch (character) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> {
                    if (isShown(character)) {
                        escaped.appendCodePoint(character);
                    } else {
                        for (char half : Character.toChars(character)) {
                            escaped.append(String.format("\\u%04x", (int) half));
                        }
                    }
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
