package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Soon;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;

/** Tests calls that ask for the most threads that there may be. */
@Timeout(300)
class LargestConcurrencyTest {
    private static final List<String> CREATE = List.of(
            "UNWIND range(0, 299) AS i CREATE (:L {i: i}), (:R {i: i})",
            "MATCH (l:L), (r:R) WHERE (l.i * 7919 + r.i * 104729 + l.i * r.i * 31) % 97 < 13 CREATE (l)-[:SPARSE]->(r)",
            "MATCH (l:L), (r:R) WHERE l.i < 120 AND r.i < 120 AND (l.i * 7919 + r.i * 104729 + l.i * r.i * 31) % 97 < 78"
                    + " CREATE (l)-[:DENSE]->(r)",
            "CALL motif.graph.project('sparse', {left: 'L', right: 'R'}, 'SPARSE')",
            "CALL motif.graph.project('dense', {left: 'L', right: 'R'}, 'DENSE')");
    private static final int CALLS = 5;
    private static final int ROUNDS = 3;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

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

    private static long nanos(long concurrency) {
        long before = PROCESS.getProcessCpuTime();
        for (int call = 0; call < CALLS; call++) {
            count(concurrency);
        }
        return PROCESS.getProcessCpuTime() - before;
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

    @Test
    void itTakesAboutTheProcessorTimeOfTheBestOne() {
        nanos(2);
        long two = Long.MAX_VALUE;
        long largest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            two = Math.min(two, nanos(2));
            largest = Math.min(largest, nanos(1024));
        }
        assertThat((double) largest / two)
                .as("processor time with 1024, in that with 2, which is %d ms", two / 1_000_000)
                .isLessThan(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.biclique.count.stats('dense', {p: 8, q: 8, algorithm: 'PIVOT', concurrency: 1024, jobId: 'large'})",
                "CALL motif.biclique.maximal.stats('dense', {concurrency: 1024, jobId: 'large'})",
                "CALL motif.research.cumbe.stats('dense', {concurrency: 1024, jobId: 'large'})"
            })
    void itEndsSoonAfterItWasKilled(String query) {
        AtomicReference<Soon> killed = new AtomicReference<>();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Thread killer = new Thread(() -> {
                while (!isSearching()) {
                    LockSupport.parkNanos(10_000_000);
                }
                killed.set(Soon.afterNow());
                transaction.terminate();
            });
            killer.setDaemon(true);
            killer.start();
            assertThatThrownBy(() -> transaction.execute(query).resultAsString())
                    .hasMessageContaining("terminated");
        }
        killed.get().assertEnded();
    }

    private static boolean isSearching() {
        return TestDatabase.rows(
                        "CALL motif.listProgress('large') YIELD stage, status WHERE status = 'RUNNING' RETURN stage")
                .stream()
                .anyMatch(row -> row.get("stage").toString().startsWith("searching"));
    }
}
