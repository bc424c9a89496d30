package dev.motif.projection;

import dev.motif.projection.PropertyFilter.Condition;
import dev.motif.projection.filter.Formula;
import java.util.Arrays;
import java.util.List;
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
import org.neo4j.token.api.TokenConstants;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/** A {@link PropertyFilter} whose properties have been looked up in a database. */
public final class StoreFilter {
    /** A condition, and the number of its property. */
    private record Known(Condition condition, int property) {}

    private final Formula<Known> formula;

    /** The token ids of the properties; {@code NO_TOKEN} for a property that does not exist. */
    private final int[] keys;

    private final PropertySelection selection;

    private StoreFilter(PropertyFilter filter, List<String> properties, int[] keys) {
        this.formula = filter.formula()
                .replacing(condition ->
                        new Formula.Condition<>(new Known(condition, properties.indexOf(condition.property()))));
        this.keys = keys;
        this.selection = PropertySelection.selection(Arrays.stream(keys)
                .filter(key -> key != TokenConstants.NO_TOKEN)
                .toArray());
    }

    /**
     * @param filter null for none; the result is null then
     * @throws IllegalArgumentException when a property does not exist, and the filter is only for those that do
     */
    public static StoreFilter of(PropertyFilter filter, TokenRead tokens) {
        if (filter == null) {
            return null;
        }
        List<String> properties =
                filter.conditions().stream().map(Condition::property).distinct().toList();
        int[] keys = filter.namesExist()
                ? Tokens.properties(tokens, properties)
                : properties.stream().mapToInt(tokens::propertyKey).toArray();
        return new StoreFilter(filter, properties, keys);
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
        private final ToIntFunction<Known> answers = this::answer;
        private final Value[] values = new Value[keys.length];

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
            return known.condition.of(values[known.property]);
        }

        @Override
        public void close() {
            properties.close();
        }
    }
}
