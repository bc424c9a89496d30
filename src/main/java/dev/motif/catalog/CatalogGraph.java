package dev.motif.catalog;

import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Follower;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A graph of the catalog, with a count of its users. The catalog is one user until the graph is dropped; every running
 * call that works on the graph is another. The memory is freed when the last user releases the graph, so dropping a
 * graph that a call works on is safe. Its columns are freed with it. Thread-safe.
 */
public final class CatalogGraph {
    private final GraphKey key;
    private final ProjectedGraph projected;
    private final Map<String, Object> configuration;
    private final long characters;
    private final ZonedDateTime created = ZonedDateTime.now();
    private final Columns columns;
    private final Source source;
    private final ReferenceCount users;

    /**
     * A source from which a graph can be made anew.
     *
     * @param projection what to read
     * @param follower knows what has changed since; null when nothing is remembered. It belongs to the graph
     */
    public record Source(Projection projection, Follower follower) {
        void close() {
            if (follower != null) {
                follower.close();
            }
        }
    }

    /** @param made the graph's own from now on */
    CatalogGraph(GraphKey key, WithColumns made, Map<String, Object> configuration) {
        this.key = key;
        this.projected = made.graph();
        this.configuration = configuration;
        this.source = made.source();
        this.characters = Math.max(GraphCatalog.weight(configuration), weight(projected.projection()));
        this.columns = new Columns(key.name(), made.columns(), made.log());
        this.users = new ReferenceCount(key.toString(), this::free);
        projected.ids().nameGraph(key.shown());
    }

    private static long weight(Projection projection) {
        return projection == null
                ? 0
                : GraphCatalog.weight(Stream.of(projection.left(), projection.right(), projection.types())
                        .filter(Objects::nonNull)
                        .toList());
    }

    private void free() {
        if (source != null) {
            source.close();
        }
        columns.close();
        projected.close();
    }

    public GraphKey key() {
        return key;
    }

    /** The graph itself, which stays valid while the caller is one of the users. */
    public ProjectedGraph projected() {
        return projected;
    }

    /** The source from which the graph can be made anew; null for a graph of rows, or of another graph. */
    public Source source() {
        return source;
    }

    /** The properties that algorithms have added; a reader of one stays a user of the graph. */
    public Columns columns() {
        return columns;
    }

    /** The parameters of the projection, as the user gave them. */
    public Map<String, Object> configuration() {
        return configuration;
    }

    /** The characters of the parameters, or of the names that were projected, as {@link GraphCatalog#weight} counts them. */
    long characters() {
        return characters;
    }

    public ZonedDateTime created() {
        return created;
    }

    /** Makes the caller a user; returns false when the memory is already freed. */
    public boolean acquire() {
        return users.acquire();
    }

    /**
     * Ends the caller's use of the graph, and frees the memory if no other user is left.
     *
     * @throws IllegalStateException when no user is left already
     */
    public void release() {
        users.release();
    }
}
