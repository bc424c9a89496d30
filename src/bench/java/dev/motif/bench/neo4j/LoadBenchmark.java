package dev.motif.bench.neo4j;

import dev.motif.bench.Median;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.harness.Neo4j;
import org.neo4j.io.ByteUnit;

/**
 * Measures how many calls a second clients get done at the same time: {@code LoadBenchmark BIPARTITE UNIPARTITE BACKEND
 * SECONDS CLIENTS...}. The first two are edge lists. Each client makes calls of sixteen kinds at random, a tenth of
 * them on a graph that it projects and drops; every result is compared with that of the CPU. CLIENTS may end with
 * {@code k}: then a third of the calls are killed within 60 ms; or with {@code a}: then one more client calls over all GPUs.
 * Prints a table in Markdown.
 */
public final class LoadBenchmark {
    private static final int EDGES_PER_TRANSACTION = 100_000;
    private static final int MOST_MILLIS_TO_KILL = 60;
    private static final Label LEFT = Label.label("Left");
    private static final Label RIGHT = Label.label("Right");
    private static final Label VERTEX = Label.label("Vertex");
    private static final String PROJECT_BIPARTITE =
            "CALL motif.graph.project($g, {left: 'Left', right: 'Right'}, 'JOINS')";
    private static final String PROJECT_UNIPARTITE = "CALL motif.graph.project($g, 'Vertex', 'MEETS')";

    /** A call: a procedure, its configuration, what it yields, and whether its graph is bipartite. */
    private record Kind(String procedure, String configuration, String yields, boolean bipartite) {
        String name() {
            return procedure + (configuration.isEmpty() ? "" : " " + configuration);
        }

        String query(String backend) {
            return "CALL motif." + procedure + "($g, {backend: '" + backend + "'"
                    + (configuration.isEmpty() ? "" : ", " + configuration) + "}) YIELD " + yields + " RETURN "
                    + yields;
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("butterfly.stats", "", "count", true),
            new Kind("research.gbfc.stats", "", "count", true),
            new Kind("wing.stats", "", "maxWing, levels", true),
            new Kind("tip.stats", "", "maxTip, levels", true),
            new Kind("biclique.count.stats", "p: 3, q: 3", "count", true),
            new Kind("biclique.count.stats", "p: 5, q: 4", "count", true),
            new Kind("biclique.count.stats", "p: 2, q: 6", "count", true),
            new Kind("biclique.count.stats", "maxP: 3, maxQ: 3", "p, q, count", true),
            new Kind("biclique.maximal.stats", "minLeft: 3, minRight: 3", "count", true),
            new Kind("biclique.maximal.stats", "minLeft: 5, minRight: 5", "count", true),
            new Kind("commonNeighbors.stats", "", "triangles", false),
            new Kind("research.intersection.stats", "algorithm: 'MPS'", "triangles", false),
            new Kind("research.intersection.stats", "algorithm: 'BMP'", "triangles", false),
            new Kind("kclique.stats", "k: 5", "count", false),
            new Kind("kclique.stats", "k: 4", "count", false),
            new Kind("kcore.stats", "", "degeneracy, levels", false));

    /** The call of one more client, over all GPUs. */
    private static final String OVER_ALL = "CALL motif.kclique.stream($g, {k: 5, backend: 'GPU', gpus: 'ALL'})"
            + " YIELD count RETURN sum(count) AS count";

    private final GraphDatabaseService database;
    private final String backend;
    private final List<Object> expected = new ArrayList<>();
    private final AtomicInteger projections = new AtomicInteger();

    private LoadBenchmark(GraphDatabaseService database, String backend) {
        this.database = database;
        this.backend = backend;
    }

