package dev.motif.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.motif.backend.Backend;
import dev.motif.graph.Side;
import dev.motif.report.chart.Chart;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.HeatMap;
import dev.motif.report.chart.HeatMap.Cell;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Ranking.End;
import dev.motif.report.chart.SeriesChart;
import dev.motif.report.chart.SeriesChart.Form;
import dev.motif.report.chart.SeriesChart.Series;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the text of the page. */
class ReportPageTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\"'&{{library}}";
    private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"charts\">(.*?)</script>", Pattern.DOTALL);

    private static final BigInteger HUGE = BigInteger.TEN.pow(30).add(BigInteger.ONE);

    private static Section drawn(String name, Chart chart, String cut) {
        return new Section(
                name,
                name,
                name,
                new Drawing(List.of(new Fact("Fact " + name, "Value " + name)), chart, List.of(), cut),
                null,
                Backend.Choice.cpu("few <i>relationships</i>"),
                1234);
    }

    private static Section ranked(Ranking ranking) {
        return new Section(
                "ranked",
                "ranked",
                "ranked",
                Drawing.whole(List.of(), series("s"), ranking),
                null,
                Backend.Choice.cpu("other"),
                1);
    }

    private static SeriesChart series(String text) {
        return new SeriesChart(text, Form.BARS, text, text, List.of(text), List.of(new Series(text, List.of(HUGE))));
    }

    private static String page(Section... sections) {
        return ReportPage.of("title", List.of(), new Report(List.of(sections)), Object::toString, List.of());
    }

    private static String only(Pattern pattern, String text) {
        List<String> found = pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void textsOfUsersStayTexts() {
        HeatMap map = new HeatMap(
                HOSTILE,
                HOSTILE,
                HOSTILE,
                HOSTILE,
                List.of(HOSTILE),
                List.of(HOSTILE),
                List.of(new Cell(0, 0, BigInteger.ONE)));
        String page = ReportPage.of(
                HOSTILE,
                List.of(new Fact(HOSTILE, HOSTILE)),
                new Report(List.of(
                        drawn(HOSTILE, series(HOSTILE), HOSTILE),
                        drawn("map", map, null),
                        ranked(new Ranking(
                                HOSTILE,
                                List.of(HOSTILE, HOSTILE),
                                List.of(Ranking.Entry.of(List.of(new End(Side.LEFT, 3)), "1")))),
                        new Section(HOSTILE, HOSTILE, HOSTILE, null, HOSTILE, null, 0))),
                end -> HOSTILE,
                List.of(HOSTILE));
        assertThat(page)
                .doesNotContain("<img src=x")
                .contains("<h1>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;'&amp;{{library}}</h1>");
        assertThat(SCRIPT.matcher(page).results()).hasSize(2);
    }

    @Test
    void countsInTheDataAreExact() throws IOException {
        String page = page(
                drawn("long", series("s"), null),
                drawn(
                        "map",
                        new HeatMap("m", "x", "y", "n", List.of("1"), List.of("1"), List.of(new Cell(0, 0, HUGE))),
                        null));
        JsonNode charts = new ObjectMapper().readTree(only(DATA, page));
        assertThat(charts.at("/long/series/0/counts/0").textValue()).isEqualTo(HUGE.toString());
        assertThat(charts.at("/long/form").textValue()).isEqualTo("BARS");
        assertThat(charts.at("/map/cells/0/count").textValue()).isEqualTo(HUGE.toString());
        assertThat(page).contains("<td>s</td><td>1,000,000,000,000,000,000,000,000,000,001</td>");
    }

    /** Only the two scripts of the page may run, and nothing may be loaded. */
    @Test
    void contentSecurityPolicyAllowsItsOwnScriptsAlone() throws Exception {
        String page = page();
        List<String> hashes = new ArrayList<>();
        for (MatchResult script : SCRIPT.matcher(page).results().toList()) {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(StandardCharsets.UTF_8));
            hashes.add("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
        }
        assertThat(hashes).hasSize(2);
        assertThat(only(Pattern.compile("http-equiv=\"Content-Security-Policy\" content=\"(.*?)\""), page))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src "
                        + String.join(" ", hashes) + "; base-uri 'none'; form-action 'none'");
        assertThat(SCRIPT.matcher(page).replaceAll("")).doesNotContainPattern("(src|href)=|url\\(|@import");
    }

    @Test
    void everyPlaceOfThePageIsFilled() {
        assertThat(page(drawn("a", series("s"), null))).doesNotContainPattern("\\{\\{\\w+}}");
    }

    @Test
    void partThatWasCutOrLeftOutSaysWhy() {
        String page = page(
                drawn("cut", series("s"), "Too many."), new Section("out", "t", "a", null, "it is too large", null, 0));
        assertThat(page)
                .contains("<p class=\"note\">Too many.</p>")
                .contains("<p class=\"note\">Left out: it is too large.</p>")
                .contains("id=\"chart-cut\"")
                .containsOnlyOnce("Computed in 1,234 ms on the CPU.")
                .contains("<p>All of it ran on the CPU: few &lt;i&gt;relationships&lt;/i&gt;.</p>")
                .doesNotContain("id=\"chart-out\"");
    }

    @Test
    void reasonOfABackendIsGivenOnce() {
        Ranking none = new Ranking("none", List.of("Node", "Number"), List.of());
        String page = page(drawn("a", series("s"), null), ranked(none), drawn("b", series("s"), null));
        assertThat(page)
                .containsOnlyOnce("<p>a, b ran on the CPU: few &lt;i&gt;relationships&lt;/i&gt;.</p>")
                .containsOnlyOnce("<p>ranked ran on the CPU: other.</p>")
                .doesNotContain("class=\"rankings\"");
    }

    @Test
    void rankingIsATableOfNames() {
        String page = page(ranked(new Ranking(
                "Top RATED relationships by wing number",
                List.of("User nodes", "Item nodes", "Wing number"),
                List.of(Ranking.Entry.of(List.of(new End(Side.LEFT, 3), new End(Side.RIGHT, 4)), "1,200")))));
        assertThat(page)
                .contains("<figcaption>Top RATED relationships by wing number</figcaption>")
                .contains("<th scope=\"col\">User nodes</th><th scope=\"col\">Item nodes</th>")
                .contains("<td>End[side=LEFT, vertex=3]</td><td>End[side=RIGHT, vertex=4]</td><td>1,200</td>");
    }

    @Test
    void emptyChartIsNotDrawn() throws IOException {
        SeriesChart empty = new SeriesChart(
                "t", Form.BARS, "x", "y", List.of("0"), List.of(new Series("s", List.of(BigInteger.ZERO))));
        String page = page(drawn("empty", empty, null));
        assertThat(page)
                .contains("There is nothing to draw")
                .contains("Value empty")
                .doesNotContain("id=\"chart-");
        assertThat(new ObjectMapper().readTree(only(DATA, page)).isEmpty()).isTrue();
    }
}
