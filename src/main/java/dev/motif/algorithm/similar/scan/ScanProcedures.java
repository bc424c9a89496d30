package dev.motif.algorithm.similar.scan;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.UnipartiteGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.scan.*}: see {@link ScanAlgorithm} for what is found. */
public final class ScanProcedures extends MotifProcedures {
    private static final String NAME = "motif.scan";
    private static final String FINDS = "Finds the structural clusters of a unipartite graph and ";
    private static final String ROLE_PROPERTY = "roleProperty";
    private static final String STATS_KEYS = ScanParameters.KEYS + ", " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + ROLE_PROPERTY + ", " + STATS_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + ROLE_PROPERTY + ", " + STATS_KEYS;

    private static final String CLUSTERS = "Clusters";
    private static final String HUBS = "Nodes of no cluster with neighbors in two clusters or more";
    private static final String OUTLIERS = "All other nodes of no cluster";

    private static final AlgorithmSpec<UnipartiteGraph, ScanConfig, ScanResult> SPEC = AlgorithmSpec.of(
                    NAME, new ScanAlgorithm(), ScanParameters::several)
            .each(ScanParameters::one)
            .writer(ScanProcedures::write);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("The least structural similarity of similar nodes")
        public final double epsilon;

        @Description("How many nodes must be similar to a core, itself among them")
        public final long mu;

        @Description(CLUSTERS)
        public final long clusterCount;

        @Description("Nodes that are cores")
        public final long coreCount;

        @Description("Nodes that are no cores but similar to one")
        public final long borderCount;

        @Description(HUBS)
        public final long hubCount;

        @Description(OUTLIERS)
        public final long outlierCount;

        @Description("Nodes of the largest cluster; a border counts in its clusterId alone")
        public final long largestCluster;

        private StatsRow(AlgorithmRun<ScanResult> run, ScanSummary summary) {
            super(run);
            epsilon = summary.epsilon();
            mu = summary.mu();
            clusterCount = summary.clusters();
            coreCount = summary.cores();
            borderCount = summary.borders();
            hubCount = summary.hubs();
            outlierCount = summary.outliers();
            largestCluster = summary.largest();
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("'CORE', 'BORDER', 'HUB' or 'OUTLIER'")
            String role,

            @Description(
                    "The number of its cluster, from 0; of a border in several the one with the core that it is most"
                            + " similar to; null for hubs and outliers")
            Long clusterId,

            @Description("All clusters of the node, ascending; empty for hubs and outliers")
            List<Long> clusterIds,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<ScanResult> run, GraphEntity node) {
            ScanResult result = run.result();
            int v = node.vertex();
            long cluster = result.cluster(v);
            return new StreamRow(
                    node.nodeId(),
                    result.role(v).name(),
                    cluster < 0 ? null : cluster,
                    result.clusters(v),
                    run.entities().node(node.nodeId()));
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Properties of nodes that were written")
        public final long nodePropertiesWritten;

        @Description("Properties of nodes that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description(CLUSTERS)
        public final long clusterCount;

        @Description(HUBS)
        public final long hubCount;

        @Description(OUTLIERS)
        public final long outlierCount;

        private WriteRow(AlgorithmRun<ScanResult> run, PropertyTarget target) {
            super(run);
            ScanSummary summary = run.result().summary();
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            clusterCount = summary.clusters();
            hubCount = summary.hubs();
            outlierCount = summary.outliers();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS + "returns how many clusters, hubs and outliers there are.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> run.result().summaries().stream().map(summary -> new StatsRow(run, summary)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + "returns the role and the clusters of each node.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> run.nodes().map(node -> StreamRow.of(run, node)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS + "writes the cluster of each node as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys, ROLE_PROPERTY).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(FINDS + "adds a column with the cluster of each node to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys, ROLE_PROPERTY).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys, ROLE_PROPERTY).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys, ROLE_PROPERTY).estimate();
    }

    private static void write(AlgorithmRun<ScanResult> run, PropertyTarget target) {
        ScanResult result = run.result();
        PropertyValues clusters = PropertyValues.integers(v -> result.cluster((int) v));
        PropertyValues roles =
                PropertyValues.named(number -> ScanResult.Role.values()[number].name(), v -> result.role((int) v)
                        .ordinal());
        target.writeNodes(run.projected().left(), clusters, roles);
    }
}
