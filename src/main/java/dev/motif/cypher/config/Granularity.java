package dev.motif.cypher.config;

import dev.motif.projection.EntityKind;
import java.util.Set;

/** Whether the rows or properties of a call are one for each node or one for each relationship. */
public enum Granularity {
    NODE,
    RELATIONSHIP;

    /** Reads the parameter {@code per}. */
    public static Granularity of(Configuration given, Granularity absent) {
        return given.oneOf("per", Granularity.class, absent);
    }

    /** How a streaming call uses relationship ids: rows about relationships show them where they are known. */
    public RelationshipIdUse idsToStream() {
        return this == RELATIONSHIP ? RelationshipIdUse.OPTIONAL : RelationshipIdUse.NONE;
    }

    /** The entities that have the values: the relationships, or the nodes of both sides. */
    public Set<EntityKind> elements() {
        return this == RELATIONSHIP ? Set.of(EntityKind.RELATIONSHIPS) : EntityKind.NODES;
    }
}
