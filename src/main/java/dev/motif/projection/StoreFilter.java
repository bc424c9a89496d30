package dev.motif.projection;

import dev.motif.projection.PropertyFilter.Condition;
import dev.motif.projection.filter.Formula;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
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
import org.neo4j.values.storable.Values;

/** A {@link PropertyFilter} whose properties have been looked up in a database. */
public final class StoreFilter {
    /** A condition, its number, and that of its property. */
    private record Known(Condition condition, int number, int property) {}

    private final List<Condition> conditions;
    private final Formula<Known> formula;
    /** The token ids of the properties. */
    private final int[] keys;
    /** Whether a value was found that each condition can be compared with, and why others could not. */
    private final Seen seen;

    private StoreFilter(PropertyFilter filter, List<String> properties, int[] keys) {
        this.conditions = filter.conditions();
        AtomicInteger number = new AtomicInteger();
        this.formula = filter.formula()
                .replacing(condition -> new Formula.Condition<>(
                        new Known(condition, number.getAndIncrement(), properties.indexOf(condition.property()))));
        this.keys = keys;
        this.seen = new Seen(new boolean[conditions.size()], new String[conditions.size()]);
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
        if (filter == null) {
            return null;
        }
        List<String> properties =
                filter.conditions().stream().map(Condition::property).distinct().toList();
        return new StoreFilter(filter, properties, Tokens.properties(tokens, properties));
    }

    /**
     * Checks, after all has been read, that each condition could be compared with a value, if there was any: otherwise the
     * graph would be empty without a word.
     *
     * @throws IllegalArgumentException when one could not
     */
    synchronized void checkComparable() {
        for (int i = 0; i < conditions.size(); i++) {
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
        private final PropertySelection selection = PropertySelection.selection(keys);
        private final ToIntFunction<Known> answers = this::answer;
        private final Value[] values = new Value[keys.length];
        private final Seen own = new Seen(new boolean[conditions.size()], new String[conditions.size()]);

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
            Arrays.fill(values, Values.NO_VALUE);
            for (int found = 0; found < keys.length && properties.next(); found++) {
                int key = properties.propertyKey();
                int property = 0;
                while (keys[property] != key) {
                    property++;
                }
                values[property] = properties.propertyValue();
            }
            return formula.of(answers) == Formula.TRUE;
        }

        private int answer(Known known) {
            Value value = values[known.property];
            if (!own.comparable[known.number] && value != Values.NO_VALUE) {
                own.reasons[known.number] = known.condition.notComparableWith(value);
                own.comparable[known.number] = own.reasons[known.number] == null;
            }
            return known.condition.of(value);
        }

        @Override
        public void close() {
            add(own);
            properties.close();
        }
    }
}
