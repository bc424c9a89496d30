package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.Entities;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Per;
import dev.motif.cypher.config.RelationshipIdUse;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.count.*}: see {@link BicliqueAlgorithm} for what is counted. */
public final class BicliqueProcedures extends MotifProcedures {
    private static final BicliqueAlgorithm ALGORITHM = new BicliqueAlgorithm();

    private static final String STATS = "motif.biclique.count.stats";
    private static final String STREAM = "motif.biclique.count.stream";
    private static final String WRITE = "motif.biclique.count.write";
    private static final String MUTATE = "motif.biclique.count.mutate";

    private static final String SEARCH_CONFIGURATION = "algorithm, side, timeoutMillis, " + RUN_KEYS;
    private static final String STATS_CONFIGURATION = "p, q, maxP, maxQ, " + SEARCH_CONFIGURATION;
    /** As {@link BicliqueParameters#gbc} reads them. */
    private static final String GBC_CONFIGURATION = ", priority, twoHopFilter, sets, reorder, reorderIterations,"
            + " exploration, balance, partitioning, partitionBytes";

    private static final String EACH_CONFIGURATION = "p, q, per, " + SEARCH_CONFIGURATION;
    private static final String STREAM_CONFIGURATION = "nodes, " + EACH_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + EACH_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + EACH_CONFIGURATION;

