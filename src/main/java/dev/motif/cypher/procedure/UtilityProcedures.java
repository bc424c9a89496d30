package dev.motif.cypher.procedure;

import dev.motif.catalog.GraphCatalog;
import dev.motif.cypher.call.EntityLookup;
import dev.motif.cypher.config.Configuration;
import dev.motif.projection.EntityKind;
import dev.motif.projection.id.IdHolds;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.util.DefaultValueMapper;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;
import org.neo4j.values.AnyValue;
import org.neo4j.values.SequenceValue;
import org.neo4j.values.storable.NumberValue;
import org.neo4j.values.storable.Values;

/**
 * The functions {@code motif.util.*}, which turn ids of results into nodes and relationships. They are called for each
 * row, so Neo4j injects only what they need.
 *
 * <p>Arguments have Neo4j's own type {@link AnyValue}, so that a wrong type is an error of these functions, which names
 * the argument.
 */
public final class UtilityProcedures {
    @Context
    public Transaction transaction;

    @UserFunction("motif.util.asNode")
    @Description("Returns the node with an id; null when there is none.")
    public Node asNode(@Name(value = "nodeId", description = "The id of a node, or null") AnyValue nodeId) {
        return nodeId == Values.NO_VALUE ? null : node(id("`nodeId` must be", "a node", nodeId));
    }

    @UserFunction("motif.util.asNodes")
    @Description("Returns the nodes with the ids of a list, without those that do not exist.")
    public List<Node> asNodes(
            @Name(value = "nodeIds", description = "A list of ids of nodes, or null") AnyValue nodeIds) {
        if (nodeIds == Values.NO_VALUE) {
            return null;
        }
        if (!(nodeIds instanceof SequenceValue sequence)) {
            throw new IllegalArgumentException("`nodeIds` must be a list of ids of nodes, got " + shown(nodeIds));
        }
        List<Long> ids = new ArrayList<>();
        for (AnyValue nodeId : sequence) {
            if (nodeId != Values.NO_VALUE) {
                ids.add(id("`nodeIds` must hold", "a node", nodeId));
            }
        }
        return ids.stream().map(this::node).filter(Objects::nonNull).toList();
    }

    @UserFunction("motif.util.asRelationship")
    @Description("Returns the relationship with an id; null when there is none.")
    public Relationship asRelationship(
            @Name(value = "relationshipId", description = "The id of a relationship, or null")
                    AnyValue relationshipId) {
        return relationshipId == Values.NO_VALUE
                ? null
                : relationship(id("`relationshipId` must be", "a relationship", relationshipId));
    }

    private Node node(long id) {
        Node node = new EntityLookup(transaction).node(id);
        return isGone(EntityKind.LEFT, id) ? null : node;
    }

    private Relationship relationship(long id) {
        Relationship relationship = new EntityLookup(transaction).relationship(id);
        return isGone(EntityKind.RELATIONSHIPS, id) ? null : relationship;
    }

    /** Asked after the lookup: what was there before its id could be used again is what the id was given for. */
    private boolean isGone(EntityKind kind, long id) {
        InternalTransaction own = (InternalTransaction) transaction;
        return IdHolds.areSomeGone()
                && GraphCatalog.server()
                        .isGone(
                                own.getDatabaseId().toString(),
                                own.securityContext().subject().executingUser(),
                                kind,
                                id);
    }

    private long id(String expected, String what, AnyValue id) {
        Long integer = id instanceof NumberValue number ? Configuration.whole(number.asObject()) : null;
        if (integer == null) {
            throw new IllegalArgumentException(expected + " an INTEGER, the id of " + what + ", got " + shown(id));
        }
        return integer;
    }

    private String shown(AnyValue value) {
        return UserText.value(value.map(new DefaultValueMapper((InternalTransaction) transaction)));
    }
}
