package dev.motif.algorithm.commonneighbors.similarity;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.RelationshipMerger;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.Names;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.nodeSimilarity.*}: see {@link SimilarityAlgorithm} for what is computed. */
public final class SimilarityProcedures extends MotifProcedures {
    private static final SimilarityAlgorithm ALGORITHM = new SimilarityAlgorithm();

    private static final String STATS = "motif.nodeSimilarity.stats";
    private static final String STREAM = "motif.nodeSimilarity.stream";
    private static final String WRITE = "motif.nodeSimilarity.write";
    private static final String MUTATE = "motif.nodeSimilarity.mutate";

    private static final String REPLACE = "replace";
    private static final String MUTATE_GRAPH = "mutateGraphName";

    private static final String STATS_CONFIGURATION = SimilarityParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_CONFIGURATION = "nodes, " + STATS_CONFIGURATION;
    private static final String WRITE_CONFIGURATION =
            "writeRelationshipType, writeProperty, replace, skipIfRunning, " + STATS_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = "mutateGraphName, " + MUTATE_KEYS + ", " + STATS_CONFIGURATION;

    /** The figures of all pairs. */
    public record StatsRow(
            @Description("Nodes whose degrees are within the cutoffs")
            long nodesCompared,

            @Description("Pairs that were found; one that both of its nodes choose counts twice")
            long similarityPairs,

            @Description("min, max, mean and stdDev of their similarities")
            Map<String, Object> similarityDistribution,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of comparing") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<SimilarPairs> run) {
            SimilaritySummary summary = SimilaritySummary.of(run.result());
            return new StatsRow(
                    summary.nodesCompared(),
                    summary.pairs(),
                    summary.distribution(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    /** Two similar nodes. */
    public record StreamRow(
            @Description("The node whose similar nodes these are")
            long node1,

            @Description("One of them") long node2,
            @Description("Their similarity, in (0, 1]") double similarity,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("The node with node1" + WITH_NODES) Node sourceNode,

            @Description("The node with node2" + WITH_NODES) Node targetNode) {}

    /** What was written. */
    public record WriteRow(
            @Description("Relationships that there are now, new or not")
            long relationshipsWritten,

            @Description("Those that are new") long relationshipsCreated,

            @Description("With replace: true, relationships of an earlier run that were deleted before")
            long relationshipsDeleted,

            @Description("Pairs with a node that no longer exists")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("Nodes whose degrees are within the cutoffs")
            long nodesCompared,

            @Description("min, max, mean and stdDev of the similarities")
            Map<String, Object> similarityDistribution,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of comparing") long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(
                AlgorithmRun<SimilarPairs> run, SimilaritySummary summary, RelationshipMerger merger) {
            return new WriteRow(
                    merger.written(),
                    merger.created(),
                    merger.deleted(),
                    merger.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.nodesCompared(),
                    summary.distribution(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    /** The new graph. */
    public record MutateRow(
            @Description("The new graph's name") String graphName,

            @Description("Its nodes: all of the side that was compared")
            long nodeCount,

            @Description("Its relationships: one for two nodes, whether one or both of them chose the other")
            long relationshipsWritten,

            @Description("Milliseconds of building it") long writeMillis,

            @Description("Nodes whose degrees are within the cutoffs")
            long nodesCompared,

            @Description("min, max, mean and stdDev of the similarities")
            Map<String, Object> similarityDistribution,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,
            @Description(PRE_PROCESSING_MILLIS) long preProcessingMillis,
            @Description(TRANSFER_MILLIS) long transferMillis,

            @Description("Milliseconds of comparing") long computeMillis,

            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static MutateRow of(AlgorithmRun<SimilarPairs> run, SimilaritySummary summary, CatalogGraph graph) {
            Graph made = graph.projected().graph();
            return new MutateRow(
                    graph.key().name(),
                    made.vertexCount(),
                    made.edgeCount(),
                    run.times().millis(Stage.WRITE),
                    summary.nodesCompared(),
                    summary.distribution(),
                    run.choice().backend().name(),
                    run.choice().reason(),
                    run.choice().ordinals(),
                    run.times().millis(Stage.PROJECT),
                    run.times().millis(Stage.PREPARE),
                    run.times().millis(Stage.TRANSFER),
                    run.times().millis(Stage.COMPUTE),
                    run.configuration());
        }
    }

    @Procedure(name = STATS, mode = Mode.READ)
    @Description("Finds the nodes that are the most similar to each node and returns figures of their similarities.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).row(StatsRow::of);
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Finds the nodes that are the most similar to each node, by their common neighbors.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).rows(SimilarityProcedures::rows);
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Finds the nodes that are the most similar to each node and writes relationships to them, with the"
            + " similarity as a property; those of an earlier run are used again.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        String type = given.requiredString(RelationshipMerger.WRITE_TYPE);
        String property = given.requiredString(WriteConfig.WRITE_PROPERTY);
        boolean replace = given.flag(REPLACE, false);
        boolean skipIfRunning = WriteConfig.skipIfRunning(given);
        AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> call = algorithmCall(WRITE, graph, given);
        List<String> writing = call.algorithmConfig().inAll().all() ? List.of() : List.of(RelationshipMerger.STAGE);
        return call.writeRow(skipIfRunning, writing, run -> {
            NodeIds nodes = nodes(run);
            int count = run.result().choose();
            RelationshipMerger merger =
                    new RelationshipMerger(call.call(), run.workers(), type, property, run.projected());
            SimilaritySummary.Collector pairs = new SimilaritySummary.Collector(run.result());
            SimilaritySummary summary = writing(run.times(), () -> {
                if (replace) {
                    merger.deleteFormer(nodes);
                }
                merger.merge(withIds(pairs, nodes), count);
                return pairs.summary();
            });
            return WriteRow.of(run, summary, merger);
        });
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Finds the nodes that are the most similar to each node and makes a named unipartite graph of them, with"
                    + " the similarity as a column of its relationships.")
    public Stream<MutateRow> mutate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        GraphKey target = target(given);
        String column = WriteConfig.ofColumn(given).properties().get(0);
        AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> call = mutateCall(graph, given);
        GraphCatalog catalog = GraphCatalog.server();
        catalog.checkFree(target);
        Map<String, Object> asGiven = new LinkedHashMap<>(given.asGiven());
        asGiven.put("fromGraphName", graph);
        return call.row(List.of(Folded.BUILDING), run -> {
            SimilaritySummary[] summary = new SimilaritySummary[1];
            CatalogGraph made = catalog.addWithColumns(target, asGiven, () -> {
                Execution execution = new Execution(run.memory(), run.workers(), run.times());
                Folded folded = writing(run.times(), () -> Folded.of(run.result(), execution));
                summary[0] = folded.summary();
                return FoldProcedures.named(
                        folded, run.projected(), run.result().side(), column, execution);
            });
            return MutateRow.of(run, summary[0], made);
        });
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_CONFIGURATION)
                    Map<String, Object> configuration) {
        return algorithmCall(STATS, graph, new Configuration(configuration)).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_CONFIGURATION)
                    Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.requiredString(RelationshipMerger.WRITE_TYPE);
        given.requiredString(WriteConfig.WRITE_PROPERTY);
        given.flag(REPLACE, false);
        WriteConfig.skipIfRunning(given);
        return algorithmCall(WRITE, graph, given).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        target(given);
        WriteConfig.ofColumn(given);
        return mutateCall(graph, given).estimate();
    }

    private GraphKey target(Configuration given) {
        return call(MUTATE).key(Names.name("`" + MUTATE_GRAPH + "`", given.requiredString(MUTATE_GRAPH)));
    }

    private AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> mutateCall(Object graph, Configuration given) {
        AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> call = algorithmCall(MUTATE, graph, given);
        SimilarityConfig what = call.algorithmConfig();
        return call.making(size -> MemoryEstimate.sum(
                "new graph",
                Folded.estimate(size, what),
                MemoryEstimate.of("node ids", NodeIds.estimateBytes(what.compared(size)))));
    }

    private AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, given);
    }

