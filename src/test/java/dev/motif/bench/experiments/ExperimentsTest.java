package dev.motif.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.memory.NativeMemory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentsTest {
    private static final String KARATE = "test-data/karate.el.xz";

    @TempDir
    private Path folder;

    private record Ran(int exitCode, String out, String err) {}

    private static Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Experiments.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Ran(exitCode, out.toString(), err.toString());
    }

    /** Every row and every figure of the papers, on small graphs. */
    @Test
    void allPapersRunAndEveryFigureIsWellFormed() throws Exception {
        Path out = folder.resolve("out");
        Ran ran = run("all", "--quick", "--only", "karate,southern-women", "--threads", "2", "--out", out.toString());
        assertThat(ran.exitCode).as(ran.err).isZero();
        for (Paper paper : Experiments.PAPERS) {
            String page = Files.readString(out.resolve(paper.name() + ".md"));
            for (Experiment experiment : paper.experiments()) {
                assertThat(page).contains("## " + experiment.title(), "The paper: " + experiment.claim());
            }
            try (Stream<Path> files = Files.list(out.resolve(paper.name()))) {
                for (Path file : files.toList()) {
                    checkFile(file, page);
                }
            }
        }
    }

    private static void checkFile(Path file, String page) throws Exception {
        if (file.toString().endsWith(".svg")) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
            assertThat(page).contains(file.getFileName().toString());
            assertThat(Files.readString(file)).doesNotContain("NaN", "Infinity");
        } else {
            assertThat(Files.readAllLines(file)).hasSizeGreaterThan(1);
        }
    }

    @Test
    void rowsOfTheGpuAreLeftOutWithTheReasonWhereThereIsNone() {
        Ran ran = run(
                "neighbors", "--quick", "--backend", "gpu", "--graphs", folder.toString(), "--out", folder.toString());
        assertThat(ran.exitCode).as(ran.err).isZero();
        try {
            Backend.GPU.checkPossible();
        } catch (IllegalArgumentException e) {
            assertThat(ran.out).contains("The rows of the GPU are left out: " + e.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            neighbours | Unknown paper 'neighbours' (did you mean 'neighbors'?). Allowed:
            neighbors --experiments figure-33x | Unknown experiment 'figure-33x'
            neighbors --threads 0 | `--threads` must be 1 or more, got 0
            neighbors --repeat 0 | `--repeat` must be 1 or more, got 0
            neighbors --limit 0 | `--limit` must be 1 or more, got 0
            neighbors --graphs none | `--graphs` must be a folder, got none
            """)
    void wrongUsageIsToldAndNothingRuns(String args, String message) {
        Ran ran = run(args.split(" "));
        assertThat(ran.exitCode).isEqualTo(2);
        assertThat(ran.err).contains(message);
        assertThat(ran.out).isEmpty();
    }

    @Test
    void experimentsAfterOneThatFailsRun() throws Exception {
        Files.writeString(folder.resolve("broken.el"), "# bip 2 2 2\n0 0\nx\n");
        Ran ran = run("gbfc", "--quick", "--graphs", folder.toString(), "--out", folder.toString());
        assertThat(ran.exitCode).isEqualTo(1);
        assertThat(ran.out).contains("gbfc table-3: ", ", failed: ", "gbfc section-7-5: ");
    }

    private static Technique technique(String name, Technique.Body body) {
        return Technique.baseline(name, "count", body);
    }

    private static Map<String, Object> counted(Execution execution, int count) {
        execution.times().add(Stage.COMPUTE, 1);
        return Map.of("count", count);
    }

    private static Map<String, Measured> compare(Technique... techniques) throws Exception {
        ExperimentRunner lab = new ExperimentRunner(
                new ExperimentRunner.Settings(
                        Path.of("test-data"), List.of("karate"), true, 1, 3, 100, List.of(Backend.CPU)),
                new NativeMemory(1 << 20));
        List<Map<String, Measured>> measured = new ArrayList<>();
        lab.forEachGraph(
                GraphKind.UNIPARTITE, (name, graph) -> measured.add(lab.compare(name, graph, List.of(techniques))));
        assertThat(measured).hasSize(1);
        return measured.get(0);
    }

    @Test
    void anotherAnswerFails() {
        assertThatThrownBy(() -> compare(
                        technique("one", (graph, execution) -> counted(execution, 45)),
                        technique("other", (graph, execution) -> counted(execution, 44))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("karate: other gives 44 where another run gives 45");
    }

    @Test
    void anAnswerIsNeeded() {
        assertThatThrownBy(() -> compare(technique("none", (graph, execution) -> Map.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no `count` in {}");
    }

    @Test
    void runBeyondTheLimitIsCancelledAndShownAsTheLimit() throws Exception {
        Map<String, Measured> measured = compare(
                technique("short", (graph, execution) -> counted(execution, 45)),
                technique("endless", (graph, execution) -> {
                    while (true) {
                        execution.workers().cancellation().check();
                        Thread.onSpinWait();
                    }
                }));
        assertThat(measured.get("short").total().millis()).isNotEmpty().containsOnly(1.0);
        assertThat(measured.get("endless").total()).hasToString("> 100");
    }

    @Test
    void memoryThatIsLeftFails() throws IOException {
        NativeMemory memory = new NativeMemory(1 << 20);
        ExperimentRunner lab = new ExperimentRunner(
                new ExperimentRunner.Settings(folder, List.of(), true, 1, 1, 100, List.of(Backend.CPU)), memory);
        assertThatThrownBy(() -> lab.withGraph("karate", KARATE, (name, graph) -> memory.ints(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("karate: ")
                .hasMessageContaining("left allocated");
    }

    @Test
    void cellsHaveTheTypesOfTheirColumns() {
        Table table = new Table("t")
                .with(Table.Column.text("Graph, file"))
                .with(Table.Column.count("Count"))
                .with(Table.Column.millis("A"))
                .with(Table.Column.number("Ratio"));
        table.add("x", 1234, new Times(List.of(3.0, 1.0, 2.5), 100), 0.5);
        table.add("y \"z\"", null, new Times(List.of(), 2000), null);
        assertThatThrownBy(() -> table.add("x", "1", null, null))
                .hasMessageContaining("`Count` must be of the type COUNT");
        assertThatThrownBy(() -> table.add("x")).hasMessageContaining("4 cells are needed");
        assertThat(table.csv())
                .isEqualTo("\"Graph, file\",Count,A ms,A min,A max,Ratio\nx,1234,2.5000,1.0000,3.0000,0.5\n"
                        + "\"y \"\"z\"\"\",,> 2000,,,\n");
        assertThat(table.markdown())
                .isEqualTo("| Graph, file | Count | A | Ratio |\n|---|---|---|---|\n"
                        + "| x | 1,234 | 2.50 (1.00-3.00) | 0.50 |\n| y \"z\" |  | > 2,000 |  |\n");
    }
}
