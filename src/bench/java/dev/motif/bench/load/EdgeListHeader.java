package dev.motif.bench.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of an edge list: {@code # bip U V E} or {@code # uni V E}.
 *
 * @param left the number of left vertices, or of all vertices of a unipartite graph
 * @param right the number of right vertices, or of all vertices of a unipartite graph
 * @param edges the number of lines that follow
 */
public record EdgeListHeader(GraphKind kind, int left, int right, long edges) {
    private static final Pattern FORM = Pattern.compile("#\\s*(?:bip\\s+(\\d+)|uni)\\s+(\\d+)\\s+(\\d+)\\s*");
    static final long MAX_EDGES = 1L << 40;

    /**
     * Parses the first line of an edge list.
     *
     * @throws IllegalArgumentException when {@code line} is no header
     */
    static EdgeListHeader parse(String line) {
        Matcher matcher = FORM.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "the first line must be `# bip U V E` or `# uni V E`, got '" + line + "'");
        }
        int right = (int) number("V", matcher.group(2), Integer.MAX_VALUE);
        long edges = number("E", matcher.group(3), MAX_EDGES);
        if (matcher.group(1) == null) {
            return new EdgeListHeader(GraphKind.UNIPARTITE, right, right, edges);
        }
        int left = (int) number("U", matcher.group(1), Integer.MAX_VALUE);
        return new EdgeListHeader(GraphKind.BIPARTITE, left, right, edges);
    }

    private static long number(String name, String digits, long max) {
        long value = digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
        if (value > max) {
            throw new IllegalArgumentException("`" + name + "` must be in [0, " + max + "], got " + digits);
        }
        return value;
    }
}
