package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.call.Call;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.factory.DbmsInfo;
import org.neo4j.logging.NullLog;

/** Tests which of another user's graphs, jobs and transactions a user sees and ends. */
@EmptyDatabase
class AdministratorTest {
    @BeforeEach
    void createGraphs() {
        TestDatabase.rows("CREATE (a:User)-[:RATED]->(i:Item), (a)-[:RATED]->(j:Item),"
                + " (b:User)-[:RATED]->(i), (b)-[:RATED]->(j)");
        rows("ann", "CALL motif.graph.project('shared', {left: 'User', right: 'Item'}, 'RATED')");
        rows("bob", "CALL motif.graph.project('shared', {left: 'User', right: 'Item'}, 'RATED')");
        rows("bob", "CALL motif.graph.project('mine', 'User', 'RATED')");
    }

    private static List<Map<String, Object>> rows(String user, String query) {
        return TestLogin.rows(user, query);
    }

    private static List<List<Object>> values(String user, String query) {
        return rows(user, query).stream().map(row -> List.copyOf(row.values())).toList();
    }

    @Test
    void graphsOfOthersAreListedAndDroppedByTheNameOfTheirOwner() {
        String list = " YIELD username, graphName RETURN [username, graphName] AS graph";
        List<Object> ann = List.of("ann", "shared");
        List<Object> bob = List.of("bob", "shared");
        List<Object> mine = List.of("bob", "mine");
        assertThat(values("ann", "CALL motif.graph.list()" + list)).containsExactly(List.of(ann));
        assertThat(values("ann", "CALL motif.graph.list('', {username: 'ann'})" + list))
                .containsExactly(List.of(ann));
        assertThat(values("ann", "CALL motif.graph.list('', {username: 'bob'})" + list))
                .containsExactly(List.of(mine), List.of(bob));
        assertThat(values("eve", "CALL motif.graph.list('', {username: '*'})" + list))
                .containsExactly(List.of(mine), List.of(ann), List.of(bob));
        assertThat(values("eve", "CALL motif.graph.exists('mine') YIELD exists"))
                .containsExactly(List.of(false));
        assertThat(values("eve", "CALL motif.graph.exists('mine', {username: 'bob'}) YIELD exists"))
                .containsExactly(List.of(true));
        assertThatThrownBy(() -> rows("eve", "CALL motif.graph.drop('shared')"))
                .hasMessageContaining("No graph with the name 'shared'");
        assertThat(values("eve", "CALL motif.graph.drop(['shared', 'mine'], true, {username: 'bob'}) YIELD username"))
                .containsExactly(List.of("bob"), List.of("bob"));
        assertThat(values("eve", "CALL motif.graph.list('', {username: '*'})" + list))
                .containsExactly(List.of(ann));
    }

    @Test
    void algorithmsAndColumnsTakeGraphsOfOthers() {
        assertThat(values("ann", "CALL motif.butterfly.stats('shared', {username: 'bob'}) YIELD count"))
                .containsExactly(List.of(1L));
        long ofAnn = OffHeapBudget.ofUser("ann").liveBytes();
        long ofBob = OffHeapBudget.ofUser("bob").liveBytes();
        rows("ann", "CALL motif.butterfly.mutate('shared', {username: 'bob', mutateProperty: 'b', backend: 'CPU'})");
        assertThat(OffHeapBudget.ofUser("bob").liveBytes())
                .as("with bob's column")
                .isGreaterThan(ofBob);
        assertThat(OffHeapBudget.ofUser("ann").liveBytes()).as("who added it").isLessThanOrEqualTo(ofAnn);
        assertThat(values("ann", "CALL motif.graph.list() YIELD columns RETURN size(columns) AS columns"))
                .containsExactly(List.of(0L));
        assertThat(values("bob", "CALL motif.graph.nodeProperties.stream('shared', 'b') YIELD propertyValue"))
                .hasSize(4);
        assertThat(values(
                        "ann",
                        "CALL motif.graph.nodeProperties.stream('shared', 'b', {username: 'bob'})"
                                + " YIELD propertyValue"))
                .hasSize(4);
        assertThat(values(
                        "ann",
                        "CALL motif.graph.write('shared', {username: 'bob', nodeProperties: 'b'})"
                                + " YIELD nodePropertiesWritten"))
                .containsExactly(List.of(4L));
        assertThat(values(
                        "ann",
                        "CALL motif.graph.dropProperties('shared', 'b', true, {username: 'bob'})" + " YIELD property"))
                .containsExactly(List.of("b"));
        assertThatThrownBy(() -> rows(
                        "ann",
                        "CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'},"
                                + " {username: 'bob'})"))
                .hasMessageContaining("`username` must be left out where `graph` is no name, got 'bob'");
    }

