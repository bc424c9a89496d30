package dev.motif.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.browser.Chromium;
import dev.motif.browser.RenderedPage;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests reports as a browser shows them. */
@Slow
class ReportInChromiumTest {
    /** A folder for the pictures that the tests take, such as those of the documentation; null to keep none. */
    private static final String PICTURES = System.getProperty("motif.report.pictures");

    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";
    /** The SVG of a bar or a point of the first series. */
    private static final String MARK = "<path [^>]*fill=\"#0072b2\"";

    private static final Pattern TEXT = Pattern.compile("<text[^>]*>([^<]*)</text>");
    private static final Pattern ROW = Pattern.compile("<tr>((?:<td>[^<]*</td>)+)</tr>");
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 1390;

    private static Path chromium;

    @TempDir
    private Path work;

    @BeforeAll
    static void findChromium() {
        chromium = Chromium.find().orElse(null);
        assumeTrue(chromium != null, "no Chromium on the PATH: install the package chromium");
    }

    @BeforeEach
    @AfterEach
    void emptyDatabase() {
        TestDatabase.emptied();
    }

    /** Saves the report about a data set, as the procedure returns it, and returns its file. */
    private Path savedReport(String dataSet, String graphName) throws IOException {
        try (LoadedGraph loaded = new EdgeListReader(OffHeapBudget.memory(), Workers.of(1))
                .read(Path.of("test-data", dataSet + ".el.xz"))) {
            if (loaded.graph() instanceof BipartiteGraph bipartite) {
                store("Woman", "Event", bipartite.left());
                project(graphName, "{left: 'Woman', right: 'Event'}");
            } else if (loaded.graph() instanceof UnipartiteGraph unipartite) {
                store("Author", "Author", unipartite.adjacency());
                project(graphName, "'Author'");
            }
        }
        Path page = work.resolve(dataSet + ".html");
        Map<String, Object> row = TestDatabase.row("CALL motif.report($name)", Map.of("name", graphName));
        return Files.writeString(page, (String) row.get("html"));
    }

    private static void store(String label, String neighborLabel, Csr rows) {
        List<List<Long>> pairs = IntStream.range(0, rows.vertexCount())
                .boxed()
                .flatMap(v -> LongStream.range(rows.start(v), rows.end(v))
                        .mapToObj(slot -> List.of((long) v, (long) rows.neighbor(slot))))
                .toList();
        for (String each : List.of(label, neighborLabel)) {
            TestDatabase.rows("CREATE INDEX IF NOT EXISTS FOR (n:" + each + ") ON (n.id)");
        }
        TestDatabase.rows(
                "UNWIND $pairs AS pair MERGE (u:" + label + " {id: pair[0]}) MERGE (v:" + neighborLabel
                        + " {id: pair[1]}) CREATE (u)-[:LINKED]->(v)",
                Map.of("pairs", pairs));
    }

    private static void project(String graphName, String nodes) {
        TestDatabase.rows("CALL motif.graph.project($name, " + nodes + ", 'LINKED')", Map.of("name", graphName));
    }

    private RenderedPage rendered(Path page) throws IOException, InterruptedException {
        return RenderedPage.of(chromium, page, work);
    }

    /** Takes a picture of the top of a page, and checks that it is one. */
    private void picture(Path page, String name) throws IOException, InterruptedException {
        Path folder = PICTURES == null ? work : Files.createDirectories(Path.of(PICTURES));
        Path image = folder.resolve(name);
        RenderedPage.saveImage(chromium, page, work, image, WIDTH, HEIGHT);
        BufferedImage picture = ImageIO.read(image.toFile());
        assertThat(picture.getWidth()).isEqualTo(WIDTH);
        long colors = IntStream.range(0, WIDTH * HEIGHT)
                .map(pixel -> picture.getRGB(pixel % WIDTH, pixel / WIDTH))
                .distinct()
                .count();
        assertThat(colors).isGreaterThan(20);
    }

    private static String section(RenderedPage page, String name) {
        Matcher section = Pattern.compile("<section id=\"" + name + "\">(.*?)</section>", Pattern.DOTALL)
                .matcher(page.dom());
        assertThat(section.find()).as(name).isTrue();
        return section.group(1);
    }

