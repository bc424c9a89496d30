package dev.motif.algorithm.group.densest;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.projection.EntityKind;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.biclique.densest.*}: see {@link BicliqueDensestAlgorithm} for what is found. */
public final class BicliqueDensestProcedures extends MotifProcedures {
    private static final String NAME = "motif.biclique.densest";
    private static final String FINDS =
            "Finds a subgraph of a bipartite graph with many (p,q)-bicliques by node and returns its ";
    private static final String STATS_KEYS = "p, q, side, discountHubs, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;

    private static final AlgorithmSpec<BipartiteGraph, BicliqueConfig, DensestSubgraph> SPEC =
            AlgorithmSpec.of(NAME, new BicliqueDensestAlgorithm(), BicliqueDensestProcedures::config);

    private static final AlgorithmSpec<BipartiteGraph, Side, DensestSubgraph> DISCOUNTED =
            AlgorithmSpec.of(NAME, new DiscountedDensestAlgorithm(), BicliqueDensestProcedures::hubs);

    private static final String HUBS = "discountHubs";

    private static Side hubs(Configuration given) {
        BicliqueConfig counted = config(given);
        if (counted.p() != 1 || counted.q() != 1) {
            throw new IllegalArgumentException(
                    "`" + HUBS + "` is for relationships: `p` and `q` must be 1 with it, got " + counted.p() + " and "
                            + counted.q());
        }
        return given.oneOf(HUBS, Side.class, null);
    }

    private static BicliqueConfig config(Configuration given) {
        given.has(HUBS); // null is as good as absent
        return new BicliqueConfig(
                given.requiredInteger("p", 1, BicliqueConfig.MAX_SIZE),
                given.requiredInteger("q", 1, BicliqueConfig.MAX_SIZE),
                Result.VERTEX,
                Technique.PIVOT,
                given.sideOrAuto(),
                given.timeoutMillis());
    }

    public static final class StatsRow extends RunRow {
        @Description(
                "(p,q)-bicliques of the subgraph by node of it, with discountHubs weights; 0 when the graph has none")
        public final double density;

        @Description("(p,q)-bicliques of the subgraph; null when there are 2^63 or more")
        public final Long count;

        @Description("(p,q)-bicliques of the subgraph, always exact")
        public final String countText;

        @Description("Left nodes of the subgraph")
        public final long leftCount;

        @Description("Right nodes of the subgraph")
        public final long rightCount;

        @Description("The density is at least this part of the largest possible one: 1 / (p + q)")
        public final double guarantee;

        @Description("How often bicliques were counted")
        public final long rounds;

        private StatsRow(AlgorithmRun<DensestSubgraph> run, BicliqueConfig config) {
            this(run, run.result().density(), run.result().total(), config.p() + config.q());
        }

        private StatsRow(AlgorithmRun<DensestSubgraph> run) {
            this(
                    run,
                    run.result().density() / DiscountedDensestAlgorithm.UNIT,
                    BigInteger.valueOf(run.result().edges()),
                    2);
        }

        private StatsRow(AlgorithmRun<DensestSubgraph> run, double density, BigInteger found, int members) {
            super(run);
            DensestSubgraph densest = run.result();
            this.density = density;
            count = Counts.toLongOrNull(found);
            countText = found.toString();
            leftCount = densest.left().length();
            rightCount = densest.right().length();
            guarantee = 1.0 / members;
            rounds = densest.rounds();
        }
    }

    public record StreamRow(
            @Description("A node of the subgraph") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description("The node" + WITH_NODES) Node node) {}

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS + "figures.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        if (new Configuration(keys).has(HUBS)) {
            return stats(DISCOUNTED, graph, keys).row(StatsRow::new);
        }
        var call = stats(SPEC, graph, keys);
        return call.row(run -> new StatsRow(run, call.algorithmConfig()));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + "nodes.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streaming(graph, keys)
                .rows(run -> Stream.concat(
                        rows(run, EntityKind.LEFT, run.result().left()),
                        rows(run, EntityKind.RIGHT, run.result().right())));
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STATS_KEYS) Map<String, Object> keys) {
        return new Configuration(keys).has(HUBS)
                ? stats(DISCOUNTED, graph, keys).estimate()
                : stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = BIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return streaming(graph, keys).estimate();
    }

    private AlgorithmCall<BipartiteGraph, ?, DensestSubgraph> streaming(Object graph, Map<String, Object> keys) {
        return new Configuration(keys).has(HUBS) ? stream(DISCOUNTED, graph, keys) : stream(SPEC, graph, keys);
    }

    private static Stream<StreamRow> rows(AlgorithmRun<DensestSubgraph> run, EntityKind side, OffHeapInts vertices) {
        return LongStream.range(0, vertices.length()).mapToObj(i -> {
            long node = run.projected().nodes(side).nodeId(vertices.get(i));
            return new StreamRow(node, side.name(), run.entities().node(node));
        });
    }
}
