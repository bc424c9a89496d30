package dev.motif.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentsTest {
    private static final String KARATE = "test-data/karate.el.xz";

    private final AtomicLong nanos = new AtomicLong();

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
            neighbors --time 0 | `--time` must be 1 or more, got 0
            neighbors --generate kronecker,scale=4 | `--generate` must be NAME=KIND,KEY=VALUE,..., got kronecker,scale=4
            neighbors --generate a=kroneker,scale=4 | `--generate`: Unknown generator 'kroneker' (did you mean 'kronecker'?)
            neighbors --graphs none | `--graphs` must be a folder, got none
            """)
    void wrongUsageIsToldAndNothingRuns(String args, String message) {
        Ran ran = run(args.split(" "));
        assertThat(ran.exitCode).isEqualTo(2);
        assertThat(ran.err).contains(message);
        assertThat(ran.out).isEmpty();
    }

    @Test
    void graphsAndExperimentsAfterOneThatFailsRun() throws Exception {
        Files.writeString(folder.resolve("broken.el"), "# bip 2 2 2\n0 0\nx\n");
        Files.writeString(folder.resolve("larger.el"), "# bip 2 2 4\n0 0\n0 1\n1 0\n1 1\n");
        Ran ran = run("gbfc", "--quick", "--graphs", folder.toString(), "--out", folder.toString());
        assertThat(ran.exitCode).isEqualTo(1);
        assertThat(ran.out).contains("gbfc table-3: ", ", failed: ", "gbfc section-7-5: ");
        assertThat(folder.resolve("gbfc/table-3.csv")).content().contains("larger,2,2,4,");
        assertThat(folder.resolve("gbfc.md")).content().contains("broken failed: ");
    }

    /** The graphs of the command line come in its order, and verdicts are what the rows say. */
    @Test
    void graphsAreGeneratedByNameAndVerdictsAreWritten() throws Exception {
        Ran ran = run(
                "kclique",
                "--quick",
                "--cold",
                "--only",
                "tiny,karate",
                "--generate",
                "tiny=kronecker,scale=6,edgefactor=4,seed=1",
                "--generate",
                "other=uniform,left=4,right=4,edges=8,seed=1",
                "--experiments",
                "table-2",
                "--out",
                folder.toString());
        assertThat(ran.exitCode).as(ran.err).isZero();
        assertThat(Files.readAllLines(folder.resolve("kclique/table-2.csv")))
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("Graph,"),
                        first -> assertThat(first).startsWith("tiny,"),
                        second -> assertThat(second).startsWith("karate,"));
        assertThat(folder.resolve("kclique/verdicts.csv"))
                .content()
                .contains(
                        "degeneracy gives the smaller out-degree", "2. ", "degeneracy takes longer on the GPU,cannot");
        assertThat(folder.resolve("kclique.md")).content().contains("Command: `kclique --quick --cold");
    }

    private static Technique technique(String name, Technique.Body body) {
        return Technique.baseline(name, "count", body);
    }

    private static Map<String, Object> counted(Execution execution, int count) {
        execution.times().add(Stage.COMPUTE, 1);
        return Map.of("count", count);
    }

    /** Its clock goes on where a test says so. */
    private ExperimentRunner runner(NativeMemory memory, long experimentMillis) {
        return new ExperimentRunner(
                new ExperimentRunner.Settings(
                        Path.of("test-data"),
                        List.of("karate"),
                        Map.of(),
                        true,
                        true,
                        1,
                        3,
                        100,
                        experimentMillis,
                        List.of(Backend.CPU)),
                new LoadedGraphs(memory),
                table -> {},
                nanos::get);
    }

    private Map<String, Measured> compare(Technique... techniques) throws Exception {
        ExperimentRunner lab = runner(new NativeMemory(1 << 20), 60_000);
        List<Map<String, Measured>> measured = new ArrayList<>();
        lab.withGraph("karate", KARATE, (name, graph) -> measured.add(lab.compare(name, graph, List.of(techniques))));
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
    @Timeout(300)
    void runBeyondTheLimitIsCancelledAndShownAsTheLimit() throws Exception {
        Map<String, Measured> measured = compare(
                technique("short", (graph, execution) -> counted(execution, 45)),
                technique("endless", (graph, execution) -> {
                    pass(execution, Long.MAX_VALUE);
                    return counted(execution, 45);
                }));
        assertThat(measured.get("short").total().millis()).isNotEmpty().containsOnly(1.0);
        assertThat(measured.get("endless").total()).hasToString("> 100");
    }

    /** Lets time pass, millisecond by millisecond, in which the run asks whether it is canceled. */
    private void pass(Execution execution, long millis) {
        for (long passed = 0; passed < millis; passed++) {
            nanos.addAndGet(1_000_000);
            execution.workers().cancellation().check();
        }
    }

    /** Prepares for so long by the clock of the experiment, which the times of a run do not have. */
    private void prepare(Execution execution, long millis) {
        long begun = nanos.get();
        try {
            execution.time(Stage.PREPARE, () -> pass(execution, millis));
        } finally {
            execution.times().add(Stage.PREPARE, (nanos.get() - begun) / 1e6);
        }
    }

    @Test
    void limitLeavesPreparingOut() throws Exception {
        Map<String, Measured> measured = compare(
                technique("long to prepare", (graph, execution) -> {
                    prepare(execution, 150);
                    pass(execution, 90);
                    return counted(execution, 45);
                }),
                technique("long to count", (graph, execution) -> {
                    execution.time(Stage.COMPUTE, () -> pass(execution, 60_000));
                    return counted(execution, 45);
                }));
        assertThat(measured.get("long to prepare").total().millis()).isNotEmpty();
        assertThat(measured.get("long to prepare").total().min()).isGreaterThanOrEqualTo(151.0);
        assertThat(measured.get("long to count").total()).hasToString("> 100");
    }

    @Test
    void experimentEndsWithTheRowsThatItHasWhenItsTimeIsUp() throws Exception {
        ExperimentRunner lab = runner(new NativeMemory(1 << 20), 1500);
        List<String> rows = new ArrayList<>();
        lab.forEachGraph(GraphKind.UNIPARTITE, (name, graph) -> {
            lab.compare(name, graph, List.of(technique("short", (any, execution) -> counted(execution, 45))));
            rows.add("first");
            lab.compare(name, graph, List.of(technique("endless", (any, execution) -> {
                pass(execution, 60);
                return Map.of("count", 45);
            })));
            rows.add("second");
            lab.compare(name, graph, List.of(technique("endless", (any, execution) -> {
                prepare(execution, 60_000);
                return Map.of("count", 45);
            })));
            rows.add("third");
        });
        assertThat(rows).containsExactly("first", "second");
        assertThat(lab.failures()).isEmpty();
        assertThat(lab.notes())
                .containsExactly(
                        "The time was up at karate: what is missing of it and of graphs after it was not run.");
    }

    @Test
    void tablesAreHandedOnWithEachRow() {
        List<String> states = new ArrayList<>();
        Table table = new Table("t", changed -> states.add(changed.csv())).with(Table.Column.count("Count"));
        table.add(1);
        table.add(2);
        assertThat(states).containsExactly("Count\n1\n", "Count\n1\n2\n");
    }

    private static Map<String, Measured> row(List<Double> a, List<Double> b) {
        return Map.of("A", measured(a), "B", measured(b));
    }

    private static Measured measured(List<Double> millis) {
        return new Measured(
                null,
                millis.stream()
                        .map(each -> {
                            StageTimes times = new StageTimes();
                            times.add(Stage.COMPUTE, each);
                            return times;
                        })
                        .toList(),
                100);
    }

    @Test
    void claimIsJudgedByTheRows() {
        Finding finding = Comparison.Claim.of("A", "B")
                .in(List.of(
                        row(List.of(1.0), List.of(4.0, 2.0)),
                        row(List.of(10.0), List.of()),
                        row(List.of(), List.of()),
                        row(List.of(), List.of(50.0))));
        assertThat(finding.verdict()).isEqualTo(Finding.Verdict.PARTLY);
        assertThat(finding.why())
                .isEqualTo("2 of 3. `B` takes 0.50 to 10.0 times (geometric mean 2.15) as long as `A`; what was stopped"
                        + " counts as the limit.");
        assertThat(Comparison.Claim.of("A", "C").in(List.of()).verdict()).isEqualTo(Finding.Verdict.NOT_SEEN);
    }

    @Test
    void memoryThatIsLeftFails() throws IOException {
        NativeMemory memory = new NativeMemory(1 << 20);
        ExperimentRunner lab = runner(memory, 60_000);
        assertThatThrownBy(() -> lab.withGraph("karate", KARATE, (name, graph) -> memory.ints(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("karate: ")
                .hasMessageContaining("left allocated");
    }

    @Test
    void cellsHaveTheTypesOfTheirColumns() {
        Table table = new Table("t", changed -> {})
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
