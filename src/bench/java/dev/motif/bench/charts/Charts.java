package dev.motif.bench.charts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Draws charts of bars as SVG: those of the experiments, and those of the benchmarks from the numbers in their CSV
 * files. Needs only the JDK: {@code java src/bench/java/dev/motif/bench/charts/Charts.java docs} writes the files
 * of {@code docs/images}.
 */
public final class Charts {
    /** Colors that most people can tell apart. */
    private static final String[] COLORS = {
        "#0072b2", "#d55e00", "#009e73", "#8250df", "#e69f00", "#56b4e9", "#cc79a7", "#57606a", "#117733", "#882255",
        "#999933", "#44aa99"
    };

    private static final Pattern NUMBER = Pattern.compile("^>?(\\d+(?:\\.\\d+)?)");
    private static final Pattern CELL = Pattern.compile("(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))");
    private static final int WIDTH = 760;
    private static final int BAR = 11;
    private static final int GAP = 9;
    private static final int TOP = 64;
    private static final int LEGEND = 40;
    private static final int LEGEND_LINE = 16;
    private static final int MARGIN = 24;
    /** The width of a character of a label, on average. */
    private static final double CHARACTER = 6.4;

    /**
     * A chart of bars of one page, a group of bars for each row.
     *
     * @param page the page's name
     * @param title the title
     * @param files the names of its CSV files
     * @param rows what the cells of a row must match, with blanks between them
     * @param labels the columns that name a row
     * @param series the columns with the lengths of the bars, in the order of their colors
     * @param names what the legend calls the series
     */
    private record Chart(
            String page,
            String title,
            List<String> files,
            String rows,
            List<String> labels,
            List<String> series,
            List<String> names) {
        Chart(String page, String title, String files, String rows, String labels, String series) {
            this(page, title, files, rows, labels, series, series);
        }

        Chart(String page, String title, String files, String rows, String labels, String series, String names) {
            this(page, title, list(files), rows, list(labels), list(series), list(names));
        }

        private static List<String> list(String names) {
            return List.of(names.split("; "));
        }
    }

    private static final List<Chart> ALL = List.of(
            new Chart(
                    "butterfly",
                    "Butterflies on an H200, by L, R, draws and skew: milliseconds",
                    "butterfly-kernels",
                    ".*",
                    "L, R, draws, skew",
                    "Total; By node; By relationship"),
            new Chart(
                    "peeling",
                    "Wing numbers: milliseconds",
                    "peeling-wing",
                    ".*",
                    "Wing numbers of",
                    "GPU compute; CPU compute",
                    "NVIDIA H200; 16 processors"),
            new Chart(
                    "scaling",
                    "Threads of a CPU: milliseconds of a whole run",
                    "scaling",
                    ".* 7394b743 .*",
                    "What; Graph",
                    "1 thread; 2 threads; 4 threads; 8 threads; 16 threads; 32 threads"),
            new Chart(
                    "biclique",
                    "(p,q)-bicliques of youtube: milliseconds",
                    "biclique",
                    ".*",
                    "Size",
                    "GPU compute; CPU compute",
                    "NVIDIA H200; 2 threads of a CPU"),
            new Chart(
                    "biclique-gbc",
                    "GBC on an H200, (4,4)-bicliques of youtube: milliseconds of counting",
                    "biclique-gbc",
                    ".*",
                    "Technique",
                    "Compute"),
            new Chart(
                    "maximal-biclique",
                    "Maximal bicliques on an H200: milliseconds",
                    "maximal-biclique",
                    ".*",
                    "Graph",
                    "Frames; Sub-trees; All"),
            new Chart(
                    "kclique",
                    "k-cliques on an H200: milliseconds",
                    "kclique-algorithms; kclique-members",
                    "(Kronecker 14|soc-epinions1) .*",
                    "Graph; k",
                    "ORIENTATION; PIVOT; COMPLEMENT"),
            new Chart(
                    "common-neighbors",
                    "Common neighbors, one thread of a CPU: milliseconds",
                    "common-neighbors",
                    ".*",
                    "Techniques",
                    "facebook-combined; soc-epinions1"),
            new Chart(
                    "load",
                    "Calls a second on one H200",
                    "load",
                    ".*",
                    "Clients",
                    "Calls a second, c880b3d; fa74493; 94158c2; 634b3bd5",
                    "c880b3d; fa74493; 94158c2; 634b3bd5"),
            new Chart(
                    "auto",
                    "A call on youtube or soc-epinions1: milliseconds",
                    "auto",
                    ".* (youtube|soc-epinions1) .*",
                    "Call",
                    "CPU, first; GPU, first; GPU, later",
                    "16 processors; H200, first call; H200, later calls"),
            new Chart(
                    "projection",
                    "Projection of 33,300,000 relationships by threads: milliseconds",
                    "projection",
                    ".*",
                    "readConcurrency",
                    "bipartite; unipartite; bipartite with relationshipIds"),
            new Chart(
                    "writing",
                    "Writing 400,000 nodes or 100,000 relationships: milliseconds",
                    "writing",
                    ".*",
                    "What",
                    "Wall clock",
                    "16 processors"),
            new Chart(
                    "end-to-end",
                    "100 million relationships in Neo4j, H200 and 16 processors: seconds",
                    "end-to-end",
                    "(Import|Projection|Butterflies of rel|Wing.*GPU|Node similarity.*GPU|Maximal.*GPU|Write).*",
                    "Step",
                    "Seconds"));

    private Charts() {}

    /** A group of bars; a value is NaN where the table has none, and cut where it is a limit that stopped a run. */
    public record Group(String label, double[] values, boolean[] cut) {}