    public static void main(String[] args) throws Exception {
        try (Neo4j server = TestDatabase.builder()
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(1))
                .build()) {
            LoadBenchmark load = new LoadBenchmark(server.defaultDatabaseService(), args[2]);
            load.loadGraphs(Path.of(args[0]), Path.of(args[1]));
            load.expect();
            load.warmUp();
            int seconds = Integer.parseInt(args[3]);
            System.out.println("| clients | calls a second | errors | wrong | killed | not ended 1 s after a kill |");
            System.out.println("|---|---|---|---|---|---|");
            List<Run> runs = new ArrayList<>();
            for (String clients : Arrays.asList(args).subList(4, args.length)) {
                Run run = load.new Run(Integer.parseInt(clients.replaceAll("[ak]", "")), clients.endsWith("k"));
                CompletableFuture<String> overAll = clients.endsWith("a")
                        ? CompletableFuture.supplyAsync(() -> load.overAll(seconds))
                        : CompletableFuture.completedFuture("");
                run.during(seconds);
                System.out.print(overAll.join());
                System.out.println(run.row());
                runs.add(run);
            }
            load.printMedians(runs);
            for (GpuDevice device : Gpus.ofThisHost().devices()) {
                System.out.printf(
                        "%s: %d bytes live, %d of copies, %d reserved, %d kept%n",
                        device.info().name(),
                        device.liveBytes(),
                        device.copies().bytes(),
                        device.reservedBytes(),
                        device.keptBytes());
            }
        }
    }

