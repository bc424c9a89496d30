package dev.motif.projection.follow;

import dev.motif.graph.change.Splice;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Changes.Longs;
import dev.motif.projection.follow.Refresher.Refreshed;
import dev.motif.projection.value.ParallelValues;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.projection.value.PropertyReader;
import dev.motif.projection.value.PropertyReader.FloatAfterIntegers;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueLists;
import dev.motif.projection.value.ValueType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Makes the columns of properties of a {@link Refreshed} graph from earlier columns; they equal the columns of a new
 * projection. Values are copied in runs; only the values of elements that are new, changed, or have other relationships
 * are read.
 *
 * <p>Types, sides and errors depend on all values. Where the copied values do not settle them, everything is to be
 * read: when a value read has another type, a column has no value any more, or none that is known to be a FLOAT.
 */
public final class ChangedValues {
    /** The number of elements that are looked at to find a FLOAT. */
    private static final int MOST_LOOKED_AT = 1 << 12;

    private final Projection.Properties properties;
    private final NativeMemory memory;
    private final Workers workers;
    private final Refreshed refreshed;
    private final ProjectedGraph graph;
    private final ChangedRecords records;
    private final Map<EntityKind, Splice> changes = new EnumMap<>(EntityKind.class);

    /**
     * @param database as injected into a procedure
     * @param source what the graph was projected from
     * @param refreshed stays with its owner
     */
    public ChangedValues(
            GraphDatabaseAPI database, Projection source, Refreshed refreshed, NativeMemory memory, Workers workers) {
        this.properties = source.properties();
        this.memory = memory;
        this.workers = workers.beside();
        this.refreshed = refreshed;
        this.graph = refreshed.graph();
        this.records = new ChangedRecords(database, source, workers, 0);
    }

    /** A column, and what was read of it. */
    private record Renewed(Values earlier, PropertyReader reader, Map<EntityKind, OffHeapLongs> read) {
        Property property() {
            return reader.property();
        }

        boolean counts() {
            return property().aggregation() == Aggregation.COUNT;
        }
    }

    private List<Property> of(EntityKind elements) {
        return switch (elements) {
            case LEFT -> properties.left();
            case RIGHT -> properties.right();
            case RELATIONSHIPS -> properties.relationships();
        };
    }

    /**
     * The columns of the refreshed graph, which {@code scope} then owns; null where everything is to be read.
     *
     * @param earlier columns of the earlier graph, of properties; they stay with their owner
     */
    public List<Values> of(List<Values> earlier, OffHeapScope scope) {
        if (earlier.isEmpty()) {
            return List.of();
        }
        refreshed
                .touched()
                .forEach((of, touched) -> changes.put(of, refreshed.of(of).renewing(touched)));
        try (OffHeapScope own = new OffHeapScope(memory)) {
            HeapBudget.Share heap = own.own(memory.heap().share("texts that a refresh reads"));
            List<Renewed> all =
                    earlier.stream().map(column -> renewed(column, heap)).toList();
            if (all.stream().anyMatch(this::mayHaveLostFloats)) {
                return null;
            }
            changes.keySet().forEach(elements -> read(elements, having(all, elements), own));
            List<Renewed> ofRelationships = having(all, EntityKind.RELATIONSHIPS);
            Longs ids = new Longs();
            OffHeapLongs slots = ofRelationships.isEmpty() ? null : parallel(ids, own);
            List<OffHeapLongs> others = values(EntityKind.RELATIONSHIPS, array(ids, own), ofRelationships, own);
            List<Values> made = new ArrayList<>();
            for (Renewed column : all) {
                int parallel = ofRelationships.indexOf(column);
                Values values =
                        parallel < 0 ? ofNodes(column, own) : ofRelationships(column, slots, others.get(parallel), own);
                if (values == null) {
                    return null;
                }
                made.add(values);
            }
            made.forEach(values -> scope.own(own.keep(values)));
            return made;
        } catch (IllegalArgumentException | FloatAfterIntegers e) {
            // The reader of all values reports a value that is wrong.
            return null;
        }
    }

