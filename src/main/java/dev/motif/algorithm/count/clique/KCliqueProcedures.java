package dev.motif.algorithm.count.clique;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.catalog.Columns;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.ContainedNodes;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RelationshipRow;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.cypher.write.WriteCall;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.projection.EntityKind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.*}: see {@link KCliqueAlgorithm} for what is counted. */
public final class KCliqueProcedures extends MotifProcedures {
    private static final String NAME = "motif.kclique";
    private static final String COUNTS_EACH =
            "Counts the k-cliques that each node, or each relationship, is in, of one size, of several or of every size";
    private static final String ALGORITHMS = "ORIENTATION, PIVOT or COMPLEMENT";
    private static final String ORIENTATIONS = "DEGREE or DEGENERACY";

    private static final String SEARCH_KEYS = "timeoutMillis, " + RUN_KEYS;
    private static final String STATS_KEYS = "k, minK, maxK, contains, " + SEARCH_KEYS;
    private static final String EACH_KEYS = "k, minK, maxK, per, " + SEARCH_KEYS;
    private static final String STREAM_KEYS = "nodes, " + EACH_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + EACH_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + EACH_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KCliqueConfig, KCliqueResult> SPEC = AlgorithmSpec.of(
                    NAME, new KCliqueAlgorithm(), KCliqueParameters::sizes)
            .eachPer((given, per) ->
                    KCliqueParameters.sizes(given, per == Granularity.NODE ? Result.VERTEX : Result.EDGE))
            .values(KCliqueProcedures::values);

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("Nodes of a clique")
        public final long k;

        @Description("k-cliques; null when there are 2^63 or more, or complete is false")
        public final Long count;

        @Description("k-cliques, always exact; null when complete is false")
        public final String countText;

        @Description("false for a size of several for which timeoutMillis left no time, otherwise true")
        public final boolean complete;

        @Description(
                "Nodes of the largest cliques, with contains of the largest ones that contain the nodes, 0 when there are"
                        + " none; null when it is not known, since sizes above or below were left out or not counted")
        public final Long cliqueNumber;

        @Description("The degeneracy of the graph; null when it was not needed, and with contains")
        public final Long degeneracy;

        @Description(ALGORITHMS)
        public final String algorithm;

        @Description(ORIENTATIONS)
        public final String orientation;

        /** @param counts what the row is about, which need not be the result of the run itself */
        private StatsRow(
                AlgorithmRun<KCliqueResult> run, KCliqueResult counts, Integer cliqueNumber, KCliqueSummary summary) {
            super(run, run.whole().graph());
            k = summary.k();
            count = summary.count();
            countText = summary.countText();
            complete = summary.complete();
            this.cliqueNumber = longOrNull(cliqueNumber);
            degeneracy = longOrNull(counts.degeneracy());
            algorithm = counts.technique().name();
            orientation = counts.orientation().name();
        }

