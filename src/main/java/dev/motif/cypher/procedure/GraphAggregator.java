package dev.motif.cypher.procedure;

import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.projection.EdgeRows;
import dev.motif.projection.RowProjector;
import java.util.Map;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserAggregationResult;
import org.neo4j.procedure.UserAggregationUpdate;
import org.neo4j.values.AnyValue;
import org.neo4j.values.storable.Values;
import org.neo4j.values.virtual.VirtualNodeValue;

/**
 * The aggregation function {@code motif.graph.project}: collects the rows of one group of a query, then makes a named
 * graph of them.
 *
 * <p>Arguments have Neo4j's own type {@link AnyValue}: with any other type Neo4j would check each argument of each row
 * and convert it to a Java object, which costs as much as all other work.
 *
 * <p>A query that fails or is killed never asks for the result. Therefore the rows are also registered with the
 * transaction, which frees them when it closes.
 */
public final class GraphAggregator {
    private final Call call;

    private Request request;
    private AnyValue name;
    private EdgeRows rows;
    private Map<String, Object> row;

    private enum Kind {
        BIPARTITE,
        UNIPARTITE
    }

    /** The arguments of the first row, checked. */
    private record Request(
            GraphKey key,
            Kind kind,
            int readConcurrency,
            String jobId,
            boolean logProgress,
            Map<String, Object> asGiven,
            long startNanos) {
        @SuppressWarnings("unchecked")
        static Request of(Call call, Object graphName, Object configuration) {
            if (configuration != null && !(configuration instanceof Map<?, ?>)) {
                throw new IllegalArgumentException(
                        "`configuration` must be a MAP, got " + Configuration.describe(configuration));
            }
            Configuration given = new Configuration((Map<String, Object>) configuration);
            Kind kind = given.oneOf("kind", Kind.class, null);
            int readConcurrency = CallConfig.concurrency(given, "readConcurrency", CallConfig.defaultConcurrency());
            String jobId = CallConfig.jobId(given);
            boolean logProgress = CallConfig.logProgress(given);
            given.rejectUnknown();
            if (kind == null) {
                throw new IllegalArgumentException("`kind` is missing: it must be 'BIPARTITE' or 'UNIPARTITE'");
            }
            GraphKey key = call.key(GraphProcedures.checkedName(graphName));
            GraphCatalog.server().checkFree(key);
            return new Request(key, kind, readConcurrency, jobId, logProgress, given.asGiven(), System.nanoTime());
        }
    }

    GraphAggregator(Call call) {
        this.call = call;
    }

    /**
     * Adds a row; frees all rows when it throws.
     *
     * @throws IllegalArgumentException when an argument is wrong, or the graph's name differs from that of the first
     *     row
     */
    @UserAggregationUpdate
    public void update(
            @Name(value = "graphName", description = "The name of the new graph, the same in all rows")
                    AnyValue graphName,
            @Name(value = "source", description = "A node, of the left side where the graph is bipartite, or null")
                    AnyValue source,
            @Name(value = "target", description = "A node, of the right side where the graph is bipartite, or null")
                    AnyValue target,
            @Name(value = "configuration", description = "kind, readConcurrency, jobId, logProgress")
                    AnyValue configuration) {
        try {
            if (request == null) {
                begin(graphName, configuration);
            } else if (graphName != name && !graphName.equals(name)) {
                throw new IllegalArgumentException("`graphName` must be the same in all rows of a group, got '"
                        + request.key.name() + "' and " + Configuration.describe(call.toJava(graphName)));
            }
            rows.add(idOf("source", source), idOf("target", target));
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    /** Checks the arguments of the first row and allocates the memory for the rows. */
    private void begin(AnyValue graphName, AnyValue configuration) {
        request = Request.of(call, call.toJava(graphName), call.toJava(configuration));
        name = graphName;
        rows = new EdgeRows(OffHeapBudget.memory());
        call.closeWithTransaction(rows);
    }

    private void end() {
        if (rows != null) {
            rows.close();
            call.closedBefore(rows);
            rows = null;
        }
    }

    private long idOf(String parameter, AnyValue value) {
        if (value == Values.NO_VALUE) {
            return EdgeRows.NONE;
        }
        if (value instanceof VirtualNodeValue node && node.id() >= 0) {
            return node.id();
        }
        throw new IllegalArgumentException("`" + parameter + "` must be a node of the database or null, got "
                + Configuration.describe(call.toJava(value)));
    }

    /** The columns of the procedure {@code motif.graph.project} as a map; null when the query had no rows. */
    @UserAggregationResult
    public Map<String, Object> result() {
        // Neo4j may call this twice.
        if (rows != null) {
            try {
                row = project().asMap();
            } finally {
                end();
            }
        }
        return row;
    }

    private GraphProcedures.ProjectRow project() {
        DatabaseWatch.watch(call.database());
        return call.run(request.jobId, request.logProgress, job -> {
            job.plan(RowProjector.STAGES);
            RowProjector projector =
                    new RowProjector(OffHeapBudget.memory(), call.workers(request.readConcurrency, job));
            CatalogGraph graph = GraphCatalog.server()
                    .add(request.key, request.asGiven, () -> projector.project(rows, request.kind == Kind.BIPARTITE));
            job.close();
            return GraphProcedures.ProjectRow.of(graph, (System.nanoTime() - request.startNanos) / 1_000_000);
        });
    }
}
