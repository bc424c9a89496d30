package dev.motif.cypher.write;

import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;

/**
 * Where a call puts the properties that it has found: into the database, or into columns of a named graph. It has the
 * names of one or several properties; values are given for all of them at once, in the order of the names, and values
 * beyond the last name are left out.
 */
public interface PropertyTarget {
    /**
     * Gives values to the nodes of {@code nodes}, a side of the graph, by vertex.
     *
     * @param values of each property, perhaps more; called by all workers at once, and perhaps again for a batch
     */
    void writeNodes(NodeIds nodes, PropertyValues... values);

    /**
     * Gives values to the relationships of {@code projected}, by edge.
     *
     * @param values of each property, perhaps more; called by all workers at once, and perhaps again for a batch
     */
    void writeRelationships(ProjectedGraph projected, PropertyValues... values);

    /** The number of values that were given; for the database without values that were stored already. */
    long written();

    /** The number of {@link #written} properties that nodes have. */
    long writtenToNodes();

    /** The number of values that were skipped because their nodes or relationships no longer exist. */
    long skipped();
}