        private static Long longOrNull(Integer value) {
            return value == null ? null : Long.valueOf(value);
        }
    }

    public static final class StreamRow extends RelationshipRow.OfUnipartite {
        @Description("The node; null with per: 'RELATIONSHIP'")
        public final Long nodeId;

        @Description(
                "k-cliques that the node or relationship is in; null when there are 2^63 or more, and with several sizes")
        public final Long count;

        @Description("k-cliques that the node or relationship is in, always exact; null with several sizes")
        public final String countText;

        @Description("The node of the relationship that comes first; null with per: 'NODE'")
        public final Long sourceNodeId;

        @Description("The other node of the relationship; null with per: 'NODE'")
        public final Long targetNodeId;

        @Description("The relationship, of parallel ones the smallest id; null with per: 'NODE', and when the graph"
                + " was projected without relationshipIds: true")
        public final Long relationshipId;

        @Description("The node" + WITH_NODES)
        public final Node node;

        @Description(
                "With several sizes, the cliques of each size that the node or relationship is in, from minK on; a count of 2^63"
                        + " or more is null")
        public final List<Long> counts;

        @Description("With several sizes, the same, always exact")
        public final List<String> countTexts;

        private StreamRow(AlgorithmRun<KCliqueResult> run, GraphEntity each) {
            super(run, each);
            KCliqueSummary.Each found = KCliqueSummary.Each.of(run.result(), each.index());
            nodeId = each.nodeId();
            count = found.count();
            countText = found.countText();
            counts = found.counts();
            countTexts = found.countTexts();
            sourceNodeId = each.source();
            targetNodeId = each.target();
            relationshipId = each.relationship();
            node = run.entities().node(nodeId);
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

        @Description("k-cliques; null when there are 2^63 or more, and with several sizes")
        public final Long count;

        @Description("k-cliques, always exact; null with several sizes")
        public final String countText;

        @Description("With several sizes, the cliques of each size of the graph, from minK on; a count of 2^63 or more"
                + " is null")
        public final List<Long> counts;

        @Description("With several sizes, the same, always exact")
        public final List<String> countTexts;

        @Description(ALGORITHMS)
        public final String algorithm;

        @Description(ORIENTATIONS)
        public final String orientation;

        private WriteRow(AlgorithmRun<KCliqueResult> run, PropertyTarget target) {
            super(run);
            KCliqueSummary.Each found = KCliqueSummary.Each.of(run.result());
            propertiesWritten = target.written();
            nodePropertiesWritten = target.writtenToNodes();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            count = found.count();
            countText = found.countText();
            counts = found.counts();
            countTexts = found.countTexts();
            algorithm = run.result().technique().name();
            orientation = run.result().orientation().name();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the k-cliques of a unipartite graph, of one size, of several or of every size.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> call = statsCall(graph, keys);
        return call.rows(run -> rows(run, call.contains()));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(COUNTS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> (run.result().edges() == null ? run.nodes() : run.relationships())
                .map(each -> new StreamRow(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(
            "Writes the k-cliques that each node, or each relationship, is in as a property; with several sizes as a"
                    + " list.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(COUNTS_EACH + ", and adds them to the graph as columns, one for each size.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutating(graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return statsCall(graph, keys).estimate();
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
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutating(graph, keys).estimate();
    }

    private WriteCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> mutating(Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        WriteConfig column = WriteConfig.ofColumn(given);
        if (KCliqueParameters.isOneSize(given)) {
            return write(SPEC, "mutate", column, graph, given);
        }
        int minK = KCliqueParameters.sizes(given).minK();
        // The names are reserved before the search, so the sizes are not known from its result.
        int maxK =
                given.requiredInteger("maxK", minK, Math.min(KCliqueConfig.MAX_SIZE, minK + Columns.MAX_COLUMNS - 1));
        String name = column.properties().get(0);
        WriteConfig columns = minK == maxK
                ? column
                : column.withProperties(IntStream.rangeClosed(minK, maxK)
                        .mapToObj(k -> name + "_" + k)
                        .toList());
        return write(SPEC, "mutate", columns, graph, given);
    }

    private AlgorithmCall<UnipartiteGraph, KCliqueConfig, KCliqueResult> statsCall(
            Object graph, Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        KCliqueConfig what = KCliqueParameters.sizes(given);
        ContainedNodes contains = ContainedNodes.of(given);
        return call(
                NAME + ".stats",
                contains.isEmpty() ? SPEC.algorithm() : new KCliqueExtensionAlgorithm(contains.count()),
                graph,
                contains,
                what,
                given);
    }

    private static Stream<StatsRow> rows(AlgorithmRun<KCliqueResult> run, ContainedNodes contains) {
        UnipartiteGraph graph = (UnipartiteGraph) run.projected().graph();
        KCliqueResult counts = run.result();
        Integer cliqueNumber;
        if (contains.isEmpty()) {
            cliqueNumber = counts.cliqueNumber(graph);
        } else if (contains.areRelated(run.whole())) {
            cliqueNumber = counts.cliqueNumber(contains.count() + (graph.vertexCount() > 0 ? 1 : 0));
        } else {
            counts = counts.none();
            cliqueNumber = 0;
        }
        KCliqueResult shown = counts;
        return KCliqueSummary.of(shown).stream().map(size -> new StatsRow(run, shown, cliqueNumber, size));
    }

    private static PropertyValues values(KCliqueResult result, EntityKind of) {
        OffHeapSums counts =
                switch (of) {
                    case LEFT -> result.vertices();
                    case RIGHT -> null;
                    case RELATIONSHIPS -> result.edges();
                };
        if (counts == null) {
            return null;
        }
        result.checkFitsLong();
        if (result.isOneSize()) {
            return PropertyValues.integers(counts.low());
        }
        return PropertyValues.lists(IntStream.rangeClosed(result.config().minK(), result.lastOfEach())
                .mapToObj(k -> PropertyValues.integers(index -> {
                    long at = result.at(index, k);
                    return at < 0 ? 0 : counts.low().get(at);
                }))
                .toList());
    }
}
