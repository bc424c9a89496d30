package dev.motif.catalog;

import dev.motif.graph.memory.OffHeapScope;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.IdHold;
import dev.motif.text.Suggestions;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The named graphs of all databases and users of this server. A user sees only their own graphs of the database they
 * are in. Thread-safe.
 */
public final class GraphCatalog {
    /** The most graphs, including graphs that are being projected. */
    static final int MAX_GRAPHS = 10_000;

    /** The most characters of what was given for them, as {@link #weight} counts them. */
    static final long MAX_CHARACTERS = 8 << 20;

    /** A user may take this part of each. */
    static final int SHARES = 10;

    private static final long CHARACTERS_OF_A_VALUE = 32;

    private static final GraphCatalog SERVER = new GraphCatalog();

    private final Map<GraphKey, CatalogGraph> graphs = new ConcurrentHashMap<>();
    private final Map<GraphKey, Long> arriving = new HashMap<>();
    private final Set<GraphKey> refreshing = new HashSet<>();

    /** The catalog that the procedures use. */
    public static GraphCatalog server() {
        return SERVER;
    }

    /**
     * Adds the graph that {@code project} reads from {@code database}.
     *
     * @param holdsIds whether the ids are held, from before it runs
     */
    public CatalogGraph add(
            GraphDatabaseAPI database,
            GraphKey key,
            boolean holdsIds,
            Map<String, Object> configuration,
            Supplier<WithColumns> project) {
        return add(key, configuration, () -> held(database, holdsIds, project));
    }

    private static WithColumns held(GraphDatabaseAPI database, boolean holdsIds, Supplier<WithColumns> project) {
        IdHold ids = DatabaseWatch.hold(database, holdsIds);
        return OffHeapScope.closingOnFailure(ids, () -> {
            WithColumns made = project.get();
            return new WithColumns(
                    made.graph.with(made.believed ? ids.late() : ids),
                    made.columns,
                    made.believed,
                    made.source,
                    made.log);
        });
    }

    /**
     * A graph and its columns, which the catalog then owns.
     *
     * @param columns have different names
     * @param believed whether the graph's ids were read before, and nobody has compared them with the database
     * @param source what it can be made of anew, or null
     * @param log how its edges have changed
     */
    public record WithColumns(
            ProjectedGraph graph, List<Column> columns, boolean believed, CatalogGraph.Source source, EdgeLog log)
            implements AutoCloseable {
        public WithColumns(ProjectedGraph graph, List<Column> columns) {
            this(graph, columns, false, null);
        }

        public WithColumns(ProjectedGraph graph, List<Column> columns, boolean believed, CatalogGraph.Source source) {
            this(graph, columns, believed, source, EdgeLog.EMPTY);
        }

        /** Frees the graph and the columns, which the catalog has not taken over. */
        @Override
        public void close() {
            columns.forEach(Column::release);
            graph.close();
        }
    }

    /**
     * Makes a graph and adds it. The name is reserved before {@code project} runs, so of two calls with one name the
     * second fails at once. Nothing is left behind when {@code project} fails.
     *
     * @param project makes the graph and the columns that it has from the start
     * @throws IllegalArgumentException when a graph of this name exists or is being projected
     * @throws IllegalStateException when the user or all users together have too many graphs, or the database was
     *     stopped or dropped while {@code project} ran
     */
    public CatalogGraph add(GraphKey key, Map<String, Object> configuration, Supplier<WithColumns> project) {
        synchronized (arriving) {
            checkFree(key);
            long characters = weight(configuration);
            checkRoom(key, characters);
            arriving.put(key, characters);
        }
        CatalogGraph graph = null;
        try {
            graph = made(key, configuration, project.get());
        } finally {
            if (graph == null) {
                synchronized (arriving) {
                    arriving.remove(key);
                }
            }
        }
        boolean wanted;
        synchronized (arriving) {
            wanted = arriving.remove(key) != null;
            if (wanted) {
                try {
                    // Again, since a file may hold more names than the call.
                    checkRoom(key, graph.characters());
                } catch (IllegalStateException e) {
                    graph.release();
                    throw e;
                }
                graphs.put(key, graph);
            }
        }
        if (!wanted) {
            graph.release();
            throw new IllegalStateException(
                    "The database '" + key.database() + "' was stopped or dropped while the graph was projected.");
        }
        return graph;
    }

