package dev.motif.catalog;

import static dev.motif.graph.change.ChangedEdges.first;
import static dev.motif.graph.change.ChangedEdges.second;

import dev.motif.catalog.CatalogGraph.Source;
import dev.motif.catalog.Column.Counted;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.graph.change.Splice;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.GraphProjector.WithValues;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.ChangedValues;
import dev.motif.projection.follow.Follower;
import dev.motif.projection.follow.Follower.Taken;
import dev.motif.projection.follow.Refresher;
import dev.motif.projection.follow.Refresher.Refreshed;
import dev.motif.projection.id.IdHold;
import dev.motif.projection.id.NodeIds;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Makes a named graph what a new projection would give: of the changes since, where a {@link Follower} knows them, or by
 * reading everything. Values of columns stay with the nodes and relationships that are still there; others have none.
 * For one call.
 */
public final class Refresh {
    /** The names of the stages that take long: of reading the changes, and then perhaps everything. */
    private static final List<String> STAGES = Stream.concat(Refresher.STAGES.stream(), GraphProjector.STAGES.stream())
            .toList();

    /** Stands for the index of what was not there before. */
    private static final long NEW = -1;

    private final GraphDatabaseAPI database;
    private final NativeMemory memory;
    private final Workers workers;
    private final Consumer<List<String>> plan;
    private final Consumer<Projection> beforeReadingAll;
    private String reason;
    private boolean planned;
    private final Map<EntityKind, Long> added = new EnumMap<>(EntityKind.class);
    private final Map<EntityKind, Long> removed = new EnumMap<>(EntityKind.class);

    /**
     * @param database as injected into a procedure
     * @param reason why everything is to be read, or null
     * @param plan told which stages there will be
     * @param beforeReadingAll called before everything is read, such as to check that there is memory
     */
    public Refresh(
            GraphDatabaseAPI database,
            NativeMemory memory,
            Workers workers,
            String reason,
            Consumer<List<String>> plan,
            Consumer<Projection> beforeReadingAll) {
        this.database = database;
        this.memory = memory;
        this.workers = workers;
        this.reason = reason;
        this.plan = plan;
        this.beforeReadingAll = beforeReadingAll;
    }

    /**
     * Puts the new state into the catalog, and returns it; the graph that is there when nothing has changed.
     *
     * @throws IllegalArgumentException when there is no such graph, or nothing tells what to read
     * @throws IllegalStateException when the graph was dropped, or got columns, meanwhile
     */
    public CatalogGraph of(GraphKey key) {
        try (ColumnLease held = ColumnLease.acquire(key, Columns.ALL, Columns.ALL)) {
            Source source = held.graph().source();
            if (source == null) {
                throw new IllegalArgumentException("Graph " + UserText.value(key.name())
                        + " cannot be refreshed: it was made of rows or of another graph, or its file does not have the"
                        + " filters of its projection. Project it again.");
            }
            IdHold ids = held.graph().projected().ids();
            long version = ids.version();
            checkIds(held);
            Follower follower = source.follower();
            if (reason == null && follower != null && !follower.settled(workers.cancellation())) {
                reason = "a transaction that is being committed runs this call, or takes longer than ten seconds";
            }
            if (reason == null && follower != null && follower.nothingChanged()) {
                return held.graph();
            }
            return GraphCatalog.server().replace(held, database, () -> {
                WithColumns ofChanges = reason == null ? ofChanges(held) : null;
                WithColumns made = ofChanges == null ? ofEverything(held) : ofChanges;
                if (ids.version() != version) {
                    made.source().close();
                    made.close();
                    throw new IllegalStateException(
                            "While this call ran, somebody terminated a transaction that keeps ids of"
                                    + " deleted nodes and relationships from being used again. Nothing was changed. Call it"
                                    + " again.");
                }
                return made;
            });
        }
    }

    /** Reads everything anew where ids of nodes may belong to other nodes by now. */
    private void checkIds(ColumnLease held) {
        IdHold ids = held.graph().projected().ids();
        boolean mixed = !ids.isHeld() && IdHold.lastCommitted(database) != ids.lastTransaction();
        if (mixed) {
            List<String> computed = all(held)
                    .filter(column -> !column.isRead())
                    .map(Column::name)
                    .toList();
            if (!computed.isEmpty()) {
                throw new IllegalStateException("Graph "
                        + UserText.value(held.graph().key().name())
                        + " has columns that were computed, and ids of its nodes may belong to other nodes by now,"
                        + " since nothing kept them from being used again. Drop these columns with"
                        + " motif.graph.dropProperties, or project it again: "
                        + computed.stream().map(UserText::value).collect(Collectors.joining(", ")));
            }
        }
        if (reason == null && (mixed || ids.hasGone())) {
            reason = "ids of its nodes may have been used again";
        }
    }

