package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.group.biclique.MaximalBicliqueAlgorithm;
import dev.motif.algorithm.group.biclique.model.MaximalBiclique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Compares what Spark finds with a run of Motif in this JVM. */
final class OneMachine {
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    /** @param ref the graph of a local file */
    void compare(GraphRef ref) throws IOException {
        try (GraphFile file = GraphFile.open(Path.of(java.net.URI.create(ref.path())));
                Graph graph = file.graph(memory, workers)) {
            assertThat(ref.edgeCount()).isEqualTo(graph.edgeCount());
            if (graph instanceof BipartiteGraph bipartite) {
                try (OffHeapLongs left = file.longs("left.ids", bipartite.leftCount(), memory, workers);
                        OffHeapLongs right = file.longs("right.ids", bipartite.rightCount(), memory, workers)) {
                    bipartite(ref, bipartite, left, right);
                }
            } else {
                try (OffHeapLongs ids = file.longs("nodes.ids", graph.vertexCount(), memory, workers)) {
                    unipartite(ref, (UnipartiteGraph) graph, ids);
                }
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private Execution execution() {
        return new Execution(memory, workers, new StageTimes());
    }

    private void bipartite(GraphRef ref, BipartiteGraph graph, OffHeapLongs left, OffHeapLongs right) {
        try (ButterflyResult expected =
                new ButterflyAlgorithm().cpu(graph, new ButterflyConfig(true, true), execution())) {
            try (ButterflyResult found = ref.butterflies()) {
                assertThat(found.total()).isEqualTo(expected.total());
                assertThat(found.clusteringCoefficient()).isEqualTo(expected.clusteringCoefficient());
            }
            Map<String, Long> ofNodes = new HashMap<>();
            for (int u = 0; u < graph.leftCount(); u++) {
                ofNodes.put("left " + left.get(u), expected.left().get(u));
            }
            for (int v = 0; v < graph.rightCount(); v++) {
                ofNodes.put("right " + right.get(v), expected.right().get(v));
            }
            assertThat(counts(ref.butterfliesPerNode())).isEqualTo(ofNodes);
            Map<String, Long> ofEdges = new HashMap<>();
            for (int u = 0; u < graph.leftCount(); u++) {
                for (long slot = graph.left().start(u); slot < graph.left().end(u); slot++) {
                    int v = graph.left().neighbor(slot);
                    ofEdges.put(
                            left.get(u) + " " + right.get(v), expected.edges().get(slot));
                }
            }
            assertThat(counts(ref.butterfliesPerEdge())).isEqualTo(ofEdges);
        }
        BicliqueConfig upTo = BicliqueConfig.of(4, 3, BicliqueConfig.Result.TABLE);
        try (BicliqueResult expected = new BicliqueAlgorithm().cpu(graph, upTo, execution());
                BicliqueResult found = ref.bicliquesUpTo(4, 3)) {
            for (int p = 1; p <= 4; p++) {
                for (int q = 1; q <= 3; q++) {
                    assertThat(found.count(p, q)).as("(%d,%d)", p, q).isEqualTo(expected.count(p, q));
                }
            }
            assertThat(ref.bicliques(3, 3).total()).isEqualTo(expected.count(3, 3));
            assertThat(ref.bicliques(1, 3).total()).isEqualTo(expected.count(1, 3));
        }
        try (MaximalBicliqueResult expected =
                        new MaximalBicliqueAlgorithm().cpu(graph, MaximalBicliqueConfig.TOTALS, execution());
                MaximalBicliqueResult found = ref.maximalBicliques(1, 1)) {
            assertThat(found.sizes()).isEqualTo(expected.sizes());
        }
        Set<String> bicliques = new HashSet<>();
        Workers one = Workers.of(1);
        new MaximalBicliqueAlgorithm()
                .list(
                        graph,
                        MaximalBicliqueConfig.TOTALS,
                        WorkRange.ALL,
                        new Execution(memory, one, new StageTimes()),
                        worker -> biclique -> bicliques.add(ids(biclique, left, right)));
        List<Row> rows = ref.listMaximalBicliques(1, 1).collectAsList();
        assertThat(rows).hasSize(bicliques.size());
        assertThat(rows.stream().map(row -> sorted(row.getList(0)) + " " + sorted(row.getList(1))))
                .allMatch(bicliques::remove);
    }

    private static String ids(MaximalBiclique biclique, OffHeapLongs left, OffHeapLongs right) {
        int[] members = new int[Math.max(biclique.leftSize(), biclique.rightSize())];
        biclique.copyLeft(members);
        List<Long> ofLeft = ids(members, biclique.leftSize(), left);
        biclique.copyRight(members);
        return ofLeft + " " + ids(members, biclique.rightSize(), right);
    }

    private static List<Long> ids(int[] members, int count, OffHeapLongs ids) {
        return sorted(Arrays.stream(members, 0, count).mapToObj(ids::get).toList());
    }

    private static List<Long> sorted(List<Long> ids) {
        return ids.stream().sorted().toList();
    }

    private void unipartite(GraphRef ref, UnipartiteGraph graph, OffHeapLongs ids) {
        try (KCliqueResult expected = new KCliqueAlgorithm().cpu(graph, KCliqueConfig.all(), execution());
                KCliqueResult found = ref.allCliques()) {
            assertThat(found.largest()).isEqualTo(expected.largest());
            for (int k = 3; k <= expected.largest(); k++) {
                assertThat(found.count(k)).as("k = %d", k).isEqualTo(expected.count(k));
            }
            assertThat(ref.cliques(4).count(4)).isEqualTo(expected.count(4));
        }
        try (CommonNeighborsResult expected =
                new CommonNeighborsAlgorithm().cpu(graph, CommonNeighborsConfig.oriented(false), execution())) {
            Map<String, Long> ofEdges = new HashMap<>();
            graph.forEachEdge(
                    Workers.of(1),
                    (edge, u, v) -> ofEdges.put(ids.get(u) + " " + ids.get(v), (long)
                            expected.edges().get(edge)));
            assertThat(counts(ref.commonNeighbors())).isEqualTo(ofEdges);
        }
    }

    /** The last column by the others. */
    private static Map<String, Long> counts(Dataset<Row> rows) {
        Map<String, Long> counts = new HashMap<>();
        for (Row row : rows.collectAsList()) {
            assertThat(counts.put(row.get(0) + " " + row.get(1), row.getLong(2)))
                    .as("%s twice", row)
                    .isNull();
        }
        return counts;
    }
}
