package dev.motif.algorithm.group.percolation;

import static org.neo4j.procedure.Mode.READ;

import dev.motif.backend.Counts;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.AlgorithmSpec;
import dev.motif.cypher.procedure.MotifProcedures;
import dev.motif.cypher.procedure.RunRow;
import dev.motif.cypher.write.GroupWriter;
import dev.motif.cypher.write.PropertyTarget;
import dev.motif.cypher.write.PropertyValues;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** {@code motif.clique.percolation.*}: see {@link PercolationAlgorithm} for what is found. */
public final class PercolationProcedures extends MotifProcedures {
    private static final String NAME = "motif.clique.percolation";
    private static final String OWN_KEYS = "k, timeoutMillis, " + RUN_KEYS;
    private static final String STREAM_KEYS = "nodes, " + OWN_KEYS;
    private static final String WRITING_KEYS = WRITE_KEYS + ", writeCommunities, relationshipType, " + OWN_KEYS;
    private static final String MUTATING_KEYS = MUTATE_KEYS + ", " + OWN_KEYS;

    private static final AlgorithmSpec<UnipartiteGraph, PercolationConfig, PercolationResult> SPEC = spec(false);
    private static final AlgorithmSpec<UnipartiteGraph, PercolationConfig, PercolationResult> STATS = spec(true);

    private static AlgorithmSpec<UnipartiteGraph, PercolationConfig, PercolationResult> spec(boolean countsCliques) {
        return AlgorithmSpec.of(
                        NAME,
                        new PercolationAlgorithm(),
                        given -> new PercolationConfig(
                                given.requiredInteger("k", PercolationConfig.MIN_SIZE, PercolationConfig.MAX_SIZE),
                                given.timeoutMillis(),
                                countsCliques))
                .nodeValues((result, side) -> side == Side.LEFT ? PropertyValues.integers(result.vertices()) : null);
    }

    public static final class StatsRow extends RunRow.OfUnipartite {
        @Description("Communities")
        public final long communityCount;

        @Description("Nodes of the largest one, 0 when there is none")
        public final long largest;

        @Description("Nodes that are in one at least")
        public final long nodesInCommunities;

        @Description("Nodes that are in several")
        public final long nodesInSeveral;

        @Description("Maximal cliques of k nodes or more, of which the communities consist; null when there are 2^63 or"
                + " more")
        public final Long cliqueCount;

        private StatsRow(AlgorithmRun<PercolationResult> run) {
            super(run);
            PercolationResult result = run.result();
            communityCount = result.count();
            largest = result.count() == 0 ? 0 : result.size(0);
            nodesInCommunities = nodesIn(result, 1);
            nodesInSeveral = nodesIn(result, 2);
            cliqueCount = Counts.toLongOrNull(result.cliques());
        }

        private static long nodesIn(PercolationResult result, long least) {
            return LongStream.range(0, result.vertices().length())
                    .filter(v -> result.vertices().get(v) >= least)
                    .count();
        }
    }

    public record StreamRow(
            @Description("The number of the community, from 0; the largest come first")
            long communityId,

            @Description("The number of its nodes") long size,
            @Description("Its nodes, ascending") List<Long> nodeIds,

            @Description("The nodes that still exist; null unless yielded or nodes: true")
            List<Node> nodes) {}

    public static final class WriteRow extends RunRow {
        @Description("Nodes whose property was written")
        public final long nodePropertiesWritten;

        @Description("New nodes, one a community")
        public final long communitiesWritten;

        @Description("New relationships from members to the nodes of their communities")
        public final long relationshipsWritten;

        @Description("Nodes that an earlier run with the same jobId had written, and that were deleted")
        public final long communitiesDeleted;

        @Description("Nodes or relationships that no longer exist")
        public final long skipped;

        @Description(WRITE_MILLIS)
        public final long writeMillis;

        @Description("Communities")
        public final long communityCount;

        private WriteRow(AlgorithmRun<PercolationResult> run, PropertyTarget target) {
            super(run);
            nodePropertiesWritten = target.written();
            communitiesWritten = 0;
            relationshipsWritten = 0;
            communitiesDeleted = 0;
            skipped = target.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            communityCount = run.result().count();
        }

