package dev.motif.bench.neo4j;

import dev.motif.bench.Median;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.io.ByteUnit;

/**
 * Measures {@code motif.commonNeighbors.stats} beside {@code gds.triangleCount.stats} in one process, on one generated
 * graph that each of them has projected: {@code TriangleBenchmark [generator] [concurrency] [repeats]}. Graph Data
 * Science must be on the class path; the profile {@code gds} puts it there. The two take turns, after two rounds that
 * do not count, and must find equally many triangles.
 */
public final class TriangleBenchmark {
    private static final int WARM_UP_ROUNDS = 2;
    private static final int EDGES_PER_TRANSACTION = 100_000;
    private static final Label VERTEX = Label.label("V");
    private static final RelationshipType EDGE = RelationshipType.withName("E");

    private static final List<String> GDS_PROCEDURES =
            List.of("org.neo4j.gds.catalog.GraphProjectProc", "org.neo4j.gds.triangle.TriangleCountStatsProc");

    private final GraphDatabaseService database;

    private TriangleBenchmark(GraphDatabaseService database) {
        this.database = database;
    }

    public static void main(String[] args) throws ClassNotFoundException {
        String generator = args.length > 0 ? args[0] : "kronecker,scale=18,edgefactor=16,seed=1";
        int concurrency = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int repeats = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        Neo4jBuilder builder =
                TestDatabase.builder().withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(1));
        for (String name : GDS_PROCEDURES) {
            builder = builder.withProcedure(Class.forName(name));
        }
        try (Neo4j server = builder.build()) {
            TriangleBenchmark benchmark = new TriangleBenchmark(server.defaultDatabaseService());
            benchmark.load(generator);
            benchmark.rows("CALL motif.graph.project('g', 'V', 'E')");
            benchmark.rows("CALL gds.graph.project('g', 'V', {E: {orientation: 'UNDIRECTED'}})");
            benchmark.compare(concurrency, repeats);
        }
    }

    private void load(String generator) {
        NativeMemory memory = new NativeMemory(1L << 34);
        try (LoadedGraph loaded = Generators.parse(generator).build(memory, Workers.of(2))) {
            Csr rows = ((UnipartiteGraph) loaded.graph()).adjacency();
            System.out.printf("%s: %d vertices, %d edges%n", generator, rows.vertexCount(), rows.slotCount() / 2);
            String[] nodes = createNodes(rows.vertexCount());
            Transaction transaction = database.beginTx();
            long created = 0;
            for (int u = 0; u < rows.vertexCount(); u++) {
                for (long slot = rows.firstSlotFrom(u, u + 1); slot < rows.end(u); slot++) {
                    Node source = transaction.getNodeByElementId(nodes[u]);
                    source.createRelationshipTo(transaction.getNodeByElementId(nodes[rows.neighbor(slot)]), EDGE);
                    if (++created % EDGES_PER_TRANSACTION == 0) {
                        transaction.commit();
                        transaction = database.beginTx();
                    }
                }
            }
            transaction.commit();
        }
    }

    private String[] createNodes(int count) {
        String[] nodes = new String[count];
        try (Transaction transaction = database.beginTx()) {
            Arrays.setAll(nodes, v -> transaction.createNode(VERTEX).getElementId());
            transaction.commit();
        }
        return nodes;
    }

    private void compare(int concurrency, int repeats) {
        long[] motif = new long[repeats];
        long[] gds = new long[repeats];
        for (int round = -WARM_UP_ROUNDS; round < repeats; round++) {
            long start = System.nanoTime();
            Object ofMotif = rows("CALL motif.commonNeighbors.stats('g', {backend: 'CPU', concurrency: " + concurrency
                            + "}) YIELD triangles")
                    .get(0)
                    .get("triangles");
            long middle = System.nanoTime();
            Object ofGds = rows("CALL gds.triangleCount.stats('g', {concurrency: " + concurrency
                            + "}) YIELD globalTriangleCount")
                    .get(0)
                    .get("globalTriangleCount");
            long end = System.nanoTime();
            if (!ofMotif.equals(ofGds)) {
                throw new IllegalStateException("motif found " + ofMotif + " triangles, gds " + ofGds);
            }
            if (round >= 0) {
                motif[round] = middle - start;
                gds[round] = end - middle;
            }
        }
        print("motif.commonNeighbors.stats", motif);
        print("gds.triangleCount.stats", gds);
        System.out.printf("gds / motif: %.1f%n", Median.of(gds) / Median.of(motif));
    }

    private List<Map<String, Object>> rows(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList());
    }

    private static void print(String name, long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        System.out.printf(
                "%-28s median %.0f ms (%.0f to %.0f)%n",
                name, Median.of(nanos) / 1e6, sorted[0] / 1e6, sorted[sorted.length - 1] / 1e6);
    }
}
