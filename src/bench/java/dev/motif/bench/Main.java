package dev.motif.bench;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code Main ALGORITHM --graph FILE}: runs an algorithm on a graph without Neo4j, several times, and prints its result
 * and its times. The last line on the standard output is a JSON object, one for each configuration; the exit code is 0, 2
 * for wrong usage, or 1 for any other failure.
 */
@Command(
        name = "motif-bench",
        sortOptions = false,
        usageHelpWidth = 110,
        description = "Runs an algorithm on a graph without Neo4j and measures it.%n",
        optionListHeading = "%n")
public final class Main implements Callable<Integer> {
    /** The backends that can be asked for; AUTO is none, since a measurement should say what it measures. */
    private enum Where {
        CPU(Backend.CPU),
        GPU(Backend.GPU);

        private final Backend backend;

        Where(Backend backend) {
            this.backend = backend;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "ALGORITHM", description = "One of those below, spelled as in the procedures.")
    private String algorithmName;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            required = true,
            description = "A graph as described below, or generate:KIND,key=value,... for one that is made.")
    private String graph;

    @Option(names = "--backend", paramLabel = "cpu|gpu", description = "Where it runs. Default: cpu.")
    private Where where = Where.CPU;

    @Option(
            names = "--config",
            paramLabel = "JSON",
            description =
                    "The algorithm's configuration. Default: {}. With several, each is measured, on the same graph.")
    private List<String> configTexts = List.of("{}");

    @Option(names = "--warmup", paramLabel = "N", description = "Runs before those that count. Default: 1.")
    private int warmup = 1;

    @Option(names = "--repeat", paramLabel = "N", description = "Runs that count, 1 or more. Default: 5.")
    private int repeat = 5;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Prints this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
    }

    /** Runs the command line in this process and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = BenchHelp.commandLine(
                new Main(),
                out,
                err,
                BenchHelp::usageError,
                e -> e instanceof IllegalArgumentException
                        || e instanceof IOException
                        || e instanceof OffHeapMemoryException);
        line.getCommandSpec().usageMessage().footer(BenchHelp.footer());
        return line.execute(args);
    }

    @Override
    public Integer call() throws Exception {
        Plan plan = plan();
        where.backend.checkPossible();
        measure(plan);
        if (plan.memory.liveBytes() != 0) {
            throw new IllegalStateException(plan.memory.liveBytes() + " off-heap bytes are left at the end");
        }
        return CommandLine.ExitCode.OK;
    }

    /** A job and its configuration as the report shows it. */
    private record Configured(Map<String, Object> config, BenchJob job) {}

    private record Plan(
            BenchAlgorithm<?, ?, ?> algorithm, List<Configured> jobs, GraphSource source, NativeMemory memory) {}

    /** Checks all that was given; nothing is read or allocated yet. */
    private Plan plan() {
        try {
            BenchAlgorithm<?, ?, ?> algorithm = BenchAlgorithms.named(algorithmName);
            checkAtLeast("--warmup", warmup, 0);
            checkAtLeast("--repeat", repeat, 1);
            List<Configured> jobs = configTexts.stream()
                    .map(text -> configured(algorithm, text))
                    .toList();
            GraphSource source = GraphSource.parse(graph);
            return new Plan(algorithm, jobs, source, new NativeMemory(BenchMemory.limitBytes()));
        } catch (IllegalArgumentException e) {
            throw wrongUsage(e.getMessage());
        }
    }

    private static Configured configured(BenchAlgorithm<?, ?, ?> algorithm, String text) {
        Map<String, Object> config = Json.parseObject("--config", text);
        BenchJob job = algorithm.configure(config);
        config.putIfAbsent("concurrency", job.concurrency());
        return new Configured(config, job);
    }

    private void measure(Plan plan) throws Exception {
        long start = System.nanoTime();
        try (LoadedGraph loaded = plan.source.load(plan.memory, Workers.of(BenchJob.defaultConcurrency()))) {
            double loadMillis = (System.nanoTime() - start) / 1e6;
            checkKind(plan.algorithm, GraphKind.of(loaded.graph()));
            spec.commandLine().getOut().println(BenchReport.graphLine(graph, loaded, loadMillis));
            for (Configured configured : plan.jobs) {
                measure(plan, configured, loaded, loadMillis);
            }
        }
    }

    private void measure(Plan plan, Configured configured, LoadedGraph loaded, double loadMillis) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Backend.Choice choice = configured.job.choose(where.backend, GraphSize.of(loaded.graph()));
        BenchRunner.Runs runs =
                new BenchRunner(configured.job, choice, plan.memory).run(loaded.graph(), warmup, repeat);
        Map<String, List<Double>> millis = BenchReport.millis(runs);
        millis.forEach((what, ofRuns) -> out.println(BenchReport.timesLine(what, ofRuns)));
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("algorithm", plan.algorithm.name());
        report.put("graph", graph);
        report.put("backend", where.backend.name().toLowerCase(Locale.ROOT));
        report.put("config", configured.config);
        report.put("graphSize", BenchReport.sizes(loaded));
        report.put("result", runs.result());
        Map<String, Object> times = new LinkedHashMap<>(Map.of("load", BenchReport.threeDecimals(loadMillis)));
        times.putAll(millis);
        report.put("millis", times);
        out.println(Json.write(report));
    }

    private void checkKind(BenchAlgorithm<?, ?, ?> algorithm, GraphKind kind) {
        if (!algorithm.takes(kind)) {
            throw wrongUsage("`" + algorithm.name() + "` needs a " + algorithm.graphKind() + " graph, got a " + kind
                    + " one: " + graph);
        }
    }

    private static void checkAtLeast(String name, int value, int min) {
        if (value < min) {
            throw new IllegalArgumentException("`" + name + "` must be " + min + " or more, got " + value);
        }
    }

    private CommandLine.ParameterException wrongUsage(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
