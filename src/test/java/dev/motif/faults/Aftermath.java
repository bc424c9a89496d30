package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.GraphDatabaseService;

/** Checks what must be true after a call, whatever has happened to it. */
final class Aftermath {
    private final GraphDatabaseService database;
    private final long liveBytes;
    private final List<Map<String, Object>> graphs;

    private Aftermath(GraphDatabaseService database) {
        this.database = database;
        this.liveBytes = TestDatabase.liveBytes();
        this.graphs = graphs();
    }

    /** Remembers the state before a call: live memory and named graphs. */
    static Aftermath of(GraphDatabaseService database) {
        return new Aftermath(database);
    }

    private List<Map<String, Object>> graphs() {
        return rows("CALL motif.graph.list() YIELD graphName, bytes, relationshipCount, columns");
    }

    private List<Map<String, Object>> rows(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList());
    }

    /** Checks that memory and named graphs are as before, and that no transaction is open and no job is running. */
    void check(String what) {
        assertThat(TestDatabase.liveBytes()).as("live bytes: %s", what).isEqualTo(liveBytes);
        assertThat(rows("SHOW TRANSACTIONS YIELD metaData, currentQuery WHERE metaData.motif IS NULL"))
                .as("open transactions, but for those that hold ids: %s", what)
                .hasSize(1);
        assertThat(graphs()).as("named graphs: %s", what).isEqualTo(graphs);
        assertThat(rows("CALL motif.listProgress() YIELD status WITH * WHERE status = 'RUNNING' RETURN status"))
                .as("running jobs: %s", what)
                .isEmpty();
    }
}
