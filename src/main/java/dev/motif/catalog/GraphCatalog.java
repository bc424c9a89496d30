package dev.motif.catalog;

import dev.motif.projection.ProjectedGraph;
import dev.motif.text.Suggestions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The named graphs of all databases and users of this server. A user sees only their own graphs of the database they
 * are in. Thread-safe.
 */
public final class GraphCatalog {
    private static final GraphCatalog SERVER = new GraphCatalog();

    private final Map<GraphKey, CatalogGraph> graphs = new ConcurrentHashMap<>();
    private final Set<GraphKey> arriving = new HashSet<>();

    /** The catalog that the procedures use. */
    public static GraphCatalog server() {
        return SERVER;
    }

    /**
     * Makes a graph and adds it. The name is reserved before {@code project} runs, so of two calls with one name the
     * second fails at once. Nothing is left behind when {@code project} fails.
     *
     * @param project makes the graph, which the catalog then owns
     * @throws IllegalArgumentException when a graph of this name exists or is being projected
     * @throws IllegalStateException when the database was stopped or dropped while {@code project} ran
     */
    public CatalogGraph add(GraphKey key, Map<String, Object> configuration, Supplier<ProjectedGraph> project) {
        synchronized (arriving) {
            checkFree(key);
            arriving.add(key);
        }
        ProjectedGraph projected = null;
        try {
            projected = project.get();
        } finally {
            if (projected == null) {
                synchronized (arriving) {
                    arriving.remove(key);
                }
            }
        }
        CatalogGraph graph = new CatalogGraph(key, projected, configuration);
        boolean wanted;
        synchronized (arriving) {
            wanted = arriving.remove(key);
            if (wanted) {
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

    /**
     * Checks that a name is free, but does not reserve it: {@link #add} checks again.
     *
     * @throws IllegalArgumentException when a graph of this name exists or is being projected
     */
    public void checkFree(GraphKey key) {
        synchronized (arriving) {
            if (graphs.containsKey(key)) {
                throw new IllegalArgumentException(
                        "A graph with the name '" + key.name() + "' already exists. Drop it with motif.graph.drop('"
                                + key.name() + "'), or use another name.");
            }
            if (arriving.contains(key)) {
                throw new IllegalArgumentException(
                        "A graph with the name '" + key.name() + "' is being projected by another call.");
            }
        }
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

    /** The graphs that have the database and user of {@code owner}, in the order of their names. */
    public List<CatalogGraph> list(GraphKey owner) {
        return graphs.values().stream()
                .filter(graph -> graph.key().sameOwner(owner))
                .sorted(Comparator.comparing(graph -> graph.key().name()))
                .toList();
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
        synchronized (arriving) {
            arriving.removeIf(key -> key.databaseId().equals(databaseId));
            List<CatalogGraph> gone = graphs.values().stream()
                    .filter(graph -> graph.key().databaseId().equals(databaseId))
                    .toList();
            gone.forEach(graph -> graphs.remove(graph.key()));
            gone.forEach(CatalogGraph::release);
        }
    }

    private IllegalArgumentException missing(List<GraphKey> keys) {
        List<String> own =
                list(keys.get(0)).stream().map(graph -> graph.key().name()).toList();
        List<String> parts = new ArrayList<>();
        for (GraphKey key : keys) {
            parts.add("'" + key.name() + "'" + Suggestions.hint(key.name(), own));
        }
        return new IllegalArgumentException("No graph with the name " + String.join(", ", parts) + " in database '"
                + keys.get(0).database() + "'. motif.graph.list() shows the existing graphs.");
    }
}
