package dev.motif.projection;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.CsrBuilder.Further;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import dev.motif.projection.value.ParallelValues;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.projection.value.PropertyReader;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import dev.motif.projection.value.ValueType;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Makes a graph of nodes and the edges between them, read from the store or given by the rows of a query. */
public record GraphAssembler(NativeMemory memory, Workers workers) {
    static final String STAGE = "building the graph";

    private static final int VERTICES_BETWEEN_POLLS = 1 << 20;

    /**
     * The values of a property. The caller owns them.
     *
     * @param lists the values of relationships where each has a list; null where it has one value, or nodes have it
     * @param texts of {@link ValueType#STRING}; null for other types
     */
    public record Values(
            String name, ValueType type, Map<EntityKind, OffHeapLongs> values, ValueLists lists, Texts texts)
            implements AutoCloseable {
        @Override
        public void close() {
            values.values().forEach(OffHeapLongs::close);
            if (lists != null) {
                lists.close();
            }
            if (texts != null) {
                texts.close();
            }
        }
    }

    /**
     * Checks that no node is on both sides.
     *
     * @param right null for a unipartite graph, for which there is nothing to check
     * @throws IllegalArgumentException when a node is on both sides
     */
    public void checkDisjoint(NodeIds left, NodeIds right) {
        if (right == null) {
            return;
        }
        NodeIds fewer = left.count() <= right.count() ? left : right;
        NodeIds more = fewer == left ? right : left;
        long shared = 0;
        long example = -1;
        for (int v = 0; v < fewer.count(); v++) {
            if ((v & (VERTICES_BETWEEN_POLLS - 1)) == 0) {
                workers.cancellation().check();
            }
            if (more.vertex(fewer.nodeId(v)) >= 0) {
                example = fewer.nodeId(v);
                shared++;
            }
        }
        if (shared > 0) {
            throw new IllegalArgumentException("The two sides of a bipartite graph must not share nodes, but " + shared
                    + (shared == 1 ? " node is" : " nodes are")
                    + " on both (for example the node with id " + example + ")");
        }
    }

    /**
     * Builds the graph; the payloads of {@code buckets} become ids of relationships and values.
     *
     * @param scope owns {@code left}, {@code right} and {@code buckets}; parts of the result are taken from it, {@code
     *     buckets} are closed
     * @param right null for a unipartite graph
     * @param buckets the edges, for a unipartite graph from the smaller vertex to the larger
     * @param projection what was read, null for the rows of a query
     * @param keepsIds whether the first payload of an edge is an id that stays
     * @param properties the last payloads
     * @param statistics makes the statistics of the result from the number of duplicates
     * @param values gets the values of relationships, which {@code scope} owns
     * @return owned by the caller
     */
    ProjectedGraph assemble(
            OffHeapScope scope,
            NodeIds left,
            NodeIds right,
            EdgeBuckets buckets,
            Projection projection,
            boolean keepsIds,
            List<PropertyReader> properties,
            LongFunction<ProjectionStatistics> statistics,
            List<Values> values) {
        workers.progress().begin(STAGE, 0);
        CsrBuilder builder = new CsrBuilder(memory, workers);
        CsrBuilder.Built built = builder.build(buckets);
        Csr forward = scope.own(built.csr());
        List<Further> payloads = owned(built, scope);
        OffHeapLongs slots = payloads.isEmpty() ? null : built.parallel().slots();
        scope.close(buckets);
        RelationshipIds relationships = keepsIds ? new RelationshipIds(built.payloads(), built.parallel()) : null;
        if (!properties.isEmpty()) {
            NodeIds ends = right == null ? left : right;
            LongFunction<String> endsOf = edge -> "the nodes with ids " + left.nodeId(forward.vertexOf(edge)) + " and "
                    + ends.nodeId(forward.neighbor(edge));
            int ids = payloads.size() - properties.size();
            if (ids > 0 && !keepsIds) {
                scope.close(payloads.get(0).payloads());
                scope.close(payloads.get(0).parallel());
            }
            List<Complete> complete = new ArrayList<>();
            for (int i = 0; i < properties.size(); i++) {
                complete.add(complete(scope, properties.get(i), payloads.get(ids + i)));
            }
            dropRepetitions(projection == null ? relationships : null, complete);
            boolean aligned =
                    properties.stream().anyMatch(each -> each.property().isDirection());
            for (Complete property : complete) {
                values.add(values(scope, property, slots, endsOf, aligned));
            }
            if (!keepsIds) {
                scope.close(slots);
            }
        }
        if (properties.isEmpty()) {
            dropRepetitions(projection == null ? relationships : null, List.of());
        }
        Csr backward = scope.own(builder.transpose(forward, (right == null ? left : right).count()));
        Graph graph = right == null
                ? new UnipartiteGraph(builder.symmetric(forward, backward))
                : new BipartiteGraph(scope.keep(forward), scope.keep(backward));
        if (relationships != null) {
            scope.keep(built.payloads());
            scope.keep(slots);
            scope.keep(built.parallel().payloads());
        }
        return new ProjectedGraph(
                graph,
                scope.keep(left),
                scope.keep(right),
                relationships,
                statistics.apply(built.duplicates()),
                projection);
    }

