package dev.motif.bench.experiments.gbfc;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.group.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.group.cohesion.CohesionConfig;
import dev.motif.algorithm.group.cohesion.CohesionResult;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.Median;
import dev.motif.bench.baseline.butterfly.ButterflyBaseline;
import dev.motif.bench.experiments.Experiment;
import dev.motif.bench.experiments.ExperimentRunner;
import dev.motif.bench.experiments.Figure;
import dev.motif.bench.experiments.Finding;
import dev.motif.bench.experiments.Measured;
import dev.motif.bench.experiments.Outcome;
import dev.motif.bench.experiments.Table;
import dev.motif.bench.experiments.Table.Column;
import dev.motif.bench.experiments.Technique;
import dev.motif.bench.experiments.Times;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.parallel.Workers;
import dev.motif.research.gbfc.GbfcAlgorithm;
import dev.motif.research.gbfc.GbfcConfig;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Table 4: what share of three algorithms counting butterflies is, by several ways to count. */
final class Applications implements Experiment {
    private static final String ANSWER = "answer";
    private static final ButterflyConfig PER_VERTEX = new ButterflyConfig(true, false);

    /** An algorithm that counts butterflies, with a technique for each way to count; the first one is compared with. */
    private record Application(String name, List<Technique> ways) {}

    @Override
    public String name() {
        return "table-4";
    }

    @Override
    public String title() {
        return "Table 4 and Figure 2: algorithms that count butterflies";
    }

    @Override
    public String claim() {
        return "counting on the CPU is 51% to 86% of the clustering coefficient, 30% to 72% of cohesion, 25% to 78% of"
                + " wing numbers; with G-BFC it is 0.3% to 35%, 0.1% to 7% and 0.02% to 22%.";
    }

    @Override
    public Outcome run(ExperimentRunner lab) throws Exception {
        List<Application> applications = List.of(
                new Application("coefficient", coefficients(lab)),
                new Application("cohesion", cohesions(lab)),
                new Application("wing numbers", wings(lab)));
        Table shares = lab.table(name()).with(Column.text("Graph")).with(Column.count("Relationships"));
        Table times = lab.table(name() + "-times")
                .with(Column.text("Graph"))
                .with(Column.text("Algorithm"))
                .with(Column.text("Counting by"))
                .with(Column.millis("Counting"))
                .with(Column.millis("Rest"))
                .with(Column.number("Speedup"));
        List<String> columns = applications.stream()
                .flatMap(application ->
                        application.ways.stream().map(way -> application.name + ", " + way.name() + ", %"))
                .toList();
        columns.forEach(column -> shares.with(Column.number(column)));
        // By application: on how many graphs a share is known, and is as the paper says.
        int[] known = new int[applications.size()];
        int[] most = new int[applications.size()];
        int[] both = new int[applications.size()];
        int[] least = new int[applications.size()];
        GbfcPaper.GRAPHS.forEach(lab, (name, graph) -> {
            List<Object> row = new ArrayList<>();
            for (int i = 0; i < applications.size(); i++) {
                Application application = applications.get(i);
                Map<String, Measured> measured = lab.compare(name, graph, application.ways);
                Times first = measured.get(application.ways.get(0).name()).total();
                measured.forEach((way, each) -> {
                    row.add(share(each));
                    times.add(name, application.name, way, counting(each), rest(each), ratio(first, each.total()));
                });
                Double share = share(measured.get(application.ways.get(0).name()));
                known[i] += share != null ? 1 : 0;
                most[i] += share != null && share > 50 ? 1 : 0;
                Double other = share(measured.get(last(application).name()));
                both[i] += share != null && other != null ? 1 : 0;
                least[i] += share != null && other != null && other < share / 2 ? 1 : 0;
            }
            shares.add(name, graph.edgeCount(), row);
        });
        Outcome outcome = new Outcome()
                .with(
                        shares,
                        Figure.bars("Share of counting: percent", List.of("Graph"), columns.toArray(String[]::new)))
                .with(times);
        for (int i = 0; i < most.length; i++) {
            Application application = applications.get(i);
            outcome.with(Finding.of(
                    "Counting is most of the time: " + application.name,
                    most[i],
                    known[i],
                    "Counted by " + application.ways.get(0).name() + "."));
            if (lab.backends().contains(Backend.GPU)) {
                outcome.with(Finding.of(
                        "On a GPU the share of counting is less than half of that: " + application.name,
                        least[i],
                        both[i],
                        "Counted by " + last(application).name() + "."));
            }
        }
        return outcome;
    }

