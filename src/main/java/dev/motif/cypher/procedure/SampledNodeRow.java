package dev.motif.cypher.procedure;

import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.sample.SampledSides;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.graph.Side;
import dev.motif.projection.id.NodeIds;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;

/** What samples say about a node of a bipartite graph. */
public record SampledNodeRow(
        @Description("The node") long nodeId,

        @Description("The node's side, 'LEFT' or 'RIGHT'") String side,

        @Description(MotifProcedures.ESTIMATE) double estimate,
        @Description(MotifProcedures.LOWER) double lower,
        @Description(MotifProcedures.UPPER) Double upper,
        @Description(MotifProcedures.SAMPLES) long samples,
        @Description(MotifProcedures.RELIABLE) boolean reliable,

        @Description("The node" + MotifProcedures.WITH_NODES)
        Node node) {
    /** The nodes of the left side, then those of the right one. */
    public static Stream<SampledNodeRow> of(AlgorithmRun<SampledSides> run) {
        return Stream.concat(of(run, Side.LEFT), of(run, Side.RIGHT));
    }

    private static Stream<SampledNodeRow> of(AlgorithmRun<SampledSides> run, Side side) {
        NodeIds nodes =
                side == Side.LEFT ? run.projected().left() : run.projected().right();
        return IntStream.range(0, nodes.count()).mapToObj(v -> {
            SampledCount count = run.result().count(side, v);
            return new SampledNodeRow(
                    nodes.nodeId(v),
                    side.name(),
                    count.estimate(),
                    count.lower(),
                    count.upper(),
                    count.samples(),
                    count.reliable(),
                    run.entities().node(nodes.nodeId(v)));
        });
    }
}
