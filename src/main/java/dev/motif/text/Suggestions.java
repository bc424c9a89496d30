package dev.motif.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/**
 * Finds the names that are most similar to one that may have been mistyped. Names of more than {@value #MAX_LENGTH}
 * characters are similar to none, and no more than {@value #MAX_CANDIDATES} names are looked at, so the time is bounded.
 */
public final class Suggestions {
    private static final double ALIKE = 0.8;
    private static final int MOST = 3;
    private static final int MAX_LENGTH = 64;
    private static final int MAX_CANDIDATES = 500;
    private static final int MAX_LISTED = 20;
    private static final int MAX_CHARACTERS = 1000;
    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

    private Suggestions() {}

    private record Similar(String name, double similarity) {}

    /**
     * The names most similar to {@code given}, the nearest first, at most {@value #MOST}; upper and lower case are
     * alike.
     */
    public static List<String> nearest(String given, Collection<String> names) {
        if (given.length() > MAX_LENGTH) {
            return List.of();
        }
        return names.stream()
                .limit(MAX_CANDIDATES)
                .filter(name -> name.length() <= MAX_LENGTH)
                .map(name -> new Similar(name, similarity(given, name)))
                .filter(similar -> similar.similarity >= ALIKE)
                .sorted(Comparator.comparingDouble((Similar similar) -> -similar.similarity)
                        .thenComparing(Similar::name))
                .limit(MOST)
                .map(Similar::name)
                .toList();
    }

    /**
     * The text {@code " (did you mean 'a' or 'b'?)"} with the nearest names, or an empty one when no name is similar.
     */
    public static String hint(String given, Collection<String> names) {
        return hint(nearest(given, names));
    }

    private static String hint(List<String> nearest) {
        return nearest.isEmpty()
                ? ""
                : nearest.stream().map(UserText::name).collect(Collectors.joining("' or '", " (did you mean '", "'?)"));
    }

    /**
     * Names in a row, each with its {@link #hint}. After {@value #MAX_LISTED} names or {@value #MAX_CHARACTERS}
     * characters it only says how many more there are.
     *
     * @param quoted how a name is shown
     * @param names the names that may have been meant
     */
    public static String listed(List<String> given, UnaryOperator<String> quoted, Collection<String> names) {
        return listed(given, quoted, name -> nearest(name, names));
    }

    /**
     * Names in a row, each with a hint, cut as by {@link #listed(List, UnaryOperator, Collection)}.
     *
     * @param quoted how a name is shown
     * @param meant the names that one may stand for
     */
    public static String listed(
            List<String> given, UnaryOperator<String> quoted, Function<String, List<String>> meant) {
        StringBuilder listed = new StringBuilder();
        int count = 0;
        while (count < Math.min(given.size(), MAX_LISTED) && listed.length() <= MAX_CHARACTERS) {
            String name = given.get(count++);
            listed.append(count > 1 ? ", " : "").append(quoted.apply(name)).append(hint(meant.apply(name)));
        }
        return listed + (count < given.size() ? " and " + (given.size() - count) + " more" : "");
    }

    private static double similarity(String a, String b) {
        return SIMILARITY.apply(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT));
    }
}
