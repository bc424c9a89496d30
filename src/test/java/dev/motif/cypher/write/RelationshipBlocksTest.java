package dev.motif.cypher.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphProjector;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.id.RelationshipIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests which relationships are written at the same time. */
class RelationshipBlocksTest {
    private static final Consumer<LongConsumer> NO_OTHERS = found -> {};

    private static final NativeMemory MEMORY = new NativeMemory(1L << 30);

    /** The source and target of each relationship, by its id. */
    private static final Map<Long, List<Long>> NODES = new HashMap<>();

    private static ProjectedGraph graph;

    @BeforeAll
    static void createGraph() {
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 70) AS u CREATE (:User) WITH count(*) AS n"
                + " UNWIND range(1, 30) AS i CREATE (:Item) WITH count(*) AS n"
                + " MATCH (u:User), (i:Item) WHERE (id(u) * id(i)) % 7 < 3 CREATE (u)-[:RATED]->(i)");
        // These are parallel relationships, some in the other direction.
        TestDatabase.rows(
                "MATCH (u:User)-[:RATED]->(i) WITH u, i LIMIT 100 CREATE (u)-[:RATED]->(i), (i)-[:RATED]->(u)");
        TestDatabase.rows("MATCH (a)-[r:RATED]->(b) RETURN id(r) AS r, id(a) AS a, id(b) AS b")
                .forEach(row -> NODES.put((Long) row.get("r"), List.of((Long) row.get("a"), (Long) row.get("b"))));
        graph = project(List.of("User"), List.of("Item"));
    }

    private static ProjectedGraph project(List<String> left, List<String> right) {
        return new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), MEMORY, Workers.of(1))
                .read(new Projection(left, right, List.of("RATED"), null, true))
                .graph();
    }

    @AfterAll
    static void freeGraph() {
        graph.close();
        assertThat(MEMORY.liveBytes()).isZero();
        TestDatabase.emptied();
    }

    private static List<Long> block(RelationshipBlocks blocks, int round, int writer) {
        List<Long> relationships = new ArrayList<>();
        for (long i = blocks.start(round, writer); i < blocks.end(round, writer); i++) {
            Csr left = ((BipartiteGraph) graph.graph()).left();
            relationships.add(blocks.relationship(i));
            assertThat(NODES.get(blocks.relationship(i)))
                    .containsExactlyInAnyOrder(
                            graph.left().nodeId(left.vertexOf(blocks.edge(i))),
                            graph.right().nodeId(left.neighbor(blocks.edge(i))));
        }
        return relationships;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "7, 7", "100, 8"})
    void everyRelationshipIsInOneBlockInTheOrderOfTheStore(int concurrency, int writers) {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks = RelationshipBlocks.of(graph, NO_OTHERS, Workers.of(concurrency), 10, scope);
            assertThat(blocks.writers()).isEqualTo(writers);
            List<Long> all = new ArrayList<>();
            for (int round = 0; round < writers; round++) {
                for (int writer = 0; writer < writers; writer++) {
                    List<Long> block = block(blocks, round, writer);
                    assertThat(block).isSorted();
                    all.addAll(block);
                }
            }
            assertThat(all).containsExactlyInAnyOrderElementsOf(NODES.keySet());
        }
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "8"})
    void writersOfARoundShareNoNode(int writers) {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks = RelationshipBlocks.of(graph, NO_OTHERS, Workers.of(writers), 10, scope);
            for (int round = 0; round < writers; round++) {
                Set<Long> seen = new HashSet<>();
                for (int writer = 0; writer < writers; writer++) {
                    Set<Long> own = new HashSet<>();
                    block(blocks, round, writer).forEach(relationship -> own.addAll(NODES.get(relationship)));
                    assertThat(seen).doesNotContainAnyElementsOf(own);
                    seen.addAll(own);
                }
            }
        }
    }

    /** The number of a block would not fit above these. */
    @Test
    void idsOfAllBitsKeepTheirBits() {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            OffHeapLongs first = scope.longs(graph.relationships().first().length());
            long largest = Long.MAX_VALUE - 1;
            for (long edge = 0; edge < first.length(); edge++) {
                first.set(edge, largest - edge);
            }
            RelationshipIds ids = new RelationshipIds(first, new ParallelEdges(scope.longs(0), scope.longs(0)));
            RelationshipBlocks blocks = RelationshipBlocks.of(
                    new ProjectedGraph(
                            graph.graph(), graph.left(), graph.right(), ids, graph.statistics(), graph.projection()),
                    NO_OTHERS,
                    Workers.of(8),
                    10,
                    scope);
            long seen = 0;
            for (int round = 0; round < blocks.writers(); round++) {
                for (int writer = 0; writer < blocks.writers(); writer++) {
                    for (long i = blocks.start(round, writer); i < blocks.end(round, writer); i++) {
                        assertThat(blocks.relationship(i)).isEqualTo(largest - blocks.edge(i));
                        assertThat(i == blocks.start(round, writer) || blocks.edge(i) < blocks.edge(i - 1))
                                .isTrue();
                        seen++;
                    }
                }
            }
            assertThat(seen).isEqualTo(first.length());
        }
    }

    @Test
    void killedCallEndsTheSort() {
        Cancellation inTheSort = () -> StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(RadixSort.class.getName())));
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            Workers workers = new Workers(2, inTheSort, Progress.NONE);
            assertThatThrownBy(() -> RelationshipBlocks.of(graph, NO_OTHERS, workers, 10, scope))
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void fewRelationshipsHaveOneWriter() {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            assertThat(RelationshipBlocks.of(graph, NO_OTHERS, Workers.of(8), 5000, scope)
                            .writers())
                    .isEqualTo(1);
        }
    }

    @Test
    void relationshipsOfAUnipartiteGraphHaveOneWriter() {
        try (ProjectedGraph unipartite = project(Projection.ALL, null);
                OffHeapScope scope = new OffHeapScope(MEMORY)) {
            assertThat(RelationshipBlocks.of(unipartite, NO_OTHERS, Workers.of(8), 10, scope)
                            .writers())
                    .isEqualTo(1);
        }
    }
}