    /** The bicliques of one size. */
    public record StatsRow(
            @Description("Left nodes of a biclique") long p,
            @Description("Right nodes of a biclique") long q,

            @Description("(p,q)-bicliques; null when there are 2^63 or more, or complete is false")
            Long count,

            @Description("(p,q)-bicliques, always exact; null when complete is false")
            String countText,

            @Description("false for a size of several for which timeoutMillis left no time, otherwise true")
            boolean complete,

            @Description(
                    "PIVOT or GBC; null without a search: when p or q is 1, or a side of 3 was enumerated; and when"
                            + " sizes were counted in several ways")
            String algorithm,

            @Description(
                    "LEFT or RIGHT, where the search or enumeration began; null when p or q is 1, and when sizes were"
                            + " counted in several ways")
            String side,

            @Description("Nodes of the left side") long leftCount,
            @Description("Nodes of the right side") long rightCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph and choosing the side")
            long preProcessingMillis,

            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static StatsRow of(AlgorithmRun<BicliqueResult> run, BicliqueSummary summary) {
            BipartiteGraph graph = (BipartiteGraph) run.projected().graph();
            return new StatsRow(
                    summary.p(),
                    summary.q(),
                    summary.count(),
                    summary.countText(),
                    summary.complete(),
                    nameOf(run.result().technique()),
                    nameOf(run.result().side()),
                    graph.leftCount(),
                    graph.rightCount(),
                    graph.edgeCount(),
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

    /** The bicliques of one node or relationship. */
    public record StreamRow(
            @Description("The node; null with per: 'RELATIONSHIP'")
            Long nodeId,

            @Description("Bicliques that the node or relationship is in; null when there are 2^63 or more")
            Long count,

            @Description("Bicliques that the node or relationship is in, always exact")
            String countText,

            @Description("The node's side, 'LEFT' or 'RIGHT'; null with per: 'RELATIONSHIP'")
            String side,

            @Description("The left node of the relationship; null with per: 'NODE'")
            Long leftNodeId,

            @Description("The right node of the relationship; null with per: 'NODE'")
            Long rightNodeId,

            @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph"
                    + " was projected without relationshipIds: true")
            Long relationshipId,

            @Description("The node" + WITH_NODES) Node node,
            @Description("The left node" + WITH_NODES) Node leftNode,
            @Description("The right node" + WITH_NODES) Node rightNode,
            @Description("The relationship" + WITH_NODES) Relationship relationship) {
        private static StreamRow ofNode(OffHeapSums counts, int vertex, long node, String side, Entities entities) {
            return new StreamRow(
                    node,
                    count(counts, vertex),
                    counts.get(vertex).toString(),
                    side,
                    null,
                    null,
                    null,
                    entities.node(node),
                    null,
                    null,
                    null);
        }

        private static StreamRow ofRelationship(
                OffHeapSums counts, long edge, long left, long right, Long relationship, Entities entities) {
            return new StreamRow(
                    null,
                    count(counts, edge),
                    counts.get(edge).toString(),
                    null,
                    left,
                    right,
                    relationship,
                    null,
                    entities.node(left),
                    entities.node(right),
                    entities.relationship(relationship));
        }

        private static Long count(OffHeapSums counts, long index) {
            return counts.fitsLong(index) ? (Long) counts.low().get(index) : null;
        }
    }

    /** What was written. */
    public record WriteRow(
            @Description("Nodes or relationships whose property was written")
            long propertiesWritten,

            @Description("Those of nodes: all of them with per: 'NODE', otherwise 0")
            long nodePropertiesWritten,

            @Description("Nodes or relationships that no longer exist")
            long skipped,

            @Description(WRITE_MILLIS) long writeMillis,

            @Description("(p,q)-bicliques; null when there are 2^63 or more")
            Long count,

            @Description("(p,q)-bicliques, always exact") String countText,

            @Description("PIVOT; null when p or q is 1, which needs no search")
            String algorithm,

            @Description("LEFT or RIGHT, where the search began; null when p or q is 1")
            String side,

            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph and choosing the side")
            long preProcessingMillis,

            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {}

    /** What a search would need. */
    public record SearchRow(
            @Description("The off-heap memory needed, human-readable")
            String requiredMemory,

            @Description("What it consists of, a part a line")
            String treeView,

            @Description("What it consists of, as nested maps")
            Map<String, Object> mapView,

            @Description("The least off-heap bytes needed") long bytesMin,
            @Description("The most off-heap bytes needed") long bytesMax,

            @Description("The least heap bytes held at once; null where that is not known, as for reports")
            Long heapBytesMin,

            @Description(
                    "The most heap bytes held at once, without batches being written; null where that is not known")
            Long heapBytesMax,

            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,

            @Description("Off-heap bytes that are free in the server's budget")
            long bytesFree,

            @Description("CPU or GPU: what the call would use now")
            String backend,

            @Description("The bytes of the GPU that the call would reserve if the graph was there already; null on the"
                    + " CPU")
            Long deviceBytesMin,

            @Description("The most bytes of the GPU that the call would reserve; null on the CPU")
            Long deviceBytesMax,

            @Description("LEFT or RIGHT, where the search or enumeration would begin; null without one, for sizes"
                    + " counted in several ways, and for a graph that is not in the catalog, as in the two columns that"
                    + " follow")
            String side,

            @Description("Nodes of the search trees of PIVOT, estimated from random walks; 0 for GBC and enumeration")
            Double searchNodes,

            @Description("Steps of what the CPU would do, in all sizes of a table, estimated likewise; a core does 10^8"
                    + " to 10^9 of them a second")
            Double searchSteps) {
        private static SearchRow of(EstimateRow memory, SearchEstimate search) {
            return new SearchRow(
                    memory.requiredMemory(),
                    memory.treeView(),
                    memory.mapView(),
                    memory.bytesMin(),
                    memory.bytesMax(),
                    memory.heapBytesMin(),
                    memory.heapBytesMax(),
                    memory.nodeCount(),
                    memory.relationshipCount(),
                    memory.bytesFree(),
                    memory.backend(),
                    memory.deviceBytesMin(),
                    memory.deviceBytesMax(),
                    search == null ? null : nameOf(search.side()),
                    search == null ? null : (Double) search.nodes(),
                    search == null ? null : (Double) search.words());
        }
    }

    @Procedure(name = STATS, mode = Mode.READ)
    @Description("Counts the (p,q)-bicliques of a bipartite graph, of one size or of all sizes up to one.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION + GBC_CONFIGURATION)
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration)
                .rows(run -> BicliqueSummary.of(run.result()).stream().map(row -> StatsRow.of(run, row)));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Counts the (p,q)-bicliques that each node, or each relationship, is in.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration)
                .rows(run -> run.result().left() != null ? nodeRows(run) : relationshipRows(run));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description(
            "Counts the (p,q)-bicliques that each node, or each relationship, is in, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration)
                .row(BicliqueProcedures::write, BicliqueProcedures::writeRow);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Counts the (p,q)-bicliques that each node, or each relationship, is in, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(BicliqueProcedures::write, BicliqueProcedures::writeRow);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption and, for a named graph, of the search's cost.")
    public Stream<SearchRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION + GBC_CONFIGURATION)
                    Map<String, Object> configuration) {
        return estimate(statsCall(graph, configuration));
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption and, for a named graph, of the search's cost.")
    public Stream<SearchRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return estimate(streamCall(graph, configuration));
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption and, for a named graph, of the search's cost.")
    public Stream<SearchRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return estimate(writeCall(WRITE, WriteConfig::of, graph, configuration).call());
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption and, for a named graph, of the search's cost.")
    public Stream<SearchRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return estimate(
                writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).call());
    }

