package dev.motif.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.TestGraphs;
import dev.motif.timing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GraphCatalogTest {
    private static final GraphKey KEY = new GraphKey("id1", "neo4j", "ann", "g");

    private final GraphCatalog catalog = new GraphCatalog();
    private final NativeMemory memory = new NativeMemory(64 << 20);

    private CatalogGraph add(GraphKey key) {
        return add(key, Map.of(), this::graph);
    }

    private CatalogGraph add(GraphKey key, Map<String, Object> configuration, Supplier<ProjectedGraph> project) {
        return catalog.add(key, configuration, () -> new WithColumns(project.get(), List.of()));
    }

    private ProjectedGraph graph() {
        return TestGraphs.small(memory);
    }

    private static GraphKey named(String name) {
        return new GraphKey(KEY.databaseId(), KEY.database(), KEY.user(), name);
    }

    private List<String> names(GraphKey owner) {
        return catalog.list(owner::sameOwner).stream()
                .map(graph -> graph.key().name())
                .toList();
    }

    private void drop(GraphKey... keys) {
        catalog.drop(List.of(keys), true).forEach(CatalogGraph::release);
    }

    @Test
    void addedGraphIsListedUntilItIsDropped() {
        add(named("b"));
        add(named("a"));
        assertThat(names(KEY)).containsExactly("a", "b");
        assertThat(catalog.exists(named("a"))).isTrue();
        assertThat(memory.liveBytes())
                .isEqualTo(catalog.list(KEY::sameOwner).stream()
                        .mapToLong(graph -> graph.projected().bytes())
                        .sum())
                .isPositive();
        drop(named("a"), named("b"));
        assertThat(catalog.exists(named("a"))).isFalse();
        assertThat(names(KEY)).isEmpty();
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void sameNameOfAnotherUserIsAnotherGraph() {
        GraphKey bob = new GraphKey("id1", "neo4j", "bob", "g");
        add(KEY);
        assertThat(catalog.exists(bob)).isFalse();
        assertThat(names(bob)).isEmpty();
        assertThatThrownBy(() -> catalog.acquire(bob)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> catalog.drop(List.of(bob), true)).isInstanceOf(IllegalArgumentException.class);
        add(bob);
        drop(bob);
        assertThat(catalog.exists(KEY)).isTrue();
    }

    @Test
    void sameNameInAnotherDatabaseIsAnotherGraph() {
        GraphKey other = new GraphKey("id2", "movies", "ann", "g");
        add(KEY);
        assertThat(catalog.exists(other)).isFalse();
        assertThat(names(other)).isEmpty();
        assertThatThrownBy(() -> catalog.acquire(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No graph with the name 'g' in database 'movies'."
                        + " motif.graph.list() shows the existing graphs.");
        add(other);
        drop(other);
        assertThat(catalog.exists(KEY)).isTrue();
    }

    @Test
    void databaseOfTheSameNameOnAnotherServerIsAnotherDatabase() {
        GraphKey other = new GraphKey("id2", "neo4j", "ann", "g");
        add(KEY);
        assertThat(catalog.exists(other)).isFalse();
        add(other);
        catalog.dropDatabase("id1");
        assertThat(catalog.exists(KEY)).isFalse();
        assertThat(catalog.exists(other)).isTrue();
    }

    @Test
    void databaseThatIsGoneTakesAllItsGraphsAlong() {
        add(KEY);
        add(named("h"));
        add(new GraphKey("id1", "neo4j", "bob", "g"));
        catalog.dropDatabase("id1");
        assertThat(names(KEY)).isEmpty();
        assertThat(memory.liveBytes()).isZero();
    }

    /** Freeing a graph may take long; calls of other databases do not wait for it. */
    @Test
    void othersGoOnWhileTheGraphsOfADatabaseAreFreed() throws Exception {
        GraphKey other = new GraphKey("id2", "movies", "ann", "g");
        CountDownLatch goneOn = new CountDownLatch(1);
        boolean[] inTime = {false};
        add(KEY).projected().graph().whenClosed(() -> inTime[0] = happens(goneOn));
        Thread another = new Thread(() -> {
            while (catalog.exists(KEY)) {
                Thread.onSpinWait();
            }
            add(other);
            drop(other);
            goneOn.countDown();
        });
        another.start();
        catalog.dropDatabase("id1");
        another.join();
        assertThat(inTime[0]).isTrue();
        assertThat(memory.liveBytes()).isZero();
    }

    private static boolean happens(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void databaseThatIsGoneWhileAGraphIsReadTakesThatAlong() {
        assertThatThrownBy(() -> add(KEY, Map.of(), () -> {
                    catalog.dropDatabase("id1");
                    return graph();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The database 'neo4j' was stopped or dropped while the graph was projected.");
        assertThat(catalog.exists(KEY)).isFalse();
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void existingNameIsRefusedBeforeAnythingIsRead() {
        add(KEY);
        long before = memory.liveBytes();
        assertThatThrownBy(() -> add(KEY, Map.of(), () -> {
                    throw new AssertionError("must not be read");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A graph with the name 'g' already exists. Drop it with motif.graph.drop('g'),"
                        + " or use another name.");
        assertThat(memory.liveBytes()).isEqualTo(before);
    }

    @Test
    void nameIsReservedWhileItsGraphIsRead() {
        add(KEY, Map.of(), () -> {
            assertThat(catalog.exists(KEY)).isFalse();
            assertThatThrownBy(() -> add(KEY))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A graph with the name 'g' is being projected by another call.");
            return graph();
        });
        assertThat(names(KEY)).containsExactly("g");
    }

    @Test
    void failedProjectionLeavesTheNameFree() {
        NativeMemory tight = new NativeMemory(64);
        assertThatThrownBy(() -> add(KEY, Map.of(), () -> TestGraphs.small(tight)))
                .isInstanceOf(OffHeapMemoryException.class);
        assertThat(tight.liveBytes()).isZero();
        assertThat(catalog.exists(KEY)).isFalse();
        add(KEY);
        assertThat(catalog.exists(KEY)).isTrue();
    }

    @Test
    void ofManyConcurrentProjectionsOfOneNameExactlyOneWins() throws Exception {
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 50; round++) {
                CountDownLatch start = new CountDownLatch(1);
                AtomicInteger won = new AtomicInteger();
                AtomicInteger refused = new AtomicInteger();
                List<Future<?>> calls = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    calls.add(pool.submit(() -> {
                        start.await();
                        try {
                            add(KEY);
                            won.incrementAndGet();
                        } catch (IllegalArgumentException e) {
                            refused.incrementAndGet();
                        }
                        return null;
                    }));
                }
                start.countDown();
                for (Future<?> call : calls) {
                    call.get(10, TimeUnit.SECONDS);
                }
                assertThat(won).hasValue(1);
                assertThat(refused).hasValue(threads - 1);
                drop(KEY);
                assertThat(memory.liveBytes()).isZero();
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void droppedGraphLivesUntilItsLastUserLeaves() {
        CatalogGraph added = add(KEY);
        CatalogGraph first = catalog.acquire(KEY);
        CatalogGraph second = catalog.acquire(KEY);
        assertThat(first).isSameAs(second).isSameAs(added);
        drop(KEY);
        assertThatThrownBy(() -> catalog.acquire(KEY)).isInstanceOf(IllegalArgumentException.class);
        first.release();
        assertThat(memory.liveBytes()).isEqualTo(second.projected().bytes()).isPositive();
        assertThat(second.projected().left().nodeId(1)).isEqualTo(1);
        second.release();
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void nameIsFreeAgainWhileADroppedGraphIsInUse() {
        add(KEY);
        CatalogGraph old = catalog.acquire(KEY);
        drop(KEY);
        CatalogGraph young = add(KEY);
        assertThat(catalog.acquire(KEY)).isSameAs(young).isNotSameAs(old);
        young.release();
        old.release();
        assertThat(memory.liveBytes()).isEqualTo(young.projected().bytes());
    }

    @Test
    void releaseOnceTooOftenIsAnError() {
        add(KEY);
        CatalogGraph graph = catalog.acquire(KEY);
        drop(KEY);
        graph.release();
        assertThatThrownBy(graph::release)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("released more often than acquired");
    }

    @Test
    void missingOneOfSeveralDropsNone() {
        add(named("ratings"));
        add(named("users"));
        assertThatThrownBy(() -> drop(named("ratings"), named("user"), named("xyz")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No graph with the name 'user' (did you mean 'users'?), 'xyz' in database 'neo4j'."
                        + " motif.graph.list() shows the existing graphs.");
        assertThat(names(KEY)).containsExactly("ratings", "users");
    }

    @Test
    void missingOnesAreLeftOutWhenThatIsNoError() {
        add(named("a"));
        List<CatalogGraph> dropped = catalog.drop(List.of(named("x"), named("a")), false);
        assertThat(dropped).extracting(graph -> graph.key().name()).containsExactly("a");
        dropped.forEach(CatalogGraph::release);
        assertThat(catalog.drop(List.of(named("x")), false)).isEmpty();
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void suggestionsAreOfTheSameUserAlone() {
        add(new GraphKey("id1", "neo4j", "bob", "ratings"));
        assertThatThrownBy(() -> catalog.acquire(named("rating")))
                .hasMessageContaining("'rating'")
                .hasMessageNotContaining("ratings");
    }

    /** The catalog looks at all graphs before it takes one more. */
    @Slow
    @Test
    void usersHaveALimitOfGraphsEachAndTogether() {
        int ofUser = GraphCatalog.MAX_GRAPHS / GraphCatalog.SHARES;
        for (int user = 0; user < GraphCatalog.SHARES; user++) {
            for (int i = 0; i < ofUser; i++) {
                add(new GraphKey("id1", "neo4j", "user" + user, "g" + i));
            }
            GraphKey more = new GraphKey("id2", "movies", "user" + user, "more");
            assertThatThrownBy(() -> add(more))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("The catalog holds 1000 graphs of this user, and no more are allowed. Drop some with"
                            + " motif.graph.drop.");
        }
        assertThatThrownBy(() -> add(KEY)).hasMessageStartingWith("The catalog holds 10000 graphs of all users");
        assertThat(catalog.exists(KEY)).isFalse();
        GraphKey first = new GraphKey("id1", "neo4j", "user0", "g0");
        drop(first);
        add(KEY);
        catalog.dropDatabase("id1");
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void graphsThatArriveCountToo() {
        int ofUser = GraphCatalog.MAX_GRAPHS / GraphCatalog.SHARES;
        for (int i = 1; i < ofUser; i++) {
            add(named("g" + i));
        }
        add(KEY, Map.of(), () -> {
            assertThatThrownBy(() -> add(named("more"))).hasMessageContaining("1000 graphs of this user");
            return graph();
        });
        catalog.dropDatabase("id1");
        assertThat(memory.liveBytes()).isZero();
    }

    /** A thousand users who each give as much as they may leave no more on the heap than all may. */
    @Test
    void whatIsGivenForGraphsHasALimitForEachUserAndForAll() {
        Map<String, Object> given = Map.of("nodes", Map.of("left", List.of("L".repeat(256)), "right", "R".repeat(256)));
        long characters = 4 * 32 + 32 + 2 * 256;
        assertThat(GraphCatalog.weight(given)).isEqualTo(characters);
        Map<String, Object> large = Map.of("nodes", Collections.nCopies(1000, "L".repeat(256)));
        long total = 0;
        for (int user = 0; user < 1000; user++) {
            String name = "user" + user;
            int added = 0;
            while (adds(new GraphKey("id1", "neo4j", name, "g" + added), large)) {
                added++;
            }
            assertThat(added).isLessThanOrEqualTo(2);
            total += added * GraphCatalog.weight(large);
        }
        assertThat(total)
                .isBetween(GraphCatalog.MAX_CHARACTERS - GraphCatalog.weight(large), GraphCatalog.MAX_CHARACTERS);
        catalog.dropDatabase("id1");
        assertThat(adds(KEY, large)).isTrue();
        drop(KEY);
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean adds(GraphKey key, Map<String, Object> given) {
        try {
            add(key, given, this::graph);
            return true;
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("Give fewer, or drop graphs with motif.graph.drop.");
            return false;
        }
    }
}
