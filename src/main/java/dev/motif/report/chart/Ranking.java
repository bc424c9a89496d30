package dev.motif.report.chart;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The nodes, relationships, pairs or groups of nodes with the largest numbers.
 *
 * @param title what is listed, in a line
 * @param header the names of the columns, of which the last one is the number's name
 * @param entries the largest number first
 */
public record Ranking(String title, List<String> header, List<Entry> entries) {
    public static final int MOST = 10;

    /**
     * A node, a relationship, a pair or a group.
     *
     * @param cells the nodes of each column
     * @param degree of a node, as text; null for anything else
     * @param number above 0, as text
     */
    public record Entry(List<List<End>> cells, String degree, String number) {
        /** A pair, a relationship or a group. */
        public Entry(List<List<End>> cells, String number) {
            this(cells, null, number);
        }

        /** A node, or two nodes in a column each. */
        public static Entry of(List<End> ends, String number) {
            return new Entry(ends.stream().map(List::of).toList(), number);
        }
    }

    /**
     * A node of the graph.
     *
     * @param side its side; the left one in a unipartite graph
     */
    public record End(Side side, int vertex) {}

    public Ranking {
        header = List.copyOf(header);
        entries = List.copyOf(entries);
    }

    private static Ranking of(String what, String number, List<String> ends, List<Entry> entries) {
        return new Ranking(
                "Top " + what + " by " + number.toLowerCase(Locale.ROOT),
                Stream.concat(ends.stream(), Stream.of(number)).toList(),
                entries);
    }

    /**
     * Ranks the nodes of a side, or of a unipartite graph, and shows their degrees.
     *
     * @param rows the neighbors of these nodes
     */
    public static Ranking ofNodes(String nodes, Side side, Csr rows, String number, Values values, Workers workers) {
        return of(
                nodes,
                number,
                List.of("Node", "Degree"),
                values.largest(MOST, workers).stream()
                        .map(top -> new Entry(
                                List.of(List.of(new End(side, (int) top.index()))),
                                Numbers.text(rows.degree((int) top.index())),
                                Numbers.text(top.number())))
                        .toList());
    }

    /**
     * Shows pairs of nodes of a side.
     *
     * @param pairs the pairs with the largest numbers
     */
    public static Ranking ofPairs(String nodes, String number, List<Entry> pairs) {
        return of("pairs of " + nodes, number, List.of(nodes, nodes), pairs);
    }

    /**
     * Shows groups that differ: of none is more than half in one above it.
     *
     * @param members the names of the columns of members
     * @param groups the largest first
     */
    public static Ranking ofGroups(String what, List<String> members, List<Entry> groups) {
        return new Ranking(
                "Largest " + what + " that are not mostly in a larger one",
                Stream.concat(members.stream(), Stream.of("Size")).toList(),
                groups);
    }

    /** The nodes of a side with these vertices, as a cell. */
    public static List<End> cell(Side side, int[] vertices) {
        return Arrays.stream(vertices).mapToObj(vertex -> new End(side, vertex)).toList();
    }

    public static Ranking ofEdges(Words words, String number, BipartiteGraph graph, Values values, Workers workers) {
        Csr rows = graph.left();
        return of(
                words.relationships(),
                number,
                List.of(words.leftNodes(), words.rightNodes()),
                values.largest(MOST, workers).stream()
                        .map(top -> Entry.of(
                                List.of(
                                        new End(Side.LEFT, rows.vertexOf(top.index())),
                                        new End(Side.RIGHT, rows.neighbor(top.index()))),
                                Numbers.text(top.number())))
                        .toList());
    }

    public static Ranking ofEdges(Words words, String number, UnipartiteGraph graph, Values values, Workers workers) {
        List<Values.At> top = values.largest(MOST, workers);
        long[] edges = top.stream().mapToLong(Values.At::index).sorted().toArray();
        int[][] ends = new int[edges.length][];
        graph.forEachEdge(workers, (edge, u, v) -> {
            int at = Arrays.binarySearch(edges, edge);
            if (at >= 0) {
                ends[at] = new int[] {u, v};
            }
        });
        return of(
                words.relationships(),
                number,
                List.of("Node", "Node"),
                top.stream()
                        .map(each -> Entry.of(
                                Arrays.stream(ends[Arrays.binarySearch(edges, each.index())])
                                        .mapToObj(vertex -> new End(Side.LEFT, vertex))
                                        .toList(),
                                Numbers.text(each.number())))
                        .toList());
    }
}