    /** The graph of the catalog that {@code made} becomes, which is closed when this fails. */
    private static CatalogGraph made(GraphKey key, Map<String, Object> configuration, WithColumns made) {
        return OffHeapScope.closingOnFailure(made, () -> {
            OffHeapBudget.ofUser(key.user()).keepFormsOf(made.graph().graph());
            return new CatalogGraph(key, made, configuration);
        });
    }

    /**
     * Puts a newer state of a graph in its place. Calls that use the earlier one keep it.
     *
     * @param held the graph and all its columns, which the caller holds
     * @param project makes the newer state, with a column for each, of what it reads from {@code database}
     * @throws IllegalArgumentException when the graph is being refreshed, or is not in the catalog any more
     * @throws IllegalStateException when the graph was dropped, or got columns, while {@code project} ran
     */
    CatalogGraph replace(ColumnLease held, GraphDatabaseAPI database, Supplier<WithColumns> project) {
        CatalogGraph earlier = held.graph();
        GraphKey key = earlier.key();
        synchronized (arriving) {
            if (graphs.get(key) != earlier) {
                throw missing(List.of(key));
            }
            if (!refreshing.add(key)) {
                throw new IllegalArgumentException(
                        "Graph " + UserText.value(key.name()) + " is being refreshed by another call.");
            }
        }
        try {
            CatalogGraph graph = made(
                    key,
                    earlier.configuration(),
                    held(database, earlier.projected().ids().isWanted(), project));
            boolean there;
            boolean same = false;
            synchronized (arriving) {
                there = graphs.get(key) == earlier;
                same = there && earlier.columns().replacedBy(graph.columns(), held);
                if (same) {
                    graphs.put(key, graph);
                }
            }
            if (!same) {
                graph.release();
                throw new IllegalStateException("Graph " + UserText.value(key.name())
                        + (there ? " got columns" : " was dropped") + " while it was refreshed; nothing was changed.");
            }
            earlier.source().close();
            earlier.release();
            return graph;
        } finally {
            synchronized (arriving) {
                refreshing.remove(key);
            }
        }
    }

    /**
     * Checks that a name is free, but does not reserve it: {@link #add} checks again.
     *
     * @throws IllegalArgumentException when a graph of this name exists or is being projected
     */
    public void checkFree(GraphKey key) {
        synchronized (arriving) {
            if (graphs.containsKey(key)) {
                throw new IllegalArgumentException("A graph with the name " + UserText.value(key.name())
                        + " already exists. Drop it with motif.graph.drop("
                        + UserText.value(key.name()) + "), or use another name.");
            }
            if (arriving.containsKey(key)) {
                throw new IllegalArgumentException(
                        "A graph with the name " + UserText.value(key.name()) + " is being projected by another call.");
            }
        }
    }

    private void checkRoom(GraphKey key, long characters) {
        checkRoom("this user", other -> other.user().equals(key.user()), SHARES, characters);
        checkRoom("all users", other -> true, 1, characters);
    }

    /**
     * Checks that there is room for one more graph.
     *
     * @param whose whose graphs count, for the error
     * @param shares how many times the limit of these graphs fits into the limit of all graphs
     */
    private void checkRoom(String whose, Predicate<GraphKey> counts, int shares, long characters) {
        LongSummaryStatistics kept = new LongSummaryStatistics();
        graphs.forEach((other, graph) -> {
            if (counts.test(other)) {
                kept.accept(graph.characters());
            }
        });
        arriving.forEach((other, ofOther) -> {
            if (counts.test(other)) {
                kept.accept(ofOther);
            }
        });
        if (kept.getCount() >= MAX_GRAPHS / shares) {
            throw new IllegalStateException("The catalog holds " + kept.getCount() + " graphs of " + whose
                    + ", and no more are allowed. Drop some with motif.graph.drop.");
        }
        long left = MAX_CHARACTERS / shares - kept.getSum();
        if (characters > left) {
            throw new IllegalStateException("The names and values that this graph is projected with have " + characters
                    + " characters in all, " + CHARACTERS_OF_A_VALUE
                    + " counted for each besides its own, and the catalog"
                    + " may keep " + left + " more of " + whose
                    + ". Give fewer, or drop graphs with motif.graph.drop.");
        }
    }

