package dev.motif.text;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks names and ids, wherever they come from: names that are kept have limits, so that nobody can fill the heap.
 * Every mistake is an {@link IllegalArgumentException} that names the parameter, what is allowed, and what was given.
 */
public final class Names {
    /** The most characters of a name, an id and any other text. */
    public static final int MAX_CHARACTERS = 256;

    /** The most names in a list. */
    public static final int MAX_NAMES = 1000;

    /** Stands for all names where one is wanted. */
    public static final String ALL = "*";

    /** The character U+0000, which Neo4j allows in no name. */
    private static final char NOT_IN_NAMES = 0;

    private Names() {}

    /**
     * A text that is a name or an id.
     *
     * @param parameter what the error calls the value
     * @throws IllegalArgumentException when the value is not a text, is blank, has more than {@value #MAX_CHARACTERS}
     *     characters, or has the character U+0000
     */
    public static String name(String parameter, Object value) {
        if (value instanceof String text && text.length() > MAX_CHARACTERS) {
            throw wrong(parameter, "a STRING of at most " + MAX_CHARACTERS + " characters", value);
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw wrong(parameter, "a STRING that is not empty", value);
        }
        if (text.indexOf(NOT_IN_NAMES) >= 0) {
            throw wrong(parameter, "a STRING without the character U+0000", value);
        }
        return text;
    }

    /**
     * The name of a column.
     *
     * @throws IllegalArgumentException as {@link #name}, and for {@value #ALL}
     */
    public static String column(String parameter, Object value) {
        String name = name(parameter, value);
        if (name.equals(ALL)) {
            throw new IllegalArgumentException(parameter + " must not be '*', which stands for all columns");
        }
        return name;
    }

    /**
     * One name or a list of names, without repetitions; {@value #ALL} only when it is the only one.
     *
     * @param parameter what the error calls the value
     * @param what what a name stands for, such as {@code "a label"}, for the error
     */
    public static List<String> list(String parameter, Object value, String what) {
        return list(parameter, value, what, null);
    }

    /**
     * One name or a list of names, without repetitions; {@value #ALL} only when it is the only one, or beside
     * {@code extra} alone.
     *
     * @param parameter what the error calls the value
     * @param what what a name stands for, such as {@code "a column"}, for the error
     * @param extra a name that {@value #ALL} does not stand for, or null
     */
    public static List<String> list(String parameter, Object value, String what, String extra) {
        List<?> list = value instanceof List<?> several ? several : Collections.singletonList(value);
        if (list.size() > MAX_NAMES) {
            throw wrong(parameter, what + " or a list of at most " + MAX_NAMES + " of them", value);
        }
        for (Object name : list) {
            if (name instanceof String text && text.length() > MAX_CHARACTERS) {
                throw wrong(parameter, what + " of at most " + MAX_CHARACTERS + " characters", name);
            }
        }
        boolean valid = !list.isEmpty()
                && list.stream()
                        .allMatch(name -> name instanceof String s && !s.isBlank() && s.indexOf(NOT_IN_NAMES) < 0);
        boolean allAndExtra = extra != null && Set.of(ALL, extra).equals(new HashSet<>(list));
        if (!valid || list.size() > 1 && list.contains(ALL) && !allAndExtra) {
            throw wrong(parameter, what + " or a list of them", value);
        }
        return list.stream().map(String.class::cast).distinct().toList();
    }

    private static IllegalArgumentException wrong(String parameter, String allowed, Object value) {
        return new IllegalArgumentException(parameter + " must be " + allowed + ", got " + UserText.value(value));
    }
}
