package dev.motif.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;
import org.neo4j.driver.NotificationConfig;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * A Neo4j with Motif, which executors reach over Bolt. Tasks carry the password to them. Named graphs are in the memory of
 * one server: a URI that begins with {@code bolt} always leads to the same.
 *
 * @param uri such as {@code bolt://server:7687}
 * @param user null for a server without authentication
 * @param password null if there is no user
 * @param database null for the user's home database
 */
public record Neo4j(String uri, String user, String password, String database) implements Serializable {
    /** Rows of a transaction: much less than a server's heap, and enough that its fixed cost does not count. */
    private static final int BATCH = 10_000;
    /** A record is up to 3 MiB of ids. */
    private static final int RECORDS_AHEAD = 4;

    private static final long CONNECT_SECONDS = 30;
    /** A batch waits this long for nodes that others have locked. */
    private static final TransactionConfig LIMITED =
            TransactionConfig.builder().withTimeout(Duration.ofMinutes(5)).build();

    /** @throws IllegalArgumentException when there is no URI, or one of user and password is missing */
    public Neo4j {
        if (uri == null || uri.isBlank()) {
            throw new IllegalArgumentException("`uri` must be one such as 'bolt://server:7687', got '" + uri + "'");
        }
        if ((user == null) != (password == null)) {
            throw new IllegalArgumentException("`user` and `password` must be given together");
        }
    }

    /** The home database of a server without authentication. */
    public static Neo4j at(String uri) {
        return new Neo4j(uri, null, null, null);
    }

    /** The same server as a user. */
    public Neo4j withUser(String name, String secret) {
        return new Neo4j(uri, name, secret, database);
    }

    /** Another database of the same server. */
    public Neo4j withDatabase(String name) {
        return new Neo4j(uri, user, password, name);
    }

    /** @throws IllegalArgumentException when the URI is none of a server */
    Driver driver() {
        AuthToken auth = user == null ? AuthTokens.none() : AuthTokens.basic(user, password);
        // Neo4j warns of `id()`, and of each property that is new.
        Config config = Config.builder()
                .withLogging(Logging.slf4j())
                .withNotificationConfig(NotificationConfig.disableAllConfig())
                .withConnectionTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                .withConnectionAcquisitionTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                .withMaxTransactionRetryTime(CONNECT_SECONDS, TimeUnit.SECONDS)
                .build();
        return GraphDatabase.driver(uri, auth, config);
    }

    Session session(Driver driver, AccessMode mode) {
        SessionConfig.Builder config =
                SessionConfig.builder().withDefaultAccessMode(mode).withFetchSize(RECORDS_AHEAD);
        return driver.session((database == null ? config : config.withDatabase(database)).build());
    }

    /** @throws IllegalStateException when the server cannot be reached, or refuses the user */
    void checkConnection() {
        try (Driver driver = driver()) {
            driver.verifyConnectivity();
        } catch (Neo4jException e) {
            throw failure(e);
        }
    }

    /**
     * The message of {@code e} without {@code e} itself: exceptions of the driver have values that are not
     * serializable. In a Java without the {@code --add-exports} of spark-submit, Spark fails over such an exception,
     * and never ends the task that threw it.
     */
    IllegalStateException failure(Neo4jException e) {
        return new IllegalStateException("Neo4j at '" + uri + "': " + e.getMessage());
    }

    /** Any failure of a session, as Spark can send it: see {@link #failure}. */
    private RuntimeException sendable(RuntimeException e) {
        if (e instanceof Neo4jException ofDriver) {
            return failure(ofDriver);
        }
        // Of closing a session that was lost, too.
        return e.getSuppressed().length == 0 ? e : new IllegalStateException(e.getMessage(), e.getCause());
    }

    /**
     * Sets a property, a transaction for each {@value #BATCH} rows. Doing it again changes nothing.
     *
     * @param ofNodes whether ids are those of nodes, and not of relationships
     * @param rows an id, which is a {@link Long}, and a value
     * @return how many of the ids there were
     */
    long setProperty(boolean ofNodes, String property, Iterator<Row> rows) {
        String match = ofNodes ? "MATCH (e) WHERE id(e) = row.id" : "MATCH ()-[e]->() WHERE id(e) = row.id";
        // Whatever version of Cypher the database takes by default: graph files have what `id()` gives.
        String query =
                "CYPHER 5 UNWIND $rows AS row " + match + " SET e[$property] = row.value RETURN count(*) AS written";
        try (Driver driver = driver();
                Session session = session(driver, AccessMode.WRITE)) {
            long written = 0;
            while (rows.hasNext()) {
                List<Map<String, Object>> batch = new ArrayList<>();
                while (rows.hasNext() && batch.size() < BATCH) {
                    Row row = rows.next();
                    batch.add(Map.of("id", row.getLong(0), "value", row.get(1)));
                }
                Map<String, Object> parameters = Map.of("rows", batch, "property", property);
                written += session.executeWrite(
                        transaction -> transaction
                                .run(query, parameters)
                                .single()
                                .get(0)
                                .asLong(),
                        LIMITED);
            }
            return written;
        } catch (RuntimeException e) {
            throw sendable(e);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "Neo4j[uri=" + uri + ", user=" + user + ", database=" + database + "]";
    }
}
