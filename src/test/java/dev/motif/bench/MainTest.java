package dev.motif.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private static final String WOMEN = "test-data/southern-women.el.xz";

    @TempDir
    private Path folder;

    private record Ran(int exitCode, String out, String err) {
        JsonNode json() throws IOException {
            assertThat(exitCode).as(err).isZero();
            assertThat(err).isEmpty();
            return new ObjectMapper()
                    .readTree(out.lines().reduce((first, last) -> last).orElseThrow());
        }
    }

    @Test
    void weightedGraphOfAnotherFormatIsRead(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("out.graph"), "\uFEFF% bip weighted\r\n1 1 0.5\r\n1 2 1\r\n7 1 2\r\n7 2 2\r\n");
        Ran ran = run("butterfly", "--graph", file.toString());
        assertThat(ran.json().get("graphSize")).hasToString("{\"left\":2,\"right\":2,\"edges\":4}");
        assertThat(ran.out()).contains("0 self-loops dropped, columns after the second ignored, loaded in");
    }

    @Test
    void lastLineIsTheReport() throws IOException {
        JsonNode report =
                butterfly(WOMEN, "{}", "--warmup", "0", "--repeat", "3").json();
        assertThat(report.fieldNames())
                .toIterable()
                .containsExactly("algorithm", "graph", "backend", "config", "graphSize", "result", "millis");
        assertThat(report.get("algorithm").textValue()).isEqualTo("butterfly");
        assertThat(report.get("graph").textValue()).isEqualTo(WOMEN);
        assertThat(report.get("backend").textValue()).isEqualTo("cpu");
        assertThat(report.get("config").get("concurrency").intValue()).isPositive();
        assertThat(report.get("graphSize")).hasToString("{\"left\":18,\"right\":14,\"edges\":89}");
        JsonNode result = report.get("result");
        assertThat(result.get("count").longValue()).isEqualTo(341);
        assertThat(result.get("countText").textValue()).isEqualTo("341");
        assertThat(result.get("leftMaxCount").longValue()).isPositive();
        assertThat(result.has("per")).isFalse();
        JsonNode millis = report.get("millis");
        assertThat(millis.get("load").doubleValue()).isPositive();
        for (String stage : new String[] {"prepare", "transfer", "compute", "processor"}) {
            assertThat(millis.get(stage)).hasSize(3);
        }
    }

    @Test
    void severalConfigurationsAreMeasuredOnTheSameGraph() throws IOException {
        Ran ran = butterfly(WOMEN, "{\"concurrency\": 1}", "--config", "{\"concurrency\": 2}", "--repeat", "1");
        assertThat(ran.exitCode).as(ran.err).isZero();
        List<String> reports =
                ran.out.lines().filter(line -> line.startsWith("{")).toList();
        assertThat(reports).hasSize(2);
        for (int i = 0; i < 2; i++) {
            JsonNode report = new ObjectMapper().readTree(reports.get(i));
            assertThat(report.get("config").get("concurrency").intValue()).isEqualTo(i + 1);
            assertThat(report.get("result").get("count").longValue()).isEqualTo(341);
        }
        assertThat(ran.out).containsOnlyOnce("loaded in");
    }

    @Test
    void defaultIsFiveRepeatsOnTheCpu() throws IOException {
        assertThat(run("butterfly", "--graph", WOMEN).json().get("millis").get("compute"))
                .hasSize(5);
    }

    @Test
    void perRelationshipGivesExactSums() throws IOException {
        JsonNode per = butterfly(WOMEN, "{\"per\": \"RelationShip\"}").json().at("/result/per");
        assertThat(per)
                .hasToString("{\"of\":\"relationship\",\"count\":\"89\",\"sum\":\"1364\",\"max\":\"35\","
                        + "\"sumsq\":\"24964\"}");
    }

    @Test
    void perNodeGivesBothSidesTogetherAndApart() throws IOException {
        JsonNode result = butterfly("generate:crown,n=6", "{\"per\": \"node\", \"concurrency\": 3}", "--backend", "CPU")
                .json()
                .get("result");
        // The graph has C(6,2) * C(4,2) = 90 butterflies, and each vertex is in 4 * 90 / 12 = 30 of them.
        assertThat(result.get("countText").textValue()).isEqualTo("90");
        JsonNode per = result.get("per");
        String side = "{\"count\":\"6\",\"sum\":\"180\",\"max\":\"30\",\"sumsq\":\"5400\"}";
        assertThat(per.get("left")).hasToString(side);
        assertThat(per.get("right")).hasToString(side);
        assertThat(per.get("count").textValue()).isEqualTo("12");
        assertThat(per.get("sum").textValue()).isEqualTo("360");
        assertThat(per.get("max").textValue()).isEqualTo("30");
        assertThat(per.get("sumsq").textValue()).isEqualTo("10800");
    }

    @Test
    void withoutMaximaTheTotalIsCountedAlone() throws IOException {
        JsonNode result = butterfly("generate:complete,left=5,right=7", "{\"maxima\": false}")
                .json()
                .get("result");
        assertThat(result.get("count").longValue()).isEqualTo(10 * 21);
        assertThat(result.get("leftMaxCount").isNull()).isTrue();
    }

    @Test
    void starHasNoButterflies() throws IOException {
        assertThat(butterfly("generate:star,leaves=100", "{}")
                        .json()
                        .at("/result/count")
                        .longValue())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "butterflies | generate:crown,n=3  | {}               | Unknown algorithm 'butterflies' (did you mean"
                        + " 'butterfly' or 'butterfly.sample' or 'butterfly.window'?). Allowed: butterfly",
                "butterfly | nowhere.el            | {}               | no such file: nowhere.el",
                "butterfly | generate:star         | {}               | `leaves` is missing",
                "butterfly | generate:clique,n=3   | {}               | `butterfly` needs a bipartite graph, got a"
                        + " unipartite one: generate:clique,n=3",
                "butterfly | generate:crown,n=3    | {\"per\": \"edge\"} | `per` must be one of 'NODE', 'RELATIONSHIP',"
                        + " got 'edge'",
                "butterfly | generate:crown,n=3    | {\"maxima\": 1}  | `maxima` must be true or false, got 1",
                "butterfly | generate:crown,n=3    | {\"concurrency\": 1025} | `concurrency` must be in [1, 1024],"
                        + " got 1025",
                "butterfly | generate:crown,n=3    | {\"concurrency\": \"2\"} | `concurrency` must be an INTEGER in"
                        + " [1, 1024], got '2'",
                "butterfly | generate:crown,n=3    | {\"concurency\": 2} | Unknown parameter `concurency` (did"
                        + " you mean 'concurrency'?). Allowed: per, maxima",
                "butterfly | generate:crown,n=3    | [1]              | `--config` must be a JSON object, got '[1]'",
                "butterfly | generate:crown,n=3    | {} {}            | `--config` must be a JSON object, got '{} {}'"
            })
    void wrongUsageIsOneLineAndExitCode2(String algorithm, String graph, String config, String message) {
        assertWrongUsage(run(algorithm, "--graph", graph, "--config", config), message);
    }

    @Test
    void wrongOptionsAreWrongUsage() {
        assertWrongUsage(run("butterfly"), "Missing required option: '--graph=FILE'");
        assertWrongUsage(run("butterfly", "--graph", WOMEN, "--repeats", "3"), "'--repeats'");
        assertWrongUsage(butterfly(WOMEN, "{}", "--backend", "tpu"), "'tpu'");
        assertWrongUsage(butterfly(WOMEN, "{}", "--repeat", "0"), "`--repeat` must be 1 or more, got 0");
        assertWrongUsage(butterfly(WOMEN, "{}", "--warmup", "-1"), "`--warmup` must be 0 or more, got -1");
    }

    @Test
    void brokenFileIsAFailure() throws IOException {
        Path file = Files.writeString(folder.resolve("broken.el"), "# bip 2 2 1\n0 2\n");
        Ran ran = butterfly(file.toString(), "{}");
        assertThat(ran.exitCode).isEqualTo(1);
        assertThat(ran.err).isEqualTo(file + ", line 2: `v` must be in [0, 2), got 2\n");
    }

    @Test
    void tooLittleMemoryIsAFailure() {
        System.setProperty("motif.offheap.limit", "64k");
        try {
            Ran ran = butterfly("generate:complete,left=200,right=200", "{}");
            assertThat(ran.exitCode).isEqualTo(1);
            assertThat(ran.err).startsWith("Not enough off-heap memory").hasLineCount(1);
        } finally {
            System.clearProperty("motif.offheap.limit");
        }
    }

    @Test
    void gpuNeverFallsBack() {
        Ran ran = butterfly(WOMEN, "{}", "--backend", "gpu");
        assertThat(ran.exitCode).isEqualTo(1);
        assertThat(ran.err).startsWith("`backend: 'GPU'` is not possible: ").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpNamesAlgorithmsAndGenerators(String option) {
        Ran ran = run(option);
        assertThat(ran.exitCode).isZero();
        assertThat(ran.out)
                .contains("--graph", "--config", "butterfly", "powerlaw", "left,right,edges,skew,seed")
                .contains("80% of the machine's");
    }

    private static void assertWrongUsage(Ran ran, String message) {
        assertThat(ran.exitCode).isEqualTo(2);
        assertThat(ran.out).doesNotContain("{\"algorithm\"");
        assertThat(ran.err).contains(message).hasLineCount(1);
    }

    private static Ran butterfly(String graph, String config, String... more) {
        String[] args = new String[5 + more.length];
        System.arraycopy(new String[] {"butterfly", "--graph", graph, "--config", config}, 0, args, 0, 5);
        System.arraycopy(more, 0, args, 5, more.length);
        return run(args);
    }

    private static Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Ran(exitCode, out.toString(), err.toString());
    }
}
