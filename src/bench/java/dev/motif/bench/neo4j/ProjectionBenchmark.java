package dev.motif.bench.neo4j;

import com.sun.management.OperatingSystemMXBean;
import dev.motif.bench.Median;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.io.ByteUnit;
import org.neo4j.io.fs.FileUtils;

/**
 * Measures {@code motif.graph.project} beside {@code gds.graph.project} in one process, on one store made by the import
 * tool: {@code ProjectionBenchmark [relationships] [repeats] [threads,types,rows,properties] [1,2,4]}, where the last argument
 * lists numbers of threads. Without Graph Data Science on the class path, where the profile {@code gds} puts it, it
 * measures only Motif. The candidates of a comparison take turns, after two rounds that do not count. It prints the
 * median, the least and the most of the wall-clock time and of the CPU time of the process.
 */
public final class ProjectionBenchmark {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int WARM_UP_ROUNDS = 2;
    private static final String SIDES = "{left: 'User', right: 'Item'}";
    private static final List<String> GDS_PROCEDURES =
            List.of("org.neo4j.gds.catalog.GraphProjectProc", "org.neo4j.gds.catalog.GraphDropProc");

    private static final Map<String, Object> PARAMETERS = Map.of(
            "motif", Map.of("kind", "bipartite"),
            "gdsData", Map.of(),
            "gds", Map.of("undirectedRelationshipTypes", List.of("*")));

    private final GraphDatabaseService database;
    private final int repeats;
    private final boolean besideGds;

    private ProjectionBenchmark(GraphDatabaseService database, int repeats, boolean besideGds) {
        this.database = database;
        this.repeats = repeats;
        this.besideGds = besideGds;
    }

    public static void main(String[] args) throws IOException {
        int relationships = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int repeats = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        List<String> comparisons =
                List.of((args.length > 2 ? args[2] : "threads,types,rows,properties").split(",", -1));
        Path folder = Files.createTempDirectory("projection-benchmark");
        ImportedStore.create(folder, relationships);
        List<Class<?>> gds = gdsProcedures();
        try (Neo4j server = server(folder, gds)) {
            FileUtils.deleteDirectory(folder);
            System.out.printf(
                    "%d relationships of RATED, %d processors%n",
                    relationships, Runtime.getRuntime().availableProcessors());
            ProjectionBenchmark benchmark =
                    new ProjectionBenchmark(server.defaultDatabaseService(), repeats, !gds.isEmpty());
            if (comparisons.contains("threads")) {
                benchmark.concurrency(args.length > 3 ? numbers(args[3]) : powersOfTwo());
            }
            if (comparisons.contains("types")) {
                benchmark.types();
            }
            if (comparisons.contains("rows")) {
                benchmark.aggregation();
            }
            if (comparisons.contains("properties")) {
                benchmark.properties();
            }
        }
    }

    /** The procedures of Graph Data Science, none without the profile {@code gds}. */
    private static List<Class<?>> gdsProcedures() {
        List<Class<?>> classes = new ArrayList<>();
        try {
            for (String name : GDS_PROCEDURES) {
                classes.add(Class.forName(name));
            }
        } catch (ClassNotFoundException e) {
            return List.of();
        }
        return classes;
    }

