package dev.motif.bench.neo4j;

import dev.motif.bench.GraphSource;
import dev.motif.bench.Median;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.config.ServerFile;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.Projection;
import dev.motif.projection.ProjectionStatistics;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Result;
import org.neo4j.driver.Session;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.harness.Neo4j;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Measures how a bipartite graph gets to a file, back, and to a client: {@code FileBenchmark FOLDER GRAPH [repeats]}, where
 * the graph is what the bench takes. Beside it the file is copied by the JDK, which shows what the disk and the machine do
 * just then. All times are of whole calls.
 */
public final class FileBenchmark {
    private static final int WARM_UP_ROUNDS = 1;
    private static final String COUNT =
            "CALL motif.graph.edges.stream('g', {part: $part, of: $of})" + " YIELD count, sourceNodeIds, targetNodeIds";

    private final GraphDatabaseService database;
    private final Driver driver;
    private final int repeats;

    private FileBenchmark(GraphDatabaseService database, Driver driver, int repeats) {
        this.database = database;
        this.driver = driver;
        this.repeats = repeats;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        try (Neo4j server = TestDatabase.builder()
                        .withConfig(BoltConnector.enabled, true)
                        .build();
                Driver driver = GraphDatabase.driver(server.boltURI())) {
            keep(server.defaultDatabaseService(), GraphSource.parse(args[1]));
            new FileBenchmark(server.defaultDatabaseService(), driver, args.length > 2 ? Integer.parseInt(args[2]) : 5)
                    .measure(folder);
        }
    }

    /** Makes the graph a named one, {@code g}, of nodes that do not exist. */
    private static void keep(GraphDatabaseService database, GraphSource source) throws IOException {
        NativeMemory memory = OffHeapBudget.memory();
        Workers workers = Workers.of(Runtime.getRuntime().availableProcessors());
        LoadedGraph loaded = source.load(memory, workers);
        BipartiteGraph graph = (BipartiteGraph) loaded.graph();
        GraphKey key = new GraphKey(DatabaseWatch.idOf((GraphDatabaseAPI) database), "neo4j", "", "g");
        GraphCatalog.server()
                .add(
                        key,
                        Map.of(),
                        () -> new WithColumns(
                                new ProjectedGraph(
                                        graph,
                                        ids(0, graph.leftCount(), memory, workers),
                                        ids(graph.leftCount(), graph.rightCount(), memory, workers),
                                        relationshipIds(graph.edgeCount(), memory),
                                        new ProjectionStatistics(0, 0, 0, 0, 0),
                                        new Projection(List.of("L"), List.of("R"), List.of("T"), null, true)),
                                List.of()));
    }

    private static RelationshipIds relationshipIds(long edges, NativeMemory memory) {
        OffHeapLongs first = memory.longs(edges);
        for (long edge = 0; edge < edges; edge++) {
            first.set(edge, edge);
        }
        return new RelationshipIds(first, new ParallelEdges(memory.longs(0), memory.longs(0)));
    }

    private static NodeIds ids(long first, int count, NativeMemory memory, Workers workers) {
        try (OffHeapLongs ids = memory.longs(count)) {
            for (int vertex = 0; vertex < count; vertex++) {
                ids.set(vertex, first + vertex);
            }
            return NodeIds.of(ids, memory, workers);
        }
    }

    private void measure(Path folder) throws Exception {
        Path file = folder.resolve("g.motif");
        Path copy = folder.resolve("copy");
        Times export = new Times("motif.graph.export");
        Times load = new Times("motif.graph.import");
        Times copied = new Times("Files.copy");
        Times one = new Times("motif.graph.edges.stream, one session");
        Times two = new Times("motif.graph.edges.stream, two sessions");
        long bytes = 0;
        long edges =
                (long) row("CALL motif.graph.list('g') YIELD relationshipCount").get("relationshipCount");
        for (int repeat = -WARM_UP_ROUNDS; repeat < repeats; repeat++) {
            Files.deleteIfExists(file);
            export.measure(repeat, () -> row("CALL motif.graph.export('g', 'g')"));
            bytes = Files.size(file);
            load.measure(repeat, () -> row("CALL motif.graph.import('g', {graphName: 'again'})"));
            row("CALL motif.graph.drop('again') YIELD graphName");
            copied.measure(repeat, () -> Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING));
            one.measure(repeat, () -> fetched(1, edges));
            two.measure(repeat, () -> fetched(2, edges));
        }
        Files.delete(file);
        Files.delete(copy);
        System.out.printf("%,d relationships, %.2f GB%n", edges, bytes / 1e9);
        for (Times times : List.of(export, load, copied)) {
            times.print(bytes / 1e9, "GB");
        }
        one.print(edges / 1e6, "million relationships");
        two.print(edges / 1e6, "million relationships");
    }

    private Map<String, Object> row(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList().get(0));
    }

    /** Fetches all relationships by some sessions at once. */
    private long fetched(int sessions, long expected) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(sessions);
        try {
            List<Future<Long>> parts = new ArrayList<>();
            for (int part = 0; part < sessions; part++) {
                int own = part;
                parts.add(pool.submit(() -> fetched(own, sessions)));
            }
            long all = 0;
            for (Future<Long> part : parts) {
                all += part.get();
            }
            if (all != expected) {
                throw new IllegalStateException(all + " of " + expected + " relationships");
            }
            return all;
        } finally {
            pool.shutdown();
        }
    }

    private long fetched(int part, int of) {
        try (Session session = driver.session()) {
            Result rows = session.run(COUNT, Map.of("part", part, "of", of));
            long count = 0;
            while (rows.hasNext()) {
                Record row = rows.next();
                count += row.get("sourceNodeIds").asByteArray().length / Long.BYTES;
            }
            return count;
        }
    }

    /** How long calls of one kind took. */
    private final class Times {
        private final String what;
        private final List<Long> millis = new ArrayList<>();

        Times(String what) {
            this.what = what;
        }

        void measure(int repeat, Callable<?> work) throws Exception {
            System.gc();
            long start = System.nanoTime();
            work.call();
            if (repeat >= 0) {
                millis.add((System.nanoTime() - start) / 1_000_000);
            }
        }

        void print(double amount, String unit) {
            double median = Median.of(millis);
            System.out.printf(
                    "%s: %.0f ms (%d to %d), %.2f %s a second%n",
                    what,
                    median,
                    millis.stream().min(Long::compare).orElseThrow(),
                    millis.stream().max(Long::compare).orElseThrow(),
                    amount / median * 1000,
                    unit);
        }
    }
}