    private static Stream<SearchRow> estimate(AlgorithmCall<BipartiteGraph, BicliqueConfig, BicliqueResult> call) {
        SearchEstimate search = call.ofNamedGraph((graph, workers) -> SearchEstimate.of(
                graph, call.algorithmConfig(), new Execution(call.call().memory(), workers, new StageTimes())));
        return call.estimate().map(memory -> SearchRow.of(memory, search));
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, BicliqueResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        BicliqueConfig what = BicliqueParameters.isTable(given)
                ? config(given, "maxP", "maxQ", Result.TABLE)
                : config(given, "p", "q", Result.TOTAL).with(BicliqueParameters.gbc(given));
        return algorithmCall(STATS, graph, RelationshipIdUse.NONE, what, given);
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, BicliqueResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Per per = Per.of(given);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, per.idsToStream(), forEach(per, given), given);
    }

    private WriteCall<BipartiteGraph, BicliqueConfig, BicliqueResult> writeCall(
            String procedure,
            Function<Configuration, WriteConfig> target,
            Object graph,
            Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        WriteConfig write = target.apply(given);
        Per per = Per.of(given);
        return new WriteCall<>(
                write,
                algorithmCall(procedure, graph, write.relationshipIds(per), forEach(per, given), given),
                per.elements());
    }

    private AlgorithmCall<BipartiteGraph, BicliqueConfig, BicliqueResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, BicliqueConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    private static BicliqueConfig forEach(Per per, Configuration given) {
        return config(given, "p", "q", per == Per.NODE ? Result.VERTEX : Result.EDGE);
    }

    private static BicliqueConfig config(Configuration given, String p, String q, Result result) {
        return new BicliqueConfig(
                given.requiredInteger(p, 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger(q, 1, BicliqueConfig.MAX_SIZE),
                result,
                given.oneOf("algorithm", Technique.class, Technique.AUTO),
                given.oneOfOrAuto("side", Side.class),
                BicliqueParameters.timeoutMillis(given));
    }

    private static String nameOf(Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    private static Stream<StreamRow> nodeRows(AlgorithmRun<BicliqueResult> run) {
        BicliqueResult counts = run.result();
        ProjectedGraph projected = run.projected();
        return Stream.concat(
                nodeRows(projected.left(), counts.left(), "LEFT", run.entities()),
                nodeRows(projected.right(), counts.right(), "RIGHT", run.entities()));
    }

    private static Stream<StreamRow> nodeRows(NodeIds nodes, OffHeapSums counts, String side, Entities entities) {
        return IntStream.range(0, nodes.count())
                .mapToObj(v -> StreamRow.ofNode(counts, v, nodes.nodeId(v), side, entities));
    }

    private static Stream<StreamRow> relationshipRows(AlgorithmRun<BicliqueResult> run) {
        ProjectedGraph projected = run.projected();
        OffHeapSums counts = run.result().edges();
        Csr left = ((BipartiteGraph) projected.graph()).left();
        return LongStream.range(0, left.slotCount())
                .mapToObj(edge -> StreamRow.ofRelationship(
                        counts,
                        edge,
                        projected.left().nodeId(left.vertexOf(edge)),
                        projected.right().nodeId(left.neighbor(edge)),
                        projected.relationshipId(edge),
                        run.entities()));
    }

    private static void write(AlgorithmRun<BicliqueResult> run, PropertyTarget writer) {
        ProjectedGraph projected = run.projected();
        BicliqueResult counts = run.result();
        counts.checkFitsLong();
        if (counts.left() != null) {
            writer.writeNodes(
                    projected.left(), PropertyValues.integers(counts.left().low()));
            writer.writeNodes(
                    projected.right(), PropertyValues.integers(counts.right().low()));
        } else {
            writer.writeRelationships(
                    projected, PropertyValues.integers(counts.edges().low()));
        }
    }

    private static WriteRow writeRow(AlgorithmRun<BicliqueResult> run, PropertyTarget writer) {
        BicliqueSummary summary = BicliqueSummary.of(run.result()).get(0);
        return new WriteRow(
                writer.written(),
                writer.writtenToNodes(),
                writer.skipped(),
                run.times().millis(Stage.WRITE),
                summary.count(),
                summary.countText(),
                nameOf(run.result().technique()),
                nameOf(run.result().side()),
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
