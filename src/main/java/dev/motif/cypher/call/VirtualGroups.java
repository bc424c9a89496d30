package dev.motif.cypher.call;

import apoc.result.VirtualNode;
import apoc.result.VirtualRelationship;
import dev.motif.cypher.config.Configuration;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;

/** How a procedure draws groups of nodes: a virtual node for each, joined to its members by virtual relationships. */
public record VirtualGroups(Label label, RelationshipType type) {
    /** The keys that {@link #of} reads, for descriptions. */
    public static final String KEYS = "label, relationshipType";

    /**
     * Reads how to draw from the parameters of a call.
     *
     * @param label of virtual nodes when the parameter is absent
     * @param type of virtual relationships when the parameter is absent
     */
    public static VirtualGroups of(Configuration given, String label, String type) {
        return new VirtualGroups(
                Label.label(given.string("label", label)),
                RelationshipType.withName(given.string("relationshipType", type)));
    }

    public Node node(Map<String, Object> properties) {
        return new VirtualNode(new Label[] {label}, properties);
    }

    /** A virtual relationship from each member to the virtual node of its group. */
    public List<Relationship> relationships(List<Node> members, Node group) {
        return members.stream()
                .map(member -> (Relationship) new VirtualRelationship(member, group, type))
                .toList();
    }
}
