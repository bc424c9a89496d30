package dev.motif.algorithm.count.biclique;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.count.*}: see {@link BicliqueAlgorithm} for what is counted. */
public final class BicliqueProcedures extends MotifProcedures {
    private static final String NAME = "motif.biclique.count";
    private static final String COUNTS = "Counts the (p,q)-bicliques that each node, or each relationship, is in";
    private static final String ESTIMATES_SEARCH =
            "Returns an estimation of the memory consumption and, for a named graph, of the search's cost.";

    private static final String SEARCH_KEYS = "algorithm, side, timeoutMillis, " + RUN_KEYS;
    private static final String STATS_KEYS = "p, q, maxP, maxQ, " + SEARCH_KEYS;
    private static final String EACH_KEYS = "p, q, per, " + SEARCH_KEYS;
    private static final String STREAM_KEYS = "nodes, " + EACH_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + EACH_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + EACH_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, BicliqueConfig, BicliqueResult> SPEC = AlgorithmSpec.of(
                    NAME, new BicliqueAlgorithm(), BicliqueProcedures::config)
            .eachPer((given, per) -> config(given, "p", "q", per == Granularity.NODE ? Result.VERTEX : Result.EDGE))
            .values(BicliqueProcedures::values);

    public static final class StatsRow extends RunRow.OfBipartite {
        @Description("Left nodes of a biclique")
        public final long p;

        @Description("Right nodes of a biclique")
        public final long q;

        @Description("(p,q)-bicliques; null when there are 2^63 or more, or complete is false")
        public final Long count;

        @Description("(p,q)-bicliques, always exact; null when complete is false")
        public final String countText;

        @Description("false for a size of several for which timeoutMillis left no time, otherwise true")
        public final boolean complete;

        @Description("PIVOT; null without such a search: when p or q is 1, or sets of nodes of one side were"
                + " enumerated; and when sizes were counted in several ways")
        public final String algorithm;

        @Description("LEFT or RIGHT, where the search or enumeration began; null when p or q is 1, and when sizes were"
                + " counted in several ways")
        public final String side;

        private StatsRow(AlgorithmRun<BicliqueResult> run, BicliqueSummary summary) {
            super(run);
            p = summary.p();
            q = summary.q();
            count = summary.count();
            countText = summary.countText();
            complete = summary.complete();
            algorithm = nameOf(run.result().technique());
            side = nameOf(run.result().side());
        }
    }

    public static final class StreamRow extends RelationshipRow.OfBipartite {
        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description("Bicliques that the node or relationship is in; null when there are 2^63 or more")
        public final Long count;

        @Description("Bicliques that the node or relationship is in, always exact")
        public final String countText;

        @Description("The node's side, 'LEFT' or 'RIGHT'; null with per: 'RELATIONSHIP'")
        public final String side;

        @Description("The left node of the relationship; null with per: 'NODE'")
        public final Long leftNodeId;

        @Description("The right node of the relationship; null with per: 'NODE'")
        public final Long rightNodeId;

        @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph was"
                + " projected without relationshipIds: true")
        public final Long relationshipId;

        @Description("The node" + WITH_NODES)
        public final Node node;

        private StreamRow(AlgorithmRun<BicliqueResult> run, GraphEntity each) {
            super(run, each);
            OffHeapSums counts = counts(run.result(), each.of());
            nodeId = each.nodeId();
            count = counts.fitsLong(each.index()) ? (Long) counts.low().get(each.index()) : null;
            countText = counts.get(each.index()).toString();
            side = each.side();
            leftNodeId = each.source();
            rightNodeId = each.target();
            relationshipId = each.relationship();
            node = run.entities().node(each.nodeId());
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes or relationships whose property was written")
        public final long propertiesWritten;

        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("How many there are; null when there are 2^63 or more")
        public final Long count;

        @Description("How many there are, always exact")
        public final String countText;

        @Description("PIVOT; null when p or q is 1, which needs no search")
        public final String algorithm;

        @Description("LEFT or RIGHT, where the search began; null when p or q is 1")
        public final String side;

        private WriteRow(AlgorithmRun<BicliqueResult> run, PropertyTarget target) {
            super(run);
            BicliqueSummary summary = BicliqueSummary.of(run.result()).get(0);
            propertiesWritten = target.written();
            nodePropertiesWritten = target.writtenToNodes();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = summary.count();
            countText = summary.countText();
            algorithm = nameOf(run.result().technique());
            side = nameOf(run.result().side());
        }
    }