        private WriteRow(AlgorithmRun<PercolationResult> run, GroupWriter groups) {
            super(run);
            nodePropertiesWritten = 0;
            communitiesWritten = groups.groups();
            relationshipsWritten = groups.relationships();
            communitiesDeleted = groups.deleted();
            skipped = groups.skipped();
            writeMillis = run.times().millis(Stage.WRITE);
            communityCount = run.result().count();
        }
    }

    @Procedure(name = NAME + ".stats", mode = READ)
    @Description("Counts the communities of k-cliques that share k - 1 nodes in a unipartite graph.")
    public Stream<StatsRow> stats(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = OWN_KEYS) Map<String, Object> keys) {
        return stats(STATS, graph, keys).row(StatsRow::new);
    }

    @Procedure(name = NAME + ".stream", mode = READ)
    @Description("Finds the communities of k-cliques that share k - 1 nodes; a node may be in several.")
    public Stream<StreamRow> stream(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = STREAM_KEYS) Map<String, Object> keys) {
        return stream(SPEC, graph, keys).rows(PercolationProcedures::rows);
    }

    @Procedure(name = NAME + ".write", mode = org.neo4j.procedure.Mode.WRITE)
    @Description("Writes in how many communities of k-cliques each node is as a property; or writes communities as new"
            + " nodes, joined to their members.")
    public Stream<WriteRow> write(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = WRITING_KEYS) Map<String, Object> keys) {
        Configuration given = new Configuration(keys);
        return GroupWriter.isAskedFor(given, "writeCommunities")
                ? writeCommunities(graph, given)
                : write(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".mutate", mode = READ)
    @Description("Finds in how many communities of k-cliques each node is, and adds a column of them to the graph.")
    public Stream<WriteRow> mutate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).row(WriteRow::new);
    }

    @Procedure(name = NAME + ".stats.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> statsEstimate(
            @Name(value = "graph", description = UNIPARTITE_GRAPH) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = OWN_KEYS) Map<String, Object> keys) {
        return stats(STATS, graph, keys).estimate();
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
        Configuration given = new Configuration(keys);
        if (GroupWriter.isAskedFor(given, "writeCommunities")) {
            target(given);
            return call(SPEC, "write", graph, given).estimate();
        }
        return write(SPEC, graph, keys).estimate();
    }

    @Procedure(name = NAME + ".mutate.estimate", mode = READ)
    @Description(ESTIMATES)
    public Stream<EstimateRow> mutateEstimate(
            @Name(value = "graph", description = UNIPARTITE_NAME) Object graph,
            @Name(value = "configuration", defaultValue = "{}", description = MUTATING_KEYS) Map<String, Object> keys) {
        return mutate(SPEC, graph, keys).estimate();
    }

    private Stream<WriteRow> writeCommunities(Object graph, Configuration given) {
        GroupWriter.Target target = target(given);
        AlgorithmCall<UnipartiteGraph, PercolationConfig, PercolationResult> call = call(SPEC, "write", graph, given);
        return target.write(
                call,
                run -> List.of("size"),
                run -> communities(run).map(ids -> new GroupWriter.Group(ids, List.of((long) ids.size()))),
                WriteRow::new);
    }

    private static GroupWriter.Target target(Configuration given) {
        return GroupWriter.Target.of(given, "writeCommunities", "IN_COMMUNITY");
    }

    private static Stream<StreamRow> rows(AlgorithmRun<PercolationResult> run) {
        HeapBudget.Share heap = run.heapOfRows();
        return LongStream.range(0, run.result().count()).mapToObj(community -> {
            heap.become(run.result().size(community) * EntityLookup.NODE_BYTES);
            List<Long> ids = nodeIds(run, community);
            return new StreamRow(community, ids.size(), ids, run.entities().nodes(ids));
        });
    }

    private static Stream<List<Long>> communities(AlgorithmRun<PercolationResult> run) {
        return LongStream.range(0, run.result().count()).mapToObj(community -> nodeIds(run, community));
    }

    private static List<Long> nodeIds(AlgorithmRun<PercolationResult> run, long community) {
        return Arrays.stream(run.result().members(community))
                .mapToObj(run.projected().left()::nodeId)
                .sorted()
                .toList();
    }
}
