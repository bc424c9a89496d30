package dev.motif.algorithm.count.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.clique.complement.CliqueSearchGpu;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.algorithm.count.clique.search.CliqueRootsGpu;
import dev.motif.backend.work.ClaimedPositions;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.DeviceGraphCache;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.graph.DeviceOrientedGraph;
import dev.motif.gpu.graph.DeviceUnipartiteGraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Searches from a root of more candidates than 16 bits can name. By degree and by degeneracy only graphs of 2^31 edges
 * and more have one, so the order is this test's own: the hub of a star of many leaves comes last.
 */
@LeavesNothing
@Tag("gpu")
class KCliqueManyCandidatesGpuTest {
    private static final int LEAVES = 66_000;
    private static final int GROUP_SIZE = 7;

    /** Leaves of these ranks on are groups of leaves that are adjacent to each other. */
    private static final int FIRST_IN_GROUP = LEAVES - 60 * GROUP_SIZE;

    private static final int GROUP_EDGES = 60 * GROUP_SIZE * (GROUP_SIZE - 1) / 2;

    /** With the hub, a group has C(8, 4) cliques of four vertices. */
    private static final int K = 4;

    private static final BigInteger CLIQUES = BigInteger.valueOf(60 * 70);

    private static final long SEARCH_BYTES = 6L << 30;

    private enum Order {
        HUB_LAST
    }

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private UnipartiteGraph graph;