    /** The memory and time that a search would need. */
    public record SearchRow(
            @Description("The off-heap memory needed, human-readable")
            String requiredMemory,

            @Description("The parts of the memory, a part a line")
            String treeView,

            @Description("The parts of the memory, as nested maps")
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

            @Description("About how many milliseconds the algorithm takes on the CPU; null where that is not known")
            Double estimatedCpuMillis,

            @Description("The same on one GPU; null also where none can be used")
            Double estimatedGpuMillis,

            @Description("LEFT or RIGHT, where the search or enumeration would begin; null without one, for sizes"
                    + " counted in several ways, and for a graph that is not in the catalog, as in the two columns that"
                    + " follow")
            String side,

            @Description("Nodes of the search trees of PIVOT, estimated from random walks; 0 for enumeration")
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
                    memory.estimatedCpuMillis(),
                    memory.estimatedGpuMillis(),
                    search == null ? null : nameOf(search.side()),
                    search == null ? null : (Double) search.nodes(),
                    search == null ? null : (Double) search.words());
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the (p,q)-bicliques of a bipartite graph, of one size or of all sizes up to one.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> BicliqueSummary.of(run.result()).stream().map(row -> new StatsRow(run, row)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> (run.result().left() != null ? run.nodes() : run.relationships())
                .map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(COUNTS + ", and writes them as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS + ", and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES_SEARCH)
    public Stream<SearchRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return estimate(stats(SPEC, graph, keys));
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES_SEARCH)
    public Stream<SearchRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return estimate(stream(SPEC, graph, keys));
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES_SEARCH)
    public Stream<SearchRow> writeEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return estimate(write(SPEC, graph, keys).call());
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES_SEARCH)
    public Stream<SearchRow> mutateEstimate(
            @Name(value = "graph", description = BIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return estimate(mutate(SPEC, graph, keys).call());
    }

    private static Stream<SearchRow> estimate(AlgorithmCall<BipartiteGraph, BicliqueConfig, BicliqueResult> call) {
        SearchEstimate search = call.ofNamedGraph((graph, workers) -> SearchEstimate.of(
                graph, call.algorithmConfig(), new Execution(call.call().memory(), workers, new StageTimes())));
        return call.estimate().map(memory -> SearchRow.of(memory, search));
    }

    private static BicliqueConfig config(Configuration given) {
        return BicliqueParameters.isTable(given)
                ? config(given, "maxP", "maxQ", Result.TABLE)
                : config(given, "p", "q", Result.TOTAL);
    }

    private static BicliqueConfig config(Configuration given, String p, String q, Result result) {
        return new BicliqueConfig(
                given.requiredInteger(p, 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger(q, 1, BicliqueConfig.MAX_SIZE),
                result,
                given.oneOf("algorithm", Technique.class, Technique.AUTO),
                given.sideOrAuto(),
                given.timeoutMillis());
    }

    private static String nameOf(Enum<?> constant) {
        return constant == null ? null : constant.name();
    }

    private static OffHeapSums counts(BicliqueResult result, EntityKind of) {
        return switch (of) {
            case LEFT -> result.left();
            case RIGHT -> result.right();
            case RELATIONSHIPS -> result.edges();
        };
    }

    private static PropertyValues values(BicliqueResult result, EntityKind of) {
        result.checkFitsLong();
        OffHeapSums counts = counts(result, of);
        return counts == null ? null : PropertyValues.integers(counts.low());
    }
}