    /** The drawings by file name. */
    public static Map<String, String> all(Path benchmarks) throws IOException {
        Map<String, String> drawings = new LinkedHashMap<>();
        for (Chart chart : ALL) {
            List<Group> groups = new ArrayList<>();
            for (String file : chart.files) {
                groups.addAll(groups(
                        chart, Files.readAllLines(benchmarks.resolve("data").resolve(file + ".csv"))));
            }
            if (groups.isEmpty()) {
                throw new IllegalArgumentException(chart.files + " have no rows for " + chart.title);
            }
            drawings.put("bench-" + chart.page + ".svg", bars(chart.title, chart.names, groups));
        }
        return drawings;
    }

    private static List<Group> groups(Chart chart, List<String> lines) {
        List<String> columns = cells(lines.get(0));
        return lines.stream()
                .skip(1)
                .map(Charts::cells)
                .filter(cells -> String.join(" ", cells).matches(chart.rows))
                .map(cells -> group(chart, columns, cells))
                .toList();
    }

    /** The cells of a line of comma-separated values. */
    public static List<String> cells(String line) {
        return CELL.matcher(line)
                .results()
                .map(cell ->
                        cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""))
                .toList();
    }

    private static Group group(Chart chart, List<String> columns, List<String> cells) {
        List<String> label = chart.labels.stream()
                .map(column -> cells.get(columns.indexOf(column)))
                .toList();
        double[] values = new double[chart.series.size()];
        boolean[] cut = new boolean[values.length];
        for (int i = 0; i < values.length; i++) {
            String cell = cells.get(columns.indexOf(chart.series.get(i)));
            Matcher number = NUMBER.matcher(cell);
            values[i] = number.find() ? Double.parseDouble(number.group(1)) : Double.NaN;
            cut[i] = cell.startsWith(">");
        }
        String between = label.size() > 2 ? " " : chart.labels.contains("k") ? ", k " : ", ";
        return new Group(String.join(between, label), values, cut);
    }

    /**
     * Where each series is in the legend, which has as many lines as it needs: x and y of the upper left corner.
     */
    static List<int[]> legend(List<String> names) {
        List<int[]> corners = new ArrayList<>();
        int x = MARGIN;
        int y = LEGEND;
        for (String name : names) {
            int length = 40 + (int) (CHARACTER * name.length());
            if (x > MARGIN && x + length > WIDTH) {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            corners.add(new int[] {x, y});
            x += length;
        }
        return corners;
    }

    /**
     * A chart of horizontal bars, on a logarithmic axis if the values are far apart.
     *
     * @param names what the legend calls the series, at most as many as there are colors
     */
    public static String bars(String title, List<String> names, List<Group> groups) {
        int left = MARGIN
                + (int) (CHARACTER
                        * groups.stream()
                                .mapToInt(group -> group.label.length())
                                .max()
                                .orElse(0))
                + 8;
        int right = WIDTH - MARGIN - 60;
        int bars = names.size();
        List<int[]> legend = legend(names);
        int top = TOP - LEGEND + legend.get(bars - 1)[1];
        int height = top + groups.size() * (bars * BAR + GAP) + MARGIN;
        double least = values(groups).min().orElse(1);
        double largest = values(groups).max().orElse(1);
        double most = largest == 0 ? 1 : largest;
        boolean logarithmic = least > 0 && most / least > 30;
        double low = logarithmic ? Math.floor(Math.log10(least)) : 0;
        double scale = (right - left) / ((logarithmic ? Math.log10(most) : most) - low);

        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#24292f\">%n"
                        + "<title>%3$s</title>%n<rect width=\"%1$d\" height=\"%2$d\" rx=\"8\" fill=\"#ffffff\"/>%n"
                        + "<text x=\"%4$d\" y=\"28\" font-size=\"15\">%3$s</text>%n",
                WIDTH,
                height,
                escaped(title + (logarithmic ? " (log scale)" : "")),
                MARGIN));
        for (int i = 0; i < bars && bars > 1; i++) {
            int x = legend.get(i)[0];
            int y = legend.get(i)[1];
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>%n",
                    x,
                    y,
                    color(i),
                    x + 15,
                    y + 9,
                    escaped(names.get(i))));
        }
        int y = top;
        for (Group group : groups) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                    left - 8,
                    y + bars * BAR / 2 + 4,
                    escaped(group.label)));
            for (int i = 0; i < bars; i++, y += BAR) {
                double value = group.values[i];
                if (!Double.isNaN(value)) {
                    double length = Math.max(1, ((logarithmic ? Math.log10(value) : value) - low) * scale);
                    svg.append(String.format(
                            Locale.ROOT,
                            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                                    + "<text x=\"%.1f\" y=\"%d\" font-size=\"10\">%s</text>%n",
                            left,
                            y,
                            length,
                            BAR - 1,
                            color(i),
                            left + length + 4,
                            y + BAR - 2,
                            (group.cut[i] ? "&gt; " : "") + shown(value)));
                }
            }
            y += GAP;
        }
        return svg.append("</svg>\n").toString().replace("\r", "");
    }

    private static DoubleStream values(List<Group> groups) {
        return groups.stream()
                .flatMapToDouble(group -> Arrays.stream(group.values))
                .filter(value -> !Double.isNaN(value));
    }

    private static String shown(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%,d", (long) value) : Double.toString(value);
    }

    static String color(int series) {
        return COLORS[series % COLORS.length];
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** Writes the drawings of the pages below a folder of documentation. */
    public static void main(String[] args) throws IOException {
        Path docs = Path.of(args[0]);
        for (Map.Entry<String, String> drawing : all(docs.resolve("benchmarks")).entrySet()) {
            Files.writeString(docs.resolve("images").resolve(drawing.getKey()), drawing.getValue());
        }
    }
}
