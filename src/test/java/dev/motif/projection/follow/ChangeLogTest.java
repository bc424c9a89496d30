package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.follow.Follower.Taken;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

@EmptyDatabase
class ChangeLogTest {
    private static final Projection FRIENDS = new Projection(List.of("Person"), null, List.of("KNOWS"), null, true);
    private static final int FEW = LongChunks.CHUNK / 8;

    private ChangeLog.Limit limit;
    private HeapBudget heap;
    private ChangeLog log;

    @BeforeEach
    void make() {
        heap = new HeapBudget(1 << 20);
        limit = new ChangeLog.Limit(2 * LongChunks.CHUNK_BYTES, heap);
        log = new ChangeLog((GraphDatabaseAPI) TestDatabase.get(), limit);
    }

    private static void createPersons(int count) {
        TestDatabase.rows("UNWIND range(1, " + count + ") AS i CREATE (:Person)");
    }

    /** Runs something while a listener is registered. */
    private static void with(TransactionEventListener<?> listener, Runnable what) {
        DatabaseManagementService server = ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
        String name = TestDatabase.get().databaseName();
        server.registerTransactionEventListener(name, listener);
        try {
            what.run();
        } finally {
            server.unregisterTransactionEventListener(name, listener);
        }
    }

    @Test
    void changesAreForgottenWhenAllHaveReadThem() {
        Follower first = log.follow(FRIENDS);
        createPersons(3);
        Follower second = log.follow(FRIENDS);
        TestDatabase.rows("CREATE (:Person)-[:KNOWS]->(:Person), (:Robot)-[:BUILT]->(:Robot)");
        assertThat(log.count()).isEqualTo(6);
        assertThat(limit.taken()).isEqualTo(LongChunks.CHUNK_BYTES);
        assertThat(heap.liveBytes()).isEqualTo(LongChunks.CHUNK_BYTES);
        Taken late = second.take();
        assertThat(late.changes().nodes()).hasSize(2);
        Taken taken = first.take();
        assertThat(taken.changes().nodes()).hasSize(5);
        assertThat(taken.changes().relationships()).hasSize(1);
        assertThat(first.nothingChanged()).isFalse();
        assertThat(taken.next().nothingChanged()).isTrue();
        first.close();
        assertThat(log.count()).isEqualTo(6);
        second.close();
        assertThat(log.count()).isZero();
        assertThat(limit.taken()).isZero();
        assertThat(heap.liveBytes()).isZero();
        late.next().close();
        taken.next().close();
    }

    @Test
    void eachIdIsTakenOnceAndChunksAreForgottenOneByOne() {
        TestDatabase.rows("CREATE (:Person {name: 'a'})");
        Follower first = log.follow(FRIENDS);
        for (int i = 0; i < 3; i++) {
            TestDatabase.rows("MATCH (p {name: 'a'}) REMOVE p:Person");
            TestDatabase.rows("MATCH (p {name: 'a'}) SET p:Person");
        }
        assertThat(log.count()).isEqualTo(6);
        createPersons(LongChunks.CHUNK - FEW);
        Follower second = log.follow(FRIENDS);
        createPersons(FEW);
        assertThat(limit.taken()).isEqualTo(2 * LongChunks.CHUNK_BYTES);
        Taken taken = first.take();
        assertThat(taken.changes().nodes()).hasSize(1 + LongChunks.CHUNK);
        assertThat(taken.changes().nodes()).isSorted().doesNotHaveDuplicates();
        first.close();
        taken.next().close();
        Taken rest = second.take();
        assertThat(rest.changes().nodes()).hasSize(FEW);
        second.close();
        createPersons(LongChunks.CHUNK - FEW);
        assertThat(log.count()).isEqualTo(LongChunks.CHUNK - FEW);
        Taken last = rest.next().take();
        assertThat(last.changes().nodes()).hasSize(LongChunks.CHUNK - FEW);
        rest.next().close();
        last.next().close();
        assertThat(limit.taken()).isZero();
    }

    @Test
    void whatIsRolledBackIsNotRemembered() {
        TestDatabase.rows("CREATE (:Person)-[:KNOWS]->(:Person)-[:KNOWS]->(:Person)");
        try (Follower follower = log.follow(FRIENDS)) {
            TransactionEventListenerAdapter<Object> veto = new TransactionEventListenerAdapter<>() {
                @Override
                public Object beforeCommit(
                        TransactionData data, Transaction transaction, GraphDatabaseService service) {
                    throw new IllegalStateException("no");
                }
            };
            with(veto, () -> assertThatThrownBy(() -> TestDatabase.rows("MATCH ()-[r:KNOWS]->() DELETE r"))
                    .hasStackTraceContaining("no"));
            try (Transaction transaction = TestDatabase.get().beginTx()) {
                TestDatabase.nodes(transaction).toList().forEach(Node::delete);
                assertThatThrownBy(transaction::commit).isInstanceOf(ConstraintViolationException.class);
            }
            assertThat(follower.nothingChanged()).isTrue();
        }
    }

