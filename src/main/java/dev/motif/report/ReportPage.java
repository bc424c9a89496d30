package dev.motif.report;

import static org.apache.commons.text.StringEscapeUtils.escapeHtml4;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import dev.motif.report.chart.Chart;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Ranking.End;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the HTML page of a report, which needs no other file and no network. The page contains the plotting library,
 * and its content security policy allows only the two scripts that it contains.
 *
 * <p>Texts of users are escaped for HTML. The data of the charts is JSON in a script element, in which Gson escapes the
 * characters that could end the element.
 */
final class ReportPage {
    /** The most names of a cell. */
    private static final int MOST_NAMES = 20;

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    /** Writes counts as texts, since the numbers of a browser are exact only below 2^53. */
    private static final Gson JSON = new GsonBuilder()
            .registerTypeAdapter(BigInteger.class, (JsonSerializer<BigInteger>)
                    (count, type, context) -> new JsonPrimitive(count.toString()))
            .create();

    private ReportPage() {}

    /**
     * Returns the page as HTML.
     *
     * @param title the heading of the page
     * @param facts the key figures of the graph
     * @param names the names of nodes
     * @param origin lines that say when, where and with which parameters the report was made
     */
    static String of(String title, List<Fact> facts, Report report, Function<End, String> names, List<String> origin) {
        String library = resource("echarts.min.js");
        String script = resource("report.js");
        Map<String, String> contents = Map.of(
                "title", escapeHtml4(title),
                "facts", facts(facts),
                "style", resource("report.css"),
                "sections",
                        lines(report.sections().stream()
                                .map(section -> section(section, names))
                                .toList()),
                "origin",
                        lines(Stream.concat(backends(report), origin.stream())
                                .map(line -> "<p>" + escapeHtml4(line) + "</p>")
                                .toList()),
                "charts", JSON.toJson(charts(report)),
                "library", library,
                "script", script,
                "scriptHashes", hash(library) + " " + hash(script));
        // All placeholders are replaced in one pass, so that contents that look like a placeholder stay as they are.
        // The library is a megabyte, which a replacement of the matcher's own would copy character by character.
        String template = resource("report.html");
        StringBuilder page = new StringBuilder(template.length() + library.length());
        Matcher place = PLACE.matcher(template);
        while (place.find()) {
            place.appendReplacement(page, "");
            page.append(contents.get(place.group(1)));
        }
        return place.appendTail(page).toString();
    }

    private static Map<String, Chart> charts(Report report) {
        Map<String, Chart> charts = new LinkedHashMap<>();
        for (Section section : report.sections()) {
            if (section.drawing() != null && !section.drawing().chart().isEmpty()) {
                charts.put(section.name(), section.drawing().chart());
            }
        }
        return charts;
    }

    private static String section(Section section, Function<End, String> names) {
        String name = escapeHtml4(section.name());
        return """
                <section id="%s">
                <h2>%s</h2>
                <p class="about">%s</p>
                %s%s%s</section>""".formatted(
                        name,
                        escapeHtml4(section.title()),
                        escapeHtml4(section.about()),
                        note(section),
                        section.drawing() == null ? "" : drawing(name, section.drawing(), names),
                        run(section));
    }

    private static String note(Section section) {
        return switch (section.status()) {
            case COMPLETE -> "";
            case CUT -> "<p class=\"note\">" + escapeHtml4(section.reason()) + "</p>\n";
            case LEFT_OUT -> "<p class=\"note\">Left out: " + escapeHtml4(section.reason()) + ".</p>\n";
        };
    }

    private static String drawing(String name, Drawing drawing, Function<End, String> names) {
        Chart chart = drawing.chart();
        String figure = chart.isEmpty()
                ? "<p>There is nothing to draw: all counts are 0.</p>\n"
                : """
                <figure>
                <figcaption>%s</figcaption>
                <div class="chart" id="chart-%s" role="img" aria-label="%s; the table below has its numbers"></div>
                </figure>
                <details>
                <summary>The numbers as a table</summary>
                <div class="scroll" tabindex="0">
                %s</div>
                </details>
                """.formatted(
                                escapeHtml4(chart.title()),
                                name,
                                escapeHtml4(chart.title()),
                                table(chart.header(), chart.rows()));
        return facts(drawing.facts()) + figure + rankings(drawing.rankings(), names);
    }

    private static String rankings(List<Ranking> rankings, Function<End, String> names) {
        String tables = rankings.stream()
                .filter(ranking -> !ranking.entries().isEmpty())
                .map(ranking -> """
                        <figure>
                        <figcaption>%s</figcaption>
                        %s</figure>
                        """.formatted(
                                escapeHtml4(ranking.title()),
                                table(
                                        ranking.header(),
                                        ranking.entries().stream()
                                                .map(entry -> row(entry, names))
                                                .toList())))
                .collect(Collectors.joining());
        return tables.isEmpty() ? "" : "<div class=\"rankings\">\n" + tables + "</div>\n";
    }

    private static List<String> row(Ranking.Entry entry, Function<End, String> names) {
        Stream<String> numbers =
                entry.degree() == null ? Stream.of(entry.number()) : Stream.of(entry.degree(), entry.number());
        return Stream.concat(entry.cells().stream().map(cell -> cell(cell, names)), numbers)
                .toList();
    }

    private static String cell(List<End> nodes, Function<End, String> names) {
        String shown = nodes.stream().limit(MOST_NAMES).map(names).collect(Collectors.joining(", "));
        return nodes.size() > MOST_NAMES ? shown + " and " + (nodes.size() - MOST_NAMES) + " more" : shown;
    }

    private static String table(List<String> header, List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<table>\n<thead><tr>");
        header.forEach(name ->
                table.append("<th scope=\"col\">").append(escapeHtml4(name)).append("</th>"));
        table.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            table.append("<tr>");
            row.forEach(cell -> table.append("<td>").append(escapeHtml4(cell)).append("</td>"));
            table.append("</tr>\n");
        }
        return table.append("</tbody>\n</table>\n").toString();
    }

    private static String facts(List<Fact> facts) {
        StringBuilder list = new StringBuilder("<dl class=\"facts\">\n");
        for (Fact fact : facts) {
            list.append("<div><dt>").append(escapeHtml4(fact.name())).append("</dt><dd>");
            list.append(escapeHtml4(fact.value())).append("</dd></div>\n");
        }
        return list.append("</dl>\n").toString();
    }

    private static String run(Section section) {
        return section.drawing() == null
                ? ""
                : "<p class=\"run\">Computed in " + Numbers.text(section.millis()) + " ms on the "
                        + section.choice().backend() + ".</p>\n";
    }

    /** Says once for each reason which parts ran where. */
    private static Stream<String> backends(Report report) {
        Map<String, List<String>> parts = report.sections().stream()
                .filter(section -> section.drawing() != null)
                .collect(Collectors.groupingBy(
                        section -> section.choice().backend() + ": "
                                + section.choice().reason(),
                        LinkedHashMap::new,
                        Collectors.mapping(Section::title, Collectors.toList())));
        return parts.entrySet().stream()
                .map(part -> (parts.size() == 1 ? "All of it" : String.join(", ", part.getValue())) + " ran on the "
                        + part.getKey() + ".");
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** The hash of a script, in the form in which a content security policy allows the script to run. */
    private static String hash(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
