package dev.motif.demo;

import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A graph for the demo, with the names under which it is stored.
 *
 * @param title what the graph is, in a line
 * @param leftLabel the label of the left side, or of all nodes of a unipartite graph
 * @param rightLabel the label of the right side, or of all nodes of a unipartite graph
 * @param type the type of the relationships, which go from left to right
 * @param leftNames a name for each left vertex, or for all vertices of a unipartite graph
 * @param rightNames a name for each right vertex; none for a unipartite graph
 * @param neighbors the right neighbors of each left vertex; in a unipartite graph, the neighbors with larger numbers
 * @param knownCount the number of butterflies by other programs, null when it is not known
 */
record DataSet(
        String title,
        String leftLabel,
        String rightLabel,
        String type,
        List<String> leftNames,
        List<String> rightNames,
        List<List<Long>> neighbors,
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

    /** Loads the data set of the women of a southern town and the social events that they went to. */
    static DataSet southernWomen() throws IOException {
        try (LoadedGraph loaded = load(SOUTHERN_WOMEN)) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            return new DataSet(
                    "18 women and the 14 social events they attended (Davis, Gardner and Gardner, 1941)",
                    "Woman",
                    "Event",
                    "ATTENDED",
                    WOMEN,
                    names("E", graph.rightCount(), 1),
                    neighbors(graph.left(), graph.left()::start),
                    SOUTHERN_WOMEN_BUTTERFLIES);
        }
    }

    /** @throws IllegalArgumentException when the file holds no graph */
    static DataSet ofFile(Path file) throws IOException {
        try (LoadedGraph loaded = load(file)) {
            String title = file.getFileName() + loaded.columnsNote();
            if (loaded.graph() instanceof BipartiteGraph graph) {
                return new DataSet(
                        title,
                        "Left",
                        "Right",
                        "LINKED",
                        names("L", graph.leftCount(), 0),
                        names("R", graph.rightCount(), 0),
                        neighbors(graph.left(), graph.left()::start),
                        null);
            }
            UnipartiteGraph graph = (UnipartiteGraph) loaded.graph();
            Csr rows = graph.adjacency();
            return new DataSet(
                    title,
                    "Node",
                    "Node",
                    "LINKED",
                    names("N", rows.vertexCount(), 0),
                    List.of(),
                    neighbors(rows, graph::firstForward),
                    null);
        }
    }

    boolean bipartite() {
        return !leftLabel.equals(rightLabel);
    }

    private static LoadedGraph load(Path file) throws IOException {
        return new EdgeListReader(OffHeapBudget.memory(), Workers.of(1)).read(file);
    }

    private static List<String> names(String prefix, int count, int first) {
        return IntStream.range(first, first + count).mapToObj(i -> prefix + i).toList();
    }

    /** The neighbors of each vertex, from the slot that {@code first} says. */
    private static List<List<Long>> neighbors(Csr rows, IntToLongFunction first) {
        return IntStream.range(0, rows.vertexCount())
                .mapToObj(v -> LongStream.range(first.applyAsLong(v), rows.end(v))
                        .mapToObj(slot -> (long) rows.neighbor(slot))
                        .toList())
                .toList();
    }

    long relationshipCount() {
        return neighbors.stream().mapToLong(List::size).sum();
    }
}
