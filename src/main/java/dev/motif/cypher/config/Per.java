package dev.motif.cypher.config;

/** What a row or a property is about. */
public enum Per {
    NODE,
    RELATIONSHIP;

    /** Reads the parameter {@code per}. */
    public static Per of(Configuration given) {
        return given.oneOf("per", Per.class, NODE);
    }

    /** Rows about relationships have their ids where they are known. */
    public RelationshipIdUse idsToStream() {
        return this == RELATIONSHIP ? RelationshipIdUse.OPTIONAL : RelationshipIdUse.NONE;
    }

    /** Properties of relationships cannot be written without their ids. */
    public RelationshipIdUse idsToWrite() {
        return this == RELATIONSHIP ? RelationshipIdUse.REQUIRED : RelationshipIdUse.NONE;
    }

    /** How often a call on a bipartite graph writes: the nodes of each side, or all relationships. */
    public int writesOfBipartite() {
        return this == RELATIONSHIP ? 1 : 2;
    }
}
