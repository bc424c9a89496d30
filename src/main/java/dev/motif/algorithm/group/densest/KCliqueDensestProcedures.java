package dev.motif.algorithm.group.densest;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.backend.Counts;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.projection.EntityKind;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.kclique.densest.*}: see {@link KCliqueDensestAlgorithm} for what is found. */
public final class KCliqueDensestProcedures extends MotifProcedures {
    private static final String NAME = "motif.kclique.densest";
    private static final String FINDS =
            "Finds a subgraph of a unipartite graph with many k-cliques, or relationships, by node and returns its ";
    private static final String STATS_KEYS = "k, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + STATS_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, KCliqueDensestConfig, DensestSubgraph> SPEC = AlgorithmSpec.of(
            NAME,
            new KCliqueDensestAlgorithm(),
            given -> new KCliqueDensestConfig(
                    given.requiredInteger("k", KCliqueDensestConfig.EDGES, KCliqueConfig.MAX_SIZE),
                    given.timeoutMillis()));

    public static final class StatsRow extends RunRow {
        @Description("k-cliques of the subgraph by node of it; 0 when the graph has none")
        public final double density;

        @Description("k-cliques of the subgraph; null when there are 2^63 or more")
        public final Long count;

        @Description("k-cliques of the subgraph, always exact")
        public final String countText;

        @Description("Nodes of the subgraph")
        public final long nodeCount;

        @Description("Relationships of the subgraph")
        public final long relationshipCount;

        @Description("The density is at least this part of the largest possible one: 1 / k")
        public final double guarantee;

        @Description("How often cliques were counted")
        public final long rounds;

        private StatsRow(AlgorithmRun<DensestSubgraph> run, KCliqueDensestConfig config) {
            super(run);
            DensestSubgraph densest = run.result();
            density = densest.density();
            count = Counts.toLongOrNull(densest.total());
            countText = densest.total().toString();
            nodeCount = densest.left().length();
            relationshipCount = densest.edges();
            guarantee = 1.0 / config.k();
            rounds = densest.rounds();
        }
    }

    public record StreamRow(
            @Description("A node of the subgraph") long nodeId,

            @Description("The node" + WITH_NODES) Node node) {}

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description(FINDS + "figures.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        var call = stats(SPEC, graph, keys);
        return call.row(run -> new StatsRow(run, call.algorithmConfig()));
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description(FINDS + "nodes.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(run -> {
            OffHeapInts vertices = run.result().left();
            return LongStream.range(0, vertices.length()).mapToObj(i -> {
                long node = run.projected().nodes(EntityKind.LEFT).nodeId(vertices.get(i));
                return new StreamRow(node, run.entities().node(node));
            });
        });
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STATS_KEYS) Map<String, Object> keys) {
        return stats(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".stream.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> streamEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).estimate();
    }
}
