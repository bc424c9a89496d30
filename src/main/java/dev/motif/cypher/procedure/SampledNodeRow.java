package dev.motif.cypher.procedure;

import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.sample.SampledSides;
import dev.motif.cypher.call.AlgorithmRun;
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
        return run.nodes().map(each -> {
            SampledCount count = run.result().count(each.of().side(), each.vertex());
            return new SampledNodeRow(
                    each.nodeId(),
                    each.side(),
                    count.estimate(),
                    count.lower(),
                    count.upper(),
                    count.samples(),
                    count.reliable(),
                    run.entities().node(each.nodeId()));
        });
    }
}
