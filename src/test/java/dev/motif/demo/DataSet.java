package dev.motif.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A graph to show, and how it is stored.
 *
 * @param title what it is, in a line
 * @param leftLabel the label of the left side
 * @param rightLabel the label of the right side
 * @param type the type of the relationships, which go from left to right
 * @param leftNames a name for each left vertex
 * @param rightNames a name for each right vertex
 * @param edges the graph
 * @param knownCount its butterflies as other programs count them, null when that is not known
 */
record DataSet(
        String title,
        String leftLabel,
        String rightLabel,
        String type,
        List<String> leftNames,
        List<String> rightNames,
        EdgeList edges,
        Long knownCount) {
    private static final Path SOUTHERN_WOMEN = Path.of("test-data", "southern-women.el.xz");
    private static final long SOUTHERN_WOMEN_BUTTERFLIES = 341;

    /**
     * The women in the order of the file, which is that of the alphabet. Names and events: A. Davis, B. B. Gardner and
     * M. R. Gardner, "Deep South", University of Chicago Press, 1941, as in davis_southern_women_graph of NetworkX.
     */
    private static final List<String> WOMEN = List.of(
            "Brenda Rogers",
            "Charlotte McDowd",
            "Dorothy Murchison",
            "Eleanor Nye",
            "Evelyn Jefferson",
            "Flora Price",
            "Frances Anderson",
            "Helen Lloyd",
            "Katherina Rogers",
            "Laura Mandeville",
            "Myra Liddel",
            "Nora Fayette",
            "Olivia Carleton",
            "Pearl Oglethorpe",
            "Ruth DeSand",
            "Sylvia Avondale",
            "Theresa Anderson",
            "Verne Sanderson");

    /** The women of a southern town and the social events they went to. */
    static DataSet southernWomen() throws IOException {
        EdgeList edges = EdgeList.read(SOUTHERN_WOMEN);
        return new DataSet(
                "18 women and the 14 social events they attended (Davis, Gardner and Gardner, 1941)",
                "Woman",
                "Event",
                "ATTENDED",
                WOMEN,
                names("E", edges.rightCount(), 1),
                edges,
                SOUTHERN_WOMEN_BUTTERFLIES);
    }

    static DataSet ofFile(Path file) throws IOException {
        EdgeList edges = EdgeList.read(file);
        return new DataSet(
                file.getFileName().toString(),
                "Left",
                "Right",
                "LINKED",
                names("L", edges.leftCount(), 0),
                names("R", edges.rightCount(), 0),
                edges,
                null);
    }

    private static List<String> names(String prefix, int count, int first) {
        return IntStream.range(first, first + count).mapToObj(i -> prefix + i).toList();
    }
}
