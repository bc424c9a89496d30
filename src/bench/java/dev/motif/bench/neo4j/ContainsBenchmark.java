package dev.motif.bench.neo4j;

import dev.motif.bench.Median;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;

/**
 * Measures {@code motif.biclique.maximal.stream} with {@code contains} beside a filter on the whole stream, on a
 * bipartite edge list: {@code ContainsBenchmark FILE [concurrency] [repeats]}. The nodes are, on each side, the one of
 * the median degree, of the 99 % quantile and of the largest degree. Both must find equally many bicliques; the filter
 * runs once for each node, {@code contains} once more than it is counted.
 */
public final class ContainsBenchmark {
    private static final RelationshipType EDGE = RelationshipType.withName("E");
    private static final double[] QUANTILES = {0.5, 0.99, 1};

    private final GraphDatabaseService database;
    private final int concurrency;
    private final int repeats;

    private ContainsBenchmark(GraphDatabaseService database, int concurrency, int repeats) {
        this.database = database;
        this.concurrency = concurrency;
        this.repeats = repeats;
    }

    public static void main(String[] args) throws IOException {
        int concurrency = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int repeats = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        NativeMemory memory = new NativeMemory(1L << 32);
        try (Neo4j server = TestDatabase.builder().build();
                LoadedGraph loaded = new EdgeListReader(memory, Workers.of(2)).read(Path.of(args[0]))) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            new ContainsBenchmark(server.defaultDatabaseService(), concurrency, repeats).run(graph);
        }
    }

    private void run(BipartiteGraph graph) {
        long[] left = create("L", graph.leftCount());
        long[] right = create("R", graph.rightCount());
        relate(graph.left(), left, right);
        count("CALL motif.graph.project('g', {left: 'L', right: 'R'}, 'E') YIELD relationshipCount AS count", -1);
        System.out.println("| Node | Degree | Bicliques | `contains` | Filter |\n|---|---|---|---|---|");
        compare("left", graph.left(), left);
        compare("right", graph.right(), right);
    }

    @SuppressWarnings("removal") // the procedures take such ids
    private long[] create(String label, int count) {
        long[] ids = new long[count];
        try (Transaction transaction = database.beginTx()) {
            Arrays.setAll(ids, v -> transaction.createNode(Label.label(label)).getId());
            transaction.commit();
        }
        return ids;
    }

    @SuppressWarnings("removal")
    private void relate(Csr rows, long[] left, long[] right) {
        try (Transaction transaction = database.beginTx()) {
            for (int u = 0; u < rows.vertexCount(); u++) {
                Node source = transaction.getNodeById(left[u]);
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    source.createRelationshipTo(transaction.getNodeById(right[rows.neighbor(slot)]), EDGE);
                }
            }
            transaction.commit();
        }
    }

    private void compare(String side, Csr rows, long[] ids) {
        int[] byDegree = IntStream.range(0, rows.vertexCount())
                .boxed()
                .sorted(Comparator.comparingLong(rows::degree))
                .mapToInt(v -> v)
                .toArray();
        for (double quantile : QUANTILES) {
            int vertex = byDegree[(int) (quantile * (byDegree.length - 1))];
            compare(side, ids[vertex], rows.degree(vertex));
        }
    }

    private void compare(String side, long id, long degree) {
        String common = "concurrency: " + concurrency + ", backend: 'CPU', logProgress: false";
        String contains = "CALL motif.biclique.maximal.stream('g', {contains: $node, " + common + "})"
                + " YIELD edges RETURN count(*) AS count";
        String filter = "CALL motif.biclique.maximal.stream('g', {" + common + "}) YIELD " + side + "NodeIds AS ids"
                + " WHERE $node IN ids RETURN count(*) AS count";
        double[] millis = new double[repeats];
        long found = count(contains, id);
        for (int i = 0; i < repeats; i++) {
            long start = System.nanoTime();
            count(contains, id);
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        long start = System.nanoTime();
        long filtered = count(filter, id);
        double filterMillis = (System.nanoTime() - start) / 1e6;
        if (filtered != found) {
            throw new IllegalStateException("contains found " + found + " bicliques, the filter " + filtered);
        }
        System.out.printf(
                "| %s | %,d | %,d | %,.1f (%,.1f-%,.1f) | %,.0f |%n",
                side, degree, found, Median.of(millis), millis[0], millis[repeats - 1], filterMillis);
    }

    private long count(String query, long node) {
        return database.executeTransactionally(
                query, Map.of("node", node), result -> (long) result.next().get("count"));
    }
}
