package dev.motif.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Starts a Neo4j with Motif, loads a real graph and shows what Motif does with it. The exit code is 0, 1 when something
 * fails or a check does, and 2 when an argument is wrong.
 */
@Command(
        name = "demo",
        sortOptions = false,
        description =
                "Starts a Neo4j with Motif in this process, loads a real graph and shows what Motif does with it.%n")
public final class Demo implements Callable<Integer> {
    private static final Path REPORT = Path.of("target", "motif-report.html").toAbsolutePath();

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "An edge list whose first line is `# bip U V E` or `# uni V E`, a file of Matrix Market, or lines"
                            + " `u v` as of SNAP and KONECT, bipartite after a first line `%% bip`; also as .xz or .gz."
                            + " Default: test-data/southern-women.el.xz, which is bipartite; test-data/karate.el.xz is not.")
    private Path file;

    @Option(
            names = "--keep-running",
            description = "Then waits for Enter, with Bolt, HTTP and Neo4j Browser open, for queries of your own.")
    private boolean keepRunning;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7687",
            description = "The port of Bolt with --keep-running. Default: ${DEFAULT-VALUE}; a free one if it is taken.")
    private int port;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "7474",
            description = "The same of HTTP and Browser. Default: ${DEFAULT-VALUE}; a free one if it is taken.")
    private int httpPort;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    private final PrintStream out = System.out;

    private Demo() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs the demo with these arguments and returns the exit code. */
    static int run(String... args) {
        return new CommandLine(new Demo())
                .setParameterExceptionHandler((e, arguments) -> wrongArgument(e))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    System.err.println("The demo failed:");
                    e.printStackTrace();
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .execute(args);
    }

    private static int wrongArgument(ParameterException e) {
        System.err.println("The demo was not started: " + e.getMessage() + "\n--help lists its options.");
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public Integer call() throws Exception {
        long start = System.nanoTime();
        DataSet data = data();
        DemoServer.Ports ports = new DemoServer.Ports(free("--port", port), free("--http-port", httpPort));
        out.println("Starting Neo4j with Motif in this process ...");
        try (DemoServer server = new DemoServer(keepRunning ? ports : null)) {
            out.printf(Locale.ROOT, "Started after %s.%n%n", seconds(start));
            long loadStart = System.nanoTime();
            server.load(data);
            out.println("Data: " + data.title() + ".");
            out.printf(
                    Locale.ROOT,
                    "Stored (:%s)-[:%s]->(:%s): %s nodes and %,d relationships in %s.%n",
                    data.leftLabel(),
                    data.type(),
                    data.rightLabel(),
                    nodes(data),
                    data.relationshipCount(),
                    seconds(loadStart));
            step(server, "What Motif runs on", "CALL motif.sysInfo()");
            if (data.bipartite()) {
                showBipartite(server, data);
            } else {
                showUnipartite(server, data);
            }
            saveReport(server);
            step(
                    server,
                    "What has run",
                    "CALL motif.listProgress() YIELD taskName, progressBar, status, elapsedMillis");
            boolean right = data.bipartite() ? checkBipartite(server, data) : checkUnipartite(server, data);
            if (keepRunning) {
                keepRunning(server, data);
            } else {
                step(
                        server,
                        "Drop the graph: its memory is given back",
                        "CALL motif.graph.drop('demo') YIELD graphName, memoryUsage");
            }
            out.printf(Locale.ROOT, "%nDone after %s.%n", seconds(start));
            return right ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private DataSet data() throws IOException {
        if (file == null) {
            return DataSet.southernWomen();
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw wrong("`--data` must be a file that can be read, got '" + file + "'");
        }
        try {
            return DataSet.ofFile(file);
        } catch (IllegalArgumentException | IOException e) {
            throw wrong("`--data` must be a graph: " + e.getMessage());
        }
    }

    private int free(String option, int wanted) throws IOException {
        if (wanted < 0 || wanted > 65535) {
            throw wrong("`" + option + "` must be in [0, 65535], got " + wanted);
        }
        return keepRunning ? DemoServer.freePort(wanted) : wanted;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static String nodes(DataSet data) {
        return data.bipartite()
                ? String.format(
                        Locale.ROOT,
                        "%,d + %,d",
                        data.leftNames().size(),
                        data.rightNames().size())
                : String.format(Locale.ROOT, "%,d", data.leftNames().size());
    }

    private void showBipartite(DemoServer server, DataSet data) {
        step(
                server,
                "Read the two sides and their relationships into a graph off the heap",
                "CALL motif.graph.project('demo', {left: '" + data.leftLabel() + "', right: '" + data.rightLabel()
                        + "'}, '" + data.type() + "', {relationshipIds: true})\n"
                        + "YIELD leftCount, rightCount, relationshipCount, duplicatesDropped, bytes, projectMillis");
        step(
                server,
                "Count its butterflies: two " + data.leftLabel() + " and two " + data.rightLabel()
                        + " nodes, all four relationships",
                "CALL motif.butterfly.stats('demo')\n"
                        + "YIELD count, leftMaxCount, rightMaxCount, clusteringCoefficient, backend, preProcessingMillis,"
                        + " computeMillis");
        step(
                server,
                "The five " + data.leftLabel() + " nodes in the most butterflies",
                "CALL motif.butterfly.stream('demo') YIELD nodeId, side, count\n"
                        + "WITH nodeId, count WHERE side = 'LEFT' ORDER BY count DESC, nodeId LIMIT 5\n"
                        + "RETURN motif.util.asNode(nodeId).name AS name, count");
        step(
                server,
                "Write the count of every node as a property",
                "CALL motif.butterfly.write('demo', {writeProperty: 'butterflies'})\n"
                        + "YIELD propertiesWritten, computeMillis, writeMillis");
        step(
                server,
                "Write the count of every relationship as a property",
                "CALL motif.butterfly.write('demo', {writeProperty: 'butterflies', per: 'RELATIONSHIP'})\n"
                        + "YIELD propertiesWritten, computeMillis, writeMillis");
        step(
                server,
                "Read both back",
                "MATCH (u:" + data.leftLabel() + ")-[e:" + data.type() + "]->(v:" + data.rightLabel() + ")\n"
                        + "RETURN u.name, u.butterflies, e.butterflies, v.name, v.butterflies\n"
                        + "ORDER BY e.butterflies DESC, u.id, v.id LIMIT 3");
    }

    private void showUnipartite(DemoServer server, DataSet data) {
        step(
                server,
                "Read the nodes and their relationships into a graph off the heap",
                "CALL motif.graph.project('demo', '" + data.leftLabel() + "', '" + data.type()
                        + "', {relationshipIds: true})\n"
                        + "YIELD nodeCount, relationshipCount, duplicatesDropped, bytes, projectMillis");
        step(
                server,
                "Count its cliques of up to 5 nodes: all of them related to each other",
                "CALL motif.kclique.stats('demo', {minK: 3, maxK: 5}) YIELD k, count, backend, computeMillis");
        step(
                server,
                "Its cores: how deep inside of the graph each node is",
                "CALL motif.kcore.write('demo', {writeProperty: 'core'})\n"
                        + "YIELD degeneracy, levels, nodePropertiesWritten, computeMillis, writeMillis");
        step(
                server,
                "The five nodes with the largest core numbers",
                "MATCH (n:" + data.leftLabel() + ") RETURN n.name AS name, n.core AS core\n"
                        + "ORDER BY n.core DESC, n.id LIMIT 5");
        step(
                server,
                "Count the common neighbors of the two nodes of every relationship, as a property",
                "CALL motif.commonNeighbors.write('demo', {writeProperty: 'common', per: 'RELATIONSHIP'})\n"
                        + "YIELD triangles, propertiesWritten, computeMillis, writeMillis");
        step(
                server,
                "The three relationships with the most",
                "MATCH (u:" + data.leftLabel() + ")-[e:" + data.type() + "]->(v)\n"
                        + "RETURN u.name, u.core, e.common, v.name, v.core\n"
                        + "ORDER BY e.common DESC, u.id, v.id LIMIT 3");
    }

    private void saveReport(DemoServer server) throws IOException {
        String query = "CALL motif.report('demo', {nameProperty: 'name'}) YIELD html";
        out.println();
        out.println("== Draw all of that: a page for a browser, which needs no server and no network");
        out.println(query + ";");
        Files.createDirectories(REPORT.getParent());
        Files.writeString(REPORT, (String) server.value(query));
        out.println("Saved as " + REPORT.toUri());
    }

    /** Prints and returns whether the relationships' sum is four times the count, and the count the known one. */
    private boolean checkBipartite(DemoServer server, DataSet data) {
        long count = (Long) server.value("CALL motif.butterfly.stats('demo') YIELD count");
        long byRelationship = (Long) server.value("MATCH ()-[r:" + data.type() + "]->() RETURN sum(r.butterflies)");
        boolean right = byRelationship == 4 * count && (data.knownCount() == null || data.knownCount() == count);
        out.printf(
                Locale.ROOT,
                "%nCheck: %,d butterflies%s; over all relationships they add up to %,d, four for each: %s.%n",
                count,
                data.knownCount() == null ? "" : " (known: " + data.knownCount() + ")",
                byRelationship,
                right ? "right" : "WRONG");
        return right;
    }

    /** Prints and returns whether the relationships' sum is three times the number of triangles. */
    private boolean checkUnipartite(DemoServer server, DataSet data) {
        long count = (Long) server.value("CALL motif.kclique.stats('demo', {k: 3}) YIELD count");
        long byRelationship = (Long) server.value("MATCH ()-[r:" + data.type() + "]->() RETURN sum(r.common)");
        boolean right = byRelationship == 3 * count;
        out.printf(
                Locale.ROOT,
                "%nCheck: %,d triangles; over all relationships the common neighbors add up to %,d, three for each:"
                        + " %s.%n",
                count,
                byRelationship,
                right ? "right" : "WRONG");
        return right;
    }

    private void step(DemoServer server, String title, String query) {
        out.println();
        out.println("== " + title);
        out.println(query + ";");
        out.print(server.table(query));
    }

    private void keepRunning(DemoServer server, DataSet data) throws IOException {
        String property = data.bipartite() ? "butterflies" : "common";
        String drawing = "MATCH (u:" + data.leftLabel() + ")-[r:" + data.type() + "]->(v:" + data.rightLabel()
                + ") RETURN u, r, v ORDER BY r." + property + " DESC LIMIT 50";
        out.println();
        out.println("Neo4j is running, without a password; the graph is named 'demo'.");
        out.println();
        out.println("  To see it, open this in a web browser and press the blue arrow (Ctrl-Enter):");
        out.println("  " + server.browserUri(drawing));
        out.println();
        out.println("  For cypher-shell and drivers: " + server.boltUri() + ". Queries to try:");
        out.println();
        out.println("  CALL motif.graph.list();");
        if (data.bipartite()) {
            out.println("  CALL motif.butterfly.stats.estimate('demo');");
            out.println("  CALL motif.butterfly.stream('demo', {per: 'RELATIONSHIP'});");
        } else {
            out.println("  CALL motif.kclique.stats.estimate('demo');");
            out.println("  CALL motif.commonNeighbors.stream('demo', {topK: 3});");
        }
        out.println("  " + drawing + ";");
        out.println();
        out.println("Enter or Ctrl-C ends it.");
        if (System.in.read() < 0) {
            // There is no console, so nobody can press Enter: the program runs until its process is ended.
            waitForever();
        }
        server.value("CALL motif.graph.drop('demo') YIELD graphName");
    }

    private static void waitForever() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String seconds(long startNanos) {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - startNanos) / 1e9);
    }
}
