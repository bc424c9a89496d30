package dev.motif.cypher.config;

/** Whether a run uses the ids of the relationships that the edges stand for. */
public enum RelationshipIdUse {
    NONE,
    /** A projection for this run keeps the ids; a named graph may lack them. */
    OPTIONAL,
    /** The graph must hold the ids. */
    REQUIRED
}
