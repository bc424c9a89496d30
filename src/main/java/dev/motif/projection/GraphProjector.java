package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.PropertyReader;
import dev.motif.projection.value.PropertyReader.FloatAfterIntegers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.Statement;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Reads the graph of a {@link Projection} from a database.
 *
 * <p>Every relationship is read once, into buckets, from which the graph is built: the store may change meanwhile, and
 * a second pass could disagree with the first. It reads in a transaction of its own, so that it can use several
 * threads. Therefore it does not see changes of the caller's transaction that are not committed.
 *
 * @param database as injected into a procedure, so that transactions have the rights of the caller
 */
public record GraphProjector(GraphDatabaseAPI database, NativeMemory memory, Workers workers) {
    private static final String READING = "reading relationships";

    /** The names of the stages that take long, in their order. */
    public static final List<String> STAGES = List.of(READING, GraphAssembler.STAGE);

    /**
     * The size of a graph that has not been read yet, by Neo4j's count store.
     *
     * @param nodes the number of nodes of the left side, or of a unipartite graph
     * @param rightNodes the number of nodes of the right side, 0 for a unipartite graph
     * @param relationships the most relationships of these types between these labels, including those that will be
     *     dropped by a filter, as duplicates or as self-loops
     */
    public record ExpectedSize(long nodes, long rightNodes, long relationships) {}

