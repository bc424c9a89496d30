package dev.motif.catalog;

import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of a named graph, by name: no two have the same, be they of nodes or relationships. Thread-safe. */
public final class Columns {
    /** The most columns of a graph, including columns that are being added. */
    public static final int MAX_COLUMNS = 100;

    /** Stands for all columns of a kind. */
    public static final List<String> ALL = List.of("*");

    /** The column that the nodes of every graph have, unless one was added by this name: how many neighbors they have. */
    public static final String DEGREE = "degree";

    private final String graph;
    private final EdgeLog log;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Set<String> arriving = new HashSet<>();
    private boolean replaced;

    /**
     * @param graph the graph's name, for errors
     * @param first the columns that it has from the start; taken over
     * @param log how its edges have changed; taken over
     */
    Columns(String graph, List<Column> first, EdgeLog log) {
        this.graph = graph;
        this.log = log;
        first.forEach(column -> columns.put(column.name(), column));
    }

    /**
     * Reserves names of new columns, so of two calls with one name the second fails at once.
     *
     * @param names different ones
     * @throws IllegalArgumentException when a column of such a name exists or is being added
     * @throws IllegalStateException when the graph has too many columns
     */
    public synchronized Addition add(List<String> names, NativeMemory memory) {
        for (String name : names) {
            if (columns.containsKey(name)) {
                throw new IllegalArgumentException("Graph " + UserText.value(graph)
                        + " already has a column with the name "
                        + UserText.value(name) + ". Drop it with motif.graph.dropProperties(" + UserText.value(graph)
                        + ", "
                        + UserText.value(name) + "), or use another name.");
            }
            if (arriving.contains(name)) {
                throw new IllegalArgumentException("A column with the name " + UserText.value(name)
                        + " is being added to graph " + UserText.value(graph) + " by another call.");
            }
        }
        int count = columns.size() + arriving.size();
        if (names.size() > MAX_COLUMNS - count) {
            throw new IllegalStateException(
                    "Graph " + UserText.value(graph) + " has " + count + " columns, and no more than " + MAX_COLUMNS
                            + " are allowed. Drop some with motif.graph.dropProperties.");
        }
        arriving.addAll(names);
        return new Addition(names, memory);
    }

    /**
     * Columns that are being made. They are visible to others after {@link #publish}; without that, {@link #close} frees
     * them. Not thread-safe.
     */
    public final class Addition implements AutoCloseable {
        private final List<String> names;
        private final OffHeapScope scope;
        private final Map<String, ValueType> types = new LinkedHashMap<>();
        private final Map<String, Map<EntityKind, OffHeapLongs>> values = new LinkedHashMap<>();
        private final Map<String, Column.Counted> counted = new HashMap<>();
        private Set<String> computedOf = Set.of();
        private boolean published;

        private Addition(List<String> names, NativeMemory memory) {
            this.names = List.copyOf(names);
            this.scope = new OffHeapScope(memory);
        }

        public List<String> names() {
            return names;
        }

        /**
         * Makes the values of {@code elements}, whose values are undefined at first: the caller sets all of them.
         *
         * @param name one of the reserved names
         * @param count how many elements there are
         */
        public OffHeapLongs values(String name, ValueType type, EntityKind elements, long count) {
            if (!names.contains(name) || types.getOrDefault(name, type) != type) {
                throw new IllegalStateException("column " + name + " of " + type + " was not to be added");
            }
            OffHeapLongs array = scope.longs(count);
            types.put(name, type);
            values.computeIfAbsent(name, any -> new EnumMap<>(EntityKind.class)).put(elements, array);
            return array;
        }

        /** Says what the values of a column count, exactly, which a later state of the graph may use. */
        public void count(String name, String what) {
            counted.put(name, new Column.Counted(what, log.next()));
        }

        /** Says which columns of the graph the values are computed of: when one of them changes, they are stale. */
        public void computedOf(Set<String> columns) {
            computedOf = Set.copyOf(columns);
        }

        /** Shows all columns to others, at once; the graph owns them from now on. */
        public void publish() {
            List<Column> made = values.keySet().stream()
                    .map(name -> new Column(
                            new Values(name, types.get(name), Map.copyOf(values.get(name)), null, null),
                            counted.get(name),
                            computedOf))
                    .toList();
            values.values().forEach(arrays -> arrays.values().forEach(scope::keep));
            synchronized (Columns.this) {
                if (replaced) {
                    made.forEach(Column::release);
                    published = true;
                    throw new IllegalStateException("Graph " + UserText.value(graph)
                            + " was refreshed while this was computed of its earlier state: call again.");
                }
                names.forEach(arriving::remove);
                made.forEach(column -> columns.put(column.name(), column));
            }
            published = true;
        }

        /** Frees what was not published, and the names. */
        @Override
        public void close() {
            if (!published) {
                scope.close();
                synchronized (Columns.this) {
                    names.forEach(arriving::remove);
                }
            }
        }
    }

