package dev.motif.projection;

import dev.motif.projection.PropertyFilter.Condition;
import java.util.Arrays;
import java.util.List;
import org.neo4j.internal.kernel.api.NodeCursor;
import org.neo4j.internal.kernel.api.PropertyCursor;
import org.neo4j.internal.kernel.api.RelationshipScanCursor;
import org.neo4j.internal.kernel.api.RelationshipTraversalCursor;
import org.neo4j.internal.kernel.api.RelationshipTypeIndexCursor;
import org.neo4j.internal.kernel.api.TokenRead;
import org.neo4j.kernel.api.ExecutionContext;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.storageengine.api.PropertySelection;
import org.neo4j.values.storable.Value;

/** A {@link PropertyFilter} whose properties have been looked up in a database. */
public final class StoreFilter {
    private final List<Condition> conditions;
    /** The token id of the property of each condition. */
    private final int[] keys;
    /** Whether a value was found that each condition can be compared with, and why others could not. */
    private final Seen seen;

    private StoreFilter(List<Condition> conditions, int[] keys) {
        this.conditions = conditions;
        this.keys = keys;
        this.seen = new Seen(new boolean[keys.length], new String[keys.length]);
    }

    private record Seen(boolean[] comparable, String[] reasons) {
        void add(Seen other) {
            for (int i = 0; i < comparable.length; i++) {
                comparable[i] |= other.comparable[i];
                reasons[i] = reasons[i] == null ? other.reasons[i] : reasons[i];
            }
        }
    }

    /**
     * @param filter null for none; the result is null then
     * @throws IllegalArgumentException when a property does not exist
     */
    public static StoreFilter of(PropertyFilter filter, TokenRead tokens) {
        return filter == null
                ? null
                : new StoreFilter(
                        filter.conditions(),
                        Tokens.properties(
                                tokens,
                                filter.conditions().stream()
                                        .map(Condition::property)
                                        .toList()));
    }

    /**
     * Checks, after all has been read, that each condition could be compared with a value, if there was any: otherwise the
     * graph would be empty without a word.
     *
     * @throws IllegalArgumentException when one could not
     */
    synchronized void checkComparable() {
        for (int i = 0; i < keys.length; i++) {
            if (!seen.comparable[i] && seen.reasons[i] != null) {
                throw conditions.get(i).notComparable(seen.reasons[i]);
            }
        }
    }

    private synchronized void add(Seen other) {
        seen.add(other);
    }

    Reader reader(ExecutionContext context) {
        return new Reader(context.cursors().allocatePropertyCursor(context.cursorContext(), context.memoryTracker()));
    }

    /** A reader in a transaction, for its thread. */
    public Reader reader(KernelTransaction transaction) {
        return new Reader(
                transaction.cursors().allocatePropertyCursor(transaction.cursorContext(), transaction.memoryTracker()));
    }

    /** Reads the properties of nodes and relationships that the filter looks at. For one thread. */
    public final class Reader implements AutoCloseable {
        private final PropertyCursor properties;
        private final PropertySelection selection =
                PropertySelection.selection(Arrays.stream(keys).distinct().toArray());

        private final Seen own = new Seen(new boolean[keys.length], new String[keys.length]);

        private Reader(PropertyCursor properties) {
            this.properties = properties;
        }

        public boolean keeps(NodeCursor node) {
            node.properties(properties, selection);
            return propertiesKept();
        }

        public boolean keeps(RelationshipTraversalCursor relationship) {
            relationship.properties(properties, selection);
            return propertiesKept();
        }

        public boolean keeps(RelationshipScanCursor relationship) {
            relationship.properties(properties, selection);
            return propertiesKept();
        }

        boolean keeps(RelationshipTypeIndexCursor relationship) {
            relationship.properties(properties, selection);
            return propertiesKept();
        }

        private boolean propertiesKept() {
            int met = 0;
            while (met < keys.length && properties.next()) {
                int key = properties.propertyKey();
                Value value = properties.propertyValue();
                for (int i = 0; i < keys.length; i++) {
                    if (keys[i] == key) {
                        if (!own.comparable[i]) {
                            own.reasons[i] = conditions.get(i).notComparableWith(value);
                            own.comparable[i] = own.reasons[i] == null;
                        }
                        if (!conditions.get(i).isMetBy(value)) {
                            return false;
                        }
                        met++;
                    }
                }
            }
            return met == keys.length;
        }

        @Override
        public void close() {
            add(own);
            properties.close();
        }
    }
}
