package dev.motif.algorithm.count.butterfly;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.backend.cost.CpuEstimate;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

@EmptyDatabase
class ButterflyProceduresTest {
    /** Women and the events they came to, with 2 butterflies, both with w1 and e2; w5 came to an event of her own. */
    private static final String ATTENDANCE = "CREATE (w1:Woman {name: 'w1'}), (w2:Woman {name: 'w2'}),"
            + " (w3:Woman {name: 'w3'}), (w4:Woman {name: 'w4'}), (w5:Woman {name: 'w5'}),"
            + " (e1:Event {name: 'e1'}), (e2:Event {name: 'e2'}), (e3:Event {name: 'e3'}),"
            + " (e4:Event {name: 'e4'}), (e5:Event {name: 'e5'}),"
            + " (w1)-[:CAME]->(e1), (w1)-[:CAME]->(e2), (w1)-[:CAME]->(e3),"
            + " (w2)-[:CAME]->(e1), (w2)-[:CAME]->(e2), (w3)-[:CAME]->(e2), (w3)-[:CAME]->(e3),"
            + " (w4)-[:CAME]->(e3), (w4)-[:CAME]->(e4), (w5)-[:CAME]->(e5)";

    private static final Map<String, Long> BY_NAME =
            Map.of("w1", 2L, "w2", 1L, "w3", 1L, "w4", 0L, "w5", 0L, "e1", 1L, "e2", 2L, "e3", 1L, "e4", 0L, "e5", 0L);

    private static final Map<String, Long> BY_PAIR = Map.of(
            "w1-e1", 1L, "w1-e2", 2L, "w1-e3", 1L, "w2-e1", 1L, "w2-e2", 1L, "w3-e2", 1L, "w3-e3", 1L, "w4-e3", 0L,
            "w4-e4", 0L, "w5-e5", 0L);

    private static final String ATTENDANCE_MAP = "{nodes: {left: 'Woman', right: 'Event'}, relationships: 'CAME'}";

    @BeforeEach
    void createAttendance() {
        rows(ATTENDANCE);
    }

    private static void project(String name) {
        rows("CALL motif.graph.project('" + name + "', {left: 'Woman', right: 'Event'}, 'CAME')");
    }

    private static void projectWithIds(String name) {
        rows("CALL motif.graph.project('" + name
                + "', {left: 'Woman', right: 'Event'}, 'CAME', {relationshipIds: true})");
    }

    private static Map<String, Long> writtenToNodes(String property) {
        return rows("MATCH (n) WHERE n." + property + " IS NOT NULL RETURN n.name AS name, n." + property + " AS count")
                .stream()
                .collect(Collectors.toMap(row -> (String) row.get("name"), row -> (Long) row.get("count")));
    }

    private static Map<String, Long> writtenToRelationships(String property) {
        return rows("MATCH (w:Woman)-[r]->(e) WHERE r." + property
                        + " IS NOT NULL RETURN w.name + '-' + e.name AS name, r." + property + " AS count")
                .stream()
                .collect(Collectors.toMap(row -> (String) row.get("name"), row -> (Long) row.get("count")));
    }

    // stats

