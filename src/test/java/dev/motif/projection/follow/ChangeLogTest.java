package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Follower.Taken;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

@EmptyDatabase
class ChangeLogTest {
    private static final Projection FRIENDS = new Projection(List.of("Person"), null, List.of("KNOWS"), null, true);

    private ChangeLog log;

    @BeforeEach
    void make() {
        log = new ChangeLog(server(), (GraphDatabaseAPI) TestDatabase.get(), 20);
    }

    private static DatabaseManagementService server() {
        return ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
    }

    private static void createPersons(int count) {
        TestDatabase.rows("UNWIND range(1, " + count + ") AS i CREATE (:Person)");
    }

    @Test
    void changesAreForgottenWhenAllHaveReadThem() {
        Follower first = log.follow(FRIENDS, Cancellation.NEVER);
        createPersons(3);
        Follower second = log.follow(FRIENDS, Cancellation.NEVER);
        TestDatabase.rows("CREATE (:Person)-[:KNOWS]->(:Person), (:Robot)-[:BUILT]->(:Robot)");
        assertThat(log.longs()).isEqualTo(6);
        Taken late = second.take();
        assertThat(late.changes().nodes()).hasSize(2);
        Taken taken = first.take();
        assertThat(taken.changes().nodes()).hasSize(5);
        assertThat(taken.changes().relationships()).hasSize(1);
        assertThat(first.nothingChanged()).isFalse();
        assertThat(taken.next().nothingChanged()).isTrue();
        first.close();
        assertThat(log.longs()).isEqualTo(3);
        second.close();
        assertThat(log.longs()).isZero();
        late.next().close();
        taken.next().close();
    }

    @Test
    void whatMayBeDeletedIsLookedUpAndWhatIsDeletedIsNot() {
        TestDatabase.rows("CREATE (:Person)-[:KNOWS]->(:Person)-[:KNOWS]->(:Person)");
        Follower follower = log.follow(FRIENDS, Cancellation.NEVER);
        TestDatabase.rows("MATCH ()-[r:KNOWS]->() WITH r LIMIT 1 DELETE r");
        Taken deleted = follower.take();
        assertThat(deleted.changes().deleted()).hasSize(Changes.DELETED);
        assertThat(deleted.changes().relationships()).isEmpty();
        follower.close();

        long[] stays = new long[1];
        TransactionEventListenerAdapter<Object> veto = new TransactionEventListenerAdapter<>() {
            @Override
            public Object beforeCommit(TransactionData data, Transaction transaction, GraphDatabaseService service) {
                stays[0] = data.deletedRelationships().iterator().next().getId();
                throw new IllegalStateException("no");
            }
        };
        server().registerTransactionEventListener(TestDatabase.get().databaseName(), veto);
        try {
            assertThatThrownBy(() -> TestDatabase.rows("MATCH ()-[r:KNOWS]->() DELETE r"))
                    .hasStackTraceContaining("no");
        } finally {
            server().unregisterTransactionEventListener(TestDatabase.get().databaseName(), veto);
        }
        Taken rolledBack = deleted.next().take();
        assertThat(rolledBack.changes().deleted()).startsWith(stays).hasSize(Changes.DELETED);
        assertThat(rolledBack.changes().relationships()).containsExactly(stays);
        deleted.next().close();
        rolledBack.next().close();
    }

    @Test
    void nothingIsRememberedWithoutAFollower() {
        log.follow(FRIENDS, Cancellation.NEVER).close();
        createPersons(3);
        assertThat(log.longs()).isZero();
    }

    @Test
    void tooManyChangesAreLostButNotThoseAfterThem() {
        Follower early = log.follow(FRIENDS, Cancellation.NEVER);
        createPersons(15);
        assertThat(log.longs()).isEqualTo(15);
        createPersons(6);
        assertThat(log.longs()).isZero();
        assertThat(early.take()).isNull();
        Follower late = log.follow(FRIENDS, Cancellation.NEVER);
        createPersons(2);
        assertThat(early.take()).isNull();
        Taken taken = late.take();
        assertThat(taken.changes().nodes()).hasSize(2);
        late.close();
        early.close();
        taken.next().close();
    }

    @Test
    void transactionThatIsTooLargeAloneIsLost() {
        Follower follower = log.follow(FRIENDS, Cancellation.NEVER);
        createPersons(21);
        assertThat(follower.take()).isNull();
        follower.close();
    }

    @Test
    void closedFollowerKnowsNothing() {
        Follower follower = log.follow(FRIENDS, Cancellation.NEVER);
        follower.close();
        assertThat(follower.take()).isNull();
    }
}
