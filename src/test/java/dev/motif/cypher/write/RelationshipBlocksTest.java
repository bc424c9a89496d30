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
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        TestDatabase.rows("UNWIND range(1, 70) AS u CREATE (:User {n: u}) WITH count(*) AS n"
                + " UNWIND range(1, 30) AS i CREATE (:Item {n: i}) WITH count(*) AS n"
                + " MATCH (u:User), (i:Item) WHERE (u.n * i.n) % 7 < 3 CREATE (u)-[:RATED]->(i)");
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

    private static List<Long> block(RelationshipBlocks blocks, int block) {
        List<Long> relationships = new ArrayList<>();
        for (long i = blocks.start(block); i < blocks.end(block); i++) {
            relationships.add(blocks.relationship(i));
            Csr left = ((BipartiteGraph) graph.graph()).left();
            assertThat(NODES.get(blocks.relationship(i)))
                    .containsExactlyInAnyOrder(
                            graph.left().nodeId(left.vertexOf(blocks.edge(i))),
                            graph.right().nodeId(left.neighbor(blocks.edge(i))));
        }
        return relationships;
    }

    private static Set<Long> nodes(RelationshipBlocks blocks, int block) {
        Set<Long> nodes = new HashSet<>();
        for (long i = blocks.start(block); i < blocks.end(block); i++) {
            nodes.addAll(NODES.get(blocks.relationship(i)));
        }
        return nodes;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "7, 7", "100, 8"})
    void everyRelationshipIsInOneBlockInTheOrderOfTheStore(int concurrency, int writers) {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks = RelationshipBlocks.of(graph, NO_OTHERS, Workers.of(concurrency), 4, scope);
            assertThat(blocks.writers()).isEqualTo(writers);
            List<Long> all = new ArrayList<>();
            for (int each = 0; each < blocks.blocks(); each++) {
                List<Long> block = block(blocks, each);
                assertThat(block).isSorted();
                all.addAll(block);
            }
            assertThat(all).containsExactlyInAnyOrderElementsOf(NODES.keySet());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void blocksWithoutACommonPartShareNoNode(boolean bipartite) {
        try (ProjectedGraph unipartite = project(Projection.ALL, null);
                OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks =
                    RelationshipBlocks.of(bipartite ? graph : unipartite, NO_OTHERS, Workers.of(3), 4, scope);
            assertThat(blocks.writers()).isEqualTo(3);
            long seen = 0;
            for (int one = 0; one < blocks.blocks(); one++) {
                seen += blocks.end(one) - blocks.start(one);
                for (int other = 0; other < one; other++) {
                    Set<Integer> parts = new HashSet<>(List.of(blocks.firstPart(one), blocks.secondPart(one)));
                    parts.retainAll(List.of(blocks.firstPart(other), blocks.secondPart(other)));
                    if (parts.isEmpty()) {
                        assertThat(Collections.disjoint(nodes(blocks, one), nodes(blocks, other)))
                                .isTrue();
                    }
                }
            }
            assertThat(seen).isEqualTo(NODES.size());
        }
    }

    /** Each writer holds its block until all of them hold one, which so many writers can, until few blocks are left. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writersHoldBlocksWithoutACommonPartAndAllBlocksAreHandedOut(boolean bipartite) {
        try (ProjectedGraph unipartite = project(Projection.ALL, null);
                OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks =
                    RelationshipBlocks.of(bipartite ? graph : unipartite, NO_OTHERS, Workers.of(3), 4, scope);
            BlockSchedule schedule = new BlockSchedule(blocks);
            AtomicIntegerArray holders = new AtomicIntegerArray(blocks.partCount());
            Set<Integer> handedOut = ConcurrentHashMap.newKeySet();
            Workers.of(blocks.writers()).run(blocks.writers(), (writer, group) -> {
                int block = schedule.take(group::stopped);
                while (block != BlockSchedule.NONE) {
                    assertThat(handedOut.add(block)).isTrue();
                    Set<Integer> parts = new HashSet<>(List.of(blocks.firstPart(block), blocks.secondPart(block)));
                    parts.forEach(
                            part -> assertThat(holders.incrementAndGet(part)).isEqualTo(1));
                    Thread.yield();
                    parts.forEach(holders::decrementAndGet);
                    schedule.release(block);
                    block = schedule.take(group::stopped);
                }
            });
            long written = handedOut.stream()
                    .mapToLong(block -> blocks.end(block) - blocks.start(block))
                    .sum();
            assertThat(written).isEqualTo(NODES.size());
        }
    }

    @Test
    void writerThatWaitsEndsWhenAnotherFails() {
        try (OffHeapScope scope = new OffHeapScope(MEMORY)) {
            RelationshipBlocks blocks = RelationshipBlocks.of(graph, NO_OTHERS, Workers.of(1), 5000, scope);
            BlockSchedule schedule = new BlockSchedule(blocks);
            CountDownLatch taken = new CountDownLatch(1);
            assertThatThrownBy(() -> Workers.of(2).run(2, (writer, group) -> {
                        if (writer == 0) {
                            int block = schedule.take(group::stopped);
                            try {
                                taken.countDown();
                                throw new IllegalStateException("failed");
                            } finally {
                                schedule.release(block);
                            }
                        }
                        taken.await();
                        int block = schedule.take(group::stopped);
                        // The other writer may not have failed yet as far as this one can see.
                        if (block != BlockSchedule.NONE) {
                            schedule.release(block);
                        }
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("failed");
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
            for (int block = 0; block < blocks.blocks(); block++) {
                for (long i = blocks.start(block); i < blocks.end(block); i++) {
                    assertThat(blocks.relationship(i)).isEqualTo(largest - blocks.edge(i));
                    assertThat(i == blocks.start(block) || blocks.edge(i) < blocks.edge(i - 1))
                            .isTrue();
                    seen++;
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
}
