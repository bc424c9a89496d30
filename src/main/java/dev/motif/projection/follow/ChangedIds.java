package dev.motif.projection.follow;

import dev.motif.projection.follow.Follower.Interest;
import java.util.Set;
import org.eclipse.collections.api.iterator.LongIterator;
import org.neo4j.collection.diffset.LongDiffSets;
import org.neo4j.storageengine.api.txstate.EntityState;
import org.neo4j.storageengine.api.txstate.NodeState;
import org.neo4j.storageengine.api.txstate.ReadableTransactionState;
import org.neo4j.storageengine.api.txstate.RelationshipState;
import org.neo4j.token.TokenHolders;
import org.neo4j.token.api.TokenConstants;
import org.neo4j.token.api.TokenHolder;

/**
 * Collects the ids of what a transaction changed, as far as somebody looks at it. A value is an id four times, plus its
 * kind. A deleted node is collected whatever its labels were: a transaction does not know them any more.
 */
final class ChangedIds {
    /** A node that was created, or whose labels or properties changed. */
    static final int NODE = 0;

    static final int DELETED_NODE = 1;
    static final int RELATIONSHIP = 2;

    private static final int KIND_BITS = 2;

    private final ReadableTransactionState state;
    private final Interest wanted;
    private final TokenHolders tokens;
    private final LongChunks ids;
    /** Whether all ids were added until now. */
    private boolean whole = true;

    /** @param ids gets the values */
    ChangedIds(ReadableTransactionState state, Interest wanted, TokenHolders tokens, LongChunks ids) {
        this.state = state;
        this.wanted = wanted;
        this.tokens = tokens;
        this.ids = ids;
    }

    /** The ids of one kind, ascending, each once. */
    static long[] of(int kind, LongChunks.View values) {
        int count = 0;
        for (long i = 0; i < values.count(); i++) {
            count += kind(values.get(i)) == kind ? 1 : 0;
        }
        long[] ids = new long[count];
        int at = 0;
        for (long i = 0; at < count; i++) {
            if (kind(values.get(i)) == kind) {
                ids[at++] = values.get(i) >>> KIND_BITS;
            }
        }
        return Changes.distinct(ids);
    }

    private static int kind(long value) {
        return (int) value & (1 << KIND_BITS) - 1;
    }

    /** Returns false where they are too many. */
    boolean collect() {
        LongDiffSets nodes = state.addedAndRemovedNodes();
        if (wanted.allNodes()) {
            addAdded(nodes, NODE);
        }
        addRemoved(nodes, DELETED_NODE);
        for (int label : existing(wanted.labels(), tokens.labelTokens())) {
            addAll(state.nodesWithLabelChanged(label), NODE);
        }
        int[] ofNodes = existing(wanted.ofNodes(), tokens.propertyKeyTokens());
        if (ofNodes.length > 0) {
            for (NodeState node : state.modifiedNodes()) {
                if (hasChanged(node, ofNodes)) {
                    add(node.getId(), NODE);
                }
            }
        }
        if (wanted.types() == null) {
            addAll(state.addedAndRemovedRelationships(), RELATIONSHIP);
        } else {
            for (int type : existing(wanted.types(), tokens.relationshipTypeTokens())) {
                addAll(state.relationshipsWithTypeChanged(type), RELATIONSHIP);
            }
        }
        int[] ofRelationships = existing(wanted.ofRelationships(), tokens.propertyKeyTokens());
        if (ofRelationships.length > 0) {
            int[] types = wanted.types() == null ? null : existing(wanted.types(), tokens.relationshipTypeTokens());
            for (RelationshipState relationship : state.modifiedRelationships()) {
                if ((types == null || has(types, relationship.getType()))
                        && hasChanged(relationship, ofRelationships)) {
                    add(relationship.getId(), RELATIONSHIP);
                }
            }
        }
        return whole;
    }

    /** The ids of names that the database knows. */
    private static int[] existing(Set<String> names, TokenHolder holder) {
        return names.stream()
                .mapToInt(holder::getIdByName)
                .filter(id -> id != TokenConstants.NO_TOKEN)
                .toArray();
    }

    private static boolean has(int[] all, int one) {
        for (int each : all) {
            if (each == one) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasChanged(EntityState entity, int[] keys) {
        for (int key : keys) {
            if (entity.isPropertyAdded(key) || entity.isPropertyChangedOrRemoved(key)) {
                return true;
            }
        }
        return false;
    }

    private void addAll(LongDiffSets changed, int kind) {
        addAdded(changed, kind);
        addRemoved(changed, kind);
    }

    private void addAdded(LongDiffSets changed, int kind) {
        for (LongIterator each = changed.getAdded().longIterator(); whole && each.hasNext(); ) {
            add(each.next(), kind);
        }
    }

    private void addRemoved(LongDiffSets changed, int kind) {
        for (LongIterator each = changed.getRemoved().longIterator(); whole && each.hasNext(); ) {
            add(each.next(), kind);
        }
    }

    private void add(long id, int kind) {
        whole = whole && ids.add(id << KIND_BITS | kind);
    }
}
