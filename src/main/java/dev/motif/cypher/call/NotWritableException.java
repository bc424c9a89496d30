package dev.motif.cypher.call;

import dev.motif.text.UserText;
import java.util.List;
import org.neo4j.graphdb.WriteOperationsNotAllowedException;
import org.neo4j.kernel.api.exceptions.Status;

/**
 * Thrown when a call is to write to a database that cannot be written to on this server. It has the status of Neo4j's own
 * error, by which drivers know that they have to call another server of a cluster.
 */
final class NotWritableException extends RuntimeException implements Status.HasStatus {
    private final transient Status status;

    /**
     * @param writers the addresses of other servers on which the database can be written to, as far as they are known
     * @param reason what Neo4j says
     */
    NotWritableException(
            String procedure, String database, List<String> writers, WriteOperationsNotAllowedException reason) {
        super(procedure + " was not started: it writes to database " + UserText.value(database)
                + ", which cannot be written to on this server"
                + (writers.isEmpty() ? "" : ", but on " + UserText.name(String.join(", ", writers))) + ": "
                + reason.getMessage());
        this.status = reason.status();
        // Suppressed rather than the cause: Neo4j shows only the last cause of an error.
        addSuppressed(reason);
    }

    @Override
    public Status status() {
        return status;
    }
}