    /**
     * The size of the projection's graph by Neo4j's count store, without reading nodes or relationships.
     *
     * @throws IllegalArgumentException when a label or type does not exist
     */
    public ExpectedSize expectedSize(Projection projection) {
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            KernelTransaction kernel = transaction.kernelTransaction();
            Read read = kernel.dataRead();
            int[] left = Tokens.labels(kernel.tokenRead(), projection.left());
            int[] right = projection.isBipartite() ? Tokens.labels(kernel.tokenRead(), projection.right()) : left;
            int[] types = Tokens.types(kernel.tokenRead(), projection.types());
            ToLongFunction<int[]> nodes = labels ->
                    Arrays.stream(labels).mapToLong(read::estimateCountsForNode).sum();
            return new ExpectedSize(
                    nodes.applyAsLong(left),
                    projection.isBipartite() ? nodes.applyAsLong(right) : 0,
                    Arrays.stream(types)
                            .mapToLong(type -> RelationshipReader.expected(read, left, right, type))
                            .sum());
        }
    }

    /**
     * A graph and the values of its nodes and relationships. Owns all.
     *
     * @param values a column each
     */
    public record WithValues(ProjectedGraph graph, List<Values> values) implements AutoCloseable {
        @Override
        public void close() {
            values.forEach(Values::close);
            graph.close();
        }
    }

    /**
     * Reads the graph of {@code projection} and its properties, which the caller then owns.
     *
     * @throws IllegalArgumentException when a label, type or property does not exist, a node is on both sides, or a value
     *     cannot be one of a column
     */
    public WithValues read(Projection projection) {
        Set<String> floats = new HashSet<>();
        while (true) {
            try {
                return read(projection, floats);
            } catch (FloatAfterIntegers e) {
                floats.add(e.property().column());
            }
        }
    }

    private WithValues read(Projection projection, Set<String> floats) {
        // Owns the graph until the transaction has been closed, which may fail.
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            return scope.keep(read(projection, floats, scope));
        }
    }

    private WithValues read(Projection projection, Set<String> floats, OffHeapScope scope) {
        try (HeapBudget.Share heap = memory.heap().share("texts of a projection");
                InternalTransaction transaction = CallerTransaction.begin(database);
                Statement ignored = transaction.kernelTransaction().acquireStatement()) {
            return scope.own(read(projection, floats, transaction.kernelTransaction(), heap));
        } catch (KernelException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Reads nodes with their properties, then relationships with theirs, and assembles the graph.
     *
     * @param floats the columns whose values are FLOATs, as an earlier attempt has found
     * @param heap gets the bytes of texts
     */
    private WithValues read(Projection projection, Set<String> floats, KernelTransaction kernel, HeapBudget.Share heap)
            throws KernelException {
        int[] types = Tokens.types(kernel.tokenRead(), projection.types());
        int[] leftLabels = Tokens.labels(kernel.tokenRead(), projection.left());
        int[] rightLabels = projection.isBipartite() ? Tokens.labels(kernel.tokenRead(), projection.right()) : null;
        StoreFilter leftFilter = StoreFilter.of(projection.leftFilter(), kernel.tokenRead());
        StoreFilter rightFilter = StoreFilter.of(projection.rightFilter(), kernel.tokenRead());
        StoreFilter filter = StoreFilter.of(projection.filter(), kernel.tokenRead());
        Projection.Properties properties = projection.properties();
        Map<String, PropertyReader> ofNodes = new LinkedHashMap<>();
        List<PropertyReader> ofLeft = readers(properties.left(), ofNodes, floats, kernel, heap);
        List<PropertyReader> ofRight = readers(properties.right(), ofNodes, floats, kernel, heap);
        List<PropertyReader> ofRelationships =
                readers(properties.relationships(), new LinkedHashMap<>(), floats, kernel, heap);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            NodeReader nodes = new NodeReader(kernel, memory, workers);
            workers.progress().begin("reading nodes", 0);
            NodeIds left = scope.own(nodes.read(leftLabels, leftFilter));
            NodeIds right = rightLabels == null ? null : scope.own(nodes.read(rightLabels, rightFilter));
            GraphAssembler assembler = new GraphAssembler(memory, workers);
            assembler.checkDisjoint(left, right);
            List<Values> values = new ArrayList<>();
            if (!ofNodes.isEmpty()) {
                Map<PropertyReader, Map<EntityKind, SideValues>> read = new LinkedHashMap<>();
                values(nodes, EntityKind.LEFT, left, ofLeft, read, scope);
                values(nodes, EntityKind.RIGHT, right, ofRight, read, scope);
                read.forEach((property, sides) ->
                        values.add(assembler.ofNodes(property, arrays(property, sides, scope), scope)));
            }

            long expected = RelationshipReader.expected(kernel.dataRead(), types);
            workers.progress().begin(READING, expected);
            int targetCount = right == null ? left.count() : right.count();
            EdgeBuckets buckets =
                    scope.own(new EdgeBuckets(memory, left.count(), targetCount, expected, projection.payloads()));
            RelationshipReader relationships = new RelationshipReader(
                    kernel, workers, left, right, filter, projection.readsRelationshipIds(), ofRelationships);
            relationships.read(types, buckets);

            ProjectedGraph graph = assembler.assemble(
                    scope,
                    left,
                    right,
                    buckets,
                    projection,
                    projection.relationshipIds(),
                    ofRelationships,
                    duplicates -> relationships.statistics(duplicates, nodes.filtered()),
                    values);
            values.forEach(scope::keep);
            return new WithValues(graph, values);
        }
    }

    /**
     * @param all gets the readers of columns that it has no reader of yet
     * @param heap gets the bytes of texts
     */
    private static List<PropertyReader> readers(
            List<Property> properties,
            Map<String, PropertyReader> all,
            Set<String> floats,
            KernelTransaction kernel,
            HeapBudget.Share heap) {
        List<PropertyReader> readers = new ArrayList<>();
        for (Property property : properties) {
            readers.add(all.computeIfAbsent(property.column(), column -> {
                int key = property.isStored()
                        ? Tokens.properties(kernel.tokenRead(), List.of(property.key()))[0]
                        : Tokens.ANY;
                return new PropertyReader(property, key, floats.contains(column), heap);
            }));
        }
        return readers;
    }

    /** Reads the properties of a side; {@code scope} owns the arrays. */
    private void values(
            NodeReader reader,
            EntityKind side,
            NodeIds nodes,
            List<PropertyReader> properties,
            Map<PropertyReader, Map<EntityKind, SideValues>> values,
            OffHeapScope scope) {
        if (properties.isEmpty()) {
            return;
        }
        List<OffHeapLongs> arrays = new ArrayList<>();
        properties.forEach(property -> arrays.add(scope.longs(nodes.count())));
        boolean[] found = reader.values(nodes, properties, arrays);
        for (int i = 0; i < found.length; i++) {
            Map<EntityKind, SideValues> ofProperty =
                    values.computeIfAbsent(properties.get(i), any -> new EnumMap<>(EntityKind.class));
            ofProperty.put(side, new SideValues(arrays.get(i), found[i]));
        }
    }

    /** @param found whether a node has the property */
    private record SideValues(OffHeapLongs array, boolean found) {}

    /** The values of a property that stay, by the entities that have them. */
    private static Map<EntityKind, OffHeapLongs> arrays(
            PropertyReader property, Map<EntityKind, SideValues> sides, OffHeapScope scope) {
        boolean all = property.property().fallback() != null
                || sides.values().stream().noneMatch(SideValues::found);
        Map<EntityKind, OffHeapLongs> arrays = new EnumMap<>(EntityKind.class);
        sides.forEach((side, values) -> {
            // Where nodes of one side alone have it, it is a property of that side.
            if (all || values.found) {
                arrays.put(side, values.array);
            } else {
                scope.close(values.array);
            }
        });
        return arrays;
    }
}
