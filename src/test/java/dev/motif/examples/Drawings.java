package dev.motif.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Draws the small graphs of the documentation as SVG. Needs only the JDK:
 * {@code java src/test/java/dev/motif/examples/Drawings.java docs/images} writes the files.
 */
final class Drawings {
    private static final int COLUMN = 96;
    private static final int ROW = 96;
    private static final int MARGIN = 44;
    private static final int CAPTION = 34;
    private static final int RADIUS = 9;
    private static final int ARROW = 12;
    private static final int BOX_HEIGHT = 48;
    private static final int BOXES_WIDTH = 860;

    /** The colors of what uses Neo4j, of algorithms, of GPUs, and of all else. */
    private static final String NEO4J = "#0f5db5 ";

    private static final String ALGORITHMS = "#7140c0 ";
    private static final String GPUS = "#1a7f37 ";
    private static final String OTHERS = "#57606a ";

    private Drawings() {}

    /** A vertex with its place, in columns and rows, and its look. */
    private record Vertex(double column, double row, String color, boolean square) {}

    /** A drawing of one graph, with a part that is emphasized. */
    private static final class Panel {
        private final String caption;
        private final Map<String, Vertex> vertices = new LinkedHashMap<>();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private final List<List<String>> edges = new ArrayList<>();
        private final Map<List<String>, String> edgeLabels = new LinkedHashMap<>();
        private Set<String> strong = Set.of();
        private boolean directed;

        Panel(String caption) {
            this.caption = caption;
        }

        /** Draws left vertices above right ones; {@code "Ann: kettle teapot"} is a left vertex with its neighbors. */
        static Panel bipartite(String caption, String right, String... rows) {
            Panel panel = new Panel(caption);
            List<String> below = List.of(right.split(" "));
            for (int i = 0; i < rows.length; i++) {
                double column = i + Math.max(0, below.size() - rows.length) / 2.0;
                panel.vertices.put(rows[i].split(": ?")[0], new Vertex(column, 0, "#1f6feb", false));
            }
            for (int i = 0; i < below.size(); i++) {
                double column = i + Math.max(0, rows.length - below.size()) / 2.0;
                panel.vertices.put(below.get(i), new Vertex(column, 1, "#bc4c00", true));
            }
            for (String row : rows) {
                String[] neighbors = row.split(": ?");
                for (String neighbor : neighbors.length > 1 ? neighbors[1].split(" ") : new String[0]) {
                    panel.edges.add(List.of(neighbors[0], neighbor));
                }
            }
            return panel;
        }

        /**
         * Draws vertices at places such as {@code "Ann 0 0"}, a column and a row, and edges such as {@code "Ann-Bob"}.
         */
        static Panel unipartite(String caption, String places, String edges) {
            Panel panel = new Panel(caption);
            for (String place : places.split(", ")) {
                String[] parts = place.split(" ");
                panel.vertices.put(
                        parts[0],
                        new Vertex(Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), "#1a7f37", false));
            }
            Arrays.stream(edges.split(" ")).forEach(edge -> panel.edges.add(List.of(edge.split("-"))));
            return panel;
        }

        /** Draws arcs such as {@code "Ann-Bob"}, from Ann to Bob, in place of edges. */
        static Panel directed(String caption, String places, String arcs) {
            Panel panel = unipartite(caption, places, arcs);
            panel.directed = true;
            return panel;
        }

        /** Emphasizes the edges between these vertices, whose names have blanks between them. */
        Panel strong(String names) {
            strong = Set.of(names.split(" "));
            return this;
        }

        /** Labels vertices with numbers, such as {@code "Ann 3, Bob 3"}. */
        Panel labels(String numbers) {
            Arrays.stream(numbers.split(", "))
                    .map(text -> text.split(" "))
                    .forEach(pair -> labels.put(pair[0], pair[1]));
            return this;
        }

        /** Labels edges with numbers, such as {@code "Ann-kettle 2"}. */
        Panel edgeLabels(String numbers) {
            Arrays.stream(numbers.split(", "))
                    .map(text -> text.split(" "))
                    .forEach(pair -> edgeLabels.put(List.of(pair[0].split("-")), pair[1]));
            return this;
        }

