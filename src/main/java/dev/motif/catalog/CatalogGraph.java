package dev.motif.catalog;

import dev.motif.projection.ProjectedGraph;
import java.time.ZonedDateTime;
import java.util.Map;

/**
 * A graph of the catalog and its users. The catalog is one of them until the graph is dropped; every running call that
 * works on the graph is another. The memory is given back when the last one leaves, so dropping a graph under a running
 * call is safe.
 */
public final class CatalogGraph {
    private final GraphKey key;
    private final ProjectedGraph projected;
    private final Map<String, Object> configuration;
    private final ZonedDateTime created = ZonedDateTime.now();
    private int users = 1;

    CatalogGraph(GraphKey key, ProjectedGraph projected, Map<String, Object> configuration) {
        this.key = key;
        this.projected = projected;
        this.configuration = configuration;
    }

    public GraphKey key() {
        return key;
    }

    /** Valid while the caller is one of the users. */
    public ProjectedGraph projected() {
        return projected;
    }

    /** What the projection was asked for, as the user wrote it. */
    public Map<String, Object> configuration() {
        return configuration;
    }

    public ZonedDateTime created() {
        return created;
    }

    /** True when the caller is now a user; false when the memory is already gone. */
    synchronized boolean acquire() {
        if (users == 0) {
            return false;
        }
        users++;
        return true;
    }

    /** The caller is no longer a user. */
    public synchronized void release() {
        if (users == 0) {
            throw new IllegalStateException(key + " was released too often");
        }
        if (--users == 0) {
            projected.close();
        }
    }
}
