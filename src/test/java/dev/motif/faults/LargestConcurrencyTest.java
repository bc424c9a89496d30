package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.neo4j.Research;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.Transaction;

/** Tests calls that ask for the most threads that there may be. */
@Timeout(600)
class LargestConcurrencyTest {
    private static final List<String> CREATE = List.of(
            "UNWIND range(0, 299) AS i CREATE (:L {i: i}), (:R {i: i})",
            "MATCH (l:L), (r:R) WHERE (l.i * 7919 + r.i * 104729 + l.i * r.i * 31) % 97 < 13 CREATE (l)-[:SPARSE]->(r)",
            // A crown, of which any search for bicliques takes for ever.
            "MATCH (l:L), (r:R) WHERE l.i < 120 AND r.i < 120 AND l.i <> r.i CREATE (l)-[:CROWN]->(r)",
            "CALL motif.graph.project('sparse', {left: 'L', right: 'R'}, 'SPARSE')",
            "CALL motif.graph.project('crown', {left: 'L', right: 'R'}, 'CROWN')");

    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        CREATE.forEach(TestDatabase::rows);
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static Map<String, Object> count(long concurrency) {
        return TestDatabase.row(
                "CALL motif.biclique.count.stats('sparse', {p: 3, q: 3, concurrency: $concurrency})",
                Map.of("concurrency", concurrency));
    }

    @Test
    void itGetsSomeThreadsForEachProcessor() {
        long most = 4L * Runtime.getRuntime().availableProcessors();
        assertThat((Map<?, ?>) count(1024).get("configuration"))
                .extracting("concurrency")
                .isEqualTo(Math.min(1024, most));
        assertThat((Map<?, ?>) count(1).get("configuration"))
                .extracting("concurrency")
                .isEqualTo(1L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "pivot | motif.biclique.count.stats('crown', {p: 30, q: 30, algorithm: 'PIVOT',",
                "bitmap | motif.biclique.maximal.stats('crown', {",
                "cumbe | motif.research.cumbe.stats('crown', {"
            })
    void searchWithoutAnEndEndsWhenItIsKilled(String jobId, String call) {
        assumeTrue(Research.has(call));
        long bytes = TestDatabase.liveBytes();
        AtomicBoolean ended = new AtomicBoolean();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Thread killer = new Thread(() -> {
                while (!isSearching(jobId) && !ended.get()) {
                    LockSupport.parkNanos(10_000_000);
                }
                transaction.terminate();
            });
            killer.start();
            try {
                assertThatThrownBy(() -> transaction
                                .execute("CALL " + call + "concurrency: 1024, jobId: '" + jobId + "'})")
                                .resultAsString())
                        .hasMessageContaining("terminated");
            } finally {
                ended.set(true);
                join(killer);
            }
        }
        assertThat(TestDatabase.row("CALL motif.listProgress('" + jobId + "') YIELD status"))
                .isEqualTo(Map.of("status", "CANCELED"));
        assertThat(TestDatabase.liveBytes()).isEqualTo(bytes);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isSearching(String jobId) {
        return TestDatabase.rows("CALL motif.listProgress('" + jobId
                        + "') YIELD stage, status WHERE status = 'RUNNING' RETURN stage")
                .stream()
                .anyMatch(row -> row.get("stage").toString().startsWith("searching"));
    }
}