    @Test
    void deletedNodesAreRememberedWhateverTheirLabelsWere() {
        TestDatabase.rows("CREATE (:Person)-[:KNOWS]->(:Person), (:Robot)-[:BUILT]->(:Robot)");
        try (Follower follower = log.follow(FRIENDS)) {
            TestDatabase.rows("MATCH (n) DETACH DELETE n");
            Taken taken = follower.take();
            assertThat(taken.changes().nodes()).isEmpty();
            assertThat(taken.changes().deletedNodes()).hasSize(4);
            assertThat(taken.changes().relationships()).hasSize(1);
            taken.next().close();
        }
    }

    @Test
    void nothingIsRememberedWithoutAFollower() {
        log.follow(FRIENDS).close();
        createPersons(3);
        assertThat(log.count()).isZero();
    }

    @Test
    void tooManyChangesAreLostButNotThoseAfterThem() {
        Follower early = log.follow(FRIENDS);
        for (int i = 0; i < 17; i++) {
            createPersons(FEW);
        }
        assertThat(log.count()).isZero();
        assertThat(early.nothingChanged()).isFalse();
        assertThat(early.take()).isNull();
        Follower late = log.follow(FRIENDS);
        createPersons(2);
        assertThat(early.take()).isNull();
        Taken taken = late.take();
        assertThat(taken.changes().nodes()).hasSize(2);
        late.close();
        early.close();
        taken.next().close();
        assertThat(limit.taken()).isZero();
    }

    @Test
    void transactionThatIsTooLargeAloneIsLost() {
        Follower follower = log.follow(FRIENDS);
        createPersons(2 * LongChunks.CHUNK + 1);
        assertThat(follower.take()).isNull();
        follower.close();
        assertThat(limit.taken()).isZero();
    }

    @Test
    void allLogsOfAServerHaveOneLimit() {
        ChangeLog other = new ChangeLog((GraphDatabaseAPI) TestDatabase.get(), limit);
        Follower follower = log.follow(FRIENDS);
        createPersons(LongChunks.CHUNK);
        Follower late = other.follow(FRIENDS);
        createPersons(FEW);
        Taken taken = follower.take();
        // One of the two logs has got the second chunk: the one that was asked first.
        assertThat(taken == null).isNotEqualTo(late.take() == null);
        follower.close();
        late.close();
        if (taken != null) {
            taken.next().close();
        }
    }

    @Test
    void logIsLostWhereTheHeapHasNoRoom() {
        Follower follower = log.follow(FRIENDS);
        heap.limitTo(LongChunks.CHUNK_BYTES - 1);
        createPersons(1);
        assertThat(follower.take()).isNull();
        follower.close();
        assertThat(heap.liveBytes()).isZero();
    }

    /** The values, the headers of arrays, and the references to them are counted. */
    @Test
    void limitCountsTheBytesThatChunksTake() {
        ChangeLog.Limit large = new ChangeLog.Limit(1L << 40, new HeapBudget(1L << 40));
        LongChunks chunks = new LongChunks(large);
        LongStream.range(0, 100L * LongChunks.CHUNK + 1).forEach(chunks::add);
        assertThat(large.taken()).isEqualTo(101 * (8L * LongChunks.CHUNK + 32));
        chunks.dropBefore(50L * LongChunks.CHUNK + 3);
        assertThat(large.taken()).isEqualTo(51 * LongChunks.CHUNK_BYTES);
        LongChunks.View view = chunks.from(50L * LongChunks.CHUNK + 3);
        assertThat(view.get(0)).isEqualTo(50L * LongChunks.CHUNK + 3);
        assertThat(view.get(view.count() - 1)).isEqualTo(100L * LongChunks.CHUNK);
    }

    @Test
    void closedFollowerKnowsNothing() {
        Follower follower = log.follow(FRIENDS);
        follower.close();
        assertThat(follower.take()).isNull();
    }

    /** Others see what a transaction has written before its commit has returned. */
    @Test
    void followerWaitsForWhatIsBeingCommitted() throws InterruptedException {
        CountDownLatch visible = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        TransactionEventListenerAdapter<Object> slow = new TransactionEventListenerAdapter<>() {
            @Override
            public void afterCommit(TransactionData data, Object state, GraphDatabaseService service) {
                visible.countDown();
                try {
                    waiting.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        try (Follower follower = log.follow(FRIENDS)) {
            Thread writer = new Thread(() -> with(slow, () -> createPersons(1)));
            writer.start();
            visible.await();
            assertThat(follower.nothingChanged()).isTrue();
            Cancellation looks = () -> {
                waiting.countDown();
                return false;
            };
            assertThat(follower.settled(looks)).isTrue();
            assertThat(follower.nothingChanged()).isFalse();
            writer.join();
        }
    }

    /** A trigger that runs after a commit, in its thread, would wait for itself. */
    @Test
    void followerDoesNotWaitForTheTransactionThatRunsIt() {
        boolean[] settled = {true};
        try (Follower follower = log.follow(FRIENDS)) {
            TransactionEventListenerAdapter<Object> trigger = new TransactionEventListenerAdapter<>() {
                @Override
                public void afterCommit(TransactionData data, Object state, GraphDatabaseService service) {
                    settled[0] = follower.settled(Cancellation.NEVER);
                }
            };
            with(trigger, () -> createPersons(1));
            assertThat(settled[0]).isFalse();
            assertThat(follower.settled(Cancellation.NEVER)).isTrue();
        }
    }
}
