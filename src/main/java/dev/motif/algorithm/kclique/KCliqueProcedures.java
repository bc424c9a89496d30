package dev.motif.algorithm.kclique;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
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
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
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

/** {@code motif.kclique.*}: see {@link KCliqueAlgorithm} for what is counted. */
public final class KCliqueProcedures extends MotifProcedures {
    private static final KCliqueAlgorithm ALGORITHM = new KCliqueAlgorithm();

    private static final String STATS = "motif.kclique.stats";
    private static final String STREAM = "motif.kclique.stream";
    private static final String WRITE = "motif.kclique.write";
    private static final String MUTATE = "motif.kclique.mutate";

    private static final String SEARCH_CONFIGURATION =
            "algorithm, orientation, parallelization, encoding, groupSize, timeoutMillis, " + RUN_KEYS;
    private static final String STATS_CONFIGURATION = "k, minK, maxK, contains, " + SEARCH_CONFIGURATION;
    private static final String EACH_CONFIGURATION = "k, per, " + SEARCH_CONFIGURATION;
    private static final String STREAM_CONFIGURATION = "nodes, " + EACH_CONFIGURATION;
    private static final String WRITE_CONFIGURATION = WRITE_KEYS + ", " + EACH_CONFIGURATION;
    private static final String MUTATE_CONFIGURATION = MUTATE_KEYS + ", " + EACH_CONFIGURATION;

