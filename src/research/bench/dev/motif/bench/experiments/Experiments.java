package dev.motif.bench.experiments;

import dev.motif.backend.Backend;
import dev.motif.bench.BenchHelp;
import dev.motif.bench.BenchMemory;
import dev.motif.bench.GraphSource;
import dev.motif.bench.experiments.cumbe.CumbePaper;
import dev.motif.bench.experiments.gbc.GbcPaper;
import dev.motif.bench.experiments.gbfc.GbfcPaper;
import dev.motif.bench.experiments.kclique.KCliquePaper;
import dev.motif.bench.experiments.neighbors.NeighborsPaper;
import dev.motif.gpu.Gpus;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.text.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code Experiments PAPER}: runs the tables and figures of a paper's evaluation and writes CSV, SVG and a page in
 * Markdown. The exit code is 0, 2 for wrong usage, or 1 for any other failure, such as two techniques that disagree.
 */
@Command(
        name = "motif-experiments",
        sortOptions = false,
        usageHelpWidth = 110,
        description = "Runs the tables and figures of a paper's evaluation.%n",
        optionListHeading = "%n")
public final class Experiments implements Callable<Integer> {
    /** The papers: a new one is an entry here. */
    static final List<Paper> PAPERS =
            List.of(GbcPaper.PAPER, CumbePaper.PAPER, GbfcPaper.PAPER, KCliquePaper.PAPER, NeighborsPaper.PAPER);

    private static final String ALL = "all";
    private static final long MILLIS = 1000;
    private static final long QUICK_LIMIT_MILLIS = 1000;

    private enum Where {
        CPU,
        GPU,
        BOTH
    }

    @Parameters(
            paramLabel = "PAPER",
            description = "gbc, cumbe, gbfc, kclique, neighbors or all, as far as they are there.")
    private String paper;

    @Option(names = "--backend", paramLabel = "cpu|gpu|both", description = "Where techniques run. Default: cpu.")
    private Where where = Where.CPU;

    @Option(
            names = "--graphs",
            paramLabel = "DIR",
            description = "A folder of edge lists, NAME.el or NAME.el.xz. Default: test-data.")
    private Path graphs = Path.of("test-data");

    @Option(
            names = "--only",
            paramLabel = "NAME,...",
            split = ",",
            description = "Takes these graphs only, in this order.")
    private List<String> only = List.of();

    @Option(
            names = "--generate",
            paramLabel = "NAME=KIND,KEY=VALUE,...",
            description = "Takes a generated graph too, by this name, such as"
                    + " kronecker-20=kronecker,scale=20,edgefactor=16,seed=1. Can be repeated.")
    private List<String> generate = List.of();

