package dev.motif.cypher.procedure;

import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.derive.Derivation;
import dev.motif.cypher.procedure.GraphProcedures.ProjectRow;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The procedures {@code motif.graph.filter} and {@code induce}, which make named graphs of others. */
public final class DerivedGraphProcedures extends MotifProcedures {
    private static final String FILTER = "motif.graph.filter";
    private static final String INDUCE = "motif.graph.induce";

    private static final String NEW = "The name of the new graph";
    private static final String FROM = "The name of the graph to take from";
    private static final String CONFIGURATION = "concurrency, jobId, logProgress";

    /** The most nodes that a call may give. */
    private static final int MAX_NODES = 10_000_000;

    @Procedure(name = FILTER, mode = Mode.READ)
    @Description("Makes a named graph of the nodes and relationships of another whose columns pass a filter.")
    public Stream<ProjectRow> filter(
            @Name(value = "graphName", description = NEW) String graphName,
            @Name(value = "fromGraphName", description = FROM) String fromGraphName,
            @Name(value = "filter", description = "What must hold, such as 'r.wing >= 3 AND l.tip > 0'") String filter,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        Derivation.checkFilter(filter);
        return derive(
                FILTER, graphName, fromGraphName, "filter", filter, configuration, source -> source.filtered(filter));
    }

    @Procedure(name = INDUCE, mode = Mode.READ)
    @Description("Makes a named graph of given nodes of another and all relationships among them.")
    public Stream<ProjectRow> induce(
            @Name(value = "graphName", description = NEW) String graphName,
            @Name(value = "fromGraphName", description = FROM) String fromGraphName,
            @Name(value = "nodes", description = "A list of nodes, or of ids of nodes") Object nodes,
            @Name(value = "configuration", defaultValue = "{}", description = CONFIGURATION)
                    Map<String, Object> configuration) {
        long[] ids = ids(nodes);
        return derive(
                INDUCE,
                graphName,
                fromGraphName,
                "nodes",
                (long) ids.length,
                configuration,
                source -> source.induced(ids));
    }

    private static long[] ids(Object nodes) {
        String allowed = "`nodes` must be a list of at most " + MAX_NODES + " nodes or ids, got ";
        if (!(nodes instanceof List<?> list) || list.size() > MAX_NODES) {
            throw new IllegalArgumentException(allowed + UserText.value(nodes));
        }
        long[] ids = new long[list.size()];
        int count = 0;
        for (Object node : list) {
            Long id = Configuration.nodeId(node);
            if (id == null) {
                throw new IllegalArgumentException(
                        allowed + "one with " + UserText.value(node) + Configuration.nodeHint(node));
            }
            ids[count++] = id;
        }
        return ids;
    }

    /**
     * @param key what the new graph's configuration calls {@code value}
     * @param value what it was made by
     */
    private Stream<ProjectRow> derive(
            String procedure,
            String graphName,
            String fromGraphName,
            String key,
            Object value,
            Map<String, Object> configuration,
            Function<Derivation, WithColumns> derivation) {
        Call call = call(procedure);
        GraphKey target = call.key(GraphProcedures.checkedName(graphName));
        GraphKey from = call.key(Names.name("`fromGraphName`", fromGraphName));
        Configuration given = new Configuration(configuration);
        int concurrency = CallConfig.concurrency(given, "concurrency", CallConfig.defaultConcurrency());
        StageTimes times = new StageTimes();
        return call.run(given, job -> {
            Map<String, Object> asGiven = new LinkedHashMap<>();
            asGiven.put("fromGraphName", fromGraphName);
            asGiven.put(key, value);
            asGiven.putAll(given.asGiven());
            job.about(graphName, times);
            job.plan(Derivation.STAGES);
            CatalogGraph graph = GraphCatalog.server().add(target, asGiven, () -> {
                try (ColumnLease source = ColumnLease.acquire(from, Columns.ALL, Columns.ALL)) {
                    Derivation derive = new Derivation(source, call.memory(), call.workers(concurrency, job));
                    return times.time(Stage.PROJECT, () -> derivation.apply(derive));
                }
            });
            job.close();
            return Stream.of(ProjectRow.of(graph, times.millis(Stage.PROJECT)));
        });
    }
}