    /**
     * The part of {@link #MAX_CHARACTERS} that {@code given} uses: the characters of texts, and some more for each
     * value.
     */
    static long weight(Object given) {
        long weight = CHARACTERS_OF_A_VALUE;
        if (given instanceof Map<?, ?> map) {
            for (Object value : map.values()) {
                weight += weight(value);
            }
        } else if (given instanceof List<?> list) {
            for (Object value : list) {
                weight += weight(value);
            }
        } else if (given instanceof String text) {
            weight += text.length();
        }
        return weight;
    }

    /**
     * Makes the caller a user of a graph, and returns it. The caller has to release it.
     *
     * @throws IllegalArgumentException when there is no such graph
     */
    public CatalogGraph acquire(GraphKey key) {
        CatalogGraph graph = graphs.get(key);
        if (graph == null || !graph.acquire()) {
            throw missing(List.of(key));
        }
        return graph;
    }

    public boolean exists(GraphKey key) {
        return graphs.containsKey(key);
    }

    /** The graphs whose keys are wanted, in the order of their names, then of their owners. */
    public List<CatalogGraph> list(Predicate<GraphKey> wanted) {
        return graphs.values().stream()
                .filter(graph -> wanted.test(graph.key()))
                .sorted(Comparator.comparing((CatalogGraph graph) -> graph.key().name())
                        .thenComparing(graph -> graph.key().user()))
                .toList();
    }

    /**
     * Whether an id that results of a user's graphs have belongs to something else by now: the node or relationship
     * that had it was deleted when nothing kept the id from being used again.
     *
     * @param database the UUID of the database
     * @throws IllegalStateException when nothing tells
     */
    public boolean isGone(String database, String user, EntityKind kind, long id) {
        boolean gone = false;
        for (CatalogGraph graph : graphs.values()) {
            GraphKey key = graph.key();
            if (key.databaseId().equals(database) && key.user().equals(user) && graph.acquire()) {
                try {
                    ProjectedGraph projected = graph.projected();
                    IdHold ids = projected.ids();
                    boolean has = kind.areNodes()
                            ? projected.left().vertex(id) >= 0
                                    || projected.right() != null
                                            && projected.right().vertex(id) >= 0
                            : projected.relationships() != null;
                    if (has) {
                        ids.checkKnown();
                        if (!(kind.areNodes() ? ids.isGoneNode(id) : ids.isGoneRelationship(id))) {
                            return false;
                        }
                        gone = true;
                    }
                } finally {
                    graph.release();
                }
            }
        }
        return gone;
    }

    /**
     * Removes graphs from the catalog and returns them. The caller becomes their user in place of the catalog, and has
     * to release them.
     *
     * @param failIfMissing whether a missing graph is an error; otherwise it is ignored
     * @throws IllegalArgumentException when a graph is missing and {@code failIfMissing} holds; none is removed then
     */
    public List<CatalogGraph> drop(List<GraphKey> keys, boolean failIfMissing) {
        synchronized (arriving) {
            List<GraphKey> missing =
                    keys.stream().filter(key -> !graphs.containsKey(key)).toList();
            if (failIfMissing && !missing.isEmpty()) {
                throw missing(missing);
            }
            List<CatalogGraph> dropped = new ArrayList<>();
            for (GraphKey key : keys) {
                CatalogGraph graph = graphs.remove(key);
                if (graph != null) {
                    dropped.add(graph);
                }
            }
            return dropped;
        }
    }

    /** Drops all graphs of a database at once, and those that are being projected from it as soon as they are ready. */
    void dropDatabase(String databaseId) {
        List<CatalogGraph> gone;
        synchronized (arriving) {
            arriving.keySet().removeIf(key -> key.databaseId().equals(databaseId));
            gone = graphs.values().stream()
                    .filter(graph -> graph.key().databaseId().equals(databaseId))
                    .toList();
            gone.forEach(graph -> graphs.remove(graph.key()));
        }
        // Freeing a copy on a GPU may wait for kernels, and other databases need the lock.
        gone.forEach(CatalogGraph::release);
    }

    private IllegalArgumentException missing(List<GraphKey> keys) {
        List<String> own = list(keys.get(0)::sameOwner).stream()
                .map(graph -> graph.key().name())
                .toList();
        List<String> names = keys.stream().map(GraphKey::name).toList();
        return new IllegalArgumentException("No graph with the name "
                + Suggestions.listed(names, UserText::value, own) + " in database '"
                + keys.get(0).database() + "'. motif.graph.list() shows the existing graphs.");
    }
}
