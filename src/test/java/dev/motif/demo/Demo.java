package dev.motif.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts a Neo4j with Motif, loads a real graph and shows what Motif does with it. The exit code is 0, or 1. */
@Command(
        name = "demo",
        sortOptions = false,
        description =
                "Starts a Neo4j with Motif in this process, loads a real graph and shows what Motif does with it.%n")
public final class Demo implements Callable<Integer> {
    private static final int DEFAULT_PORT = 7687;
    private static final Path REPORT = Path.of("target", "motif-report.html").toAbsolutePath();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "A bipartite edge list, NAME.el or NAME.el.xz. Default: test-data/southern-women.el.xz.")
    private Path file;

    @Option(names = "--keep-running", description = "Then waits for Enter, with Bolt open, for queries of your own.")
    private boolean keepRunning;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port of Bolt with --keep-running. Default: ${DEFAULT-VALUE}; a free one if it is taken.")
    private int port = DEFAULT_PORT;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    private final PrintStream out = System.out;

    private Demo() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Demo())
                .setParameterExceptionHandler((e, arguments) -> fail(e))
                .setExecutionExceptionHandler((e, command, parsed) -> fail(e))
                .execute(args));
    }

    private static int fail(Exception e) {
        if (e instanceof IllegalArgumentException
                || e instanceof IOException
                || e instanceof CommandLine.ParameterException) {
            System.err.println("The demo failed: " + e.getMessage());
        } else {
            System.err.println("The demo failed:");
            e.printStackTrace();
        }
        return 1;
    }

    @Override
    public Integer call() throws Exception {
        long start = System.nanoTime();
        DataSet data = file == null ? DataSet.southernWomen() : DataSet.ofFile(file);
        out.println("Starting Neo4j with Motif in this process ...");
        try (DemoServer server = new DemoServer(keepRunning ? DemoServer.freePort(port) : null)) {
            out.printf(Locale.ROOT, "Started after %s.%n%n", seconds(start));
            long loadStart = System.nanoTime();
            server.load(data);
            out.println("Data: " + data.title() + ".");
            out.printf(
                    Locale.ROOT,
                    "Stored (:%s)-[:%s]->(:%s): %,d + %,d nodes and %,d relationships in %s.%n",
                    data.leftLabel(),
                    data.type(),
                    data.rightLabel(),
                    data.leftNames().size(),
                    data.rightNames().size(),
                    data.relationshipCount(),
                    seconds(loadStart));
            show(server, data);
            boolean asKnown = check(server, data);
            if (keepRunning) {
                keepRunning(server, data);
            } else {
                step(
                        server,
                        "Drop the graph: its memory is given back",
                        "CALL motif.graph.drop('demo')" + " YIELD graphName, memoryUsage");
            }
            out.printf(Locale.ROOT, "%nDone after %s.%n", seconds(start));
            return asKnown ? 0 : 1;
        }
    }

    private void show(DemoServer server, DataSet data) throws IOException {
        step(server, "What Motif runs on", "CALL motif.sysInfo()");
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
                        + "YIELD count, leftMaxCount, rightMaxCount, clusteringCoefficient, backend, prepareMillis,"
                        + " computeMillis");
        step(
                server,
                "The five " + data.leftLabel() + " nodes in the most butterflies",
                "CALL motif.butterfly.stream('demo') YIELD nodeId, side, count\n"
                        + "WITH nodeId, count WHERE side = 'LEFT' ORDER BY count DESC, nodeId LIMIT 5\n"
                        + "MATCH (n) WHERE id(n) = nodeId RETURN n.name AS name, count");
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
        step(server, "Read both back", top(data));
        saveReport(server);
        step(server, "What has run", "CALL motif.listProgress() YIELD taskName, progressBar, status, elapsedMillis");
    }

    private void saveReport(DemoServer server) throws IOException {
        String query = "CALL motif.report('demo') YIELD html";
        out.println();
        out.println("== Draw all of that: a page for a browser, which needs no server and no network");
        out.println(query + ";");
        Files.createDirectories(REPORT.getParent());
        Files.writeString(REPORT, (String) server.value(query));
        out.println("Saved as " + REPORT.toUri());
    }

    private static String top(DataSet data) {
        return "MATCH (u:" + data.leftLabel() + ")-[e:" + data.type() + "]->(v:" + data.rightLabel() + ")\n"
                + "RETURN u.name, u.butterflies, e.butterflies, v.name, v.butterflies\n"
                + "ORDER BY e.butterflies DESC, u.id, v.id LIMIT 3";
    }

    /** Prints and returns whether the relationships' sum is four times the count, and the count the known one. */
    private boolean check(DemoServer server, DataSet data) {
        long count = (Long) server.value("CALL motif.butterfly.stats('demo') YIELD count");
        long byRelationship = (Long)
                server.value("MATCH (:" + data.leftLabel() + ")-[r:" + data.type() + "]->() RETURN sum(r.butterflies)");
        boolean asKnown = byRelationship == 4 * count && (data.knownCount() == null || data.knownCount() == count);
        out.printf(
                Locale.ROOT,
                "%nCheck: %,d butterflies%s; over all relationships they add up to %,d, four for each: %s.%n",
                count,
                data.knownCount() == null ? "" : " (known: " + data.knownCount() + ")",
                byRelationship,
                asKnown ? "right" : "WRONG");
        return asKnown;
    }

    private void step(DemoServer server, String title, String query) {
        out.println();
        out.println("== " + title);
        out.println(query + ";");
        out.print(server.table(query));
    }

    private void keepRunning(DemoServer server, DataSet data) throws IOException {
        out.println();
        out.println("Neo4j is running at " + server.boltUri() + ", without a password; the graph is named 'demo'."
                + " Connect with cypher-shell, Neo4j Browser or a driver. Queries to try:");
        out.println();
        out.println("  CALL motif.graph.list();");
        out.println("  CALL motif.butterfly.stats.estimate('demo');");
        out.println("  CALL motif.butterfly.stream('demo', {per: 'RELATIONSHIP'});");
        out.println("  MATCH p = (:" + data.leftLabel() + ")-[r:" + data.type()
                + "]->() WHERE r.butterflies > 0 RETURN p ORDER BY r.butterflies DESC LIMIT 20;");
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
