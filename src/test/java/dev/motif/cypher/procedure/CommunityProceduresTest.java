package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

@EmptyDatabase
class CommunityProceduresTest {
    private static final String PEOPLE = "{nodes: 'Person', relationships: 'KNOWS'}";
    private static final String RATINGS = "{nodes: {left: 'Account', right: 'Thing'}, relationships: 'RATED'}";

    /** Two triangles that share d; f knows g. And a biclique of 3 accounts and 2 things, another of 2 and 2. */
    @BeforeEach
    void createGraphs() {
        rows("UNWIND split('ad ab bd de df ef fg', ' ') AS pair MERGE (u:Person {name: left(pair, 1)})"
                + " MERGE (v:Person {name: right(pair, 1)}) CREATE (u)-[:KNOWS]->(v)");
        rows("UNWIND split('ax ay bx by cx cy dv dw ev ew cv', ' ') AS pair MERGE (u:Account {name: left(pair, 1)})"
                + " MERGE (v:Thing {name: right(pair, 1)}) CREATE (u)-[:RATED]->(v)");
    }

    private static final String MEMBERS = ".*Ids|groupId|.*odes|relationships";

    private static List<String> names(String call) {
        return rows(call + " YIELD nodes RETURN reduce(all = '', n IN nodes | all + n.name) AS names").stream()
                .map(row -> (String) row.get("names"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ktruss        |                     | 0 3 null 3 3, 1 3 null 3 3
            ktruss        | connected: 'EDGES'  | 0 3 1 5 6, 1 2 null 6 7
            ktruss        | level: 4            |
            kcore         |                     | 0 2 1 5 6, 1 1 null 6 7
            kcore         | level: 1            | 0 1 null 6 7
            wing          |                     | 0 2 null 5 6, 1 1 null 4 4
            tip           |                     | 0 2 null 6 7, 1 1 null 4 4
            tip           | side: 'RIGHT'       | 0 3 null 5 6, 1 1 null 5 5
            alphaBetaCore | alpha: 2            | 0 3 1 5 6, 1 2 null 9 11
            """)
    void streamReturnsAllCommunities(String family, String keys, String expected) {
        String graph = family.matches("ktruss|kcore") ? PEOPLE : RATINGS;
        assertThat(rows("CALL motif." + family + ".communities.stream(" + graph + ", {" + (keys == null ? "" : keys)
                        + "})"))
                .extracting(row -> row.get("communityId") + " " + row.get("level") + " " + row.get("parentId") + " "
                        + row.get("nodeCount") + " " + row.get("relationshipCount"))
                .containsExactlyElementsOf(expected == null ? List.of() : List.of(expected.split(", ")));
    }

    /** It is a connected component of the 2-truss, but no triangle connects it with anything. */
    @Test
    void relationshipThatSharesNoNodeIsACommunityByEdgesAlone() {
        rows("CREATE (:Person {name: 'x'})-[:KNOWS]->(:Person {name: 'y'})");
        String stream = "CALL motif.ktruss.communities.stream(" + PEOPLE + ", {connected: '%s'})"
                + " YIELD level, nodeCount, relationshipCount WHERE relationshipCount = 1 RETURN level, nodeCount";
        assertThat(rows(String.format(stream, "EDGES"))).containsExactly(Map.of("level", 2L, "nodeCount", 2L));
        assertThat(rows(String.format(stream, "TRIANGLES"))).isEmpty();
        assertThat(rows("CALL motif.kcore.communities.stream(" + PEOPLE + ") YIELD relationshipCount WHERE"
                        + " relationshipCount = 1 RETURN 1 AS one"))
                .hasSize(1);
    }

    @Test
    void statsSumsUp() {
        assertThat(TestDatabase.row("CALL motif.kcore.communities.stats(" + PEOPLE + ")"))
                .containsEntry("communityCount", 2L)
                .containsEntry("levels", 2L)
                .containsEntry("maxLevel", 2L)
                .containsEntry("rootCount", 1L)
                .containsEntry("largest", 6L);
        assertThat(TestDatabase.row("CALL motif.kcore.communities.stats(" + PEOPLE + ", {level: 9})"))
                .containsEntry("communityCount", 0L)
                .containsEntry("maxLevel", null)
                .containsEntry("largest", 0L);
    }

    @Test
    void graphDrawsOneCommunity() {
        assertThat(
                        TestDatabase.row(
                                "CALL motif.ktruss.communities.graph(" + PEOPLE + ", {communityId: 1})"
                                        + " YIELD community, nodes, relationships, level, density"
                                        + " RETURN labels(community) AS labels, level, density,"
                                        + " size(relationships) AS joined, all(r IN relationships WHERE endNode(r) = community) AS all"))
                .containsEntry("labels", List.of("Community"))
                .containsEntry("level", 3L)
                .containsEntry("density", 1.0)
                .containsEntry("joined", 3L)
                .containsEntry("all", true);
        assertThat(names("CALL motif.ktruss.communities.graph(" + PEOPLE + ")")).containsExactly("abd");
        assertThat(names("CALL motif.kcore.communities.graph(" + PEOPLE + ", {communityId: 1})"))
                .containsExactly("abdefg");
        assertThat(names("CALL motif.wing.communities.graph(" + RATINGS + ", {communityId: 1})"))
                .containsExactly("devw");
        assertThat(names("CALL motif.tip.communities.graph(" + RATINGS + ")")).containsExactly("abcxyv");
        assertThat(names("CALL motif.tip.communities.graph(" + RATINGS + ", {side: 'RIGHT'})"))
                .containsExactly("abcxy");
        assertThat(names("CALL motif.alphaBetaCore.communities.graph(" + RATINGS + ", {alpha: 3})"))
                .containsExactly("cxyv");
        assertThat(names("CALL motif.kcore.communities.graph(" + PEOPLE + ", {level: 7})"))
                .isEmpty();
    }

    @Test
    void writeAndMutateGiveEachElementItsDeepestCommunity() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS', {relationshipIds: true})");
        rows("CALL motif.graph.project('b', {left: 'Account', right: 'Thing'}, 'RATED')");
        assertThat(TestDatabase.row("CALL motif.ktruss.communities.write('g', {writeProperty: 'c'})"))
                .containsEntry("propertiesWritten", 7L)
                .containsEntry("communityCount", 2L);
        assertThat(TestDatabase.row("MATCH (u)-[r:KNOWS]->(v) WITH r ORDER BY u.name, v.name RETURN collect(r.c) AS c"))
                .containsEntry("c", List.of(0L, 0L, 0L, 1L, 1L, 1L, -1L));
        assertThat(TestDatabase.row("CALL motif.kcore.communities.mutate('g', {mutateProperty: 'c', level: 2})"))
                .containsEntry("propertiesWritten", 6L)
                .containsEntry("communityCount", 1L);
        assertThat(TestDatabase.row("CALL motif.tip.communities.write('b', {writeProperty: 'c', side: 'RIGHT'})"))
                .containsEntry("propertiesWritten", 4L);
        assertThat(TestDatabase.row("MATCH (n:Thing) WITH n ORDER BY n.name RETURN collect(n.c) AS c"))
                .containsEntry("c", List.of(1L, 1L, 0L, 0L));
        assertThat(TestDatabase.row(
                        "CALL motif.alphaBetaCore.communities.write('b', {writeProperty: 'c', alpha: 2, level: 3})"))
                .containsEntry("propertiesWritten", 9L);
        assertThat(TestDatabase.row("MATCH (n:Thing|Account) WITH n ORDER BY n.name RETURN collect(n.c) AS c"))
                .containsEntry("c", List.of(0L, 0L, 0L, -1L, -1L, -1L, -1L, 0L, 0L));
    }

    /** The names of the nodes, and of the ends of the relationships. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ktruss.communities        |                    | abd ab,ad,bd; def de,df,ef
            ktruss.communities        | connected: 'EDGES' | abdef ab,ad,bd,de,df,ef; abdefg ab,ad,bd,de,df,ef,fg
            kcore.communities         |                    | abdef ab,ad,bd,de,df,ef; abdefg ab,ad,bd,de,df,ef,fg
            nucleus                   | r: 2               | def de,df,ef; abd ab,ad,bd
            wing.communities          |                    | abcxy ax,ay,bx,by,cx,cy; devw dv,dw,ev,ew
            tip.communities           |                    | abcvxy ax,ay,bx,by,cv,cx,cy; devw dv,dw,ev,ew
            tip.communities           | side: 'RIGHT'      | abcxy ax,ay,bx,by,cx,cy; cdevw cv,dv,dw,ev,ew
            alphaBetaCore.communities | alpha: 3           | cvxy cv,cx,cy
            """)
    void streamReturnsMembers(String family, String keys, String expected) {
        boolean bipartite = family.matches("wing.*|tip.*|alpha.*");
        String ids = bipartite ? "leftNodeIds + rightNodeIds" : "nodeIds";
        String nodes = bipartite ? "leftNodes + rightNodes" : "nodes";
        assertThat(rows("CALL motif." + family + ".stream(" + (bipartite ? RATINGS : PEOPLE) + ", {"
                        + (keys == null ? "" : keys) + "}) YIELD communityId, "
                        + (ids + ", " + nodes).replace(" +", ",")
                        + ", relationshipIds, relationships, nodeCount, relationshipCount"
                        + " WITH *, " + ids + " AS ids, " + nodes + " AS found ORDER BY communityId"
                        + " RETURN COLLECT { UNWIND found AS n RETURN n.name ORDER BY n.name } AS names,"
                        + " COLLECT { UNWIND relationships AS r WITH startNode(r).name + endNode(r).name AS ends"
                        + " RETURN ends ORDER BY ends } AS ends,"
                        + " size(ids) = nodeCount AND ids = [n IN found | id(n)]"
                        + " AND [r IN relationships | id(r)] = relationshipIds"
                        + " AND size(relationshipIds) = relationshipCount AS right"))
                .allSatisfy(row -> assertThat(row).containsEntry("right", true))
                .extracting(row ->
                        String.join("", texts(row.get("names"))) + " " + String.join(",", texts(row.get("ends"))))
                .containsExactly(expected.split("; "));
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(Object list) {
        return (List<String>) list;
    }

    @Test
    void membersAreNullUnlessTheyAreYielded() {
        for (String call : List.of("kcore.communities.stream(" + PEOPLE, "wing.communities.stream(" + RATINGS)) {
            assertThat(rows("CALL motif." + call + ")"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row).hasSizeGreaterThan(6).allSatisfy((column, value) -> {
                        if (column.matches(MEMBERS)) {
                            assertThat(value).as(column).isNull();
                        }
                    }));
            assertThat(rows("CALL motif." + call + ", {nodes: true})"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.keySet().stream().filter(column -> column.matches(MEMBERS)))
                            .hasSizeGreaterThan(4)
                            .allSatisfy(column ->
                                    assertThat(row.get(column)).as(column).isNotNull()));
        }
        assertThat(TestDatabase.row("CALL motif.kcore.communities.stream(" + PEOPLE + ", {topK: 1, nodes: false})"
                        + " YIELD nodes, nodeIds RETURN nodes, size(nodeIds) AS size"))
                .containsEntry("nodes", null)
                .containsEntry("size", 5L);
    }

    /** The same nodes are the same group, whoever finds them. */
    @Test
    void groupIdIsTheOneOfOtherGroups() {
        String ofClique = "CALL motif.clique.maximal.stream(" + PEOPLE + ", {minSize: 3}) YIELD groupId"
                + " RETURN groupId ORDER BY groupId";
        assertThat(rows(ofClique)).hasSize(2);
        for (String family : List.of("ktruss.communities", "nucleus")) {
            assertThat(rows("CALL motif." + family + ".stream(" + PEOPLE
                            + (family.equals("nucleus") ? ", {r: 2}" : "")
                            + ") YIELD groupId RETURN groupId ORDER BY groupId"))
                    .isEqualTo(rows(ofClique));
        }
        assertThat(rows("CALL motif.biclique.maximal.stream(" + RATINGS + ", {minLeft: 2, minRight: 2})"
                        + " YIELD groupId RETURN groupId ORDER BY groupId"))
                .hasSize(2)
                .isEqualTo(rows("CALL motif.wing.communities.stream(" + RATINGS
                        + ") YIELD groupId RETURN groupId ORDER BY groupId"));
    }

    @Test
    void relationshipIdsAreTheSmallestOfParallelOnesWhereTheGraphHasThem() {
        rows("MATCH (a:Person {name: 'a'}), (b:Person {name: 'b'}) CREATE (b)-[:KNOWS {late: true}]->(a)");
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        rows("CALL motif.graph.project('ids', 'Person', 'KNOWS', {relationshipIds: true})");
        String call = "CALL motif.ktruss.communities.stream(%s, {limit: 1}) YIELD relationshipIds, relationships";
        assertThat(TestDatabase.row(String.format(call, "'g'")))
                .containsEntry("relationshipIds", null)
                .containsEntry("relationships", null);
        for (String graph : List.of("'ids'", PEOPLE)) {
            assertThat(TestDatabase.row(String.format(call, graph)
                            + " RETURN size(relationships) AS size, any(r IN relationships WHERE r.late) AS late"))
                    .containsEntry("size", 3L)
                    .containsEntry("late", null);
        }
    }

    /** A community as its row says, with its members: of the left side, and of the right one as complements. */
    private record Found(long id, long level, long size, double density, Set<Long> members) {
        static Found of(Map<String, Object> row) {
            Set<Long> members = new HashSet<>(ids(row, "nodeIds"));
            members.addAll(ids(row, "leftNodeIds"));
            ids(row, "rightNodeIds").forEach(id -> members.add(~id));
            return new Found(
                    (Long) row.get("communityId"),
                    (Long) row.get("level"),
                    (Long) row.get("nodeCount"),
                    (Double) row.get("density"),
                    members);
        }

        @SuppressWarnings("unchecked")
        private static List<Long> ids(Map<String, Object> row, String column) {
            return row.containsKey(column) ? (List<Long>) row.get(column) : List.of();
        }
    }

    /** The communities that keys choose, by sorting all of them and comparing each with all returned before it. */
    private static List<Long> chosen(List<Found> all, long least, long most, String by, int count, double maxOverlap) {
        Comparator<Found> order =
                switch (by) {
                    case "SIZE" -> Comparator.comparing(each -> -each.size);
                    case "DENSITY" -> Comparator.comparing(each -> -each.density);
                    default -> Comparator.comparing(each -> -each.level);
                };
        List<Found> returned = new ArrayList<>();
        for (Found next : all.stream()
                .filter(each -> each.size >= least && each.size <= most)
                .sorted(order.thenComparing(Found::id))
                .toList()) {
            boolean differs = returned.stream().allMatch(earlier -> {
                long common =
                        next.members.stream().filter(earlier.members::contains).count();
                return (double) common / next.members.size() <= maxOverlap;
            });
            if (differs && returned.size() < count) {
                returned.add(next);
            }
        }
        return returned.stream().map(Found::id).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ktruss.communities",
                "kcore.communities",
                "nucleus",
                "wing.communities",
                "tip.communities",
                "alphaBetaCore.communities"
            })
    void keysChooseAsSortingAllDoes(String family) {
        boolean bipartite = family.matches("wing.*|tip.*|alpha.*");
        // Groups of ten, one denser than the other, and a few relationships between them.
        rows("UNWIND range(0, 109) AS i CREATE (:A {i: i}), (:B {i: i})");
        rows(
                "MATCH (a:A) MATCH (b:B) WHERE a.i < b.i AND (a.i / 10 = b.i / 10 AND (a.i * 7 + b.i * 5) % 13 < 2 + a.i / 10"
                        + " OR (a.i * 31 + b.i * 17) % 997 < 4) CREATE (a)-[:R]->(b) WITH a, b MATCH (c:A {i: b.i})"
                        + " CREATE (a)-[:S]->(c)");
        rows("CALL motif.graph.project('g', " + (bipartite ? "{left: 'A', right: 'B'}, 'R')" : "'A', 'S')"));
        String call = "CALL motif." + family + ".stream('g', {%s}) YIELD communityId, level, nodeCount, density"
                + (bipartite ? ", leftNodeIds, rightNodeIds" : ", nodeIds");
        List<Found> all = rows(String.format(call, "")).stream().map(Found::of).toList();
        assertThat(all).hasSizeGreaterThan(5);
        Random random = new Random(7);
        for (int i = 0; i < 25; i++) {
            long least = 1 + random.nextInt(12);
            long most = least + random.nextInt(60);
            int count = 1 + random.nextInt(8);
            double maxOverlap = List.of(0.0, 0.3, 0.5, 0.9, 1.0).get(random.nextInt(5));
            String by = List.of("LEVEL", "SIZE", "DENSITY").get(random.nextInt(3));
            String sizes = "minSize: " + least + ", maxSize: " + most;
            String keys = sizes + ", maxOverlap: " + maxOverlap;
            for (String members : List.of("", bipartite ? ", leftNodeIds" : ", nodeIds")) {
                String read = " YIELD communityId" + members + " RETURN collect(communityId) AS ids";
                assertThat(TestDatabase.row("CALL motif." + family + ".stream('g', {" + keys + ", topK: " + count
                                + ", topKBy: '" + by + "'})" + read))
                        .as(keys + by + count)
                        .containsEntry("ids", chosen(all, least, most, by, count, maxOverlap));
                assertThat(TestDatabase.row(
                                "CALL motif." + family + ".stream('g', {" + keys + ", limit: " + count + "})" + read))
                        .as(keys + count)
                        .containsEntry("ids", chosen(all, least, most, "LEVEL", count, maxOverlap));
            }
            List<Found> sized = all.stream()
                    .filter(each -> each.size >= least && each.size <= most)
                    .toList();
            assertThat(TestDatabase.row("CALL motif." + family + ".stats('g', {" + sizes + "})"))
                    .containsEntry("communityCount", (long) sized.size())
                    .containsEntry(
                            "levels",
                            sized.stream().map(Found::level).distinct().count())
                    .containsEntry(
                            "largest",
                            sized.stream().mapToLong(Found::size).max().orElse(0));
        }
        assertThat(rows(String.format(call, "topK: 3"))).hasSize(3).isEqualTo(rows(String.format(call, "limit: 3")));
    }

    @Test
    void nodesWithoutRelationshipsAreInNoCommunity() {
        rows("CREATE (:Empty), (:Nothing)");
        rows("CALL motif.graph.project('e', 'Empty', 'KNOWS')");
        rows("CALL motif.graph.project('f', {left: 'Empty', right: 'Nothing'}, 'KNOWS')");
        for (String keys : List.of("{nodes: true}", "{topK: 5, maxOverlap: 0, nodes: true}")) {
            for (String family : List.of("ktruss.communities", "kcore.communities", "nucleus")) {
                assertThat(rows("CALL motif." + family + ".stream('e', " + keys + ")"))
                        .isEmpty();
            }
            for (String family : List.of("wing.communities", "tip.communities", "alphaBetaCore.communities")) {
                assertThat(rows("CALL motif." + family + ".stream('f', " + keys + ")"))
                        .isEmpty();
            }
        }
        assertThat(rows("CALL motif.nucleus.graph('e')")).isEmpty();
    }

    @Test
    void nucleusIsDrawn() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertThat(names("CALL motif.nucleus.graph('g', {r: 2, communityId: 1})"))
                .containsExactly("abd");
        assertThat(names("CALL motif.nucleus.graph('g', {r: 1})")).containsExactly("abdef");
        rows("MATCH (a:Person {name: 'a'}) MATCH (e:Person) WHERE e.name IN ['e', 'f'] CREATE (a)-[:KNOWS]->(e)");
        assertThat(names("CALL motif.nucleus.graph(" + PEOPLE + ")")).containsExactly("adef");
        assertThat(TestDatabase.row("CALL motif.nucleus.graph.estimate('g', {r: 3}) YIELD nodeCount"))
                .containsEntry("nodeCount", 6L);
    }

    /** Each row is of all nodes but some, so that all of them together would be many. */
    private static void createNested() {
        rows("UNWIND range(0, 199) AS i CREATE (:Chain {i: i})");
        rows("MATCH (a:Chain) MATCH (b:Chain) WHERE a.i < b.i AND b.i <= 2 * a.i + 1 CREATE (a)-[:LINK]->(b)");
        rows("CALL motif.graph.project('nested', 'Chain', 'LINK', {relationshipIds: true})");
    }

    @Test
    void killedWhileRowsAreReadLeavesNothing() {
        createNested();
        long live = TestDatabase.liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result result = transaction.execute("CALL motif.kcore.communities.stream('nested', {nodes: true})"
                    + " YIELD nodes, relationships RETURN nodes, relationships");
            assertThat(result.next()).containsKey("nodes");
            assertThat(OffHeapBudget.heap().liveBytes()).isPositive();
            assertThat(TestDatabase.liveBytes()).isGreaterThan(live);
            transaction.terminate();
            assertThatThrownBy(() -> result.forEachRemaining(row -> {})).hasMessageContaining("terminated");
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(live);
        assertThat(OffHeapBudget.heap().liveBytes()).isZero();
    }

    /** The places of nodes without relationships are more than all else that a call needs. */
    @Test
    void estimateHasWhatMembersNeedOffTheHeap() {
        rows("UNWIND range(0, 20000) AS i CREATE (:Person)");
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        NativeMemory memory = OffHeapBudget.memory();
        for (String family : List.of("ktruss.communities", "kcore.communities", "nucleus")) {
            // So that forms that stay are there.
            rows("CALL motif." + family + ".stream('g')");
            long live = memory.liveBytes();
            memory.resetPeak();
            assertThat(rows("CALL motif." + family + ".stream('g', {" + (family.equals("nucleus") ? "r: 2, " : "")
                            + "nodes: true, concurrency: 1})"))
                    .isNotEmpty();
            assertThat((Long) TestDatabase.row("CALL motif." + family + ".stream.estimate('g', {"
                                    + (family.equals("nucleus") ? "r: 2, " : "") + "concurrency: 1})")
                            .get("bytesMax"))
                    .as(family)
                    .isGreaterThanOrEqualTo(memory.peakBytes() - live);
        }
    }

    /** Heap is counted for one row, and none is left of the rows before. */
    @Test
    void heapIsOfOneRowAndWithinTheEstimate() {
        createNested();
        OffHeapBudget.heap().resetPeak();
        long communities = (Long) TestDatabase.row(
                        "CALL motif.kcore.communities.stream('nested', {nodes: true}) YIELD nodes RETURN count(*) AS n")
                .get("n");
        assertThat(communities).isGreaterThan(20);
        long ofRow = 200 * 96;
        assertThat(OffHeapBudget.heap().peakBytes()).isGreaterThan(ofRow).isLessThan(ofRow + 200 * 200 * 112);
        assertThat((Long) TestDatabase.row("CALL motif.kcore.communities.stream.estimate('nested') YIELD heapBytesMax")
                        .get("heapBytesMax"))
                .isGreaterThanOrEqualTo(OffHeapBudget.heap().peakBytes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kcore.communities.stream(PEOPLE, {minSize: 0})        | `minSize` must be in [1, 9223372036854775807], got 0
            nucleus.stream(PEOPLE, {minSize: 3, maxSize: 2})      | `maxSize` must be in [3, 9223372036854775807], got 2
            ktruss.communities.stats(PEOPLE, {maxSize: 0})        | `maxSize` must be in [1, 9223372036854775807], got 0
            ktruss.communities.stream(PEOPLE, {topKBy: 'SIZE'})   | `topKBy` needs `topK`
            wing.communities.stream(PEOPLE, {topK: 1, topKBy: 1}) | `topKBy`
            wing.communities.stream(PEOPLE, {topK: 100001})       | `topK` must be in [1, 100000], got 100001
            nucleus.stream(PEOPLE, {maxOverlap: 0.5})             | `maxOverlap` needs `topK`, or a `limit` in [1, 100000]
            kcore.communities.stream(PEOPLE, {topK: 1, maxOverlap: 2}) | `maxOverlap` must be in [0.0, 1.0], got 2
            kcore.communities.write(PEOPLE, {writeProperty: 'x', minSize: 2}) | `minSize`
            kcore.communities.graph(PEOPLE, {topK: 2})            | `topK`
            nucleus.graph(PEOPLE, {communityId: 9})               | `communityId` must be less than the number of communities, 0, got 9
            kcore.communities.stats(PEOPLE, {level: 0})          | `level` must be in [1, 9223372036854775807], got 0
            ktruss.communities.stats(PEOPLE, {connected: 'x'})   | `connected` must be
            ktruss.communities.graph(PEOPLE, {communityId: 2})   | `communityId` must be less than the number of communities, 2, got 2
            ktruss.communities.graph(PEOPLE, {communityId: -1})  | `communityId` must be in [0, 2147483647], got -1
            wing.communities.stats(PEOPLE, {connected: 'EDGES'}) | `connected`
            """)
    void wrongParametersAreNamed(String call, String message) {
        assertThatThrownBy(() -> rows("CALL motif." + call.replace("PEOPLE", PEOPLE)))
                .hasMessageContaining(message);
    }
}
