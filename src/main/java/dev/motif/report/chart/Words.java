package dev.motif.report.chart;

import dev.motif.projection.Projection;
import dev.motif.text.UserText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The names of nodes and relationships in a report: labels and types where the graph was projected by few of them, and
 * otherwise words that fit any graph.
 *
 * @param left the word before "node" for nodes of the left side, or of a unipartite graph, such as {@code "User"}
 * @param right the same for the right side, null for a unipartite graph
 * @param type the word before "relationship"
 */
public record Words(String left, String right, String type) {
    /** The words for a graph of which only the kind is known, or that was projected by too many labels. */
    public static final Words OF_ANY = new Words("left", "right", "");

    private static final int MOST_CHARACTERS = 60;

    /** The words for a graph; {@code projection} is null when nothing but the graph is known. */
    public static Words of(Projection projection) {
        if (projection == null) {
            return OF_ANY;
        }
        return new Words(
                joined(projection.left(), projection.isBipartite() ? OF_ANY.left : ""),
                projection.isBipartite() ? joined(projection.right(), OF_ANY.right) : null,
                joined(projection.types(), ""));
    }

    private static String joined(List<String> names, String otherwise) {
        if (names.equals(Projection.ALL)) {
            return otherwise;
        }
        String joined =
                names.stream().limit(MOST_CHARACTERS).map(UserText::name).collect(Collectors.joining(" or "));
        return joined.length() > MOST_CHARACTERS ? otherwise : joined;
    }

    /** The name of the nodes of the left side where a sentence or heading begins, such as {@code "User nodes"}. */
    public String leftNodes() {
        return begin(left, OF_ANY.left, "Left", " nodes");
    }

    /** The name of the nodes of the right side where a sentence or heading begins. */
    public String rightNodes() {
        return begin(right, OF_ANY.right, "Right", " nodes");
    }

    /** The name of the nodes of a unipartite graph where a sentence or heading begins. */
    public String nodes() {
        return left.isEmpty() || left.equals(OF_ANY.left) ? "Nodes" : left + " nodes";
    }

    /** The name of the relationships where a sentence or heading begins. */
    public String relationships() {
        return type.isEmpty() ? "Relationships" : type + " relationships";
    }

    private static String begin(String word, String any, String capital, String noun) {
        return (word.equals(any) ? capital : word) + noun;
    }
}
