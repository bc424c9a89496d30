package dev.motif.bench.args;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Says which names there are when one is unknown, and which of them was probably meant. */
public final class Names {
    private Names() {}

    /** For example {@code "unknown algorithm `buterfly`, did you mean `butterfly`? Known: butterfly, kclique"}. */
    public static IllegalArgumentException unknown(String what, String given, Collection<String> known) {
        List<String> nearest = nearest(given, known);
        String hint = nearest.isEmpty() ? "." : ", did you mean `" + String.join("` or `", nearest) + "`?";
        return new IllegalArgumentException(
                "unknown " + what + " `" + given + "`" + hint + " Known: " + String.join(", ", known));
    }

    private static List<String> nearest(String given, Collection<String> known) {
        String lower = given.toLowerCase(Locale.ROOT);
        int allowed = Math.max(2, given.length() / 3);
        return known.stream()
                .filter(name -> distance(lower, name) <= allowed)
                .sorted(Comparator.comparingInt(name -> distance(lower, name)))
                .limit(2)
                .toList();
    }

    private static int distance(String given, String name) {
        return LevenshteinDistance.getDefaultInstance().apply(given, name.toLowerCase(Locale.ROOT));
    }
}
