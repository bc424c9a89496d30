package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.job.Job;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls that need more heap than its budget has free. */
@EmptyDatabase
class HeapGuardTest {
    private static final long LITTLE = 200;

    private final HeapBudget budget = OffHeapBudget.heap();
    private final long limit = budget.limitBytes();

    /** Graphs of many maximal bicliques and cliques: each node is joined to all but one. */
    @BeforeEach
    void fillDatabase() {
        TestDatabase.rows("UNWIND range(0, 7) AS n CREATE (:User {n: n, s: 'text' + n}), (:Item {n: n})");
        TestDatabase.rows("MATCH (u:User), (i:Item) WHERE u.n <> i.n CREATE (u)-[:RATED {w: 1}]->(i)");
        TestDatabase.rows("UNWIND range(0, 15) AS n CREATE (:Person {n: n})");
        TestDatabase.rows(
                "MATCH (a:Person), (b:Person) WHERE a.n < b.n AND a.n / 2 <> b.n / 2 CREATE (a)-[:KNOWS {w: 1}]->(b)");
        TestDatabase.rows("CALL motif.graph.project('b', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipProperties: ['w']})");
        TestDatabase.rows("CALL motif.graph.project('u', 'Person', 'KNOWS', {relationshipProperties: ['w']})");
    }

    @AfterEach
    void restore() {
        budget.limitTo(limit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.clique.maximal.stream('u', {topK: 100})",
                "CALL motif.clique.maximal.stream('u', {topK: 100, maxOverlap: 0.9})",
                "CALL motif.clique.maximal.stream('u', {limit: 100, maxOverlap: 0.9})",
                "CALL motif.clique.maximal.write('u', {writeCliques: 'Clique', jobId: 'j'})",
                "CALL motif.clique.percolation.stream('u', {k: 3})",
                "CALL motif.kclique.list('u', {k: 3, topK: 50, relationshipWeightProperty: 'w'})",
                "CALL motif.kcore.communities.graph('u')",
                "CALL motif.nucleus.graph('u')",
                "CALL motif.kcore.communities.stream('u', {nodes: true})",
                "CALL motif.nucleus.stream('u', {limit: 10, maxOverlap: 0.5})",
                "CALL motif.wing.communities.stream('b') YIELD leftNodeIds",
                "CALL motif.commonNeighbors.pairs('u')",
                "CALL motif.commonNeighbors.stream('u', {topK: 10})",
                "CALL motif.biclique.maximal.stream('b', {topK: 100})",
                "CALL motif.biclique.maximal.stream('b', {topK: 100, maxOverlap: 0.9})",
                "CALL motif.biclique.maximal.stream('b', {limit: 100, maxOverlap: 0.9})",
                "CALL motif.biclique.list('b', {p: 2, q: 2, topK: 50, relationshipWeightProperty: 'w'})",
                "CALL motif.nodeSimilarity.stream('b')",
                "CALL motif.nodeSimilarity.stream('b', {topN: 100})",
                "CALL motif.nodeSimilarity.write('b', {writeRelationshipType: 'SIMILAR', writeProperty: 'score'})",
                "CALL motif.graph.project('t', 'User', 'RATED', {nodeProperties: ['s']})",
                "MATCH (u:User)-[:RATED]->(i) WITH motif.graph.project('t', u, i,"
                        + " {kind: 'BIPARTITE', sourceNodeProperties: {s: u.s}}) AS g RETURN g.relationshipCount"
            })
    void growthEndsTheCallAndLeavesNothing(String query) {
        long live = TestDatabase.liveBytes();
        budget.limitTo(LITTLE);
        assertThatThrownBy(() -> TestDatabase.rows(query))
                .hasMessageContaining("Not enough heap for ")
                .hasMessageContaining(" of the heap budget of 200 Bytes free. Wait until other calls have ended, or"
                        + " raise the heap budget with -Dmotif.heap.limit=");
        assertThat(budget.liveBytes()).isZero();
        assertThat(TestDatabase.liveBytes()).isEqualTo(live);
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD status WHERE status = 'RUNNING' RETURN status"))
                .isEmpty();
        budget.limitTo(limit);
        budget.resetPeak();
        assertThat(TestDatabase.rows(query)).isNotEmpty();
        assertThat(budget.peakBytes()).isGreaterThan(LITTLE);
        assertThat(budget.liveBytes()).isZero();
    }

    private static Job job() {
        return new Job("j", "ann", "db", "p", stage -> {}, (how, end) -> {}, details -> {}, () -> {});
    }

    @Test
    void leastOfRunningCallsIsKeptForThem() {
        NativeMemory memory = new NativeMemory(1000);
        memory.heap().limitTo(1000);
        MemoryEstimate nothing = MemoryEstimate.of("x", 0);
        MemoryEstimate most = MemoryEstimate.range("y", 600, 5000);
        Job first = job();
        MemoryGuard.reserve(first, "p", nothing, most, memory.part(), false);
        assertThat(memory.heap().liveBytes()).isEqualTo(600);
        assertThatThrownBy(() -> MemoryGuard.reserve(job(), "q", nothing, most, memory.part(), false))
                .isInstanceOf(IllegalStateException.class)
                .hasNoCause()
                .hasMessage("q was not started: it needs at least 600 Bytes of heap, and 400 Bytes of the heap budget"
                        + " of 1000 Bytes are free. Wait until other calls have ended, raise the heap budget with"
                        + " -Dmotif.heap.limit=<bytes, or a number with k, m or g> in server.jvm.additional, or start"
                        + " it anyway with {sudo: true}.");
        for (MemoryEstimate unchecked : List.of(most, MemoryEstimate.of("z", 5000))) {
            MemoryGuard.reserve(job(), "q", nothing, unchecked, memory.part(), true);
        }
        MemoryGuard.reserve(job(), "q", nothing, null, memory.part(), false);
        first.close();
        assertThat(memory.heap().liveBytes()).isZero();
        Job second = job();
        MemoryGuard.reserve(second, "q", nothing, most, memory.part(), false);
        second.failed(new IllegalStateException("failed"));
        assertThat(memory.heap().liveBytes()).isZero();
    }
}
