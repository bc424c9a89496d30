package dev.motif.algorithm.similar.nodes;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.algorithm.similar.pairs.NeighborPair;
import dev.motif.algorithm.similar.pairs.NeighborPairsProcedures;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.nodeSimilarity.*}: see {@link SimilarityAlgorithm} for what is computed. */
public final class SimilarityProcedures extends MotifProcedures {
    private static final String NAME = "motif.nodeSimilarity";
    private static final String FINDS = "Finds the nodes that are the most similar to each node";
    private static final String MUTATE_GRAPH = "mutateGraphName";
    private static final String STATS_KEYS = SimilarityParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS =
            "writeRelationshipType, writeProperty, replace, skipIfRunning, " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_GRAPH + ", " + MUTATE_KEYS + ", " + STATS_KEYS;

    private static final String COMPARED =
            "Nodes whose degrees are within the cutoffs; of sourceNodes where these are given";

    private static final AlgorithmSpec<Graph, SimilarityConfig, SimilarPairs> SPEC =
            AlgorithmSpec.of(NAME, new SimilarityAlgorithm(), SimilarityParameters::config);

    public static final class StatsRow extends RunRow {
        @Description(COMPARED)
        public final long nodesCompared;

        @Description("Pairs that were found; one that both of its nodes choose counts twice")
        public final long similarityPairs;

        @Description("min, max, mean, stdDev and the percentiles p1 to p100 of their similarities")
        public final Map<String, Object> similarityDistribution;

        private StatsRow(AlgorithmRun<SimilarPairs> run, SimilaritySummary summary) {
            super(run);
            nodesCompared = summary.nodesCompared();
            similarityPairs = summary.pairs();
            similarityDistribution = summary.distribution();
        }
    }

    public record StreamRow(
            @Description("The node whose similar nodes these are")
            long sourceNodeId,

            @Description("One of them") long targetNodeId,

            @Description("Their similarity, in (0, 1] by the metrics that are ratios")
            double similarity,

            @Description("Common neighbors of the two nodes")
            long commonNeighbors,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode) {
        private static StreamRow of(AlgorithmRun<SimilarPairs> run, NeighborPair pair) {
            long source = nodes(run).nodeId(pair.source());
            long target = nodes(run).nodeId(pair.target());
            return new StreamRow(
                    source,
                    target,
                    pair.value(),
                    pair.common(),
                    run.entities().node(source),
                    run.entities().node(target));
        }
    }

    /** The last columns of what was made of all pairs. */
    public abstract static class MadeRow extends RunRow {
        @Description(COMPARED)
        public final long nodesCompared;

        @Description("min, max, mean, stdDev and the percentiles p1 to p100 of the similarities")
        public final Map<String, Object> similarityDistribution;

        private MadeRow(AlgorithmRun<SimilarPairs> run, SimilaritySummary summary) {
            super(run);
            nodesCompared = summary.nodesCompared();
            similarityDistribution = summary.distribution();
        }
    }

    public static final class WriteRow extends MadeRow {
        @Description("Relationships that there are now, new or not")
        public final long relationshipsWritten;

        @Description("Relationships that are new")
        public final long relationshipsCreated;

        @Description("With replace: true, relationships of an earlier run that were deleted before")
        public final long relationshipsDeleted;

        @Description("Pairs with a node that no longer exists")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        private WriteRow(AlgorithmRun<SimilarPairs> run, SimilaritySummary summary, RelationshipMerger merger) {
            super(run, summary);
            relationshipsWritten = merger.written();
            relationshipsCreated = merger.created();
            relationshipsDeleted = merger.deleted();
            skipped = merger.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
        }
    }

    public static final class MutateRow extends MadeRow {
        @Description("The new graph's name")
        public final String graphName;

        @Description("Its nodes: all of the side that was compared")
        public final long nodeCount;

        @Description("Its relationships: one for two nodes, whether one or both of them chose the other")
        public final long relationshipsWritten;

        @Description("Milliseconds of building it")
        public final long writeMillis;

        private MutateRow(AlgorithmRun<SimilarPairs> run, SimilaritySummary summary, CatalogGraph made) {
            super(run, summary);
            graphName = made.key().name();
            nodeCount = made.projected().graph().vertexCount();
            relationshipsWritten = made.projected().graph().edgeCount();
            writeMillis = run.times().millis(Stage.WRITE);
        }
    }