    /** The texts in the chart of a section. */
    private static List<String> texts(RenderedPage page, String name) {
        String section = section(page, name);
        assertThat(section).contains("<svg");
        return TEXT.matcher(section).results().map(text -> text.group(1)).toList();
    }

    /** The last column of the table of a chart. */
    private static List<String> lastColumn(RenderedPage page, String name) {
        return ROW.matcher(section(page, name).replaceFirst("(?s)<div class=\"rankings\">.*", ""))
                .results()
                .map(row -> row.group(1).replaceFirst(".*<td>([^<]*)</td>$", "$1"))
                .toList();
    }

    private static long count(RenderedPage page, String name, String pattern) {
        return Pattern.compile(pattern).matcher(section(page, name)).results().count();
    }

    private static Stream<String> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(Integer::toString);
    }

    @Test
    void chartsOfABipartiteGraphAreDrawn() throws IOException, InterruptedException {
        Path saved = savedReport("southern-women", HOSTILE);
        RenderedPage page = rendered(saved);
        assertThat(page.messages()).isEmpty();
        assertThat(page.dom())
                .contains("<h1>Report about &lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</h1>")
                .doesNotContain("could not be drawn</");

        assertThat(texts(page, "butterfly"))
                .contains("Woman nodes", "Event nodes", "Butterflies of a node", "Nodes", "0", "2–3", "128–255");
        assertThat(count(page, "butterfly", MARK))
                .as("nine ranges and the legend")
                .isEqualTo(9 + 1);
        assertThat(count(page, "wing", MARK)).as("wing numbers 0 to 12").isEqualTo(13);
        assertThat(texts(page, "tip")).contains("Tip number", "Nodes");
        assertThat(texts(page, "nodeSimilarity")).contains("Similarity", "Woman nodes", "Event nodes", "0.95–1.00");

        List<String> counts = lastColumn(page, "biclique.maximal");
        assertThat(counts.stream().mapToInt(Integer::parseInt).sum()).isEqualTo(63);
        List<String> expected = new ArrayList<>(counts);
        Stream.of(
                        Stream.of("Woman nodes", "Event nodes", "Maximal bicliques", "1", "2–4", "5–9"),
                        numbers(1, 14),
                        numbers(1, 8))
                .flatMap(each -> each)
                .forEach(expected::add);
        assertThat(texts(page, "biclique.maximal")).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void chartsOfAUnipartiteGraphAreDrawn() throws IOException, InterruptedException {
        Path saved = savedReport("netscience", "coauthors");
        RenderedPage page = rendered(saved);
        assertThat(page.messages()).isEmpty();
        assertThat(texts(page, "kclique"))
                .contains("k, the nodes of a clique", "k-cliques (log scale)", "3", "20", "1", "1,000,000");
        assertThat(count(page, "kclique", MARK)).as("sizes 3 to 20").isEqualTo(18);
        assertThat(texts(page, "commonNeighbors")).contains("Common neighbors", "Relationships (log scale)");
        for (String part : List.of("commonNeighbors", "kcore")) {
            List<String> counts = lastColumn(page, part);
            assertThat(counts).as(part).hasSize(part.equals("kcore") ? 20 : 21);
            assertThat(count(page, part, MARK))
                    .as("a bar for each count of " + part + " that has a logarithm")
                    .isEqualTo(counts.stream().filter(each -> !each.equals("0")).count());
        }
        picture(saved, "report-unipartite.png");
    }

    @Test
    void picturesOfABipartiteGraphCanBeTaken() throws IOException, InterruptedException {
        picture(savedReport("southern-women", "events"), "report-bipartite.png");
    }

    /** The content security policy of the page also applies to scripts that somebody adds to it. */
    @Test
    void foreignScriptsDoNotRun() throws IOException, InterruptedException {
        Path saved = savedReport("southern-women", "events");
        String foreign = "<script>document.title = 'taken over'</script><img src=\"https://example.org/x.png\">";
        Files.writeString(saved, Files.readString(saved).replaceFirst("</body>\\s*</html>\\s*$", foreign + "$0"));
        RenderedPage page = rendered(saved);
        assertThat(page.dom()).contains("<title>Report about events</title>").contains(foreign);
        assertThat(page.messages())
                .hasSize(2)
                .allMatch(message -> message.contains("violates the following Content Security Policy directive"));
    }
}
