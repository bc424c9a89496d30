package dev.motif.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/** Finds the names that are most similar to one that may have been mistyped. */
public final class Suggestions {
    private static final double ALIKE = 0.8;
    private static final int MOST = 3;
    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

    private Suggestions() {}

    /**
     * The names most similar to {@code given}, the nearest first, at most {@value #MOST}; upper and lower case are
     * alike.
     */
    public static List<String> nearest(String given, Collection<String> names) {
        return names.stream()
                .filter(name -> similarity(given, name) >= ALIKE)
                .sorted(Comparator.comparingDouble((String name) -> -similarity(given, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /**
     * The text {@code " (did you mean 'a' or 'b'?)"} with the nearest names, or an empty one when no name is similar.
     */
    public static String hint(String given, Collection<String> names) {
        List<String> nearest = nearest(given, names);
        return nearest.isEmpty()
                ? ""
                : nearest.stream().collect(Collectors.joining("' or '", " (did you mean '", "'?)"));
    }

    private static double similarity(String a, String b) {
        return SIMILARITY.apply(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT));
    }
}