    private Renewed renewed(Values earlier, HeapBudget.Share heap) {
        Property property = Stream.of(EntityKind.values())
                .flatMap(elements -> of(elements).stream())
                .filter(each -> each.column().equals(earlier.name()))
                .findFirst()
                .orElseThrow();
        PropertyReader reader =
                new PropertyReader(property, records.key(property), earlier.type(), earlier.texts(), heap);
        return new Renewed(earlier, reader, new EnumMap<>(EntityKind.class));
    }

    private List<Renewed> having(List<Renewed> all, EntityKind elements) {
        return all.stream().filter(column -> has(elements, column)).toList();
    }

    private boolean has(EntityKind elements, Renewed column) {
        return of(elements).stream().anyMatch(property -> property.column().equals(column.earlier.name()));
    }

    /** Whether all values may be INTEGERs now, of a column of FLOATs. */
    private boolean mayHaveLostFloats(Renewed column) {
        if (column.earlier.type() != ValueType.FLOAT
                || column.property().fallback() != null
                        && ValueType.of(column.property().fallback()) == ValueType.FLOAT) {
            return false;
        }
        return changes.keySet().stream()
                .filter(elements -> has(elements, column))
                .noneMatch(elements -> {
                    long count = elements.count(graph);
                    long step = Math.max(1, count / MOST_LOOKED_AT);
                    LongStream ids =
                            LongStream.iterate(0, i -> i < count, i -> i + step).map(i -> id(elements, i));
                    return records.hasFloat(
                            elements.areNodes(), ids, column.reader().key());
                });
    }

    /** The id of a node, or the smallest of the relationships of an edge. */
    private long id(EntityKind elements, long index) {
        return elements.areNodes()
                ? graph.nodes(elements).nodeId((int) index)
                : graph.relationships().first().get(index);
    }

    /**
     * The number of the edge, among the edges that are read, of each relationship beside the smallest of its edge.
     *
     * @param ids gets the relationships
     */
    private OffHeapLongs parallel(Longs ids, OffHeapScope scope) {
        Splice change = changes.get(EntityKind.RELATIONSHIPS);
        OffHeapLongs all = graph.relationships().others().slots();
        Longs slots = new Longs();
        for (int i = 0; i < change.insertedCount(); i++) {
            long edge = change.inserted(i);
            for (long at = all.lowerBound(0, all.length(), edge); at < all.length() && all.get(at) == edge; at++) {
                slots.add(i);
                ids.add(graph.relationships().others().payloads().get(at));
            }
        }
        return array(slots, scope);
    }

    private static OffHeapLongs array(Longs values, OffHeapScope scope) {
        OffHeapLongs array = scope.longs(values.count());
        array.copyFrom(values.toArray(), 0, 0, values.count());
        return array;
    }

    private void read(EntityKind elements, List<Renewed> columns, OffHeapScope scope) {
        Splice change = changes.get(elements);
        OffHeapLongs ids = scope.longs(columns.isEmpty() ? 0 : change.insertedCount());
        for (int i = 0; i < ids.length(); i++) {
            ids.set(i, id(elements, change.inserted(i)));
        }
        List<OffHeapLongs> values = values(elements, ids, columns, scope);
        for (int i = 0; i < values.size(); i++) {
            columns.get(i).read.put(elements, values.get(i));
        }
    }

    /** Reads the values of these elements. */
    private List<OffHeapLongs> values(
            EntityKind elements, OffHeapLongs ids, List<Renewed> columns, OffHeapScope scope) {
        List<OffHeapLongs> values =
                columns.stream().map(column -> scope.longs(ids.length())).toList();
        records.values(
                elements.areNodes(), ids, columns.stream().map(Renewed::reader).toList(), values);
        return values;
    }

