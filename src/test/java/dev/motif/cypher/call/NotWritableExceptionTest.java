package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.WriteOperationsNotAllowedException;
import org.neo4j.kernel.api.exceptions.Status;

class NotWritableExceptionTest {
    /** Drivers call another server when they get this status. */
    @Test
    void otherServersAreNamedAndTheStatusIsThatOfNeo4j() {
        WriteOperationsNotAllowedException reason = WriteOperationsNotAllowedException.notALeader("b:7687");
        NotWritableException error =
                new NotWritableException("motif.tip.write", "neo4j", List.of("b:7687", "c:7687"), reason);
        assertThat(error)
                .hasMessage(
                        "motif.tip.write was not started: it writes to database 'neo4j', which cannot be written to on"
                                + " this server, but on b:7687, c:7687: " + reason.getMessage());
        assertThat(error.status()).isEqualTo(Status.Cluster.NotALeader);
        assertThat(new NotWritableException("motif.tip.write", "neo4j", List.of(), reason))
                .hasMessageContaining("cannot be written to on this server: " + reason.getMessage());
    }
}
