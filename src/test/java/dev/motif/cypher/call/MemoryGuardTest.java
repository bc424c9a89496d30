package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls whose memory does not fit the budget. */
@EmptyDatabase
class MemoryGuardTest {
    private static final String MAP = "{nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}";
    private static final long ALMOST_NOTHING = 64;

    @BeforeEach
    void fillDatabase() {
        TestDatabase.rows("UNWIND range(1, 50) AS n CREATE (:User {n: n}), (:Item {n: n})");
        TestDatabase.rows("MATCH (u:User), (i:Item) CREATE (u)-[:RATED]->(i)");
    }

    /** Runs {@code work} while only {@code bytes} of the server's budget are free, and passes it the live bytes. */
    private static void withFree(long bytes, Consumer<Long> work) {
        NativeMemory memory = OffHeapBudget.memory();
        // The array is never touched, so the machine need not have this memory.
        try (OffHeapLongs occupied = memory.longs((memory.freeBytes() - bytes) / Long.BYTES)) {
            assertThat(occupied.length()).isPositive();
            work.accept(TestDatabase.liveBytes());
        }
    }

    private static void assertRefused(String query, String procedure) {
        withFree(ALMOST_NOTHING, live -> {
            assertThatThrownBy(() -> TestDatabase.rows(query))
                    .hasMessageContaining(procedure + " was not started: it needs at least ")
                    .hasMessageContaining(" of off-heap memory, and ")
                    .hasMessageContaining(" are free. Drop graphs with motif.graph.drop, raise the budget with"
                            + " -Dmotif.offheap.limit=")
                    .hasMessageContaining("{sudo: true}");
            assertThat(TestDatabase.liveBytes()).isEqualTo(live);
        });
    }

    @Test
    void estimateThatFitsExactlyIsLetThrough() {
        NativeMemory memory = new NativeMemory(1000);
        assertThatCode(() -> MemoryGuard.check("p", MemoryEstimate.range("x", 1000, 5000), memory, false))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> MemoryGuard.check("p", MemoryEstimate.range("x", 1001, 5000), memory, false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("p was not started: it needs at least 1001 Bytes of off-heap memory, and 1000"
                        + " Bytes of the budget of 1000 Bytes are free.");
        assertThatCode(() -> MemoryGuard.check("p", MemoryEstimate.of("x", 1001), memory, true))
                .doesNotThrowAnyException();
    }

    @Test
    void projectionBeyondTheBudgetIsNotStarted() {
        assertRefused("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')", "motif.graph.project");
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "motif.butterfly.stats",
                "motif.butterfly.stream",
                "motif.wing.stats",
                "motif.tip.stats",
                "motif.cohesion.stats",
                "motif.biclique.maximal.stats"
            })
    void callBeyondTheBudgetIsNotStarted(String procedure) {
        assertRefused("CALL " + procedure + "(" + MAP + ")", procedure);
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        assertRefused("CALL " + procedure + "('g')", procedure);
    }

    @Test
    void sudoStartsItNonetheless() {
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        withFree(ALMOST_NOTHING, live -> {
            for (String query : new String[] {
                "CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED', {sudo: true})",
                "CALL motif.butterfly.stats('g', {sudo: true})"
            }) {
                assertThatThrownBy(() -> TestDatabase.rows(query))
                        .hasMessageContaining("Not enough off-heap memory: ")
                        .hasMessageNotContaining("was not started");
                assertThat(TestDatabase.liveBytes()).isEqualTo(live);
            }
        });
    }
}