    @Option(
            names = "--experiments",
            paramLabel = "NAME,...",
            split = ",",
            description = "Runs these experiments of the papers only, such as figure-4.")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Small graphs, few parameters, one run each: some seconds a paper.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "DIR", description = "Default: target/experiments.")
    private Path out = Path.of("target", "experiments");

    @Option(names = "--threads", paramLabel = "N", description = "Threads of a technique. Default: all processors.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--repeat", paramLabel = "N", description = "The most runs that count. Default: 5.")
    private Integer repeat;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "What a run may take beside preparing the graph. Default: 60.")
    private long limitSeconds = 60;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "What an experiment may take: then it ends with the rows that it has. Default: a day.")
    private long timeSeconds = TimeUnit.DAYS.toSeconds(1);

    @Option(names = "--cold", description = "Devices drop what they have of a graph before each run.")
    private boolean cold;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private Experiments() {}

    public static void main(String[] args) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
    }

    /** Runs the command line in this process and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return BenchHelp.commandLine(
                        new Experiments(),
                        out,
                        err,
                        Exception::getMessage,
                        e -> e instanceof IOException || e instanceof OffHeapMemoryException)
                .execute(args);
    }

    @Override
    public Integer call() throws Exception {
        List<Paper> papers = papers();
        checkNames(papers);
        check("--threads", threads, 1);
        check("--repeat", repeat == null ? 1 : repeat, 1);
        check("--limit", limitSeconds, 1);
        check("--time", timeSeconds, 1);
        if (!Files.isDirectory(graphs)) {
            throw wrongUsage("`--graphs` must be a folder, got " + graphs);
        }
        List<String> notes = new ArrayList<>();
        notes.add("Command: `"
                + String.join(" ", spec.commandLine().getParseResult().originalArgs()) + "`.");
        ExperimentRunner.Settings settings = new ExperimentRunner.Settings(
                graphs,
                only,
                generated(),
                quick,
                cold,
                threads,
                repeat != null ? repeat : quick ? 1 : 5,
                quick ? QUICK_LIMIT_MILLIS : limitSeconds * MILLIS,
                timeSeconds * MILLIS,
                backends(notes));
        PrintWriter console = spec.commandLine().getOut();
        notes.forEach(console::println);
        List<Exception> errors = new ArrayList<>();
        for (Paper each : papers) {
            try (LoadedGraphs loaded = new LoadedGraphs(new NativeMemory(BenchMemory.limitBytes()))) {
                run(each, settings, notes, loaded, console, errors);
            }
        }
        if (!errors.isEmpty()) {
            Exception first = errors.get(0);
            errors.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        return CommandLine.ExitCode.OK;
    }

    /** Runs a paper's experiments. One that fails is told and left out of the page, and the next one runs. */
    private void run(
            Paper each,
            ExperimentRunner.Settings settings,
            List<String> notes,
            LoadedGraphs loaded,
            PrintWriter console,
            List<Exception> errors)
            throws IOException {
        Summary summary = new Summary(each, out, settings, notes);
        for (Experiment experiment : each.experiments()) {
            if (!names.isEmpty() && !names.contains(experiment.name())) {
                continue;
            }
            long start = System.nanoTime();
            ExperimentRunner lab = new ExperimentRunner(settings, loaded, summary::write);
            try {
                summary.add(experiment, experiment.run(lab), lab.notes());
            } catch (Exception e) {
                lab.failures().add(e);
            }
            errors.addAll(lab.failures());
            String how = lab.failures().stream()
                    .map(e -> ", failed: " + e.getMessage())
                    .collect(Collectors.joining());
            console.printf("%s %s: %.1f s%s%n", each.name(), experiment.name(), (System.nanoTime() - start) / 1e9, how);
            summary.write(); // also what there is when the run is killed
        }
        console.println(summary.write());
    }

    /** The graphs of {@code --generate} by name. */
    private Map<String, String> generated() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String each : generate) {
            int equals = each.indexOf('=');
            if (equals < 1 || each.substring(0, equals).contains(",")) {
                throw wrongUsage("`--generate` must be NAME=KIND,KEY=VALUE,..., got " + each);
            }
            String source = GraphSource.GENERATE + each.substring(equals + 1);
            try {
                GraphSource.recipe(source);
            } catch (IllegalArgumentException e) {
                throw wrongUsage("`--generate`: " + e.getMessage());
            }
            sources.put(each.substring(0, equals), source);
        }
        return sources;
    }

    private List<Paper> papers() {
        List<String> names = PAPERS.stream().map(Paper::name).toList();
        if (!paper.equals(ALL) && !names.contains(paper)) {
            throw wrongUsage("Unknown paper '" + paper + "'" + Suggestions.hint(paper, names) + ". Allowed: "
                    + String.join(", ", names) + ", " + ALL);
        }
        return PAPERS.stream()
                .filter(each -> paper.equals(ALL) || each.name().equals(paper))
                .toList();
    }

    /** The backends that were asked for and are there. */
    private List<Backend> backends(List<String> notes) {
        return Stream.of(Backend.CPU, Backend.GPU)
                .filter(backend -> where == Where.BOTH || where.name().equals(backend.name()))
                .filter(backend -> isThere(backend, notes))
                .toList();
    }

    private static boolean isThere(Backend backend, List<String> notes) {
        try {
            backend.checkPossible();
            if (backend == Backend.GPU) {
                Gpus.ofThisHost()
                        .devices()
                        .forEach(device -> notes.add("Device: " + device.info().name() + "."));
            }
            return true;
        } catch (IllegalArgumentException e) {
            notes.add("The rows of the GPU are left out: " + e.getMessage());
            return false;
        }
    }

    private void checkNames(List<Paper> papers) {
        List<String> known = papers.stream()
                .flatMap(each -> each.experiments().stream())
                .map(Experiment::name)
                .toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw wrongUsage("Unknown experiment '" + name + "'" + Suggestions.hint(name, known) + ". Allowed: "
                        + String.join(", ", known));
            }
        }
    }

    private void check(String name, long value, long min) {
        if (value < min) {
            throw wrongUsage("`" + name + "` must be " + min + " or more, got " + value);
        }
    }

    private CommandLine.ParameterException wrongUsage(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
