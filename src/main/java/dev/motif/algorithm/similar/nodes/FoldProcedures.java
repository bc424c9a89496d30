package dev.motif.algorithm.similar.nodes;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.similar.pairs.NeighborPairsProcedures;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.Call;
import dev.motif.cypher.call.WeightColumn;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.GraphProcedures;
import dev.motif.cypher.procedure.GraphProcedures.ProjectRow;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.graph.fold}: see {@link OneModeProjection} for what is made. */
public final class FoldProcedures extends MotifProcedures {
    private static final String NAME = "motif.graph.fold";
    private static final String KEYS = SimilarityParameters.FOLD_KEYS + ", concurrency, backend, jobId, logProgress";

    /** The column of the new graph. */
    private static final String SCORE = "score";

    @Procedure(name = NAME, mode = READ)
    @Description("Makes a named unipartite graph of one side of a bipartite one, with a relationship between nodes that"
            + " have neighbors in common and a column `score` of how alike these are.")
    public Stream<ProjectRow> fold(
            @Name(value = "graphName", description = "The name of the new graph") String graphName,
            @Name(value = "fromGraphName", description = "The name of the graph to fold") String fromGraphName,
            @Name(value = "configuration", defaultValue = "{}", description = KEYS) Map<String, Object> keys) {
        Call call = call(NAME);
        GraphKey target = call.key(GraphProcedures.checkedName(graphName));
        GraphKey from = call.key(Names.name("`fromGraphName`", fromGraphName));
        Configuration given = new Configuration(keys);
        SimilarityConfig what = SimilarityParameters.fold(given);
        int concurrency = CallConfig.concurrency(given, "concurrency", CallConfig.defaultConcurrency());
        Backend backend = given.oneOf("backend", Backend.class, Backend.AUTO);
        String jobId = CallConfig.jobId(given);
        boolean logProgress = CallConfig.logProgress(given);
        given.rejectUnknown();
        backend.checkPossible();
        Map<String, Object> asGiven = new LinkedHashMap<>();
        asGiven.put("fromGraphName", fromGraphName);
        asGiven.putAll(given.asGiven());
        StageTimes times = new StageTimes();
        return call.run(jobId, logProgress, job -> {
            job.about(graphName, times);
            job.plan(OneModeProjection.stages(what));
            CatalogGraph graph = GraphCatalog.server().add(target, asGiven, () -> {
                CatalogGraph source = GraphCatalog.server().acquire(from);
                Execution execution = new Execution(call.memory(), call.workers(concurrency, job), new StageTimes());
                try (WeightColumn column = what.weights() == null
                        ? null
                        : WeightColumn.acquire(
                                from,
                                source.projected(),
                                what.weights(),
                                execution.workers().beside())) {
                    Graph sides = source.projected().graph();
                    SimilarityConfig ofGraph = what.between(
                                    NeighborPairsProcedures.vertices(what.ends(), what.side(), source.projected()))
                            .weighedBy(column == null ? null : column.weights());
                    Backend.Choice choice =
                            backend.choose(new SimilarityAlgorithm(), sides, ofGraph, concurrency, GpuSelection.ONE);
                    return times.time(Stage.PROJECT, () -> {
                        OneModeProjection folded = OneModeProjection.of(sides, ofGraph, execution, choice);
                        return named(folded, source.projected(), what.side(), SCORE, execution);
                    });
                } finally {
                    source.release();
                }
            });
            job.close();
            return Stream.of(ProjectRow.of(graph, times.millis(Stage.PROJECT)));
        });
    }

    /**
     * A folded graph as the catalog has it. Takes it over.
     *
     * @param column the name of the column of scores
     */
    static WithColumns named(
            OneModeProjection folded, ProjectedGraph source, Side side, String column, Execution execution) {
        NativeMemory memory = execution.memory();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(folded.graph());
            scope.own(folded.scores());
            NodeIds nodes =
                    scope.own(copy(side == Side.RIGHT ? source.right() : source.left(), memory, execution.workers()));
            // A folded graph has no projection, like one of a query's rows: its edges do not stand for relationships.
            ProjectedGraph projected = new ProjectedGraph(
                    scope.keep(folded.graph()),
                    scope.keep(nodes),
                    null,
                    null,
                    new ProjectionStatistics(0, 0, 0, 0, 0),
                    null,
                    source.ids().share());
            Column score =
                    new Column(column, ValueType.FLOAT, Map.of(EntityKind.RELATIONSHIPS, scope.keep(folded.scores())));
            return new WithColumns(projected, List.of(score));
        }
    }

    private static NodeIds copy(NodeIds nodes, NativeMemory memory, Workers workers) {
        try (OffHeapInts all = memory.ints(nodes.count())) {
            for (int v = 0; v < nodes.count(); v++) {
                all.set(v, v);
            }
            return nodes.of(all, memory, workers.beside());
        }
    }
}
