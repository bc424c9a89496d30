package dev.motif.algorithm.sample.estimate;

import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.procedure.MotifProcedures;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.procedure.Description;

/** Descriptions of columns, and a row for a node, for all procedures that estimate. */
public abstract class SampleProcedures extends MotifProcedures {
    protected static final String ESTIMATE = "The estimate: the mean of samples without bias";
    protected static final String ESTIMATE_OF_SIZE =
            ESTIMATE + "; null for a size of several for which timeoutMillis left no time";
    protected static final String LOWER = "The lower end of the confidence interval";
    protected static final String UPPER = "The upper end of the confidence interval; null when samples found nothing";
    protected static final String SAMPLES =
            "The independent estimates that this one is the mean of; 0 when everything was counted, to 12 digits";
    protected static final String RELIABLE =
            "false when the interval may be too narrow: few samples found anything, or one makes up much of the mean";

    /** The estimate of a node of a bipartite graph. */
    public record SampledNodeRow(
            @Description("The node") long nodeId,

            @Description("The node's side, 'LEFT' or 'RIGHT'")
            String side,

            @Description(ESTIMATE) double estimate,
            @Description(LOWER) double lower,
            @Description(UPPER) Double upper,
            @Description(SAMPLES) long samples,
            @Description(RELIABLE) boolean reliable,

            @Description("The node" + WITH_NODES) Node node) {
        /** The nodes of the left side, then the nodes of the right one. */
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
}
