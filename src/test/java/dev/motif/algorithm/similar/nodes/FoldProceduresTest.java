package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class FoldProceduresTest {
    @BeforeEach
    void createPurchases() {
        // a has x, y, z; b has x, y; c has x; d has w alone.
        TestDatabase.rows("UNWIND ['ax', 'ay', 'az', 'bx', 'by', 'cx', 'dw'] AS pair"
                + " MERGE (u:U {name: left(pair, 1)}) MERGE (i:I {name: right(pair, 1)}) MERGE (u)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
    }

    private static List<Map<String, Object>> folded(String configuration) {
        TestDatabase.rows("CALL motif.graph.fold('f', 'g', {" + configuration + "})");
        List<Map<String, Object>> rows =
                TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('f', 'score', {nodes: true})"
                        + " YIELD sourceNode AS a, targetNode AS b, propertyValue WITH propertyValue, COLLECT {"
                        + " UNWIND [a, b] AS n RETURN n.name AS name ORDER BY name } AS pair"
                        + " RETURN pair[0] + pair[1] AS pair, round(propertyValue, 3) AS score ORDER BY pair");
        TestDatabase.rows("CALL motif.graph.drop('f')");
        return rows;
    }

    @Test
    void relationshipsAreThePairsWithTheirScores() {
        assertThat(folded(""))
                .isEqualTo(List.of(
                        Map.of("pair", "ab", "score", 2.0),
                        Map.of("pair", "ac", "score", 1.0),
                        Map.of("pair", "bc", "score", 1.0)));
        assertThat(folded("similarityMetric: 'JACCARD', topK: 1"))
                .isEqualTo(List.of(Map.of("pair", "ab", "score", 0.667), Map.of("pair", "bc", "score", 0.5)));
        assertThat(folded("side: 'RIGHT', minCommon: 2")).isEqualTo(List.of(Map.of("pair", "xy", "score", 2.0)));
        assertThat(folded("similarityCutoff: 2")).hasSize(1);
    }

    @Test
    void backboneHasPairsThatChanceDoesNotExplain() {
        // p-values among 4 items: ab C(3,2) / C(4,2) = 1/2, ac 3/4, bc 2/4; others 1. Of 6 pairs.
        assertThat(folded("falseDiscoveryRate: 0.9")).isEmpty();
        TestDatabase.rows("MATCH (b:U {name: 'b'}), (c:U {name: 'c'}) UNWIND range(1, 7) AS i"
                + " CREATE (n:I {name: 'i'}), (b)-[:R]->(n), (c)-[:R]->(n) WITH count(*) AS n"
                + " UNWIND range(1, 20) AS i CREATE (:I)");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
        // bc have 8 of 9 and 8 among 31 in common.
        assertThat(folded("falseDiscoveryRate: 0.01, similarityMetric: 'JACCARD'"))
                .isEqualTo(List.of(Map.of("pair", "bc", "score", 0.889)));
        assertThatThrownBy(() -> folded("falseDiscoveryRate: 1"))
                .hasMessageContaining("`falseDiscoveryRate` must be in [0.0, 0.99], got 1");
    }

    @Test
    void relationshipsOfGivenNodesAlone() {
        String fold = "MATCH (b:U {name: 'b'}) CALL motif.graph.fold('f', 'g', {sourceNodes: b%s}) YIELD nodeCount,"
                + " relationshipCount RETURN nodeCount, relationshipCount";
        assertThat(TestDatabase.row(String.format(fold, "")))
                .isEqualTo(Map.of("nodeCount", 4L, "relationshipCount", 2L));
        TestDatabase.rows("CALL motif.graph.drop('f')");
        assertThat(TestDatabase.row(String.format(fold, ", targetNodes: [b]")))
                .isEqualTo(Map.of("nodeCount", 4L, "relationshipCount", 0L));
        TestDatabase.rows("CALL motif.graph.drop('f')");
        assertThatThrownBy(() -> TestDatabase.rows(String.format(fold, ", side: 'RIGHT'")))
                .hasMessageContaining("`sourceNodes` must be right nodes of the graph, but node ");
        assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD graphName")).hasSize(1);
    }

    @Test
    void foldedGraphsAreGraphsLikeOthers() {
        assertThat(TestDatabase.row("CALL motif.graph.fold('f', 'g') YIELD kind, nodeCount, relationshipCount"))
                .isEqualTo(Map.of("kind", "UNIPARTITE", "nodeCount", 4L, "relationshipCount", 3L));
        assertThat(TestDatabase.row("CALL motif.kclique.stats('f') YIELD k, count"))
                .isEqualTo(Map.of("k", 3L, "count", 1L));
        assertThat(TestDatabase.row("CALL motif.graph.filter('p', 'f', 'r.score >= 2') YIELD relationshipCount"))
                .isEqualTo(Map.of("relationshipCount", 1L));
        assertThat(TestDatabase.row("CALL motif.graph.list('f') YIELD configuration"
                        + " RETURN configuration.fromGraphName AS name"))
                .isEqualTo(Map.of("name", "g"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'g', 'g', {} | 'g'",
                "'f', 'none', {} | 'none'",
                "'f', 'g', {similarityMetric: 'STRUCTURAL'} | `similarityMetric` must be one of",
                "'f', 'g', {minCommon: 0} | `minCommon` must be in [1, 2147483647], got 0",
                "'f', 'g', {topN: 3} | Unknown parameter `topN`"
            })
    void wrongCallsAreErrors(String arguments, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.fold(" + arguments + ")"))
                .hasMessageContaining(message);
    }

    @Test
    void failuresLeaveNothing() {
        NativeMemory memory = new NativeMemory(1L << 30);
        SimilarityConfig config = new SimilarityConfig(
                null, SimilarityMetric.COUNT, 0, 1, 1, Integer.MAX_VALUE, 0, new Choice(3, false), Choice.ALL);
        try (BipartiteGraph graph = RandomGraphs.bipartite(4).toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(little -> {
                OneModeProjection folded = OneModeProjection.of(
                        graph, config, new Execution(little, Workers.of(2), new StageTimes()), Backend.Choice.cpu(""));
                folded.graph().close();
                folded.scores().close();
            });
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
