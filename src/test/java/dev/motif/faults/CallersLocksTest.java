package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Lock;
import org.neo4j.graphdb.Transaction;

/** Calls that write in a transaction that holds locks, but no changes: they would wait for themselves. */
class CallersLocksTest {
    @BeforeAll
    static void createGraph() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE INDEX users FOR (u:User) ON (u.i)");
        TestDatabase.rows("CALL db.awaitIndexes()");
        TestDatabase.rows("CREATE (:User {i: 1})-[:RATED {i: 1}]->(:Item {i: 1}), (:User {i: 2})");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'tip'})");
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.rows("DROP INDEX users");
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    static List<String> writing() {
        return ReadOnlyDatabaseTest.writing();
    }

    /** It would wait until the timeout of its transaction. */
    private static void assertRefused(Transaction transaction, String query, String procedure) {
        assertThatThrownBy(() -> transaction
                        .execute(query, ReadOnlyDatabaseTest.parametersOf(procedure, "locks"))
                        .resultAsString())
                .hasMessageContaining(procedure
                        + " writes in transactions of its own, which would wait forever for the locks that this"
                        + " transaction holds by uncommitted changes, or by SET without a change: commit it first and"
                        + " call it in a new transaction");
    }

    private static Transaction begin() {
        return TestDatabase.get().beginTx(5, TimeUnit.MINUTES);
    }

    @ParameterizedTest
    @MethodSource("writing")
    void setWithoutAChangeCountsAsOne(String procedure) {
        try (Transaction transaction = begin()) {
            assertRefused(
                    transaction,
                    "MATCH (u) SET u.i = u.i WITH count(*) AS c CALL " + procedure
                            + "($graph, $given) YIELD configuration RETURN c",
                    procedure);
        }
    }

    static List<Consumer<Transaction>> locks() {
        return List.of(
                transaction -> transaction
                        .execute("MATCH ()-[r:RATED]->() SET r.i = r.i")
                        .close(),
                transaction -> lock(transaction.acquireWriteLock(node(transaction))),
                transaction -> lock(transaction.acquireReadLock(node(transaction))));
    }

    private static Entity node(Transaction transaction) {
        return transaction.findNode(() -> "User", "i", 1);
    }

    private static void lock(Lock lock) {
        assertThat(lock).isNotNull();
    }

    @ParameterizedTest
    @MethodSource("locks")
    void otherLocksCountAsChanges(Consumer<Transaction> locking) {
        try (Transaction transaction = begin()) {
            locking.accept(transaction);
            assertRefused(transaction, "CALL motif.butterfly.write($graph, $given)", "motif.butterfly.write");
        }
    }

    @Test
    void locksOfReadingAreNone() {
        try (Transaction transaction = begin()) {
            assertThat(transaction
                            .execute(
                                    "MATCH (u:User {i: 1}) USING INDEX u:User(i) WITH count(*) AS c"
                                            + " CALL motif.butterfly.write($graph, $given) YIELD nodePropertiesWritten AS n RETURN c, n",
                                    ReadOnlyDatabaseTest.parametersOf("motif.butterfly.write", "locks"))
                            .next())
                    .isEqualTo(Map.of("c", 1L, "n", 3L));
        }
    }

    @Test
    void locksOfOthersAreNoReason() {
        try (Transaction other = begin();
                Transaction transaction = begin()) {
            other.acquireWriteLock(other.createNode());
            assertThat(transaction
                            .execute(
                                    "CALL motif.butterfly.write($graph, $given) YIELD nodePropertiesWritten AS n RETURN n",
                                    ReadOnlyDatabaseTest.parametersOf("motif.butterfly.write", "locks"))
                            .next())
                    .isEqualTo(Map.of("n", 3L));
        }
    }
}