    private static Technique last(Application application) {
        return application.ways.get(application.ways.size() - 1);
    }

    private static Times counting(Measured measured) {
        return measured.times(Stage.COMPUTE);
    }

    private static Times rest(Measured measured) {
        return measured.times(Stage.PREPARE);
    }

    /** The median of the runs' shares of counting in percent, or null when no run ended. */
    private static Double share(Measured measured) {
        return measured.runs().isEmpty()
                ? null
                : (Double) Median.of(measured.runs().stream()
                        .map(run -> 100 * run.exactMillis(Stage.COMPUTE) / millis(run))
                        .toList());
    }

    private static Double ratio(Times first, Times other) {
        return first.isCut() || other.isCut() ? null : (Double) first.ratioTo(other);
    }

    /** Counts the butterflies; the stages of {@code execution} are those of counting alone. */
    @FunctionalInterface
    private interface Counting {
        BigInteger count(BipartiteGraph graph, Execution execution);
    }

    private static List<Technique> coefficients(ExperimentRunner lab) {
        Stream<Technique> baselines = Stream.of(ButterflyBaseline.BFC_VP, ButterflyBaseline.BFC_VP_PLUS_PLUS)
                .map(baseline -> coefficient(baseline.title(), Backend.CPU, baseline::count));
        Stream<Technique> ofGbfc = lab.backends().stream()
                .map(backend -> coefficient(
                        named("G-BFC", backend),
                        backend,
                        (graph, execution) -> total(backend, new GbfcAlgorithm(), GbfcConfig.ALL, graph, execution)));
        Stream<Technique> ofPriority = lab.backends().stream()
                .filter(backend -> backend == Backend.GPU)
                .map(backend -> coefficient(
                        named("PRIORITY", backend),
                        backend,
                        (graph, execution) ->
                                total(backend, new ButterflyAlgorithm(), ButterflyConfig.TOTAL, graph, execution)));
        return lab.possible(
                Stream.of(baselines, ofGbfc, ofPriority).flatMap(ways -> ways).toList());
    }

    private static String named(String way, Backend backend) {
        return backend == Backend.GPU ? way + " GPU" : way;
    }

    private static <C> ButterflyResult run(
            Backend backend,
            Algorithm<BipartiteGraph, C, ButterflyResult> algorithm,
            C config,
            BipartiteGraph graph,
            Execution execution) {
        Backend.Choice choice =
                backend.choose(algorithm, graph, config, execution.workers().concurrency(), GpuSelection.ONE);
        return algorithm.run(choice, graph, config, execution);
    }

    private static <C> BigInteger total(
            Backend backend,
            Algorithm<BipartiteGraph, C, ButterflyResult> algorithm,
            C config,
            BipartiteGraph graph,
            Execution execution) {
        try (ButterflyResult counts = run(backend, algorithm, config, graph, execution)) {
            return counts.total();
        }
    }

    /** Four butterflies a path of three edges: what is left beside counting is counting the paths. */
    private static Technique coefficient(String name, Backend backend, Counting counting) {
        return technique(name, backend, (graph, execution) -> {
            StageTimes own = new StageTimes();
            BigInteger butterflies = counting.count(graph, new Execution(execution.memory(), execution.workers(), own));
            long start = System.nanoTime();
            BigInteger paths = ThreePaths.of(graph, execution.workers());
            add(execution, millis(own), (System.nanoTime() - start) / 1e6);
            return butterflies + "/" + paths;
        });
    }