    /** The cliques of one size. */
    public record StatsRow(
            @Description("Nodes of a clique") long k,

            @Description("k-cliques; null when there are 2^63 or more, or complete is false")
            Long count,

            @Description("k-cliques, always exact; null when complete is false")
            String countText,

            @Description("false for a size of several for which timeoutMillis left no time, otherwise true")
            boolean complete,

            @Description("Nodes of the largest cliques, with contains of those that contain the nodes, 0 when there are"
                    + " none; null when it is not known, since sizes above or below were left out or not counted")
            Long cliqueNumber,

            @Description("The degeneracy of the graph; null when it was not needed, and with contains")
            Long degeneracy,

            @Description("ORIENTATION, PIVOT or COMPLEMENT") String algorithm,
            @Description("DEGREE or DEGENERACY") String orientation,
            @Description("Nodes of the graph") long nodeCount,
            @Description("Relationships of the graph") long relationshipCount,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph and choosing the algorithm")
            long preProcessingMillis,

            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        /** @param counts what the row is about, which need not be the result of the run itself */
        private static StatsRow of(
                AlgorithmRun<KCliqueResult> run, KCliqueResult counts, Integer cliqueNumber, KCliqueSummary summary) {
            Graph graph = run.whole().graph();
            return new StatsRow(
                    summary.k(),
                    summary.count(),
                    summary.countText(),
                    summary.complete(),
                    longOrNull(cliqueNumber),
                    longOrNull(counts.degeneracy()),
                    counts.technique().name(),
                    counts.orientation().name(),
                    graph.vertexCount(),
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

        private static Long longOrNull(Integer value) {
            return value == null ? null : Long.valueOf(value);
        }
    }

    /** The cliques of one node or relationship. */
    public record StreamRow(
            @Description("The node; null with per: 'RELATIONSHIP'")
            Long nodeId,

            @Description("k-cliques that the node or relationship is in; null when there are 2^63 or more")
            Long count,

            @Description("k-cliques that the node or relationship is in, always exact")
            String countText,

            @Description("The node of the relationship that comes first; null with per: 'NODE'")
            Long sourceNodeId,

            @Description("The other node of the relationship; null with per: 'NODE'")
            Long targetNodeId,

            @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph"
                    + " was projected without relationshipIds: true")
            Long relationshipId,

            @Description("The node" + WITH_NODES) Node node,

            @Description("The node with sourceNodeId" + WITH_NODES)
            Node sourceNode,

            @Description("The node with targetNodeId" + WITH_NODES)
            Node targetNode,

            @Description("The relationship" + WITH_NODES) Relationship relationship) {
        private static StreamRow ofNode(OffHeapSums counts, int vertex, long node, Entities entities) {
            return new StreamRow(
                    node,
                    count(counts, vertex),
                    counts.get(vertex).toString(),
                    null,
                    null,
                    null,
                    entities.node(node),
                    null,
                    null,
                    null);
        }

        private static StreamRow ofRelationship(
                OffHeapSums counts, long edge, long source, long target, Long relationship, Entities entities) {
            return new StreamRow(
                    null,
                    count(counts, edge),
                    counts.get(edge).toString(),
                    source,
                    target,
                    relationship,
                    null,
                    entities.node(source),
                    entities.node(target),
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

            @Description("k-cliques; null when there are 2^63 or more")
            Long count,

            @Description("k-cliques, always exact") String countText,
            @Description("ORIENTATION, PIVOT or COMPLEMENT") String algorithm,
            @Description("DEGREE or DEGENERACY") String orientation,
            @Description(BACKEND) String backend,
            @Description(BACKEND_REASON) String backendReason,
            @Description(GPUS_USED) List<Long> gpus,
            @Description(PROJECT_MILLIS) long projectMillis,

            @Description("Milliseconds of ordering the graph and choosing the algorithm")
            long preProcessingMillis,

            @Description(TRANSFER_MILLIS) long transferMillis,
            @Description("Milliseconds of counting") long computeMillis,
            @Description(RUN_PARAMETERS) Map<String, Object> configuration) {
        private static WriteRow of(AlgorithmRun<KCliqueResult> run, PropertyTarget writer) {
            KCliqueSummary summary = KCliqueSummary.of(run.result()).get(0);
            return new WriteRow(
                    writer.written(),
                    writer.writtenToNodes(),
                    writer.skipped(),
                    run.times().millis(Stage.WRITE),
                    summary.count(),
                    summary.countText(),
                    run.result().technique().name(),
                    run.result().orientation().name(),
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
    @Description("Counts the k-cliques of a unipartite graph, of one size, of several or of every size.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION, defaultValue = "{}")
                    Map<String, Object> configuration) {
        AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> call = statsCall(graph, configuration);
        return call.rows(run -> statsRows(run, call.contains()));
    }

    @Procedure(name = STREAM, mode = Mode.READ)
    @Description("Counts the k-cliques that each node, or each relationship, is in.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration)
                .rows(run -> run.result().vertices() != null ? nodeRows(run) : relationshipRows(run));
    }

    @Procedure(name = WRITE, mode = Mode.WRITE)
    @Description("Counts the k-cliques that each node, or each relationship, is in, and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).row(KCliqueProcedures::write, WriteRow::of);
    }

    @Procedure(name = MUTATE, mode = Mode.READ)
    @Description(
            "Counts the k-cliques that each node, or each relationship, is in, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration)
                .row(KCliqueProcedures::write, WriteRow::of);
    }

    @Procedure(name = STATS + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_CONFIGURATION, defaultValue = "{}")
                    Map<String, Object> configuration) {
        return statsCall(graph, configuration).estimate();
    }

    @Procedure(name = STREAM + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_CONFIGURATION) Map<String, Object> configuration) {
        return streamCall(graph, configuration).estimate();
    }

    @Procedure(name = WRITE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(WRITE, WriteConfig::of, graph, configuration).estimate();
    }

    @Procedure(name = MUTATE + ".estimate", mode = Mode.READ)
    @Description("Returns an estimation of the memory consumption for that procedure.")
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", description = MUTATE_CONFIGURATION) Map<String, Object> configuration) {
        return writeCall(MUTATE, WriteConfig::ofColumn, graph, configuration).estimate();
    }

    private AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> statsCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        KCliqueConfig what = KCliqueParameters.sizes(given);
        ContainedNodes contains = ContainedNodes.of(given);
        return new AlgorithmCall<>(
                call(STATS),
                contains.isEmpty() ? ALGORITHM : new KCliqueExtensionAlgorithm(contains.count()),
                graph,
                RelationshipIdUse.NONE,
                contains,
                what,
                given);
    }

    private AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> streamCall(
            Object graph, Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        Per per = Per.of(given);
        given.flag("nodes", false);
        return algorithmCall(STREAM, graph, per.idsToStream(), forEach(per, given), given);
    }

    private WriteCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> writeCall(
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

    private AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> algorithmCall(
            String procedure, Object graph, RelationshipIdUse ids, KCliqueConfig what, Configuration given) {
        return new AlgorithmCall<>(call(procedure), ALGORITHM, graph, ids, what, given);
    }

    private static KCliqueConfig forEach(Per per, Configuration given) {
        return KCliqueParameters.oneSize(given, per == Per.NODE ? Result.VERTEX : Result.EDGE);
    }

    private static UnipartiteGraph graph(AlgorithmRun<KCliqueResult> run) {
        return (UnipartiteGraph) run.projected().graph();
    }

    private static Stream<StatsRow> statsRows(AlgorithmRun<KCliqueResult> run, ContainedNodes contains) {
        KCliqueResult counts = run.result();
        Integer cliqueNumber;
        if (contains.isEmpty()) {
            cliqueNumber = counts.cliqueNumber(graph(run));
        } else if (contains.areRelated(run.whole())) {
            boolean extensible = graph(run).vertexCount() > 0;
            cliqueNumber = counts.cliqueNumber(contains.count() + (extensible ? 1 : 0));
        } else {
            counts = counts.none();
            cliqueNumber = 0;
        }
        KCliqueResult shown = counts;
        return KCliqueSummary.of(shown).stream().map(row -> StatsRow.of(run, shown, cliqueNumber, row));
    }

    private static Stream<StreamRow> nodeRows(AlgorithmRun<KCliqueResult> run) {
        NodeIds nodes = run.projected().left();
        OffHeapSums counts = run.result().vertices();
        return IntStream.range(0, nodes.count())
                .mapToObj(v -> StreamRow.ofNode(counts, v, nodes.nodeId(v), run.entities()));
    }

    /** Not by {@code flatMap}, which would make all rows of a node at once when one of them is asked for. */
    private static Stream<StreamRow> relationshipRows(AlgorithmRun<KCliqueResult> run) {
        Csr rows = graph(run).adjacency();
        int[] u = {-1};
        long[] slot = {0};
        return LongStream.range(0, graph(run).edgeCount()).mapToObj(edge -> {
            while (u[0] < 0 || slot[0] == rows.end(u[0])) {
                slot[0] = graph(run).firstForward(++u[0]);
            }
            return relationshipRow(run, edge, u[0], rows.neighbor(slot[0]++));
        });
    }

    private static StreamRow relationshipRow(AlgorithmRun<KCliqueResult> run, long edge, int u, int v) {
        ProjectedGraph projected = run.projected();
        return StreamRow.ofRelationship(
                run.result().edges(),
                edge,
                projected.left().nodeId(u),
                projected.left().nodeId(v),
                projected.relationshipId(edge),
                run.entities());
    }

    private static void write(AlgorithmRun<KCliqueResult> run, PropertyTarget writer) {
        ProjectedGraph projected = run.projected();
        KCliqueResult counts = run.result();
        counts.checkFitsLong();
        if (counts.vertices() != null) {
            writer.writeNodes(
                    projected.left(), PropertyValues.integers(counts.vertices().low()));
        } else {
            writer.writeRelationships(
                    projected, PropertyValues.integers(counts.edges().low()));
        }
    }
}
