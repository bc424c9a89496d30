package dev.motif.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static SparkSession session;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        session = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    private record Outcome(int code, String out, String err) {}

    private Outcome run(String command, String... keys) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of(command, "--graph=" + folder.resolve("graph")));
        arguments.addAll(List.of(keys));
        int code = Main.run(arguments, new PrintStream(out, true), new PrintStream(err, true));
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Two left nodes with the same three right ones. */
    private void writeGraph() {
        String edges = folder.resolve("edges").toString();
        session.sql("SELECT l, r FROM VALUES (10, 1), (10, 2), (10, 3), (20, 1), (20, 2), (20, 3) AS edges(l, r)")
                .write()
                .parquet(edges);
        assertThat(run("write", "--edges=" + edges, "--kind=bipartite").out())
                .contains("{\"left\": 2, \"right\": 3, \"edges\": 6}");
    }

    @Test
    void commandsGiveTheirResults() {
        writeGraph();
        assertThat(run("butterfly").out()).contains("\"result\": \"3\"");
        assertThat(run("biclique.count", "--p=2", "--q=3").out()).contains("\"result\": \"1\"");
        assertThat(run("biclique.count", "--maxP=2", "--maxQ=2", "--parts=3").out())
                .contains("[[\"6\", \"6\"], [\"3\", \"3\"]]");
        assertThat(run("biclique.maximal").out()).contains("[{\"left\": 2, \"right\": 3, \"count\": 1}]");
        String out = folder.resolve("out").toString();
        assertThat(run("butterfly", "--per=relationship", "--out=" + out).code())
                .isZero();
        assertThat(session.read()
                        .parquet(out)
                        .where("left = 20 AND right = 3")
                        .first()
                        .getLong(2))
                .isEqualTo(2);
    }

    /** A cycle of three nodes, one edge of which has both directions. */
    @Test
    void directionsHaveCommands() {
        String edges = folder.resolve("edges").toString();
        session.sql("SELECT s, t FROM VALUES (1, 2), (2, 3), (3, 1), (1, 3) AS edges(s, t)")
                .write()
                .parquet(edges);
        assertThat(run("write", "--edges=" + edges, "--kind=directed").out())
                .contains("{\"left\": 3, \"right\": 0, \"edges\": 3}");
        assertThat(run("triad").out()).contains("\"120C\": \"1\"").contains("\"030C\": \"0\"");
        assertThat(run("cycle", "--maxLength=3").out()).contains("{\"2\": \"1\", \"3\": \"1\"}");
        for (String command : List.of("triad", "cycle")) {
            String out = folder.resolve(command).toString();
            String[] keys = {"--per=node", "--out=" + out, "--maxLength=3"};
            assertThat(run(
                                    command,
                                    command.equals("triad")
                                            ? List.of(keys).subList(0, 2).toArray(String[]::new)
                                            : keys)
                            .code())
                    .isZero();
            assertThat(session.read().parquet(out).count()).isEqualTo(3);
        }
        assertThat(run("cycle", "--maxLength=9").err()).isEqualTo("`maxLength` must be in [2, 8], got '9'\n");
        assertThat(run("triad", "--per=node").err()).isEqualTo("--out=... is missing\n");
    }

    @Test
    void windowsAreNumbersOrDurations() {
        writeGraph();
        for (String window : List.of("7", "PT1H")) {
            assertThat(run("butterfly", "--timeProperty=at", "--window=" + window)
                            .err())
                    .contains("`timeProperty` must be a property of relationships in");
        }
        assertThat(run("butterfly", "--timeProperty=at").err()).isEqualTo("--window=... is missing\n");
        assertThat(run("butterfly", "--window=7").err()).isEqualTo("unknown here: [window]\n");
        assertThat(run("butterfly", "--timeProperty=at", "--window=-1").err())
                .isEqualTo("`window` must be 0 or more, got -1\n");
        assertThat(run("butterfly", "--timeProperty=at", "--window=1h").err())
                .isEqualTo("`window` must be an integer of 0 or more, or a duration such as PT1H, got '1h'\n");
    }

    @Test
    void wrongUsageIsTold() {
        assertThat(run("butterflies")).isEqualTo(new Outcome(2, "", """
                the command must be write, butterfly, biclique.count, biclique.maximal, kclique, commonNeighbors, triad or cycle, got 'butterflies'
                """));
        assertThat(run("kclique", "--k=2").err()).isEqualTo("`k` must be in [3, 512], got '2'\n");
        assertThat(run("kclique", "--size=4").err()).isEqualTo("unknown here: [size]\n");
        assertThat(run("kclique", "k=4").err()).isEqualTo("an argument must be --KEY=VALUE, got 'k=4'\n");
        assertThat(run("biclique.count", "--p=2").err()).isEqualTo("--q=... is missing\n");
        assertThat(run("butterfly").code()).isEqualTo(1);
        assertThat(run("butterfly").err()).startsWith("`path` must be a file, got '");
    }
}