    @Test
    void statsOfACompleteGraphHaveItsClosedForm() {
        rows("UNWIND range(1, 4) AS i CREATE (:L) WITH count(*) AS n UNWIND range(1, 3) AS i CREATE (:R)"
                + " WITH count(*) AS n MATCH (l:L), (r:R) CREATE (l)-[:E]->(r)");
        rows("CALL motif.graph.project('k43', {left: 'L', right: 'R'}, 'E')");
        Map<String, Object> row = TestDatabase.row("CALL motif.butterfly.stats('k43')");
        assertThat(row)
                .containsEntry("count", 18L)
                .containsEntry("countText", "18")
                .containsEntry("leftMaxCount", 9L)
                .containsEntry("rightMaxCount", 12L)
                .containsEntry("clusteringCoefficient", 1.0)
                .containsEntry("leftCount", 4L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipCount", 12L)
                .containsEntry("backend", "CPU")
                .containsEntry("projectMillis", 0L)
                .containsEntry("transferMillis", 0L);
    }

    @Test
    void statsOfASmallGraphAreAsCountedByHand() {
        project("g");
        Map<String, Object> row = TestDatabase.row("CALL motif.butterfly.stats('g')");
        assertThat(row)
                .containsEntry("count", 2L)
                .containsEntry("countText", "2")
                .containsEntry("leftMaxCount", 2L)
                .containsEntry("rightMaxCount", 2L)
                .containsEntry("leftCount", 5L)
                .containsEntry("rightCount", 5L)
                .containsEntry("relationshipCount", 10L);
        assertThat((double) row.get("clusteringCoefficient")).isCloseTo(8.0 / 19, within(1e-12));
    }

    // algorithm

    @ParameterizedTest
    @ValueSource(strings = {"AUTO", "priority"})
    void otherAlgorithmsCountByNodeToo(String algorithm) {
        project("g");
        assertThat(TestDatabase.row(
                        "CALL motif.butterfly.stats('g', {algorithm: '" + algorithm + "'}) YIELD count, leftMaxCount"))
                .isEqualTo(Map.of("count", 2L, "leftMaxCount", 2L));
        assertThat(rows("CALL motif.butterfly.stream('g', {algorithm: '" + algorithm + "'})"))
                .hasSize(10);
    }

    @Test
    void wrongTechniqueIsAMistake() {
        project("g");
        assertError(
                "CALL motif.butterfly.stats('g', {algorithm: 'GBFC'})",
                "`algorithm` must be one of 'AUTO', 'PRIORITY', 'DELTA', got 'GBFC'");
    }

    @Test
    void sidesMayBeSwapped() {
        rows("CALL motif.graph.project('g', {left: 'Event', right: 'Woman'}, 'CAME')");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count, leftMaxCount, rightMaxCount"))
                .isEqualTo(Map.of("count", 2L, "leftMaxCount", 2L, "rightMaxCount", 2L));
    }

    @Test
    void graphWithoutRelationshipsHasNoButterflies() {
        rows("CREATE (:OtherWoman)-[:MET]->(:OtherWoman)");
        rows("CALL motif.graph.project('g', {left: 'OtherWoman', right: 'Event'}, 'MET')");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g')"))
                .containsEntry("count", 0L)
                .containsEntry("leftMaxCount", 0L)
                .containsEntry("rightMaxCount", 0L)
                .containsEntry("clusteringCoefficient", 0.0)
                .containsEntry("relationshipCount", 0L);
    }

    @Test
    void projectionMapIsProjectedForOneRun() {
        Map<String, Object> row = TestDatabase.row("CALL motif.butterfly.stats(" + ATTENDANCE_MAP + ")");
        assertThat(row).containsEntry("count", 2L).containsEntry("relationshipCount", 10L);
        assertThat(rows("CALL motif.graph.list()")).isEmpty();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void projectionMapTakesAFilter() {
        rows("MATCH (:Woman {name: 'w1'})-[r:CAME]->() SET r.weight = 1");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats({nodes: {left: 'Woman', right: 'Event'},"
                        + " relationships: 'CAME', relationshipFilter: {property: 'weight', min: 1}})"
                        + " YIELD count, relationshipCount"))
                .isEqualTo(Map.of("count", 0L, "relationshipCount", 3L));
    }

    @Test
    void configurationIsReturnedWithTheDefaultsThatWereUsed() {
        project("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g', {JOBID: 'mine', Concurrency: 2, backend: 'cpu'})")
                        .get("configuration"))
                .isEqualTo(Map.of(
                        "jobId",
                        "mine",
                        "concurrency",
                        2L,
                        "readConcurrency",
                        2L,
                        "backend",
                        "cpu",
                        "algorithm",
                        "AUTO",
                        "logProgress",
                        true,
                        "sudo",
                        false));
        Map<?, ?> defaults =
                (Map<?, ?>) TestDatabase.row("CALL motif.butterfly.stats('g')").get("configuration");
        assertThat(defaults.get("jobId")).isInstanceOf(String.class);
        assertThat(defaults.get("concurrency"))
                .isEqualTo((long) Runtime.getRuntime().availableProcessors());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void everyConcurrencyGivesTheSame(int concurrency) {
        project("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g', {concurrency: " + concurrency + "}) YIELD count"))
                .isEqualTo(Map.of("count", 2L));
        Map<Object, Object> counts = rows("CALL motif.butterfly.stream('g', {concurrency: " + concurrency
                        + "}) YIELD nodeId, count MATCH (n) WHERE id(n) = nodeId RETURN n.name AS name, count")
                .stream()
                .collect(Collectors.toMap(row -> row.get("name"), row -> row.get("count")));
        assertThat(counts).isEqualTo(BY_NAME);
    }

    // backend

    @Test
    void cpuIsUsedWhenAskedFor() {
        project("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g', {backend: 'CPU'}) YIELD backend, backendReason"))
                .isEqualTo(Map.of("backend", "CPU", "backendReason", "asked for by `backend: 'CPU'`"));
    }