    private Values ofNodes(Renewed column, OffHeapScope scope) {
        Texts texts = texts(column, List.copyOf(column.read.values()), scope);
        Map<EntityKind, OffHeapLongs> made = new EnumMap<>(EntityKind.class);
        for (Map.Entry<EntityKind, OffHeapLongs> read : column.read.entrySet()) {
            EntityKind side = read.getKey();
            OffHeapLongs old = column.earlier.values().get(side);
            column.reader.complete(read.getValue(), workers);
            OffHeapLongs values = old == null ? read.getValue() : spliced(column, side, old, read.getValue(), scope);
            if (column.property().fallback() == null && hasNone(column, values) != (old == null)) {
                return null;
            }
            if (old != null) {
                made.put(side, values);
            }
        }
        return GraphAssembler.owned(new Values(column.earlier.name(), column.reader.type(), made, null, texts), scope);
    }

    private Values ofRelationships(Renewed column, OffHeapLongs slots, OffHeapLongs others, OffHeapScope scope) {
        OffHeapLongs first = column.read.get(EntityKind.RELATIONSHIPS);
        Texts texts = texts(column, List.of(first, others), scope);
        column.reader.complete(first, workers);
        column.reader.complete(others, workers);
        ValueType type = column.reader.type();
        ParallelValues parallel = new ParallelValues(column.property(), type, first, slots, others, edge -> "nodes");
        ValueLists lists = null;
        Map<EntityKind, OffHeapLongs> single = Map.of();
        OffHeapLongs values;
        if (column.earlier.lists() != null) {
            ValueLists read = scope.own(parallel.lists(properties.haveDirections(), memory, workers));
            lists = scope.own(column.earlier
                    .lists()
                    .after(changes.get(EntityKind.RELATIONSHIPS), read, column.reader, memory, workers));
            values = lists.values();
        } else {
            parallel.aggregate(memory, workers);
            OffHeapLongs old = column.earlier.values().get(EntityKind.RELATIONSHIPS);
            values = spliced(column, EntityKind.RELATIONSHIPS, old, first, scope);
            single = Map.of(EntityKind.RELATIONSHIPS, values);
        }
        if (!column.counts() && column.property().fallback() == null && hasNone(column, values)) {
            return null;
        }
        return GraphAssembler.owned(new Values(column.earlier.name(), type, single, lists, texts), scope);
    }

    /** The texts of a column of texts, without texts that no element has any more; null for another type. */
    private Texts texts(Renewed column, List<OffHeapLongs> read, OffHeapScope scope) {
        PropertyReader reader = column.reader;
        reader.finish(true, "element");
        if (reader.type() != ValueType.STRING) {
            return null;
        }
        boolean[] used = new boolean[reader.codes()];
        ValueLists lists = column.earlier.lists();
        column.read.keySet().forEach(elements -> {
            OffHeapLongs values = lists == null ? column.earlier.values().get(elements) : lists.values();
            if (values != null) {
                changes.get(elements).forEachRun(workers, (old, index, count) -> {
                    long from = lists == null ? old : lists.starts().get(old);
                    mark(
                            values,
                            from,
                            lists == null ? from + count : lists.starts().get(old + count),
                            used);
                });
            }
        });
        read.forEach(values -> mark(values, 0, values.length(), used));
        return scope.own(reader.texts(memory, code -> used[code]));
    }

    private static void mark(OffHeapLongs codes, long from, long to, boolean[] used) {
        for (long i = from; i < to; i++) {
            long code = codes.get(i);
            if (!ValueType.STRING.isMissing(code)) {
                used[(int) code] = true;
            }
        }
    }

    private OffHeapLongs spliced(
            Renewed column, EntityKind elements, OffHeapLongs old, OffHeapLongs read, OffHeapScope scope) {
        Splice change = changes.get(elements);
        OffHeapLongs made = scope.longs(change.length());
        change.forEachRun(workers, (from, to, count) -> column.reader.copy(old, from, made, to, count));
        for (int i = 0; i < change.insertedCount(); i++) {
            made.set(change.inserted(i), read.get(i));
        }
        return made;
    }

    private static boolean hasNone(Renewed column, OffHeapLongs values) {
        long i = 0;
        while (i < values.length() && column.reader.type().isMissing(values.get(i))) {
            i++;
        }
        return i == values.length();
    }
}
