package dev.motif.cypher.config;

/** Whether a run uses the ids of the relationships behind the edges. */
public enum RelationshipIdUse {
    NONE,
    /** A projection for this run keeps them; a named graph need not have them. */
    OPTIONAL,
    /** They must be there. */
    REQUIRED
}