        int width() {
            return 2 * MARGIN
                    + (int) (COLUMN
                            * vertices.values().stream()
                                    .mapToDouble(Vertex::column)
                                    .max()
                                    .orElse(0));
        }

        int height() {
            return 2 * MARGIN
                    + CAPTION
                    + (int) (ROW
                            * vertices.values().stream()
                                    .mapToDouble(Vertex::row)
                                    .max()
                                    .orElse(0));
        }

        String svg(int left) {
            List<String> parts = new ArrayList<>();
            parts.add("<g transform=\"translate(%d,0)\">".formatted(left));
            edges.forEach(edge -> parts.add(line(edge)));
            edgeLabels.forEach((edge, label) -> parts.add(edgeLabel(edge, label)));
            vertices.forEach((name, vertex) -> parts.add(mark(name, vertex)));
            parts.add(text(width() / 2, height() - 12, caption, "#57606a", "13"));
            parts.add("</g>");
            return String.join("\n", parts);
        }

        private String line(List<String> edge) {
            boolean stands = strong.containsAll(edge);
            String color = stands ? "#8250df" : "#afb8c1";
            String line = "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"%s\"/>"
                    .formatted(
                            x(edge.get(0)),
                            y(edge.get(0)),
                            x(edge.get(1)),
                            y(edge.get(1)),
                            color,
                            stands ? "3.5" : "1.5");
            return directed ? line + "\n" + arrow(edge, color) : line;
        }

        /** Draws the head of an arc, before its end. */
        private String arrow(List<String> arc, String color) {
            double dx = x(arc.get(1)) - x(arc.get(0));
            double dy = y(arc.get(1)) - y(arc.get(0));
            double length = Math.hypot(dx, dy);
            long tipX = Math.round(x(arc.get(1)) - RADIUS * dx / length);
            long tipY = Math.round(y(arc.get(1)) - RADIUS * dy / length);
            long backX = Math.round(ARROW * dx / length);
            long backY = Math.round(ARROW * dy / length);
            return "<path d=\"M%d %d l%d %d l%d %d z\" fill=\"%s\"/>"
                    .formatted(tipX, tipY, -backX - backY / 2, -backY + backX / 2, backY, -backX, color);
        }

        /** Puts the label nearer to the first end, so that the labels of edges that cross do not overlap. */
        private String edgeLabel(List<String> edge, String label) {
            int x = x(edge.get(0)) + (x(edge.get(1)) - x(edge.get(0))) * 22 / 100;
            int y = y(edge.get(0)) + (y(edge.get(1)) - y(edge.get(0))) * 22 / 100;
            return "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"#ffffff\"/>\n".formatted(x, y)
                    + text(x, y + 4, label, "#24292f", "12");
        }

        private String mark(String name, Vertex vertex) {
            int x = x(name);
            int y = y(name);
            String shape = vertex.square()
                    ? "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\"/>"
                            .formatted(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, vertex.color())
                    : "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>".formatted(x, y, RADIUS, vertex.color());
            String label = labels.containsKey(name) ? name + ": " + labels.get(name) : name;
            return shape + "\n" + text(x, vertex.row() == 0 ? y - 16 : y + 26, label, "#24292f", "14");
        }

        private int x(String name) {
            return MARGIN + (int) (COLUMN * vertices.get(name).column());
        }

        private int y(String name) {
            return MARGIN + (int) (ROW * vertices.get(name).row());
        }

