package dev.motif.bench.neo4j;

import dev.motif.bench.Median;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.io.ByteUnit;

/**
 * Measures {@code motif.nodeSimilarity.stats} beside {@code gds.nodeSimilarity.stats} in one process, on one generated
 * bipartite graph that each of them has projected: {@code SimilarityBenchmark [generator] [concurrency] [repeats] [warm-up
 * rounds] [metrics with weights, such as JACCARD,COSINE]}. Graph Data Science must be on the class path; the profile {@code gds} puts it there. The two take turns. Then
 * both stream their pairs, and each node must have as many with the same similarities; which of equally similar nodes
 * they are may differ, and how often it does is printed.
 */
public final class SimilarityBenchmark {
    private static final int ENTITIES_PER_TRANSACTION = 100_000;
    private static final double TOLERANCE = 1e-9;
    private static final RelationshipType EDGE = RelationshipType.withName("E");

    private static final List<String> GDS_PROCEDURES = List.of(
            "org.neo4j.gds.catalog.GraphProjectProc",
            "org.neo4j.gds.similarity.nodesim.NodeSimilarityStatsProc",
            "org.neo4j.gds.similarity.nodesim.NodeSimilarityStreamProc");

    private final GraphDatabaseService database;
    /** Further keys of both. */
    private String keys = "";

    /** The pairs of a node: the similarities, the largest first, and what a pair is with. */
    private record Pairs(double[] similarities, List<Long> others) {}

    private SimilarityBenchmark(GraphDatabaseService database) {
        this.database = database;
    }

