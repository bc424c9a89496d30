package dev.motif.demo;

import dev.motif.neo4j.MotifPlugin;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilder;
import org.neo4j.harness.Neo4jBuilders;
import org.neo4j.io.ByteUnit;

/** A Neo4j with Motif in this process, in a temporary folder that is deleted when it is closed. */
final class DemoServer implements AutoCloseable {
    private static final String HOST = "localhost";
    private static final int ROWS_PER_TRANSACTION = 20_000;

    private static final Pattern END_OF_TABLE = Pattern.compile("^\\d+ rows?\\R", Pattern.MULTILINE);

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Neo4j server;
    private final GraphDatabaseService database;

    /**
     * The ports at which a server can be reached, without a password.
     *
     * @param bolt for drivers and Browser
     * @param http for the Query API, and where Browser is served
     */
    record Ports(int bolt, int http) {}

    /** @param ports null for a server that only this process can query */
    DemoServer(Ports ports) {
        Neo4jBuilder builder = MotifPlugin.addTo(Neo4jBuilders.newInProcessBuilder())
                .withConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(256))
                // LOAD CSV FROM 'file:///users.csv' reads from where the demo was started.
                .withConfig(
                        GraphDatabaseSettings.load_csv_file_url_root,
                        Path.of("").toAbsolutePath())
                .withConfig(GraphDatabaseInternalSettings.dump_diagnostics, false);
        server = (ports == null
                        ? builder.withDisabledServer().withConfig(BoltConnector.enabled, false)
                        : reachable(builder, ports))
                .build();
        database = server.defaultDatabaseService();
        // The hook closes the server after Ctrl-C too, so that the temporary folder is deleted.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** The server tells clients its own ports, so that the page at its HTTP port never leads to another Neo4j. */
    private static Neo4jBuilder reachable(Neo4jBuilder builder, Ports ports) {
        SocketAddress bolt = new SocketAddress(HOST, ports.bolt);
        SocketAddress http = new SocketAddress(HOST, ports.http);
        return builder.withConfig(BoltConnector.listen_address, bolt)
                .withConfig(BoltConnector.advertised_address, bolt)
                .withConfig(HttpConnector.listen_address, http)
                .withConfig(HttpConnector.advertised_address, http);
    }

    /** Returns {@code wanted} or, when that port is taken, another one that is free. */
    static int freePort(int wanted) throws IOException {
        for (int port : new int[] {wanted, 0}) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
                return socket.getLocalPort();
            } catch (BindException e) {
                if (port == 0) {
                    throw e;
                }
            }
        }
        throw new IllegalStateException("not reached");
    }

    URI boltUri() {
        return server.boltURI();
    }

    /** The address of Neo4j Browser, which connects by itself, with {@code query} in its editor. */
    URI browserUri(String query) {
        return server.httpURI()
                .resolve("/browser/?dbms=bolt://" + server.boltURI().getAuthority()
                        + "&preselectAuthMethod=NO_AUTH&cmd=edit&arg="
                        + URLEncoder.encode(query, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    /** The rows of a query as a human-readable table, without the notifications that Neo4j adds below it. */
    String table(String query) {
        String text = database.executeTransactionally(query, Map.of(), Result::resultAsString);
        Matcher end = END_OF_TABLE.matcher(text);
        return end.find() ? text.substring(0, end.end()) : text;
    }

    /** The value in the first column of the first row of a query. */
    Object value(String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.next().values().iterator().next());
    }

    /**
     * Stores the nodes, then the relationships in the order of the left nodes, in transactions of a few thousand each.
     */
    void load(DataSet data) {
        createNodes(data.leftLabel(), data.leftNames());
        if (data.bipartite()) {
            createNodes(data.rightLabel(), data.rightNames());
        }
        String query = "UNWIND $rows AS row MATCH (l:" + data.leftLabel() + " {id: row.left})"
                + " UNWIND row.right AS right MATCH (r:" + data.rightLabel() + " {id: right})"
                + " CREATE (l)-[:" + data.type() + "]->(r)";
        List<Map<String, Object>> batch = new ArrayList<>();
        int size = 0;
        for (int left = 0; left < data.neighbors().size(); left++) {
            List<Long> right = data.neighbors().get(left);
            batch.add(Map.of("left", (long) left, "right", right));
            size += right.size();
            if (size >= ROWS_PER_TRANSACTION || left == data.neighbors().size() - 1) {
                database.executeTransactionally(query, Map.of("rows", batch));
                batch.clear();
                size = 0;
            }
        }
    }

    private void createNodes(String label, List<String> names) {
        database.executeTransactionally("CREATE CONSTRAINT FOR (n:" + label + ") REQUIRE n.id IS UNIQUE");
        for (int from = 0; from < names.size(); from += ROWS_PER_TRANSACTION) {
            List<String> batch = names.subList(from, Math.min(names.size(), from + ROWS_PER_TRANSACTION));
            database.executeTransactionally(
                    "UNWIND range(0, size($names) - 1) AS i CREATE (:" + label + " {id: $first + i, name: $names[i]})",
                    Map.of("first", (long) from, "names", batch));
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.close();
        }
    }
}
