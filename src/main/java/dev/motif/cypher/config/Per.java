package dev.motif.cypher.config;

/** Whether the rows or properties of a call are one for each node or one for each relationship. */
public enum Per {
    NODE,
    RELATIONSHIP;

    /** Reads the parameter {@code per}; {@link #NODE} when it is absent. */
    public static Per of(Configuration given) {
        return given.oneOf("per", Per.class, NODE);
    }

    /** How a streaming call uses relationship ids: rows about relationships show them where they are known. */
    public RelationshipIdUse idsToStream() {
        return this == RELATIONSHIP ? RelationshipIdUse.OPTIONAL : RelationshipIdUse.NONE;
    }

    /** How a writing call uses relationship ids: properties of relationships cannot be written without them. */
    public RelationshipIdUse idsToWrite() {
        return this == RELATIONSHIP ? RelationshipIdUse.REQUIRED : RelationshipIdUse.NONE;
    }

    /** How many times a call on a bipartite graph writes: once for all relationships, or once for each side's nodes. */
    public int writesOfBipartite() {
        return this == RELATIONSHIP ? 1 : 2;
    }
}