    private void loadGraphs(Path bipartite, Path unipartite) throws IOException {
        NativeMemory memory = new NativeMemory(1L << 34);
        EdgeListReader reader = new EdgeListReader(memory, Workers.of(2));
        try (LoadedGraph loaded = reader.read(bipartite)) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            String[] left = createNodes(LEFT, graph.leftCount());
            createRelationships(graph.left(), left, createNodes(RIGHT, graph.rightCount()), "JOINS", false);
        }
        try (LoadedGraph loaded = reader.read(unipartite)) {
            Csr rows = ((UnipartiteGraph) loaded.graph()).adjacency();
            String[] nodes = createNodes(VERTEX, rows.vertexCount());
            createRelationships(rows, nodes, nodes, "MEETS", true);
        }
        execute(PROJECT_BIPARTITE, "bipartite");
        execute(PROJECT_UNIPARTITE, "unipartite");
    }

    private String[] createNodes(Label label, int count) {
        String[] nodes = new String[count];
        try (Transaction transaction = database.beginTx()) {
            Arrays.setAll(nodes, v -> transaction.createNode(label).getElementId());
            transaction.commit();
        }
        return nodes;
    }

    private void createRelationships(Csr rows, String[] from, String[] to, String type, boolean upwards) {
        RelationshipType relationship = RelationshipType.withName(type);
        Transaction transaction = database.beginTx();
        long created = 0;
        for (int u = 0; u < rows.vertexCount(); u++) {
            Node source = transaction.getNodeByElementId(from[u]);
            for (long slot = upwards ? rows.firstSlotFrom(u, u + 1) : rows.start(u); slot < rows.end(u); slot++) {
                source.createRelationshipTo(transaction.getNodeByElementId(to[rows.neighbor(slot)]), relationship);
                if (++created % EDGES_PER_TRANSACTION == 0) {
                    transaction.commit();
                    transaction = database.beginTx();
                    source = transaction.getNodeByElementId(from[u]);
                }
            }
        }
        transaction.commit();
    }

    private Object execute(String query, String graph) {
        return database.executeTransactionally(
                query, Map.of("g", graph), result -> result.stream().toList());
    }

    private static String graphOf(Kind kind) {
        return kind.bipartite ? "bipartite" : "unipartite";
    }

    private void expect() {
        for (Kind kind : KINDS) {
            long start = System.nanoTime();
            expected.add(execute(kind.query("CPU"), graphOf(kind)));
            System.out.printf("%s on the CPU: %.0f ms%n", kind.name(), (System.nanoTime() - start) / 1e6);
        }
    }

    private void warmUp() {
        for (int round = 0; round < 5; round++) {
            KINDS.forEach(kind -> execute(kind.query(backend), graphOf(kind)));
        }
    }

    /** Calls over all GPUs for so long, and says how long one took. */
    private String overAll(int seconds) {
        List<Long> nanos = new ArrayList<>();
        Object first = execute(OVER_ALL, "unipartite");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            if (!execute(OVER_ALL, "unipartite").equals(first)) {
                throw new IllegalStateException("k-cliques over all GPUs have changed");
            }
            nanos.add(System.nanoTime() - start);
        }
        return String.format("k-cliques by node over all GPUs, median: %.1f ms%n", Median.of(nanos) / 1e6);
    }

    /** Clients at the same time. */
    private final class Run {
        private final int clients;
        private final boolean kills;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger wrong = new AtomicInteger();
        private final AtomicInteger killed = new AtomicInteger();
        private final AtomicInteger late = new AtomicInteger();
        private final AtomicLong elapsed = new AtomicLong();
        private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        private final List<ConcurrentLinkedQueue<Long>> nanos = new ArrayList<>();

        Run(int clients, boolean kills) {
            this.clients = clients;
            this.kills = kills;
            KINDS.forEach(kind -> nanos.add(new ConcurrentLinkedQueue<>()));
        }

        void during(int seconds) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(clients);
            long start = System.nanoTime();
            long end = start + TimeUnit.SECONDS.toNanos(seconds);
            List<Callable<Void>> bodies = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                Random random = new Random(client + 1);
                bodies.add(() -> {
                    while (System.nanoTime() < end) {
                        call(random);
                    }
                    return null;
                });
            }
            for (Future<Void> body : threads.invokeAll(bodies)) {
                body.get();
            }
            elapsed.set(System.nanoTime() - start);
            threads.shutdown();
        }

        private void call(Random random) {
            int kind = random.nextInt(KINDS.size());
            try {
                if (kills && random.nextInt(3) == 0) {
                    callKilled(KINDS.get(kind), random.nextInt(MOST_MILLIS_TO_KILL));
                } else if (random.nextInt(10) == 0) {
                    callOnOwnGraph(kind);
                } else {
                    long start = System.nanoTime();
                    compare(kind, graphOf(KINDS.get(kind)));
                    nanos.get(kind).add(System.nanoTime() - start);
                }
            } catch (RuntimeException e) {
                errors.add(KINDS.get(kind).name() + ": " + e.getMessage());
            }
            calls.incrementAndGet();
        }

        private void compare(int kind, String graph) {
            if (!execute(KINDS.get(kind).query(backend), graph).equals(expected.get(kind))) {
                wrong.incrementAndGet();
            }
        }

        private void callOnOwnGraph(int kind) {
            String graph = "own" + projections.incrementAndGet();
            execute(KINDS.get(kind).bipartite ? PROJECT_BIPARTITE : PROJECT_UNIPARTITE, graph);
            try {
                compare(kind, graph);
            } finally {
                execute("CALL motif.graph.drop($g)", graph);
            }
        }

        private void callKilled(Kind kind, int millis) {
            AtomicLong killedAt = new AtomicLong();
            try (Transaction transaction = database.beginTx()) {
                CompletableFuture<Void> killer = CompletableFuture.runAsync(
                        () -> {
                            killedAt.set(System.nanoTime());
                            transaction.terminate();
                        },
                        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
                try (Result result = transaction.execute(kind.query(backend), Map.of("g", graphOf(kind)))) {
                    result.accept(row -> true);
                } catch (RuntimeException e) {
                    if (!isKill(e)) {
                        throw e;
                    }
                    killed.incrementAndGet();
                } finally {
                    if (killedAt.get() != 0 && System.nanoTime() - killedAt.get() > TimeUnit.SECONDS.toNanos(1)) {
                        late.incrementAndGet();
                    }
                    killer.join();
                }
            }
        }

        private static boolean isKill(Throwable failure) {
            return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                    .anyMatch(cause -> cause instanceof TransactionTerminatedException
                            || String.valueOf(cause.getMessage()).contains("terminated"));
        }

        String row() {
            errors.stream().distinct().limit(10).forEach(error -> System.out.println("error: " + error));
            return "| " + clients + (kills ? " with kills" : "") + " | "
                    + String.format("%.1f", calls.get() * 1e9 / elapsed.get()) + " | " + errors.size() + " of "
                    + calls + " | " + wrong + " | " + killed + " | " + late + " |";
        }

        String median(int kind) {
            Queue<Long> times = nanos.get(kind);
            return times.isEmpty() ? "" : String.format("%.1f", Median.of(times) / 1e6);
        }
    }

    private void printMedians(List<Run> runs) {
        StringBuilder table = new StringBuilder("| median, ms |");
        runs.forEach(run -> table.append(' ')
                .append(run.clients)
                .append(run.kills ? "k" : "")
                .append(" |"));
        table.append("\n|---|").append("---|".repeat(runs.size())).append('\n');
        for (int kind = 0; kind < KINDS.size(); kind++) {
            table.append("| ").append(KINDS.get(kind).name()).append(" |");
            for (Run run : runs) {
                table.append(' ').append(run.median(kind)).append(" |");
            }
            table.append('\n');
        }
        System.out.print(table);
    }
}