    public static void main(String[] args) throws ClassNotFoundException {
        String generator = args.length > 0 ? args[0] : "powerlaw,left=50000,right=200000,edges=3000000,skew=0.5,seed=1";
        int concurrency = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int repeats = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        int warmUp = args.length > 3 ? Integer.parseInt(args[3]) : 1;
        Neo4jBuilder builder =
                TestDatabase.builder().withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(1));
        for (String name : GDS_PROCEDURES) {
            builder = builder.withProcedure(Class.forName(name));
        }
        try (Neo4j server = builder.build()) {
            SimilarityBenchmark benchmark = new SimilarityBenchmark(server.defaultDatabaseService());
            benchmark.load(generator);
            benchmark.rows(
                    "CALL motif.graph.project('g', {left: 'L', right: 'R'}, 'E', {relationshipProperties: 'weight'})");
            benchmark.rows("CALL gds.graph.project('g', ['L', 'R'], 'E', {relationshipProperties: 'weight'})");
            benchmark.compare(concurrency, repeats, warmUp);
            for (String metric : args.length > 4 ? args[4].split(",", -1) : new String[0]) {
                benchmark.keys = ", relationshipWeightProperty: 'weight', similarityMetric: '" + metric + "'";
                System.out.println(metric + " by weight");
                benchmark.compare(concurrency, repeats, warmUp);
            }
        }
    }

    private void compare(int concurrency, int repeats, int warmUp) {
        compareTimes(concurrency, repeats, warmUp);
        comparePairs(concurrency);
    }

    private void load(String generator) {
        NativeMemory memory = new NativeMemory(1L << 34);
        try (LoadedGraph loaded = Generators.parse(generator).build(memory, Workers.of(2))) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            Csr rows = graph.left();
            System.out.printf(
                    "%s: %d + %d nodes, %d relationships%n",
                    generator, graph.leftCount(), graph.rightCount(), graph.edgeCount());
            String[] left = createNodes("L", graph.leftCount());
            String[] right = createNodes("R", graph.rightCount());
            Transaction transaction = database.beginTx();
            long created = 0;
            for (int u = 0; u < rows.vertexCount(); u++) {
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    transaction
                            .getNodeByElementId(left[u])
                            .createRelationshipTo(transaction.getNodeByElementId(right[rows.neighbor(slot)]), EDGE)
                            .setProperty("weight", (slot * 7919 % 19 + 1) / 4.0);
                    if (++created % ENTITIES_PER_TRANSACTION == 0) {
                        transaction.commit();
                        transaction = database.beginTx();
                    }
                }
            }
            transaction.commit();
        }
    }

    private String[] createNodes(String label, int count) {
        String[] nodes = new String[count];
        try (Transaction transaction = database.beginTx()) {
            Arrays.setAll(nodes, v -> transaction.createNode(Label.label(label)).getElementId());
            transaction.commit();
        }
        return nodes;
    }

    private void compareTimes(int concurrency, int repeats, int warmUp) {
        long[] motif = new long[repeats];
        long[] gds = new long[repeats];
        for (int round = -warmUp; round < repeats; round++) {
            long start = System.nanoTime();
            Object ofMotif = rows("CALL motif.nodeSimilarity.stats('g', {backend: 'CPU', concurrency: " + concurrency
                            + keys + "}) YIELD similarityPairs")
                    .get(0)
                    .get("similarityPairs");
            long middle = System.nanoTime();
            Object ofGds = rows("CALL gds.nodeSimilarity.stats('g', {concurrency: " + concurrency + keys
                            + "}) YIELD similarityPairs")
                    .get(0)
                    .get("similarityPairs");
            long end = System.nanoTime();
            System.out.printf(
                    "round %d: motif %.0f ms, gds %.0f ms, %s pairs%n",
                    round, (middle - start) / 1e6, (end - middle) / 1e6, ofMotif);
            if (!ofMotif.equals(ofGds)) {
                throw new IllegalStateException("motif found " + ofMotif + " pairs, gds " + ofGds);
            }
            if (round >= 0) {
                motif[round] = middle - start;
                gds[round] = end - middle;
            }
        }
        System.out.printf("gds / motif: %.1f%n", Median.of(gds) / Median.of(motif));
    }

    private void comparePairs(int concurrency) {
        Map<Long, Pairs> ofMotif = pairs("motif", concurrency);
        Map<Long, Pairs> ofGds = pairs("gds", concurrency);
        long others = 0;
        for (Map.Entry<Long, Pairs> one : ofMotif.entrySet()) {
            Pairs other = ofGds.get(one.getKey());
            double[] expected = other.similarities;
            double[] found = one.getValue().similarities;
            if (found.length != expected.length) {
                throw new IllegalStateException(
                        "node " + one.getKey() + " has " + found.length + " pairs, not " + expected.length);
            }
            for (int i = 0; i < found.length; i++) {
                if (Math.abs(found[i] - expected[i]) > TOLERANCE) {
                    throw new IllegalStateException(
                            "node " + one.getKey() + " has " + found[i] + ", not " + expected[i]);
                }
            }
            others += one.getValue().others.stream()
                    .filter(node -> !other.others.contains(node))
                    .count();
        }
        if (!ofMotif.keySet().equals(ofGds.keySet())) {
            throw new IllegalStateException("not the same nodes");
        }
        System.out.printf("the same similarities for %d nodes; %d pairs are others%n", ofMotif.size(), others);
    }

    private Map<Long, Pairs> pairs(String plugin, int concurrency) {
        Map<Long, List<Map<String, Object>>> byNode = database.executeTransactionally(
                "CALL " + plugin + ".nodeSimilarity.stream('g', {concurrency: " + concurrency + keys
                        + "}) YIELD " + (plugin.equals("gds") ? "" : "sourceNodeId AS node1, targetNodeId AS ")
                        + (plugin.equals("gds") ? "node1, node2" : "node2")
                        + ", similarity",
                Map.of(),
                result -> result.stream().collect(Collectors.groupingBy(row -> (Long) row.get("node1"))));
        Map<Long, Pairs> pairs = new HashMap<>();
        byNode.forEach((node, rows) -> pairs.put(
                node,
                new Pairs(
                        rows.stream()
                                .mapToDouble(row -> -(Double) row.get("similarity"))
                                .sorted()
                                .toArray(),
                        rows.stream().map(row -> (Long) row.get("node2")).toList())));
        return pairs;
    }

    private List<Map<String, Object>> rows(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList());
    }
}
