package dev.motif.report;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Saver;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.MotifVersion;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.report.chart.Drawing.Fact;
import dev.motif.report.chart.Numbers;
import dev.motif.report.chart.Ranking.End;
import dev.motif.report.chart.Words;
import dev.motif.report.part.ReportConfig;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The procedures {@code motif.report} and its estimate, which return charts about one graph as an HTML page. */
public final class ReportProcedures extends MotifProcedures {
    private static final String NAME = "motif.report";
    private static final String KEYS = ReportConfig.KEYS + ", " + RUN_KEYS;
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm xxx", Locale.ROOT);

    private static final AlgorithmSpec<Graph, ReportConfig, Report> SPEC =
            AlgorithmSpec.of("motif", new ReportMaker(), given -> ReportConfig.of(given, CallConfig.of(given)));

    /** The row of {@code motif.report}. */
    public record Row(
            @Description("The graph; null for one that was projected for this run")
            String graphName,

            @Description("The report: an HTML page that needs no other file; null when it was saved")
            String html,

            @Description("The file on the server that it was saved as; null without the parameter file")
            String path,

            @Description("Its parts, as maps of part, title, status (COMPLETE, CUT or LEFT_OUT), reason, backend,"
                    + " backendReason and millis")
            List<Map<String, Object>> parts,

            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph, over all parts")
            long preProcessingMillis,

            @Description("Milliseconds of copying to and from the GPU, over all parts")
            long transferMillis,

            @Description("Milliseconds of counting and searching, over all parts")
            long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {}

    @Procedure(name = NAME, mode = READ)
    @Description(
            "Returns a page of charts about a graph: its butterflies, bicliques, cliques, common neighbors and cores.")
    public Stream<Row> report(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        var call = reportCall(graph, keys);
        ReportConfig config = call.algorithmConfig();
        Saver saver = saver(call);
        if (saver != null) {
            config.file().file().check(saver);
        }
        return call.row(run -> row(graph, config, saver, run));
    }

    @Procedure(name = NAME + ".estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> reportEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        return reportCall(graph, keys).estimate();
    }

    /** The saver of the page; null where the page is returned. */
    private static Saver saver(AlgorithmCall<Graph, ReportConfig, Report> call) {
        ReportConfig config = call.algorithmConfig();
        return config.file() == null
                ? null
                : call.call()
                        .saver(
                                call.call().owner(config.run().username()),
                                config.file().overwrite());
    }

    private AlgorithmCall<Graph, ReportConfig, Report> reportCall(Object graph, Map<String, Object> keys) {
        var call = call(SPEC, "report", graph, new Configuration(keys));
        checkProperty(call.algorithmConfig().nameProperty());
        return call.lookingAt((projected, config) -> config.with(Words.of(projected.projection())));
    }

    private void checkProperty(String name) {
        if (name == null) {
            return;
        }
        List<String> properties = new ArrayList<>();
        transaction.getAllPropertyKeys().forEach(properties::add);
        if (!properties.contains(name)) {
            throw new IllegalArgumentException("`nameProperty` must be a property that exists in this database, got "
                    + UserText.value(name) + Suggestions.hint(name, properties));
        }
    }

    private Row row(Object graph, ReportConfig config, Saver saver, AlgorithmRun<Report> run) {
        String name = graph instanceof String text ? text : null;
        Graph counted = run.projected().graph();
        String page = ReportPage.of(
                title(name),
                facts(counted, Words.of(run.projected().projection())),
                run.result(),
                end -> name(run.projected(), end, config.nameProperty()),
                origin(run));
        return new Row(
                name,
                saver == null ? page : null,
                saver == null ? null : config.file().save(page, saver),
                run.result().sections().stream().map(ReportProcedures::part).toList(),
                counted.vertexCount(),
                counted.edgeCount(),
                run.times().millis(Stage.PROJECT),
                run.times().millis(Stage.PREPARE),
                run.times().millis(Stage.TRANSFER),
                run.times().millis(Stage.COMPUTE),
                run.configuration());
    }

    private static String title(String graphName) {
        return graphName == null ? "Report about a graph" : "Report about " + graphName;
    }

    private static List<Fact> facts(Graph graph, Words words) {
        List<Fact> facts = new ArrayList<>();
        if (graph instanceof BipartiteGraph bipartite) {
            facts.add(new Fact(words.leftNodes(), Numbers.text(bipartite.leftCount())));
            facts.add(new Fact(words.rightNodes(), Numbers.text(bipartite.rightCount())));
        } else {
            facts.add(new Fact(words.nodes(), Numbers.text(graph.vertexCount())));
        }
        facts.add(new Fact(words.relationships(), Numbers.text(graph.edgeCount())));
        return facts;
    }

    /** The name of a node, or its id where it has none, was deleted, or may not be read by the user. */
    private String name(ProjectedGraph projected, End end, String property) {
        NodeIds side = end.side() == Side.LEFT || projected.right() == null ? projected.left() : projected.right();
        long id = side.nodeId(end.vertex());
        if (property != null) {
            try {
                Object value =
                        ((InternalTransaction) transaction).newNodeEntity(id).getProperty(property, null);
                if (value != null) {
                    return value instanceof String text ? UserText.name(text) : UserText.value(value);
                }
            } catch (NotFoundException e) {
                // It has no name any more.
            }
        }
        return "id " + id;
    }

    private List<String> origin(AlgorithmRun<Report> run) {
        String parameters = run.configuration().entrySet().stream()
                .map(parameter -> parameter.getKey() + ": " + parameter.getValue())
                .collect(Collectors.joining(", "));
        return List.of(
                "Made by Motif " + MotifVersion.get() + " on " + MINUTES.format(ZonedDateTime.now()) + " in database "
                        + databaseService.databaseName() + ", with " + parameters + ".",
                "All counts are exact. Drawn by Apache ECharts.");
    }

    private static Map<String, Object> part(Section section) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("part", section.name());
        part.put("title", section.title());
        part.put("status", section.status().name());
        part.put("reason", section.reason());
        part.put(
                "backend",
                section.choice() == null ? null : section.choice().backend().name());
        part.put(
                "backendReason",
                section.choice() == null ? null : section.choice().reason());
        part.put("millis", section.millis());
        return part;
    }
}