    @Test
    void autoSaysWhyItUsesTheCpu() {
        project("g");
        for (String configuration : List.of("{backend: 'AUTO'}", "{}")) {
            Map<String, Object> row = TestDatabase.row(
                    "CALL motif.butterfly.stats('g', " + configuration + ") YIELD backend, backendReason");
            assertThat(row.get("backend")).isEqualTo("CPU");
            assertThat((String) row.get("backendReason")).containsIgnoringCase("NVIDIA driver");
        }
    }

    // stream

    @Test
    void streamGivesEveryNodeItsCountAndSide() {
        project("g");
        List<Map<String, Object>> rows = rows("CALL motif.butterfly.stream('g')");
        assertThat(rows).hasSize(10).allSatisfy(row -> assertThat(row)
                .containsEntry("leftNodeId", null)
                .containsEntry("rightNodeId", null)
                .containsEntry("relationshipId", null));
        List<Map<String, Object>> named = rows("CALL motif.butterfly.stream('g') YIELD nodeId, count, side"
                + " MATCH (n) WHERE id(n) = nodeId RETURN n.name AS name, count, side, labels(n)[0] AS label");
        assertThat(named).hasSize(10).allSatisfy(row -> {
            assertThat(row.get("count")).isEqualTo(BY_NAME.get((String) row.get("name")));
            assertThat(row.get("side")).isEqualTo(row.get("label").equals("Woman") ? "LEFT" : "RIGHT");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"'relationship'", "'RELATIONSHIP'"})
    void streamPerRelationshipGivesEveryRelationshipItsCount(String per) {
        projectWithIds("g");
        List<Map<String, Object>> rows = rows("CALL motif.butterfly.stream('g', {per: " + per + "})"
                + " YIELD nodeId, side, count, leftNodeId, rightNodeId, relationshipId"
                + " MATCH (w)-[r]->(e) WHERE id(w) = leftNodeId AND id(e) = rightNodeId AND id(r) = relationshipId"
                + " RETURN nodeId, side, w.name + '-' + e.name AS pair, count");
        assertThat(rows).hasSize(10).allSatisfy(row -> assertThat(row)
                .containsEntry("nodeId", null)
                .containsEntry("side", null)
                .containsEntry("count", BY_PAIR.get((String) row.get("pair"))));
    }

    @Test
    void streamPerRelationshipOfAGraphWithoutIdsHasNullIds() {
        project("g");
        List<Map<String, Object>> rows = rows("CALL motif.butterfly.stream('g', {per: 'RELATIONSHIP'})"
                + " YIELD relationshipId, leftNodeId, rightNodeId, count"
                + " MATCH (w) WHERE id(w) = leftNodeId MATCH (e) WHERE id(e) = rightNodeId"
                + " RETURN relationshipId, w.name + '-' + e.name AS pair, count");
        assertThat(rows).hasSize(10).allSatisfy(row -> assertThat(row)
                .containsEntry("relationshipId", null)
                .containsEntry("count", BY_PAIR.get((String) row.get("pair"))));
    }

    @Test
    void streamPerRelationshipOfAProjectionMapHasIds() {
        assertThat(rows("CALL motif.butterfly.stream(" + ATTENDANCE_MAP + ", {per: 'RELATIONSHIP'})"
                        + " YIELD relationshipId, count MATCH (w)-[r]->(e) WHERE id(r) = relationshipId"
                        + " RETURN w.name + '-' + e.name AS pair, count"))
                .hasSize(10)
                .allSatisfy(row -> assertThat(row.get("count")).isEqualTo(BY_PAIR.get((String) row.get("pair"))));
    }

    @Test
    void streamWhoseQueryFailsGivesItsMemoryBack() {
        project("g");
        assertThatThrownBy(() -> rows("CALL motif.butterfly.stream('g') YIELD count RETURN 1 / (count - count)"))
                .hasMessageContaining("/ by zero");
    }

    // estimate

    @ParameterizedTest
    @ValueSource(strings = {"stats", "stream", "write"})
    void estimateOfANamedGraphHasItsSizeAndNoBytesForIt(String mode) {
        projectWithIds("g");
        Map<String, Object> row =
                TestDatabase.row("CALL motif.butterfly." + mode + ".estimate('g', " + configurationOf(mode) + ")");
        assertThat(row).containsEntry("nodeCount", 10L).containsEntry("relationshipCount", 10L);
        assertThat((long) row.get("bytesMin")).isPositive().isLessThanOrEqualTo((long) row.get("bytesMax"));
        assertThat(row).containsEntry("heapBytesMin", 0L).containsEntry("heapBytesMax", CpuEstimate.LITTLE_HEAP_BYTES);
        assertThat((String) row.get("treeView"))
                .startsWith("motif.butterfly." + mode + ": ")
                .contains("|-- graph (in the catalog already): 0 Bytes")
                .contains("|-- butterfly: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "stream", "write"})
    void estimateOfAProjectionMapReadsNothing(String mode) {
        Map<String, Object> row = TestDatabase.row(
                "CALL motif.butterfly." + mode + ".estimate(" + ATTENDANCE_MAP + ", " + configurationOf(mode) + ")");
        assertThat(row).containsEntry("nodeCount", 10L).containsEntry("relationshipCount", 10L);
        assertThat((String) row.get("treeView"))
                .contains("|-- projecting: ")
                .contains("|-- running: ")
                .contains("node ids");
        assertThat(((Map<?, ?>) row.get("mapView")).get("components"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }

    private static String configurationOf(String mode) {
        return mode.equals("write") ? "{writeProperty: 'b'}" : "{}";
    }

    @Test
    void estimateGrowsWithConcurrency() {
        project("g");
        long one = (long) TestDatabase.row("CALL motif.butterfly.stats.estimate('g', {concurrency: 1})")
                .get("bytesMax");
        long many = (long) TestDatabase.row("CALL motif.butterfly.stats.estimate('g', {concurrency: 64})")
                .get("bytesMax");
        assertThat(many).isGreaterThan(one);
    }

    @Test
    void estimateChecksWhatTheRunWouldCheck() {
        project("g");
        assertError("CALL motif.butterfly.write.estimate('g', {})", "`writeProperty` is missing: it must be a STRING");
        assertError(
                "CALL motif.butterfly.write.estimate('g', {writeProperty: 'b', per: 'RELATIONSHIP'})",
                "Graph 'g' does not hold the ids of relationships");
        assertError("CALL motif.butterfly.stats.estimate('g', {concurency: 1})", "did you mean 'concurrency'?");
        assertError("CALL motif.butterfly.stats.estimate('h')", "No graph with the name 'h'");
        assertError(
                "CALL motif.butterfly.stats.estimate({nodes: {left: 'Women', right: 'Event'}, relationships: 'CAME'})",
                "No such label in this database: 'Women' (did you mean 'Woman'?)");
    }

    // write

    @Test
    void writeGivesEveryNodeItsCount() {
        project("g");
        Map<String, Object> row = TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'butterflies'})");
        assertThat(row)
                .containsEntry("propertiesWritten", 10L)
                .containsEntry("nodePropertiesWritten", 10L)
                .containsEntry("skipped", 0L)
                .containsEntry("count", 2L)
                .containsEntry("countText", "2")
                .containsEntry("backend", "CPU");
        assertThat(writtenToNodes("butterflies")).isEqualTo(BY_NAME);
        assertThat(writtenToRelationships("butterflies")).isEmpty();
    }

    @Test
    void writePerRelationshipGivesEveryRelationshipItsCount() {
        projectWithIds("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"
                        + " YIELD propertiesWritten, nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("propertiesWritten", 10L, "nodePropertiesWritten", 0L, "skipped", 0L));
        assertThat(writtenToRelationships("b")).isEqualTo(BY_PAIR);
        assertThat(writtenToNodes("b")).isEmpty();
    }

    @Test
    void writeOfAProjectionMapPerRelationshipWorks() {
        assertThat(TestDatabase.row("CALL motif.butterfly.write(" + ATTENDANCE_MAP
                        + ", {writeProperty: 'c', per: 'RELATIONSHIP', writeConcurrency: 3}) YIELD propertiesWritten"))
                .isEqualTo(Map.of("propertiesWritten", 10L));
        assertThat(writtenToRelationships("c")).isEqualTo(BY_PAIR);
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void writeTwiceIsTheSameAsOnce(String per) {
        projectWithIds("g");
        String write = "CALL motif.butterfly.write('g', {writeProperty: 'b', per: '" + per
                + "'}) YIELD propertiesWritten, skipped, count";
        Map<String, Object> first = TestDatabase.row(write);
        assertThat(TestDatabase.row(write)).isEqualTo(first);
        assertThat(per.equals("node") ? writtenToNodes("b") : writtenToRelationships("b"))
                .isEqualTo(per.equals("node") ? BY_NAME : BY_PAIR);
    }

    @Test
    void everyParallelRelationshipGetsTheProperty() {
        rows("MATCH (w:Woman {name: 'w1'}), (e:Event {name: 'e2'}) CREATE (w)-[:CAME]->(e), (e)-[:CAME]->(w)");
        projectWithIds("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"
                        + " YIELD propertiesWritten, skipped, count"))
                .isEqualTo(Map.of("propertiesWritten", 12L, "skipped", 0L, "count", 2L));
        assertThat(rows("MATCH (:Woman {name: 'w1'})-[r]-(:Event {name: 'e2'}) RETURN r.b AS b"))
                .hasSize(3)
                .allMatch(row -> row.equals(Map.of("b", 2L)));
        assertThat(TestDatabase.row("MATCH ()-[r]->() RETURN sum(r.b) AS sum")).isEqualTo(Map.of("sum", 8L + 2 * 2));
    }

    @Test
    void streamNamesTheSmallestOfParallelRelationships() {
        rows("MATCH (w:Woman {name: 'w1'}), (e:Event {name: 'e2'}) CREATE (w)-[:CAME]->(e), (e)-[:CAME]->(w)");
        projectWithIds("g");
        assertThat(TestDatabase.row("CALL motif.butterfly.stream('g', {per: 'RELATIONSHIP'})"
                        + " YIELD leftNodeId, rightNodeId, relationshipId, count WITH * WHERE count = 2"
                        + " MATCH (w)-[r]-(e) WHERE id(w) = leftNodeId AND id(e) = rightNodeId"
                        + " RETURN relationshipId, min(id(r)) AS smallest, count(r) AS parallel"))
                .satisfies(row -> {
                    assertThat(row.get("relationshipId")).isEqualTo(row.get("smallest"));
                    assertThat(row.get("parallel")).isEqualTo(3L);
                });
    }

    @Test
    void deletedNodesAreSkipped() {
        project("g");
        rows("MATCH (n) WHERE n.name IN ['w5', 'e1', 'e5'] DETACH DELETE n");
        assertThat(
                        TestDatabase.row(
                                "CALL motif.butterfly.write('g', {writeProperty: 'b'}) YIELD propertiesWritten, skipped, count"))
                .isEqualTo(Map.of("propertiesWritten", 7L, "skipped", 3L, "count", 2L));
        assertThat(writtenToNodes("b")).hasSize(7).containsEntry("w1", 2L).doesNotContainKeys("w5", "e1", "e5");
    }

    @Test
    void deletedRelationshipsAreSkipped() {
        rows("MATCH (w:Woman {name: 'w1'}), (e:Event {name: 'e2'}) CREATE (w)-[:CAME {extra: true}]->(e)");
        projectWithIds("g");
        rows("MATCH ()-[r {extra: true}]->() DELETE r");
        rows("MATCH (:Woman {name: 'w2'})-[r]->() DELETE r");
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"
                        + " YIELD propertiesWritten, skipped"))
                .isEqualTo(Map.of("propertiesWritten", 8L, "skipped", 3L));
        assertThat(writtenToRelationships("b"))
                .hasSize(8)
                .containsEntry("w1-e2", 2L)
                .doesNotContainKeys("w2-e1", "w2-e2");
    }

    @Test
    void writePerRelationshipNeedsTheirIds() {
        project("g");
        assertError(
                "CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})",
                "Graph 'g' does not hold the ids of relationships, which are needed to write to them:"
                        + " project it with {relationshipIds: true}");
    }

    @Test
    void writePropertyIsMandatory() {
        project("g");
        assertError("CALL motif.butterfly.write('g', {})", "`writeProperty` is missing: it must be a STRING");
        assertError(
                "CALL motif.butterfly.write('g', {writeProperty: 3})",
                "`writeProperty` must be a STRING that is not empty, got 3");
    }

    /** The call has to fail at once: it would wait forever for the locks. */
    @Test
    @Timeout(300)
    void uncommittedChangesOfTheCallerAreRefusedAtOnce() {
        project("g");
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            transaction.execute("MATCH (n:Woman) SET n.touched = true").close();
            assertThatThrownBy(() -> transaction
                            .execute("CALL motif.butterfly.write('g', {writeProperty: 'b'})")
                            .resultAsString())
                    .hasMessageContaining(
                            "motif.butterfly.write writes in transactions of its own, which would wait forever for the"
                                    + " locks that this transaction holds by uncommitted changes, or by SET without a change:"
                                    + " commit it first and call it in a new transaction");
        }
        assertThat(writtenToNodes("b")).isEmpty();
    }

    @Test
    void writeInATransactionWithReadAccessIsAnErrorAndLeavesNothing() {
        project("g");
        String graph = TestDatabase.row("CALL motif.butterfly.stats('g') YIELD countText")
                .toString();
        try (Transaction transaction = TestLogin.begin("", AccessMode.Static.READ)) {
            assertThatThrownBy(() -> transaction
                            .execute("CALL motif.butterfly.write('g', {writeProperty: 'b'})")
                            .resultAsString())
                    .hasMessageContaining("not allowed");
        }
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD countText")
                        .toString())
                .isEqualTo(graph);
        assertThat(writtenToNodes("b")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"node, knownProperty", "relationship, knownProperty", "node, neverSeenBefore"})
    void writeToAReadOnlyDatabaseIsAnErrorAndLeavesNothing(String per, String property) {
        rows("CREATE (:Scratch {knownProperty: 1})");
        projectWithIds("g");
        Config config =
                ((GraphDatabaseAPI) TestDatabase.get()).getDependencyResolver().resolveDependency(Config.class);
        config.setDynamic(GraphDatabaseSettings.read_only_databases, Set.of("neo4j"), "test");
        String jobId = "readonly-" + per + "-" + property;
        String write = "CALL motif.butterfly.write('g', {jobId: '" + jobId + "', writeProperty: '" + property
                + "', per: '" + per + "'}) YIELD propertiesWritten";
        try {
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(() -> rows(write)).hasMessageContaining("read-only");
                assertThat(TestDatabase.liveBytes()).isEqualTo(TestDatabase.graphBytes());
            }
            // It fails before anything is counted.
            assertThat(TestDatabase.row("CALL motif.listProgress('" + jobId
                            + "') YIELD status, stage RETURN DISTINCT status, stage"))
                    .isEqualTo(Map.of("status", "FAILED", "stage", "starting"));
        } finally {
            config.setDynamic(GraphDatabaseSettings.read_only_databases, Set.of(), "test");
        }
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("propertiesWritten", 10L));
    }

    @Test
    void graphIsStillThereAfterAFailedWrite() {
        project("g");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> rows("CALL motif.butterfly.write('g', {writeProperty: 'a\\u0000'})"));
        }
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count"))
                .isEqualTo(Map.of("count", 2L));
        rows("CALL motif.graph.drop('g')");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    // mistakes

    @Test
    void misspeltPerGetsASuggestion() {
        project("g");
        assertError(
                "CALL motif.butterfly.stream('g', {per: 'relationshp'})",
                "`per` must be one of 'NODE', 'RELATIONSHIP', got 'relationshp' (did you mean 'RELATIONSHIP'?)");
        assertError("CALL motif.butterfly.stream('g', {per: 1})", "`per` must be one of 'NODE', 'RELATIONSHIP', got 1");
    }

    @ParameterizedTest
    @CsvSource({"concurrency, 0", "concurrency, 1025", "readConcurrency, -1", "readConcurrency, 2000"})
    void concurrencyOutOfBoundsIsAMistake(String key, long value) {
        project("g");
        assertError(
                "CALL motif.butterfly.stats('g', {" + key + ": " + value + "})",
                "`" + key + "` must be in [1, 1024], got " + value);
    }

    @Test
    void writeConcurrencyOutOfBoundsIsAMistake() {
        project("g");
        assertError(
                "CALL motif.butterfly.write('g', {writeProperty: 'b', writeConcurrency: 0})",
                "`writeConcurrency` must be in [1, 1024], got 0");
    }

    @Test
    void parameterOfAnotherModeIsUnknown() {
        project("g");
        assertError("CALL motif.butterfly.stats('g', {per: 'NODE'})", "Unknown parameter `per`");
        assertError("CALL motif.butterfly.stream('g', {writeProperty: 'b'})", "Unknown parameter `writeProperty`");
    }

    @Test
    void missingGraphIsAMistakeWithASuggestion() {
        project("attendance");
        assertError(
                "CALL motif.butterfly.stats('attendence')",
                "No graph with the name 'attendence' (did you mean 'attendance'?) in database 'neo4j'.");
    }

    @Test
    void graphThatIsNeitherNameNorMapIsAMistake() {
        assertError(
                "CALL motif.butterfly.stats(7)",
                "`graph` must be the name of a projected graph, or a map {nodes: ..., relationships: ...}, got 7"
                        + " in motif.butterfly.stats");
        assertError("CALL motif.butterfly.stats(null)", "`graph` must be the name of a projected graph", "got null");
    }

    @Test
    void unknownKeyOfAProjectionMapIsAMistake() {
        assertError(
                "CALL motif.butterfly.stats({nodes: {left: 'Woman', right: 'Event'}, relationships: 'CAME',"
                        + " relationshipFiltre: {}})",
                "Unknown parameter `relationshipFiltre` (did you mean 'relationshipFilter' or 'relationshipIds'"
                        + " or 'relationshipProperties'?)");
        assertError("CALL motif.butterfly.stats({relationships: 'CAME'})", "`nodes` is missing");
        assertError(
                "CALL motif.butterfly.stats({nodes: {left: 'Woman', right: 'Event'}})", "`relationships` is missing");
    }

    @Test
    void unipartiteGraphIsAMistakeAndLeavesNothing() {
        rows("CALL motif.graph.project('u', '*', 'CAME')");
        assertError(
                "CALL motif.butterfly.stats('u')",
                "Graph 'u' is unipartite, but a bipartite one is needed: project it with {left: ..., right: ...} as"
                        + " `nodes`");
        assertError(
                "CALL motif.butterfly.stream({nodes: ['Woman', 'Event'], relationships: 'CAME'})",
                "The projection is unipartite, but a bipartite one is needed");
    }
}