    private static Neo4j server(Path folder, List<Class<?>> gds) {
        Neo4jBuilder builder = TestDatabase.builder()
                .copyFrom(folder)
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(2));
        for (Class<?> procedures : gds) {
            builder = builder.withProcedure(procedures);
        }
        return builder.build();
    }

    /** One call that makes the graph 'g'. */
    private record Candidate(String name, String query, boolean motif) {
        static Candidate motif(String name, String nodes, String type, String configuration) {
            return new Candidate(
                    "motif " + name,
                    "CALL motif.graph.project('g', " + nodes + ", '" + type + "', {" + configuration + "})",
                    true);
        }

        static Candidate gds(String name, String type, int readConcurrency) {
            return new Candidate(
                    "gds " + name,
                    "CALL gds.graph.project('g', ['User', 'Item'], {" + type + ": {orientation: 'UNDIRECTED'}},"
                            + " {readConcurrency: " + readConcurrency + "})",
                    false);
        }

        static Candidate rows(String product, String name, String match, String arguments) {
            return new Candidate(
                    product + name,
                    "MATCH " + match + " RETURN " + product + ".graph.project('g', u, i, " + arguments + ")",
                    product.equals("motif"));
        }

        /** The call that estimates this projection, or null when there is no such call. */
        String estimate() {
            return motif && query.startsWith("CALL") ? query.replace(".project('g', ", ".project.estimate(") : null;
        }

        String drop() {
            return "CALL " + (motif ? "motif" : "gds") + ".graph.drop('g') YIELD graphName";
        }
    }

    private static List<Integer> numbers(String list) {
        return Stream.of(list.split(",", -1)).map(Integer::valueOf).toList();
    }

    /** The powers of two up to the number of processors. */
    private static List<Integer> powersOfTwo() {
        int processors = Runtime.getRuntime().availableProcessors();
        return Stream.iterate(1, threads -> threads <= processors, threads -> 2 * threads)
                .toList();
    }

    private void concurrency(List<Integer> threadCounts) {
        List<Candidate> candidates = new ArrayList<>();
        for (int threads : threadCounts) {
            candidates.add(Candidate.motif("bipartite, " + threads + " threads", SIDES, "RATED", threads("", threads)));
            candidates.add(Candidate.motif(
                    "unipartite, " + threads + " threads", "['User', 'Item']", "RATED", threads("", threads)));
            candidates.add(Candidate.motif(
                    "bipartite with ids, " + threads + " threads",
                    SIDES,
                    "RATED",
                    threads("relationshipIds: true, ", threads)));
            // Without an enterprise licence GDS uses at most 4 threads.
            candidates.add(Candidate.gds(Math.min(4, threads) + " threads", "RATED", Math.min(4, threads)));
        }
        compare("threads", candidates.stream().distinct().toList());
    }

    private static String threads(String before, int threads) {
        return before + "readConcurrency: " + threads;
    }

    private void types() {
        List<Candidate> candidates = new ArrayList<>();
        for (String type : ImportedStore.TYPES) {
            candidates.add(Candidate.motif(type, SIDES, type, ""));
            candidates.add(Candidate.gds(type, type, 4));
        }
        compare("one type of the store", candidates);
    }

    /**
     * Compares projections with a property of nodes or of relationships, some of which are parallel, with one without; and
     * rows of a query with their relationships' values with rows without.
     */
    private void properties() {
        String at = "relationshipProperties: {at: {aggregation: '%s'}}";
        compare(
                "properties",
                List.of(
                        Candidate.motif("bipartite without", SIDES, "RATED", ""),
                        Candidate.motif("bipartite, MIN", SIDES, "RATED", at.formatted("MIN")),
                        Candidate.motif("bipartite, of nodes", SIDES, "RATED", "nodeProperties: 'since'"),
                        Candidate.motif("bipartite with ids", SIDES, "RATED", "relationshipIds: true"),
                        Candidate.motif("bipartite, KEEP", SIDES, "RATED", at.formatted("KEEP")),
                        Candidate.motif(
                                "bipartite, MIN and ids",
                                SIDES,
                                "RATED",
                                "relationshipIds: true, " + at.formatted("MIN")),
                        Candidate.gds("without", "RATED", 4),
                        new Candidate(
                                "gds, MIN",
                                "CALL gds.graph.project('g', ['User', 'Item'], {RATED: {orientation: 'UNDIRECTED',"
                                        + " properties: {at: {aggregation: 'MIN'}}}}, {readConcurrency: 4})",
                                false)));
        String match = "(u)-[r:RATED]->(i)";
        compare(
                "properties of rows",
                List.of(
                        Candidate.rows("motif", "", match, "{kind: 'BIPARTITE'}"),
                        Candidate.rows(
                                "motif",
                                ", MIN",
                                match,
                                "{kind: 'BIPARTITE', relationshipProperties: {at: {value: r.at, aggregation: 'MIN'}}}"),
                        new Candidate(
                                "rows and values alone",
                                "MATCH " + match + " RETURN count(u), count(i), min(r.at)",
                                true)));
    }

    /**
     * Compares projections from the rows of a query: once with rows that cost much, since each one expands a node and
     * looks at two labels, and once with cheap rows. The configuration is a map in the query, which Cypher makes anew
     * for every row, or a parameter. With relationships the map has to be made anew.
     */
    private void aggregation() {
        for (String match : List.of("(u:User)-[:RATED]->(i:Item)", "(u)-[:RATED]->(i)")) {
            compare(
                    "aggregation of MATCH " + match,
                    List.of(
                            new Candidate("rows alone", "MATCH " + match + " RETURN count(u), count(i)", true),
                            Candidate.rows("motif", "", match, "{kind: 'BIPARTITE'}"),
                            Candidate.rows("gds", "", match, "{}, {undirectedRelationshipTypes: ['*']}"),
                            Candidate.rows("motif", ", parameters", match, "$motif"),
                            Candidate.rows("gds", ", parameters", match, "$gdsData, $gds"),
                            Candidate.rows(
                                    "motif",
                                    ", relationships",
                                    match.replace("[:", "[r:"),
                                    "{kind: 'BIPARTITE', relationship: r}"),
                            Candidate.rows(
                                    "gds",
                                    ", ids of relationships",
                                    match.replace("[:", "[r:"),
                                    "{relationshipProperties: {id: id(r)}}, {undirectedRelationshipTypes: ['*']}")));
        }
    }

    private void compare(String title, List<Candidate> all) {
        List<Candidate> candidates =
                all.stream().filter(c -> c.motif || besideGds).toList();
        long[][] nanos = new long[candidates.size()][repeats];
        long[][] cpu = new long[candidates.size()][repeats];
        String[] memory = new String[candidates.size()];
        for (int repeat = -WARM_UP_ROUNDS; repeat < repeats; repeat++) {
            for (int i = 0; i < candidates.size(); i++) {
                Candidate candidate = candidates.get(i);
                OffHeapBudget.memory().resetPeak();
                long start = System.nanoTime();
                long startCpu = SYSTEM.getProcessCpuTime();
                run(candidate.query);
                if (repeat >= 0) {
                    nanos[i][repeat] = System.nanoTime() - start;
                    cpu[i][repeat] = SYSTEM.getProcessCpuTime() - startCpu;
                }
                memory[i] = memory(candidate);
                if (candidate.query.contains(".project(")) {
                    run(candidate.drop());
                }
            }
        }
        System.out.println(title);
        for (int i = 0; i < candidates.size(); i++) {
            print(candidates.get(i).name, nanos[i], cpu[i], memory[i]);
        }
    }

    /**
     * The text about off-heap memory: the peak of a projection of the store, beside what was estimated. Empty for other
     * candidates.
     */
    private String memory(Candidate candidate) {
        if (candidate.estimate() == null) {
            return "";
        }
        Map<String, Object> estimate =
                database.executeTransactionally(candidate.estimate(), Map.of(), result -> result.stream()
                        .toList()
                        .get(0));
        NativeMemory memory = OffHeapBudget.memory();
        double peak = memory.peakBytes();
        return String.format(
                ", off-heap peak %.1f bytes a relationship beyond the graph, estimated as %.2f to %.2f of what it was",
                (peak - memory.liveBytes()) / (long) estimate.get("relationshipCount"),
                (long) estimate.get("bytesMin") / peak,
                (long) estimate.get("bytesMax") / peak);
    }

    private void run(String query) {
        database.executeTransactionally(query, PARAMETERS, Result::resultAsString);
    }

    private static void print(String what, long[] nanos, long[] cpu, String memory) {
        Arrays.sort(nanos);
        Arrays.sort(cpu);
        System.out.printf(
                "  %-34s %6d ms (%d to %d), %6d ms of CPU (%d to %d)%s%n",
                what,
                millis(Median.of(nanos)),
                millis(nanos[0]),
                millis(nanos[nanos.length - 1]),
                millis(Median.of(cpu)),
                millis(cpu[0]),
                millis(cpu[cpu.length - 1]),
                memory);
    }

    private static long millis(double nanos) {
        return (long) (nanos / 1_000_000);
    }
}