    @Test
    void jobsOfOthersAreListedAndCanceledByTheNameOfTheirOwner() {
        try (InternalTransaction bob = TestLogin.begin("bob", AccessMode.Static.READ)) {
            Call call = call(bob, DbmsInfo.COMMUNITY);
            call.run("of bob", false, job -> {
                assertThat(values("ann", "CALL motif.listProgress('of bob') YIELD username"))
                        .isEmpty();
                assertThat(values("ann", "CALL motif.listProgress('of bob', {username: 'bob'}) YIELD username"))
                        .containsExactly(List.of("bob"));
                assertThat(values("ann", "CALL motif.listProgress('of bob', {username: '*'}) YIELD username"))
                        .containsExactly(List.of("bob"));
                assertThat(values("ann", "CALL motif.jobs.cancel('of bob') YIELD canceled"))
                        .containsExactly(List.of(false));
                assertThat(call.cancellation().requested()).isFalse();
                assertThat(values("ann", "CALL motif.jobs.cancel('of bob', {username: 'bob'}) YIELD canceled"))
                        .containsExactly(List.of(true));
                assertThat(call.cancellation().requested()).isTrue();
                job.close();
                return job.status();
            });
        }
    }

    private static Call call(InternalTransaction transaction, DbmsInfo edition) {
        return new Call(
                "motif.test", TestLogin.databaseOf(edition), transaction, NullLog.getInstance(), () -> {}, null);
    }

    private static void assertSeesOthers(boolean sees, DbmsInfo edition, Set<String> roles) {
        try (InternalTransaction transaction = TestLogin.begin("ann", AccessMode.Static.READ, roles)) {
            Call call = call(transaction, edition);
            assertThat(call.isAdmin()).isEqualTo(sees);
            assertThat(Stream.of(null, "ann").map(call::owner)).containsOnly("ann");
            assertThat(call.key("g", "ann")).isEqualTo(call.key("g"));
            assertThat(call.owners(null).test("ann")).isTrue();
            assertThat(call.owners(null).test("bob")).isFalse();
            if (sees) {
                assertThat(call.owner("bob")).isEqualTo("bob");
                assertThat(call.owners("bob").test("ann")).isFalse();
                assertThat(call.owners("*").test("eve")).isTrue();
                return;
            }
            for (String other : List.of("bob", "*", "", "Ann", "ann ")) {
                assertThatThrownBy(() -> call.owner(other))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("`username` must be 'ann', the caller's own name, or be left out: only users with"
                                + " the role 'admin' may name others, got '" + other + "'");
                assertThatThrownBy(() -> call.owners(other)).hasMessageContaining("only users with the role");
                assertThatThrownBy(() -> call.key("g", other)).hasMessageContaining("only users with the role");
            }
        }
    }

    @Test
    void userWhoIsNamedLikeAllOfThemSeesTheirOwn() {
        try (InternalTransaction transaction = TestLogin.begin("*", AccessMode.Static.READ, Set.of())) {
            Call call = call(transaction, DbmsInfo.ENTERPRISE);
            assertThat(call.owners("*").test("*")).isTrue();
            assertThat(call.owners("*").test("bob")).isFalse();
        }
    }

    @Test
    void ownerWithoutANameIsTakenAsListed() {
        TestDatabase.rows("CALL motif.graph.project('unnamed', {left: 'User', right: 'Item'}, 'RATED')");
        assertThat(values("ann", "CALL motif.graph.list('unnamed', {username: '*'}) YIELD username"))
                .containsExactly(List.of(""));
        assertThat(values("ann", "CALL motif.graph.list('unnamed', {username: ''}) YIELD username"))
                .containsExactly(List.of(""));
        assertThat(values("ann", "CALL motif.graph.drop('unnamed', true, {username: ''}) YIELD username"))
                .containsExactly(List.of(""));
    }

    @Test
    void onlyTheRoleAdminSeesOthersWhereThereAreRoles() {
        assertSeesOthers(true, DbmsInfo.ENTERPRISE, Set.of("PUBLIC", "admin"));
        assertSeesOthers(false, DbmsInfo.ENTERPRISE, Set.of("PUBLIC", "architect", "Admin", "administrator"));
        assertSeesOthers(false, DbmsInfo.ENTERPRISE, Set.of());
        assertSeesOthers(false, DbmsInfo.UNKNOWN, Set.of());
        assertSeesOthers(true, DbmsInfo.COMMUNITY, Set.of());
    }