    @BeforeEach
    void makeGraph() {
        List<Edge> edges = new ArrayList<>();
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            for (int other = leaf + 1; leaf >= FIRST_IN_GROUP && group(other) == group(leaf); other++) {
                edges.add(new Edge(leaf, other));
            }
            edges.add(new Edge(leaf, LEAVES));
        }
        graph = new EdgeList(LEAVES + 1, LEAVES + 1, edges).toUnipartiteGraph(memory, workers);
    }

    private static int group(int leaf) {
        return leaf == LEAVES ? -1 : (leaf - FIRST_IN_GROUP) / GROUP_SIZE;
    }

    @AfterEach
    void nothingStaysAllocated() {
        graph.close();
    }

    /** Uses the roots of the graph, the rank of each vertex being its number. */
    private interface Use<T> {
        T of(GpuSession session, CliqueRootsGpu roots, Execution execution);
    }

    private <T> T withRoots(Use<T> use) {
        List<DeviceGraphCache.Need> needs = List.of(
                new DeviceGraphCache.Need(
                        DeviceUnipartiteGraph.key(graph),
                        DeviceUnipartiteGraph.bytes(graph.vertexCount(), graph.edgeCount())),
                new DeviceGraphCache.Need(
                        DeviceOrientedGraph.key(graph, Order.HUB_LAST),
                        DeviceOrientedGraph.peakBytes(device.info(), graph.vertexCount(), graph.edgeCount())),
                new DeviceGraphCache.Need(
                        CliqueRootsGpu.key(graph, Order.HUB_LAST, K, 1 << 31),
                        CliqueRootsGpu.peakBytes(device.info(), graph.vertexCount())));
        try (OffHeapInts order = memory.ints(LEAVES + 1);
                GpuSession session = device.open(needs, SEARCH_BYTES + (1 << 20), workers)) {
            for (int i = 0; i <= LEAVES; i++) {
                order.set(i, LEAVES - i);
            }
            DeviceUnipartiteGraph onDevice = DeviceUnipartiteGraph.of(session, graph);
            DeviceOrientedGraph oriented = DeviceOrientedGraph.byReverseOrder(
                    session, DeviceOrientedGraph.key(graph, Order.HUB_LAST), onDevice, session.uploaded(order));
            CliqueRootsGpu roots = CliqueRootsGpu.of(
                    session, CliqueRootsGpu.key(graph, Order.HUB_LAST, K, 1 << 31), oriented, onDevice::vertices);
            assertThat(roots.mostCandidates()).isEqualTo(LEAVES);
            return use.of(session, roots, new Execution(memory, workers, new StageTimes()));
        }
    }

    /** Blocks that search from all vertices, or from all edges. */
    private static CliqueBlocksGpu blocks(
            GpuSession session, CliqueRootsGpu roots, KCliqueConfig config, boolean fromEdges, Execution execution) {
        CliqueBlocksGpu.Tasks tasks = count -> Participant.whole().ranges(count, 0);
        return new CliqueBlocksGpu(session, roots, tasks, config, SEARCH_BYTES, execution) {
            @Override
            protected boolean fromEdges(Technique technique, int k) {
                return fromEdges;
            }
        };
    }

    private <T> T fromVertices(Function<CliqueBlocksGpu, T> use) {
        KCliqueConfig config = KCliqueConfig.total(K, K);
        return withRoots((session, roots, execution) -> use.apply(blocks(session, roots, config, false, execution)));
    }

    /** The counts by rank or slot, of which none passes 64 bits. */
    private long[] members(KCliqueConfig config, boolean fromEdges, int length) {
        return withRoots((session, roots, execution) -> {
            DeviceArray counts = session.zeroedLongs(2L * length);
            assertThat(blocks(session, roots, config, fromEdges, execution).members(config.technique(), counts))
                    .isEqualTo(CLIQUES);
            long[] words = session.readLongs(counts, 2 * length);
            long[] low = new long[length];
            for (int i = 0; i < length; i++) {
                low[i] = words[2 * i];
                assertThat(words[2 * i + 1]).isZero();
            }
            return low;
        });
    }

    @Test
    void totalsAreExact() {
        BigInteger byOrientation = fromVertices(blocks -> blocks.byOrientation(K));
        BigInteger[] byPivots = fromVertices(CliqueBlocksGpu::byPivots);
        assertThat(byOrientation).isEqualTo(CLIQUES);
        assertThat(byPivots[K]).isEqualTo(CLIQUES);
    }

    @ParameterizedTest
    @CsvSource({"ORIENTATION, false", "ORIENTATION, true", "PIVOT, false", "PIVOT, true"})
    void countsByVertexAndEdgeAreExact(Technique technique, boolean fromEdges) {
        long[] byVertex = members(KCliqueConfig.of(K, Result.VERTEX).with(technique), fromEdges, LEAVES + 1);
        assertThat(byVertex[LEAVES]).isEqualTo(60 * 35);
        for (int rank = 0; rank < LEAVES; rank++) {
            assertThat(byVertex[rank]).isEqualTo(rank < FIRST_IN_GROUP ? 0 : 35);
        }
        long[] byEdge = members(KCliqueConfig.of(K, Result.EDGE).with(technique), fromEdges, GROUP_EDGES + LEAVES);
        for (int slot = 0; slot < byEdge.length; slot++) {
            boolean inGroup = slot < GROUP_EDGES || slot - GROUP_EDGES >= FIRST_IN_GROUP;
            assertThat(byEdge[slot]).isEqualTo(inGroup ? 15 : 0);
        }
    }

    @Test
    void whatDoesNotFitSaysWhatToUse() {
        assertThatThrownBy(() -> withRoots((session, roots, execution) -> new CliqueBlocksGpu(
                                session,
                                roots,
                                count -> Participant.whole().ranges(count, 0),
                                KCliqueConfig.total(K, K),
                                SEARCH_BYTES / 100,
                                execution)
                        .byPivots()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one start node has 66000 candidates")
                .hasMessageContaining("use `backend: 'CPU'`");
        assertThatThrownBy(() -> withRoots((session, roots, execution) -> new CliqueSearchGpu(
                        session,
                        roots,
                        ClaimedPositions.of(Participant.whole(), 0, 0, tasks -> tasks),
                        KCliqueConfig.total(K, K),
                        CliqueSearchGpu.Counted.LEAVES,
                        SEARCH_BYTES,
                        Deadline.NEVER,
                        execution)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use `algorithm: 'PIVOT'` or `backend: 'CPU'`");
    }
}
