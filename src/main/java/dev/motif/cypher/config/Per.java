package dev.motif.cypher.config;

import dev.motif.projection.Elements;
import java.util.Set;

/** Whether the rows or properties of a call are one for each node or one for each relationship. */
public enum Per {
    NODE,
    RELATIONSHIP;

    /** Reads the parameter {@code per}; {@link #NODE} when it is absent. */
    public static Per of(Configuration given) {
        return of(given, NODE);
    }

    /** Reads the parameter {@code per}. */
    public static Per of(Configuration given, Per absent) {
        return given.oneOf("per", Per.class, absent);
    }

    /** How a streaming call uses relationship ids: rows about relationships show them where they are known. */
    public RelationshipIdUse idsToStream() {
        return this == RELATIONSHIP ? RelationshipIdUse.OPTIONAL : RelationshipIdUse.NONE;
    }

    /** What has the values: the relationships, or the nodes of both sides. */
    public Set<Elements> elements() {
        return this == RELATIONSHIP ? Set.of(Elements.RELATIONSHIPS) : Elements.NODES;
    }
}
