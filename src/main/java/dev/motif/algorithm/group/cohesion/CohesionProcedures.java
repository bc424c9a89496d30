package dev.motif.algorithm.group.cohesion;

import static org.neo4j.procedure.Mode.READ;
import static org.neo4j.procedure.Mode.WRITE;

import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.call.GraphEntity;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Graph;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.cohesion.*}: see {@link CohesionAlgorithm} for what is computed. */
public final class CohesionProcedures extends MotifProcedures {
    private static final String NAME = "motif.cohesion";
    private static final String STATS_KEYS = "maxComponentSize, " + RUN_KEYS;

    private static final String FINDS_EACH = "Finds the connected component of each node";
    private static final String STREAM_KEYS = "nodes, " + RUN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", " + RUN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + RUN_KEYS;
    private static final String COMPONENT = "The number of the component, from 0, the largest first";

    private static final AlgorithmSpec<Graph, CohesionConfig, CohesionResult> SPEC = AlgorithmSpec.of(
            NAME,
            new CohesionAlgorithm(),
            given -> new CohesionConfig(
                    given.integer("maxComponentSize", CohesionConfig.ALL.maxComponentSize(), 1, Integer.MAX_VALUE)));

    private static final AlgorithmSpec<Graph, ComponentConfig, ComponentResult> MEMBERS = AlgorithmSpec.of(
                    NAME, new ComponentAlgorithm(), given -> new ComponentConfig())
            .nodeValues(
                    (found, side) -> found.has(side) ? PropertyValues.integers(v -> found.component(side, v)) : null);

    public record StatsRow(
            @Description(COMPONENT) long componentId,

            @Description("Nodes of the left side; null in a unipartite graph")
            Long leftCount,

            @Description("Nodes of the right side; null in a unipartite graph")
            Long rightCount,

            @Description("Relationships of the component") long relationshipCount,

            @Description(
                    "The fewest relationships whose deletion disconnects the component; null for a single node, and when it"
                            + " was not searched for")
            Long minCut,

            @Description("Where the minimum cut comes from, or why it is null")
            String minCutReason,

            @Description("Butterflies of the component; null when there are 2^63 or more, and in a unipartite graph")
            Long butterflies,

            @Description("Butterflies of the component, always exact; null in a unipartite graph")
            String butterfliesText,

            @Description("The most butterflies of one node; null in a unipartite graph")
            Long maxNodeButterflies,

            @Description("Nodes of the component") long nodeCount,

            @Description("Its share of the possible relationships, in (0, 1]; null for a single node")
            Double density,

            @Description("Relationships whose deletion disconnects it, each alone")
            long bridges) {
        static StatsRow of(CohesionResult counts, long component) {
            boolean sides = counts.isBipartite();
            BigInteger butterflies = counts.butterflies(component);
            return new StatsRow(
                    component,
                    sides ? counts.leftCount(component) : null,
                    sides ? counts.rightCount(component) : null,
                    counts.edgeCount(component),
                    counts.minCut(component),
                    counts.reason(component).text(),
                    sides ? Counts.toLongOrNull(butterflies) : null,
                    sides ? butterflies.toString() : null,
                    sides ? counts.maxButterflies(component) : null,
                    counts.leftCount(component) + counts.rightCount(component),
                    counts.density(component),
                    counts.bridgeCount(component));
        }
    }

    public record StreamRow(
            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'; null in a unipartite graph")
            String side,

            @Description(COMPONENT) long componentId,

            @Description("Nodes of the component") long componentSize,

            @Description("The node" + WITH_NODES) Node node) {
        private static StreamRow of(AlgorithmRun<ComponentResult> run, GraphEntity node) {
            long component = run.result().component(node.of().side(), node.index());
            return new StreamRow(
                    node.nodeId(),
                    run.projected().isBipartite() ? node.side() : null,
                    component,
                    run.result().size(component),
                    run.entities().node(node.nodeId()));
        }
    }

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("Connected components")
        public final long componentCount;

        @Description("Nodes of the largest component, 0 without nodes")
        public final long largest;

        private WriteRow(AlgorithmRun<ComponentResult> run, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            componentCount = run.result().componentCount();
            largest = componentCount == 0 ? 0 : run.result().size(0);
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(
            "Returns the connected components of a graph, the largest first, each with its minimum cut, its bridges and its"
                    + " density, and with its butterflies in a bipartite graph.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys)
                .rows(run -> LongStream.range(0, run.result().componentCount())
                        .mapToObj(component -> StatsRow.of(run.result(), component)));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS_EACH + ".")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(MEMBERS, graph, keys).rows(run -> run.nodes().map(each -> StreamRow.of(run, each)));
    }

    @Procedure(name = NAME + ".write", mode = WRITE)
    @Description(FINDS_EACH + " and writes its number as a property.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(MEMBERS, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description(FINDS_EACH + " and adds a column of their numbers to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(MEMBERS, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(MEMBERS, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".write.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> writeEstimate(
            @Name(value = "graph", description = ANY_GRAPH) Object graph,
            @Name(value = "configuration", description = WRITING_KEYS) Map<String, Object> keys) {
        return write(MEMBERS, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = GRAPH_NAME) Object graph,
            @Name(value = "configuration", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(MEMBERS, graph, keys).estimate();
    }
}