    /**
     * Ends the adding of columns, since a newer state of the graph takes the place of this one.
     *
     * @param newer has a column for each held column; columns that were dropped meanwhile are dropped there too
     * @return false, and nothing has ended, when there is a column that is not held
     */
    boolean replacedBy(Columns newer, ColumnLease held) {
        List<Column> dropped = new ArrayList<>();
        synchronized (this) {
            List<Column> copied = Stream.concat(held.ofNodes().stream(), held.ofRelationships().stream())
                    .toList();
            if (!copied.containsAll(columns.values())) {
                return false;
            }
            replaced = true;
            copied.stream()
                    .filter(column -> columns.get(column.name()) != column)
                    .forEach(column -> dropped.addAll(newer.drop(List.of(column.name()), false)));
        }
        dropped.forEach(Column::release);
        return true;
    }

    synchronized boolean has(String name) {
        return columns.containsKey(name);
    }

    /** All columns, in the order in which they were added. Their values may be freed at any time. */
    public synchronized List<Column> list() {
        return List.copyOf(columns.values());
    }

    /** The off-heap bytes of all columns, and of the changes since they were computed. */
    public long bytes() {
        return list().stream().mapToLong(Column::bytes).sum() + log.bytes();
    }

    /** The off-heap bytes of what has changed since counts were computed. */
    public long bytesOfChanges() {
        return log.bytes();
    }

    /** How the edges have changed, as far as columns need it; valid while the caller is a user of the graph. */
    EdgeLog log() {
        return log;
    }

    /** Why the changes since the values of a column were counts are not known; null when they are. */
    public String whyUnknown(Column column, String what) {
        if (column.counted() == null || !column.counted().what().equals(what)) {
            return "column " + UserText.value(column.name()) + " was not added to this graph as its " + what;
        }
        return log.knows(column.counted().state())
                ? null
                : "more relationships have changed since column " + UserText.value(column.name())
                        + " was added than are remembered";
    }

    /**
     * The changes since the values of a column were counts.
     *
     * @param column one of these, of which {@link #whyUnknown} says nothing
     * @param projected the graph with these columns
     */
    public ChangedEdges changesSince(Column column, ProjectedGraph projected, NativeMemory memory, Workers workers) {
        return log.since(column.counted().state(), projected, memory, workers);
    }

    /**
     * Makes the caller a user of columns of one kind, and returns them in the order of {@code names}. The caller has to
     * release each.
     *
     * @param names of the columns, or {@link #ALL}
     * @param ofNodes whether they are of nodes, or else of relationships
     * @throws IllegalArgumentException when there is no such column, or it is of the other kind
     */
    public synchronized List<Column> acquire(List<String> names, boolean ofNodes) {
        List<Column> acquired = names.equals(ALL)
                ? columns.values().stream()
                        .filter(column -> column.isOfNodes() == ofNodes)
                        .toList()
                : names.stream().map(name -> there(name, ofNodes)).toList();
        acquired.forEach(Column::acquire);
        return acquired;
    }

    private Column there(String name, boolean ofNodes) {
        checkThere(List.of(name));
        Column column = columns.get(name);
        if (column.isOfNodes() != ofNodes) {
            throw new IllegalArgumentException("Column " + UserText.value(name) + " of graph " + UserText.value(graph)
                    + " is one of " + kind(!ofNodes) + ", but one of " + kind(ofNodes) + " is needed.");
        }
        return column;
    }

    private static String kind(boolean ofNodes) {
        return ofNodes ? "nodes" : "relationships";
    }

    /**
     * Removes columns and returns them. The caller becomes their user in place of the graph, and has to release them.
     *
     * @param failIfMissing whether a missing column is an error; otherwise it is ignored
     * @throws IllegalArgumentException when a column is missing and {@code failIfMissing} holds; none is removed then
     */
    public synchronized List<Column> drop(List<String> names, boolean failIfMissing) {
        if (failIfMissing) {
            checkThere(names);
        }
        List<Column> dropped = new ArrayList<>();
        for (String name : names) {
            Column column = columns.remove(name);
            if (column != null) {
                dropped.add(column);
            }
        }
        return dropped;
    }

    private void checkThere(Collection<String> names) {
        List<String> missing =
                names.stream().filter(name -> !columns.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("Graph " + UserText.value(graph) + " has no column with the name "
                    + Suggestions.listed(missing, UserText::value, columns.keySet())
                    + ". " + there(columns.keySet()));
        }
    }

    /** Says which columns there are, for errors. */
    public static String there(Collection<String> names) {
        return names.isEmpty()
                ? "It has none yet: mutate adds some."
                : "It has " + Suggestions.listed(List.copyOf(names), UserText::value, List.of()) + ".";
    }

    /** Ends the graph's use of all columns; called when nobody uses the graph any more. */
    synchronized void close() {
        columns.values().forEach(Column::release);
        columns.clear();
        log.close();
    }
}