        private static String text(int x, int y, String text, String color, String size) {
            return "<text x=\"%d\" y=\"%d\" fill=\"%s\" font-size=\"%s\" text-anchor=\"middle\">%s</text>"
                    .formatted(x, y, color, size, text);
        }
    }

    private static String svg(String title, Panel... panels) {
        int height = Arrays.stream(panels).mapToInt(Panel::height).max().orElseThrow();
        List<String> parts = new ArrayList<>();
        int left = 0;
        for (Panel panel : panels) {
            parts.add(panel.svg(left));
            left += panel.width();
        }
        return document(left, height, title, parts);
    }

    private static String document(int width, int height, String title, List<String> parts) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" \
                font-family="Helvetica, Arial, sans-serif">
                <title>%3$s</title>
                <rect width="%1$d" height="%2$d" rx="8" fill="#ffffff"/>
                """.formatted(width, height, title) + String.join("\n", parts) + "\n</svg>\n";
    }

    /**
     * Draws rows of boxes, the one above the other; with arrows, each row leads to the row below it.
     *
     * @param rows a color, then the boxes of the row, each {@code "name: what it is"}, with bars between them
     */
    private static String boxes(String title, boolean arrows, String... rows) {
        int gap = arrows ? 22 : 8;
        int height = MARGIN + rows.length * (BOX_HEIGHT + gap);
        List<String> parts = new ArrayList<>();
        for (int row = 0; row < rows.length; row++) {
            String[] boxes = rows[row].substring(rows[row].indexOf(' ') + 1).split(" \\| ");
            String color = rows[row].substring(0, rows[row].indexOf(' '));
            int y = MARGIN / 2 + row * (BOX_HEIGHT + gap);
            int width = (BOXES_WIDTH - 2 * MARGIN - (boxes.length - 1) * 8) / boxes.length;
            for (int box = 0; box < boxes.length; box++) {
                int x = MARGIN + box * (width + 8);
                String[] words = boxes[box].split(": ", 2);
                parts.add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\"/>"
                        .formatted(x, y, width, BOX_HEIGHT, color));
                parts.add(Panel.text(x + width / 2, y + 20, words[0], "#ffffff", "15"));
                parts.add(Panel.text(x + width / 2, y + 37, words[1], "#ffffff", "12"));
            }
            if (arrows && row + 1 < rows.length) {
                parts.add(
                        "<path d=\"M%1$d %2$d v12 m-5 -5 l5 6 l5 -6\" fill=\"none\" stroke=\"#57606a\" stroke-width=\"2\"/>"
                                .formatted(BOXES_WIDTH / 2, y + BOX_HEIGHT + 4));
            }
        }
        return document(BOXES_WIDTH, height, title, parts);
    }

    private static Panel purchases(String caption) {
        return Panel.bipartite(
                caption,
                "kettle teapot toaster spade",
                "Ann: kettle teapot toaster",
                "Bob: kettle teapot toaster",
                "Cid: kettle teapot spade",
                "Dan: spade");
    }

    private static Panel people(String caption) {
        return Panel.unipartite(
                caption,
                "Ann 0 0, Bob 0 1, Cid 1 0, Dan 1 1, Eve 2 1, Fay 2 0",
                "Ann-Bob Ann-Cid Ann-Dan Bob-Cid Bob-Dan Cid-Dan Cid-Eve Dan-Eve Eve-Fay");
    }

    private static Panel transfers(String caption) {
        return Panel.directed(
                caption,
                "Ann 0 0, Bob 1 0, Cid 1 1, Dan 0 1, Eve 2 0, Fay 2 1",
                "Ann-Bob Bob-Cid Cid-Dan Dan-Ann Bob-Eve Eve-Fay Cid-Fay");
    }

    private static Panel triad(String name, String arcs) {
        return Panel.directed(name, "B 0.5 0, A 0 1, C 1 1", arcs).strong("A B C");
    }

    /** The text of each file, by its name. */
    static Map<String, String> all() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "projections.svg",
                svg(
                        "A bipartite and a unipartite projection",
                        purchases("bipartite: {left: 'User', right: 'Product'}"),
                        people("unipartite: 'Person'")));
        files.put(
                "butterfly.svg",
                svg("A butterfly", purchases("a butterfly: 2 users, 2 products").strong("Ann Bob kettle teapot")));
        files.put(
                "biclique.svg",
                svg(
                        "A biclique",
                        purchases("a (3,2)-biclique: 3 users, 2 products").strong("Ann Bob Cid kettle teapot")));
        files.put(
                "maximal-biclique.svg",
                svg(
                        "Two maximal bicliques that overlap",
                        purchases("maximal: nobody else has all three").strong("Ann Bob kettle teapot toaster"),
                        purchases("maximal: nothing else is shared by all three")
                                .strong("Ann Bob Cid kettle teapot")));
        files.put(
                "wing.svg",
                svg(
                        "Wing numbers of relationships",
                        purchases("wing numbers; the 2-wing stands out")
                                .strong("Ann Bob Cid kettle teapot toaster")
                                .edgeLabels("Ann-kettle 2, Ann-teapot 2, Ann-toaster 2, Bob-kettle 2, Bob-teapot 2,"
                                        + " Bob-toaster 2, Cid-kettle 2, Cid-teapot 2, Cid-spade 0, Dan-spade 0")));
        files.put(
                "tip.svg",
                svg(
                        "Tip numbers of the left nodes",
                        purchases("tip numbers of users; the 3-tip stands out")
                                .strong("Ann Bob kettle teapot toaster")
                                .labels("Ann 3, Bob 3, Cid 2, Dan 0")));
        files.put(
                "kclique.svg",
                svg(
                        "A 4-clique",
                        people("a 4-clique; Cid, Dan, Eve are a 3-clique").strong("Ann Bob Cid Dan")));
        files.put(
                "kcore.svg",
                svg(
                        "Core numbers",
                        people("core numbers; the 3-core stands out")
                                .strong("Ann Bob Cid Dan")
                                .labels("Ann 3, Bob 3, Cid 3, Dan 3, Eve 2, Fay 1")));
        files.put(
                "common-neighbors.svg",
                svg(
                        "Common neighbors of two related nodes",
                        Panel.unipartite(
                                        "common neighbors of each pair",
                                        "Ann 0 0, Bob 1 0, Cid 0 1, Dan 1 1, Eve 2 1",
                                        "Ann-Bob Ann-Cid Bob-Cid Bob-Dan Cid-Dan Dan-Eve")
                                .edgeLabels("Ann-Bob 1, Ann-Cid 1, Bob-Cid 2, Bob-Dan 1, Cid-Dan 1, Dan-Eve 0")
                                .strong("Bob Cid")));
        files.put(
                "cycle.svg",
                svg(
                        "A cycle of transfers",
                        transfers("Ann's money comes back").strong("Ann Bob Cid Dan"),
                        transfers("also in the order of time")
                                .strong("Ann Bob Cid Dan")
                                .edgeLabels("Ann-Bob 1, Bob-Cid 3, Cid-Dan 4, Dan-Ann 6, Bob-Eve 2, Eve-Fay 5,"
                                        + " Cid-Fay 4")));
        files.put(
                "triad.svg",
                svg(
                        "Four triads",
                        triad("021D", "B-A B-C"),
                        triad("030C", "B-A C-B A-C"),
                        triad("120D", "B-A B-C A-C C-A"),
                        triad("210", "A-B B-C C-B A-C C-A")));
        files.put(
                "floors.svg",
                boxes(
                        "The floors, each of which uses the floors below it",
                        false,
                        NEO4J + "plugin: what starts with a server | report: charts as a page",
                        ALGORITHMS + "level: how dense | group: who belongs together | similar: shared neighbors"
                                + " | sample: about how many",
                        ALGORITHMS + "count: how many motifs in total, at nodes and relationships",
                        ALGORITHMS + "order: in which order vertices are searched",
                        NEO4J + "cypher: configuration, jobs, the way of a call, writing",
                        NEO4J + "catalog: named graphs | projection: Neo4j's store to graphs, and ids back",
                        OTHERS
                                + "choice: which found groups are kept | backend: what an algorithm is, CPU or GPU, estimates",
                        GPUS + "gpu: devices, memory, launches: JCuda | process: a second JVM",
                        OTHERS + "graph: rows off the heap | parallel: threads, cancellation | text: names, messages"));
        files.put(
                "call.svg",
                boxes(
                        "The way of a call",
                        true,
                        NEO4J + "ButterflyProcedures: reads the arguments, names the rows",
                        NEO4J + "AlgorithmCall: checks, starts a job, gets the graph once",
                        NEO4J + "GraphCatalog: a named graph | GraphProjector: a graph for this call alone",
                        ALGORITHMS + "ButterflyAlgorithm: chooses the CPU or a GPU, once, for this graph",
                        ALGORITHMS
                                + "ButterflyCpu: off-heap arrays and threads | ButterflyGpu: device memory and kernels",
                        ALGORITHMS + "ButterflyResult: counts of vertices and edges",
                        NEO4J + "rows: vertices become ids again | PropertyWriter: into the store"
                                + " | ColumnWriter: with the graph"));
        return files;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : all().entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        System.out.println(all().keySet().stream().collect(Collectors.joining(", ")) + " in " + folder);
    }
}