    /** Why everything was read; null when only the changes were. */
    public String reason() {
        return reason;
    }

    /** How many nodes of both sides, or relationships, were not there before. */
    public long added(boolean nodes) {
        return sum(added, nodes);
    }

    /** How many nodes of both sides, or relationships, were removed. */
    public long removed(boolean nodes) {
        return sum(removed, nodes);
    }

    private static long sum(Map<EntityKind, Long> counts, boolean nodes) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().areNodes() == nodes)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns null, with a {@link #reason}, when the changes are not known or too many. */
    private WithColumns ofChanges(ColumnLease held) {
        Source source = held.graph().source();
        if (source.follower() == null) {
            reason = "it does not follow the database: project it with follow: true";
            return null;
        }
        Taken taken = source.follower().take();
        if (taken == null) {
            reason = "more has changed than is remembered";
            return null;
        }
        planned = true;
        plan.accept(STAGES);
        WithColumns made = null;
        try (OffHeapScope scope = new OffHeapScope(memory);
                HeapBudget.Share heap = memory.heap().share("the changes of a refresh")) {
            ProjectedGraph earlier = held.graph().projected();
            Refreshed refreshed =
                    new Refresher(database, earlier, source.projection(), memory, workers).refresh(taken, heap);
            if (refreshed == null) {
                reason = "too much has changed";
                return null;
            }
            scope.own(refreshed.graph());
            kinds(earlier).forEach(of -> {
                added.put(of, (long) refreshed.of(of).insertedCount());
                removed.put(of, (long) refreshed.of(of).removedCount());
            });
            Recorder changed = new Recorder(held, refreshed.graph());
            changed.add(earlier, refreshed.gone(), false);
            changed.add(refreshed.graph(), refreshed.come(), true);
            EdgeLog log = changed.log(scope);
            List<Values> read = new ChangedValues(database, source.projection(), refreshed, memory, workers)
                    .of(all(held).filter(Column::isRead).map(Column::contents).toList(), scope);
            if (read == null) {
                reason = "values of its properties may have other types now";
                return null;
            }
            List<Column> columns = columns(held, read, scope, new Carrier() {
                @Override
                public Carried carry(EntityKind of, OffHeapLongs old) {
                    Splice splice = refreshed.of(of);
                    OffHeapLongs values = splice.copy(old, scope, workers.beside());
                    return new Carried(values, consumer -> {
                        for (int i = 0; i < splice.insertedCount(); i++) {
                            consumer.accept(splice.inserted(i));
                        }
                    });
                }

                @Override
                public boolean anyReadAnew(EntityKind of, Difference difference) {
                    return Arrays.stream(refreshed.touched().get(of))
                            .anyMatch(now -> difference.test(refreshed.of(of).before(now), now));
                }
            });
            keep(log, scope);
            made = new WithColumns(
                    scope.keep(refreshed.graph()), columns, false, new Source(source.projection(), taken.next()), log);
            return made;
        } catch (HeapBudget.Exceeded e) {
            reason = "the heap has no room for its changes";
            return null;
        } finally {
            if (made == null) {
                taken.next().close();
            }
        }
    }

    /**
     * Projects the whole graph anew, and carries the values of computed columns over to the nodes and relationships
     * that are still there.
     */
    private WithColumns ofEverything(ColumnLease held) {
        Source source = held.graph().source();
        if (!planned) {
            plan.accept(GraphProjector.STAGES);
        }
        beforeReadingAll.accept(source.projection());
        Follower follower = source.follower() == null ? null : DatabaseWatch.follow(database, source.projection());
        boolean done = false;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            ProjectedGraph earlier = held.graph().projected();
            WithValues read = new GraphProjector(database, memory, workers).read(source.projection());
            scope.own(read.graph());
            read.values().forEach(scope::own);
            ProjectedGraph now = read.graph();
            Map<EntityKind, OffHeapLongs> origins = new EnumMap<>(EntityKind.class);
            Recorder changed = new Recorder(held, now);
            kinds(earlier).forEach(of -> origins.put(of, origins(of, earlier, now, changed, scope)));
            EdgeLog log = changed.log(scope);
            List<Column> columns = columns(held, read.values(), scope, new Carrier() {
                @Override
                public Carried carry(EntityKind of, OffHeapLongs old) {
                    OffHeapLongs origin = origins.get(of);
                    OffHeapLongs values = scope.longs(origin.length());
                    return new Carried(values, consumer -> {
                        for (long i = 0; i < origin.length(); i++) {
                            if (origin.get(i) == NEW) {
                                consumer.accept(i);
                            } else {
                                values.set(i, old.get(origin.get(i)));
                            }
                        }
                    });
                }

                @Override
                public boolean anyReadAnew(EntityKind of, Difference difference) {
                    OffHeapLongs origin = origins.get(of);
                    return LongStream.range(0, origin.length())
                            .anyMatch(now -> origin.get(now) != NEW && difference.test(origin.get(now), now));
                }
            });
            scope.keep(now);
            keep(log, scope);
            WithColumns made = new WithColumns(now, columns, false, new Source(source.projection(), follower), log);
            done = true;
            return made;
        } finally {
            if (!done && follower != null) {
                follower.close();
            }
        }
    }

    private static List<EntityKind> kinds(ProjectedGraph graph) {
        return graph.isBipartite() ? List.of(EntityKind.values()) : List.of(EntityKind.LEFT, EntityKind.RELATIONSHIPS);
    }

    /** The index that each of {@code of} had before, {@link #NEW} where it was not there. */
    private OffHeapLongs origins(
            EntityKind of, ProjectedGraph earlier, ProjectedGraph now, Recorder changed, OffHeapScope scope) {
        OffHeapLongs origins = scope.longs(of.count(now));
        long stay = of == EntityKind.RELATIONSHIPS
                ? originsOfEdges(earlier, now, origins, changed)
                : originsOfNodes(earlier.nodes(of), now.nodes(of), earlier.ids(), origins);
        added.put(of, origins.length() - stay);
        removed.put(of, of.count(earlier) - stay);
        return origins;
    }

    private long originsOfNodes(NodeIds earlier, NodeIds now, IdHold ids, OffHeapLongs origins) {
        long stay = 0;
        for (int vertex = 0; vertex < now.count(); vertex++) {
            long id = now.nodeId(vertex);
            int origin = ids.isGoneNode(id) ? (int) NEW : earlier.vertex(id);
            origins.set(vertex, origin);
            stay += origin < 0 ? 0 : 1;
            checkAt(vertex);
        }
        return stay;
    }

    /** Both graphs have their edges in the order of the ids of nodes. */
    private long originsOfEdges(ProjectedGraph earlier, ProjectedGraph now, OffHeapLongs origins, Recorder changed) {
        Comparison.Edges old = new Comparison.Edges(earlier);
        Comparison.Edges edges = new Comparison.Edges(now);
        long stay = 0;
        while (!old.isAtEnd() || !edges.isAtEnd()) {
            int order = old.compareTo(edges);
            if (order < 0) {
                changed.add(old.source(), old.target(), false);
                old.next();
                continue;
            }
            boolean stays = order == 0
                    && !earlier.ids().isGoneNode(edges.source())
                    && !earlier.ids().isGoneNode(edges.target());
            origins.set(edges.edge(), stays ? old.edge() : NEW);
            checkAt(edges.edge());
            if (stays) {
                stay++;
            } else {
                changed.add(edges.source(), edges.target(), true);
            }
            if (order == 0) {
                old.next();
            }
            edges.next();
        }
        return stay;
    }

    private void checkAt(long index) {
        if (index % (1 << 16) == 0) {
            workers.cancellation().check();
        }
    }

    private static void keep(EdgeLog log, OffHeapScope scope) {
        scope.keep(log.ends());
    }

    /** Collects the edges that have changed, as far as columns need them. */
    private static final class Recorder {
        private final EdgeLog before;
        private final long oldest;
        private final long most;
        private long count;
        private long[] ends = new long[16];

        Recorder(ColumnLease held, ProjectedGraph now) {
            before = held.graph().columns().log();
            oldest = Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                    .filter(column -> column.counted() != null
                            && before.knows(column.counted().state()))
                    .mapToLong(column -> column.counted().state())
                    .min()
                    .orElse(Long.MAX_VALUE);
            most = oldest == Long.MAX_VALUE ? 0 : EdgeLog.most(now.graph().edgeCount());
        }

        void add(ProjectedGraph graph, long[] edges, boolean came) {
            if (count + edges.length > most) {
                count += edges.length;
                return;
            }
            NodeIds targets = graph.targets();
            for (long edge : edges) {
                add(graph.left().nodeId(first(edge)), targets.nodeId(second(edge)), came);
            }
        }

        void add(long source, long target, boolean came) {
            if (count < most) {
                int at = (int) (2 * count);
                if (at == ends.length) {
                    ends = Arrays.copyOf(ends, 2 * at);
                }
                ends[at] = source;
                ends[at + 1] = target << 1 | (came ? 1 : 0);
            }
            count++;
        }

        EdgeLog log(OffHeapScope scope) {
            return before.plus(count, ends, oldest, most, scope);
        }
    }

    /** An array, and what tells the indexes of new elements, and may fill the others. */
    private record Carried(OffHeapLongs values, Consumer<LongConsumer> forEachNew) {}

    /** Whether an element has another value than it had, by its old and its new index. */
    @FunctionalInterface
    private interface Difference {
        boolean test(long old, long now);
    }

    private interface Carrier {
        Carried carry(EntityKind of, OffHeapLongs old);

        /** Whether there is a difference for one of the elements that were there before and may have other values now. */
        boolean anyReadAnew(EntityKind of, Difference difference);
    }

    /** All columns, in their order. */
    private static Stream<Column> all(ColumnLease held) {
        List<Column> order = held.graph().columns().list();
        return Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                .sorted(Comparator.comparingInt(order::indexOf));
    }

    /**
     * The columns of the earlier state, for the new one, which leave {@code scope}.
     *
     * @param read the columns of properties, perhaps also dropped ones, which stay with {@code scope}
     */
    private List<Column> columns(ColumnLease held, List<Values> read, OffHeapScope scope, Carrier carrier) {
        boolean changed = Stream.concat(added.values().stream(), removed.values().stream())
                .anyMatch(count -> count > 0);
        Map<Column, Values> made = new LinkedHashMap<>();
        all(held)
                .forEach(column -> made.put(
                        column,
                        column.isRead()
                                ? read.stream()
                                        .filter(values -> values.name().equals(column.name()))
                                        .findFirst()
                                        .orElseThrow()
                                : scope.own(carried(column, scope, carrier))));
        Set<String> changedColumns = new HashSet<>();
        Map<Column, Boolean> stale = new HashMap<>();
        made.forEach((column, values) -> {
            boolean other = column.isRead()
                    ? isNeeded(column, made.keySet()) && hasChanged(column, values, carrier)
                    : column.stale() || changed || !Collections.disjoint(column.computedOf(), changedColumns);
            stale.put(column, other);
            if (other) {
                changedColumns.add(column.name());
            }
        });
        List<Column> columns = new ArrayList<>();
        made.forEach((column, values) -> {
            scope.keep(values);
            columns.add(
                    column.isRead()
                            ? Column.read(values)
                            : column.after(values, stale.get(column), counted(held, column)));
        });
        return columns;
    }

    /** The counted kind of a column; null where a node has the id of another one, whose edges it does not have. */
    private static Counted counted(ColumnLease held, Column column) {
        return held.graph().projected().ids().hasGone() ? null : column.counted();
    }

    private static boolean isNeeded(Column column, Set<Column> all) {
        return all.stream().anyMatch(other -> other.computedOf().contains(column.name()));
    }

    /** Whether an element that was there before has another value now; of lists and texts, whether it may have. */
    private static boolean hasChanged(Column before, Values now, Carrier carrier) {
        Map<EntityKind, OffHeapLongs> old = before.contents().values();
        boolean comparable = before.type() == now.type() && now.lists() == null && now.texts() == null;
        return Stream.of(EntityKind.values())
                .filter(before::has)
                .anyMatch(of -> carrier.anyReadAnew(
                        of,
                        (from, to) -> !comparable
                                || old.get(of).get(from) != now.values().get(of).get(to)));
    }

    private static Values carried(Column column, OffHeapScope scope, Carrier carrier) {
        Map<EntityKind, OffHeapLongs> values = new EnumMap<>(EntityKind.class);
        column.values().forEach((of, old) -> {
            Carried carried = carrier.carry(of, old);
            carried.forEachNew.accept(
                    index -> carried.values.set(index, column.type().missing()));
            values.put(of, carried.values);
        });
        values.values().forEach(scope::keep);
        return new Values(column.name(), column.type(), Map.copyOf(values), null, null);
    }
}
