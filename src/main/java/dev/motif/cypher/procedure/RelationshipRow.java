package dev.motif.cypher.procedure;

import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.GraphEntity;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;

/** The last columns of a row about a relationship: the nodes and the relationship, which {@code nodes: true} asks for. */
public final class RelationshipRow {
    private RelationshipRow() {}

    /** A row about a relationship of a unipartite graph. */
    public abstract static class OfUnipartite {
        @Description("The node with sourceNodeId" + MotifProcedures.WITH_NODES)
        public final Node sourceNode;

        @Description("The node with targetNodeId" + MotifProcedures.WITH_NODES)
        public final Node targetNode;

        @Description("The relationship" + MotifProcedures.WITH_NODES)
        public final Relationship relationship;

        /** @param element a relationship; the columns of a node are null */
        protected OfUnipartite(AlgorithmRun<?> run, GraphEntity element) {
            sourceNode = run.entities().node(element.source());
            targetNode = run.entities().node(element.target());
            relationship = run.entities().relationship(element.relationship());
        }
    }

    /** A row about a relationship of a bipartite graph. */
    public abstract static class OfBipartite {
        @Description("The left node" + MotifProcedures.WITH_NODES)
        public final Node leftNode;

        @Description("The right node" + MotifProcedures.WITH_NODES)
        public final Node rightNode;

        @Description("The relationship" + MotifProcedures.WITH_NODES)
        public final Relationship relationship;

        /** @param element a relationship; the columns of a node are null */
        protected OfBipartite(AlgorithmRun<?> run, GraphEntity element) {
            leftNode = run.entities().node(element.source());
            rightNode = run.entities().node(element.target());
            relationship = run.entities().relationship(element.relationship());
        }
    }
}