    private static double millis(StageTimes times) {
        return times.exactMillis(Stage.PREPARE) + times.exactMillis(Stage.TRANSFER) + times.exactMillis(Stage.COMPUTE);
    }

    /** Counting is kept as the time of computing, all else as that of preparing. */
    private static void add(Execution execution, double counting, double rest) {
        execution.times().add(Stage.COMPUTE, counting);
        execution.times().add(Stage.PREPARE, rest);
    }

    private static boolean isCounting(String stage) {
        return stage.startsWith("ranking") || stage.startsWith("counting");
    }

    /** Counts the butterflies of every vertex; what is left beside counting is finding components and minimum cuts. */
    private static List<Technique> cohesions(ExperimentRunner lab) {
        return lab.backends().stream()
                .map(backend -> technique(named("PRIORITY", backend), backend, (graph, execution) -> {
                    StageClock clock = new StageClock();
                    StageTimes onGpu = new StageTimes();
                    try (CohesionResult result =
                            new CohesionAlgorithm().cpu(graph, CohesionConfig.ALL, withClock(execution, clock))) {
                        clock.stop();
                        if (backend == Backend.GPU) {
                            // The algorithm runs on the CPU alone; there only its counting is replaced.
                            countPerVertex(graph, new Execution(execution.memory(), execution.workers(), onGpu));
                        }
                        add(
                                execution,
                                backend == Backend.GPU ? millis(onGpu) : clock.millis(Applications::isCounting),
                                clock.millis(stage -> !isCounting(stage)));
                        return answer(result);
                    }
                }))
                .toList();
    }

    private static void countPerVertex(BipartiteGraph graph, Execution execution) {
        run(Backend.GPU, new ButterflyAlgorithm(), PER_VERTEX, graph, execution).close();
    }

    private static String answer(CohesionResult result) {
        BigInteger butterflies = BigInteger.ZERO;
        long cuts = 0;
        for (long component = 0; component < result.componentCount(); component++) {
            butterflies = butterflies.add(result.butterflies(component));
            Long cut = result.minCut(component);
            // A component of one vertex has none.
            cuts += cut == null ? 0 : cut;
        }
        return result.componentCount() + " components, " + butterflies + ", " + cuts;
    }

    /** Techniques for wing numbers: beside counting the wedges of every edge, a run lists their blooms and peels. */
    private static List<Technique> wings(ExperimentRunner lab) {
        return lab.backends().stream()
                .map(backend -> technique(named("blooms", backend), backend, (graph, execution) -> {
                    StageClock clock = new StageClock();
                    Execution timed = withClock(execution, clock);
                    WingAlgorithm algorithm = new WingAlgorithm();
                    Backend.Choice choice = backend.choose(
                            algorithm,
                            graph,
                            new WingConfig(),
                            execution.workers().concurrency(),
                            GpuSelection.ONE);
                    try (PeeledEdges result = algorithm.run(choice, graph, new WingConfig(), timed)) {
                        clock.stop();
                        add(
                                execution,
                                clock.millis(Applications::isCounting),
                                clock.millis(stage -> !isCounting(stage)));
                        long sum = 0;
                        for (long edge = 0; edge < result.edges().length(); edge++) {
                            sum += result.edges().get(edge);
                        }
                        return result.levels() + " levels, " + sum;
                    }
                }))
                .toList();
    }

    private static Execution withClock(Execution execution, StageClock clock) {
        return new Execution(
                execution.memory(),
                new Workers(
                        execution.workers().concurrency(), execution.workers().cancellation(), clock),
                new StageTimes());
    }

    /** Runs an algorithm on a bipartite graph and returns what all ways must agree on. */
    @FunctionalInterface
    private interface Body {
        Object run(BipartiteGraph graph, Execution execution);
    }

    private static Technique technique(String name, Backend backend, Body body) {
        return new Technique(
                        name,
                        backend,
                        0,
                        (graph, execution) -> Map.of(ANSWER, body.run((BipartiteGraph) graph, execution)),
                        result -> result.get(ANSWER))
                .cold();
    }
}