    private AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> algorithmCall(
            String procedure, Object graph, Configuration given) {
        SimilarityConfig what = SimilarityParameters.config(given);
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, RelationshipIdUse.NONE, what, given);
    }

    /** Does {@code work}, which finds pairs too: that time is not one of writing. */
    private static <T> T writing(StageTimes times, Supplier<T> work) {
        double before = findingMillis(times);
        T made = times.time(Stage.WRITE, work);
        times.add(Stage.WRITE, before - findingMillis(times));
        return made;
    }

    private static double findingMillis(StageTimes times) {
        return times.exactMillis(Stage.COMPUTE) + times.exactMillis(Stage.TRANSFER);
    }

    /** The nodes that are compared. */
    private static NodeIds nodes(AlgorithmRun<SimilarPairs> run) {
        ProjectedGraph projected = run.projected();
        return run.result().side() == Side.RIGHT ? projected.right() : projected.left();
    }

    private static Stream<StreamRow> rows(AlgorithmRun<SimilarPairs> run) {
        NodeIds nodes = nodes(run);
        Entities entities = run.entities();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(run.result(), Spliterator.ORDERED), false)
                .map(pair -> {
                    long source = nodes.nodeId(pair.source());
                    long target = nodes.nodeId(pair.target());
                    return new StreamRow(
                            source,
                            target,
                            pair.similarity(),
                            pair.common(),
                            entities.node(source),
                            entities.node(target));
                });
    }

    private static Iterator<RelationshipMerger.Pair> withIds(Iterator<SimilarPair> pairs, NodeIds nodes) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return pairs.hasNext();
            }

            @Override
            public RelationshipMerger.Pair next() {
                SimilarPair pair = pairs.next();
                return new RelationshipMerger.Pair(
                        nodes.nodeId(pair.source()), nodes.nodeId(pair.target()), pair.similarity());
            }
        };
    }
}