    @Test
    void memoryIsListedWithItsOwner() {
        rows("ann", "CALL motif.butterfly.mutate('shared', {mutateProperty: 'b', concurrency: 1, jobId: 'adding'})");
        rows("ann", "CALL motif.wing.stats('shared', {concurrency: 1})");
        long prepared = OffHeapBudget.memory().forms().bytes();
        assertThat(prepared).isPositive();
        String list = " YIELD username, database, kind, name, part, memory, bytes"
                + " RETURN [username, database, kind, name, part, memory, bytes > 0] AS row";
        String ofAnn = "CALL motif.memory.list({username: 'ann'})" + list;
        List<Object> graph = Arrays.asList("ann", "neo4j", "GRAPH", "shared", null, "OFF_HEAP", true);
        List<Object> column = List.of("ann", "neo4j", "COLUMN", "shared", "b", "OFF_HEAP", true);
        List<Object> form = Arrays.asList("ann", "neo4j", "PREPARED", "shared", null, "OFF_HEAP", true);
        assertThat(values("eve", ofAnn)).containsExactlyInAnyOrder(List.of(graph), List.of(column), List.of(form));
        assertThat(values("eve", "CALL motif.memory.list() YIELD username, kind, bytes RETURN username, sum(bytes)"))
                .containsExactlyInAnyOrder(
                        List.of("ann", OffHeapBudget.ofUser("ann").liveBytes()),
                        List.of("bob", OffHeapBudget.ofUser("bob").liveBytes()));
        assertThat(values("eve", "CALL motif.memory.list({username: 'eve'})")).isEmpty();
        try (InternalTransaction bob = TestLogin.begin("bob", AccessMode.Static.READ)) {
            Call call = call(bob, DbmsInfo.COMMUNITY);
            call.run("of bob", false, job -> {
                try (OffHeapLongs held = call.memory().longs(1 << 20)) {
                    assertThat(values(
                                    "eve",
                                    "CALL motif.memory.list() YIELD username, kind, name, part, bytes"
                                            + " RETURN [username, kind, name, part, bytes] AS row LIMIT 1"))
                            .containsExactly(List.of(List.of("bob", "CALL", "of bob", "motif.test", held.bytes())));
                }
                job.close();
                return null;
            });
        }
        assertThat(values("eve", "CALL motif.memory.list({username: 'bob'}) YIELD kind RETURN DISTINCT kind"))
                .containsExactly(List.of("GRAPH"));
    }

    @Test
    void limitOfAUserIsThatOfAllGraphsOfTheUser() {
        System.setProperty("motif.offheap.limit.user", "100000");
        try {
            String project = "CALL motif.graph.project('%s', {left: 'User', right: 'Item'}, 'RATED', {sudo: true})";
            assertThatThrownBy(() ->
                            IntStream.range(0, 200).forEach(i -> rows("limited", String.format(project, "g" + i))))
                    .hasMessageContaining("Not enough off-heap memory: ")
                    .hasMessageContaining(" of the user's limit of 97.7 KiB free, ")
                    .hasMessageContaining(" used. Drop graphs with motif.graph.drop, or raise the user's limit with"
                            + " -Dmotif.offheap.limit.user=<bytes");
            assertThat(OffHeapBudget.ofUser("limited").liveBytes()).isBetween(1L, 100_000L);
            rows("ann", String.format(project, "of ann"));
            // As many as free what a projection takes for a while, which its threads share differently each time.
            rows("limited", "CALL motif.graph.drop(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g8', 'g9'])");
            rows("limited", String.format(project, "g0"));
            System.setProperty("motif.offheap.limit.user", "64");
            assertThatThrownBy(() -> rows("poor", String.format(project, "g").replace("true", "false")))
                    .hasMessageContaining(" was not started: it needs at least ")
                    .hasMessageContaining(" 64 Bytes of the user's limit of 64 Bytes are free.")
                    .hasMessageContaining("raise the user's limit with -Dmotif.offheap.limit.user=");
        } finally {
            System.clearProperty("motif.offheap.limit.user");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "motif.graph.list('', {username: 1})",
                "motif.listProgress('', {username: 1})",
                "motif.jobs.cancel('x', {username: 1})",
                "motif.graph.exists('shared', {username: 1})"
            })
    void nameOfAnOwnerIsAText(String call) {
        assertThatThrownBy(() -> rows("ann", "CALL " + call))
                .hasMessageContaining("`username` must be a STRING that is not empty, got 1");
    }
}