    /** The payloads of edges; {@code scope} owns their arrays and the slots of parallel ones. */
    private static List<Further> owned(CsrBuilder.Built built, OffHeapScope scope) {
        List<Further> payloads = new ArrayList<>();
        if (built.payloads() != null) {
            scope.own(built.parallel().slots());
            payloads.add(new Further(built.payloads(), built.parallel().payloads()));
            payloads.addAll(built.further());
        }
        payloads.forEach(each -> {
            scope.own(each.payloads());
            scope.own(each.parallel());
        });
        return payloads;
    }

    /**
     * The column of a property of nodes.
     *
     * @param arrays what was read, by what has it
     * @param scope owns the arrays, and then the result
     */
    Values ofNodes(PropertyReader property, Map<EntityKind, OffHeapLongs> arrays, OffHeapScope scope) {
        property.finish(arrays.values().stream().anyMatch(array -> array.length() > 0), "node");
        Texts texts = property.texts(memory);
        scope.own(texts);
        arrays.values().forEach(array -> property.complete(array, workers));
        return owned(new Values(property.property().column(), property.type(), arrays, null, texts), scope);
    }

    /**
     * A property of relationships of which all values have their final bits.
     *
     * @param texts of which these are codes; null for other types
     */
    private record Complete(PropertyReader reader, Further values, Texts texts) {
        private String shown(long bits) {
            if (reader.type().isMissing(bits)) {
                return "null";
            }
            if (reader.property().aggregation() == Aggregation.COUNT) {
                return "a value";
            }
            return UserText.value(texts == null ? reader.type().object(bits) : texts.text(bits));
        }

        IllegalArgumentException different(long id, long value, long other) {
            return reader.property()
                    .wrong("the relationship with id " + id + " must have the same value in all rows, got "
                            + shown(value) + " and " + shown(other));
        }
    }

    /** @param scope owns what was read, and then the texts too */
    private Complete complete(OffHeapScope scope, PropertyReader property, Further read) {
        property.finish(read.payloads().length() > 0, "relationship");
        Texts texts = scope.own(property.texts(memory));
        property.complete(read.payloads(), workers);
        property.complete(read.parallel(), workers);
        return new Complete(property, read, texts);
    }

    /**
     * Drops relationships that rows repeat.
     *
     * @param ofRows null where relationships are none of rows
     */
    private void dropRepetitions(RelationshipIds ofRows, List<Complete> properties) {
        if (ofRows != null) {
            ofRows.dropRepetitions(
                    properties.stream().map(Complete::values).toList(),
                    (i, id, value, other) -> properties.get(i).different(id, value, other),
                    memory,
                    workers);
        }
    }

    /**
     * The values of a property of relationships, of which {@code scope} owns what was read, and then the result.
     *
     * @param aligned see {@link ParallelValues#lists}
     */
    private Values values(
            OffHeapScope scope, Complete complete, OffHeapLongs slots, LongFunction<String> ends, boolean aligned) {
        PropertyReader property = complete.reader;
        OffHeapLongs first = complete.values.payloads();
        OffHeapLongs others = complete.values.parallel();
        ParallelValues parallel = new ParallelValues(property.property(), property.type(), first, slots, others, ends);
        ValueLists lists = null;
        if (property.property().aggregation() == Aggregation.KEEP) {
            lists = scope.own(parallel.lists(aligned, memory, workers));
            scope.close(first);
        } else {
            parallel.aggregate(memory, workers);
        }
        scope.close(others);
        Map<EntityKind, OffHeapLongs> single = lists == null ? Map.of(EntityKind.RELATIONSHIPS, first) : Map.of();
        return owned(new Values(property.property().column(), property.type(), single, lists, complete.texts), scope);
    }

    /** Makes {@code scope}, which owns the parts, the owner of the whole. */
    public static Values owned(Values values, OffHeapScope scope) {
        values.values().values().forEach(scope::keep);
        scope.keep(values.lists());
        scope.keep(values.texts());
        return scope.own(values);
    }
}
