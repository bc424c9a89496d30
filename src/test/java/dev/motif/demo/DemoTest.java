package dev.motif.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.server.Http;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.XZInputStream;

class DemoTest {
    private record Ended(int code, String out, String err) {}

    /** Runs the demo, with what it prints. */
    private static Ended run(String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            int code = Demo.run(args);
            return new Ended(code, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpListsTheOptionsAndStartsNothing(String option) {
        Ended demo = run(option);
        assertThat(demo.code).isZero();
        assertThat(demo.out)
                .contains("--data=FILE", "--keep-running", "--port=N", "--http-port=N")
                .doesNotContain("Starting");
    }

    static Stream<Arguments> wrongArguments() {
        return Stream.of(
                Arguments.of("Unknown option: '--dta=x.el'", new String[] {"--dta=x.el"}),
                Arguments.of("Unmatched argument at index 0: 'x.el'", new String[] {"x.el"}),
                Arguments.of("'many' is not an int", new String[] {"--port", "many"}),
                Arguments.of("`--port` must be in [0, 65535], got 65536", new String[] {"--port", "65536"}),
                Arguments.of("`--http-port` must be in [0, 65535], got -1", new String[] {"--http-port=-1"}),
                Arguments.of(
                        "`--data` must be a file that can be read, got 'missing.el'",
                        new String[] {"--data", "missing.el"}),
                Arguments.of("`--data` must be a file that can be read, got 'src'", new String[] {"--data", "src"}));
    }

    @ParameterizedTest
    @MethodSource("wrongArguments")
    void wrongArgumentIsExplainedAndStartsNothing(String message, String... args) {
        Ended demo = run(args);
        assertThat(demo.code).isEqualTo(2);
        assertThat(demo.err).contains(message, "--help lists its options").doesNotContain("\tat ");
        assertThat(demo.out).isEmpty();
    }

    @Test
    void fileThatIsNoGraphIsExplained(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("graph.txt"), "0 1\n0 x\n");
        Ended demo = run("--data", file.toString());
        assertThat(demo.code).isEqualTo(2);
        assertThat(demo.err).contains("`--data` must be a graph: " + file + ", line 2: `v` must be a number, got 'x'");
        assertThat(demo.out).isEmpty();
    }

    /** By default the page at the HTTP port names the Bolt address of port 7687, where another Neo4j may run. */
    @Test
    void serverLeadsToItselfAndReadsFilesFromWhereItWasStarted() throws Exception {
        int bolt = DemoServer.freePort(0);
        int http = DemoServer.freePort(0);
        try (DemoServer server = new DemoServer(new DemoServer.Ports(bolt, http))) {
            URI address = server.browserUri("MATCH (n) RETURN n");
            assertThat(address.getQuery())
                    .isEqualTo("dbms=bolt://127.0.0.1:" + bolt
                            + "&preselectAuthMethod=NO_AUTH&cmd=edit&arg=MATCH (n) RETURN n");
            assertThat(Http.get(address)).startsWith("HTTP/1.1 200 ").contains("Neo4j Browser");
            assertThat(Http.get(URI.create("http://localhost:" + http + "/")))
                    .contains("\"bolt_direct\":\"bolt://127.0.0.1:" + bolt + "\"")
                    .doesNotContain("7687");
            for (String connector : List.of("bolt", "http")) {
                assertThat(server.value(
                                "SHOW SETTINGS 'server." + connector + ".advertised_address' YIELD value RETURN value"))
                        .isEqualTo("localhost:" + (connector.equals("bolt") ? bolt : http));
            }
            assertThat(server.value("LOAD CSV FROM 'file:///docs/benchmarks/data/graphs.csv' AS row RETURN row[0]"))
                    .isEqualTo("Name");
        }
    }

    @Test
    void bipartiteGraphIsShownAndChecked() {
        Ended demo = run();
        assertThat(demo.err + demo.code).endsWith("0");
        assertThat(demo.out).contains("Check: 341 butterflies (known: 341);", "1,364, four for each: right.");
    }

    /** The graph is a file as SNAP has them, with weights. */
    @Test
    void unipartiteGraphIsShownAndChecked(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("karate.txt.gz");
        try (InputStream in = new XZInputStream(Files.newInputStream(Path.of("test-data", "karate.el.xz")));
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            String edges = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            out.write(edges.replaceFirst("# uni.*", "# FromNodeId\tToNodeId\tWeight")
                    .replaceAll("(?m)^(\\d+) (\\d+)$", "9$1\t9$2\t0.5\r")
                    .getBytes(StandardCharsets.US_ASCII));
        }
        Ended demo = run("--data", file.toString());
        assertThat(demo.err + demo.code).endsWith("0");
        assertThat(demo.out)
                .contains("Data: karate.txt.gz, columns after the second ignored.")
                .contains("Stored (:Node)-[:LINKED]->(:Node): 34 nodes and 78 relationships")
                .contains("Check: 45 triangles; over all relationships the common neighbors add up to 135,"
                        + " three for each: right.");
    }
}