    /** The relationships or the property to write. */
    private record Writing(String type, String property, boolean replace, boolean skipIfRunning) {
        static Writing of(Configuration given) {
            return new Writing(
                    given.requiredString(RelationshipMerger.WRITE_TYPE),
                    given.requiredString(WriteConfig.WRITE_PROPERTY),
                    given.flag("replace", false),
                    WriteConfig.skipIfRunning(given));
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS + " and returns figures of their similarities.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        // The summary finds the pairs, so that their time is known when the row is made.
        return ofNodes(stats(SPEC, graph, keys)).row(run -> new StatsRow(run, SimilaritySummary.of(run.result())));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + ", by their common neighbors.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return ofNodes(stream(SPEC, graph, keys))
                .rows(run -> AlgorithmRun.stream(run.result()).map(pair -> StreamRow.of(run, pair)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description("Writes relationships from each node to the most similar ones, with the similarity as a property;"
            + " relationships of an earlier run are used again.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Writing what = Writing.of(given);
        var call = ofNodes(call(SPEC, "write", graph, given));
        List<String> stages = call.algorithmConfig().inAll().all() ? List.of() : List.of(RelationshipMerger.STAGE);
        return call.writeRow(what.skipIfRunning, stages, run -> {
            NodeIds nodes = nodes(run);
            int count = run.result().choose();
            RelationshipMerger merger = new RelationshipMerger(
                    call.call(),
                    run.workers(),
                    what.type,
                    what.property,
                    run.projected(),
                    run.heap("the relationships of a node"));
            SimilaritySummary.Collector pairs = new SimilaritySummary.Collector(run.result());
            SimilaritySummary summary = writing(run.times(), () -> {
                if (what.replace) {
                    PairEnds ends = run.result().ends();
                    merger.deleteFormer(
                            ends.sourceCount(nodes.count()),
                            source -> nodes.nodeId(ends.source(source)),
                            target -> nodes.vertex(target) >= 0 && ends.isTarget(nodes.vertex(target)));
                }
                merger.merge(withIds(pairs, nodes), count);
                return pairs.summary();
            });
            return new WriteRow(run, summary, merger);
        });
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Makes a named unipartite graph of the most similar nodes, with the similarity as a column.")
    public Stream<MutateRow> mutate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        GraphKey target = target(given);
        String column = WriteConfig.ofColumn(given).properties().get(0);
        var call = mutateCall(graph, given);
        GraphCatalog catalog = GraphCatalog.server();
        catalog.checkFree(target);
        Map<String, Object> asGiven = new LinkedHashMap<>(given.asGiven());
        asGiven.put("fromGraphName", graph);
        return call.row(List.of(OneModeProjection.BUILDING), run -> {
            SimilaritySummary[] summary = new SimilaritySummary[1];
            CatalogGraph made = catalog.add(target, asGiven, () -> {
                Execution execution = new Execution(run.memory(), run.workers(), run.times());
                OneModeProjection folded = writing(run.times(), () -> OneModeProjection.of(run.result(), execution));
                summary[0] = folded.summary();
                return FoldProcedures.named(
                        folded, run.projected(), run.result().side(), column, execution);
            });
            return new MutateRow(run, summary[0], made);
        });
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return ofNodes(stats(SPEC, graph, keys)).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return ofNodes(stream(SPEC, graph, keys)).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        Writing.of(given);
        return ofNodes(call(SPEC, "write", graph, given)).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        target(given);
        WriteConfig.ofColumn(given);
        return mutateCall(graph, given).estimate();
    }

    private GraphKey target(Configuration given) {
        return call(NAME + ".mutate").key(Names.name("`" + MUTATE_GRAPH + "`", given.requiredString(MUTATE_GRAPH)));
    }

    /** A call when the graph says which vertices the given nodes are. */
    private static AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> ofNodes(
            AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> call) {
        return call.lookingAt(
                (whole, what) -> what.between(NeighborPairsProcedures.vertices(what.ends(), what.side(), whole)));
    }

    private AlgorithmCall<Graph, SimilarityConfig, SimilarPairs> mutateCall(Object graph, Configuration given) {
        var call = ofNodes(call(SPEC, "mutate", graph, given));
        SimilarityConfig what = call.algorithmConfig();
        return call.making(size -> MemoryEstimate.sum(
                "new graph",
                OneModeProjection.estimate(size, what),
                MemoryEstimate.of("node ids", NodeIds.estimateBytes(what.compared(size)))));
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

    private static NodeIds nodes(AlgorithmRun<SimilarPairs> run) {
        ProjectedGraph projected = run.projected();
        return run.result().side() == Side.RIGHT ? projected.right() : projected.left();
    }

    private static Iterator<RelationshipMerger.Pair> withIds(Iterator<NeighborPair> pairs, NodeIds nodes) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return pairs.hasNext();
            }

            @Override
            public RelationshipMerger.Pair next() {
                NeighborPair pair = pairs.next();
                return new RelationshipMerger.Pair(
                        nodes.nodeId(pair.source()), nodes.nodeId(pair.target()), pair.value());
            }
        };
    }
}
