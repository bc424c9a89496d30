package dev.motif.bench.experiments;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.GraphSource;
import dev.motif.bench.load.EdgeListHeader;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.GraphKind;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The graphs, the backends, and the one way to measure, for all experiments. For one thread. */
public final class ExperimentRunner {
    /** The most edges of a graph of a quick run. */
    private static final long QUICK_EDGES = 20_000;

    /** How long a technique runs before its runs count; on each graph it does so once at least. */
    private static final double WARM_UP_MILLIS = 300;

    /** How long all techniques of a comparison together do so: many of them are forms of one. */
    private static final double WARM_UP_MILLIS_OF_ALL = 2_400;

    /** A run that takes more than this share of the limit counts at once: what is long needs no warm-up. */
    private static final double SHORT = 0.1;

    private final Settings settings;
    private final LoadedGraphs graphs;
    private final NativeMemory memory;
    private final Consumer<Table> tables;
    private final LongSupplier nanoTime;
    private final long end;
    private final List<String> notes = new ArrayList<>();
    private final List<Exception> failures = new ArrayList<>();
    private final Map<String, Double> warmMillis = new HashMap<>();

    /**
     * The options of the command line.
     *
     * @param graphs a folder of edge lists
     * @param only the names of the graphs to take, in this order, or none for all
     * @param generated more graphs by name, as for {@link GraphSource}
     * @param quick whether graphs are small, and experiments are to choose few and small parameters
     * @param cold whether devices drop what they have of a graph before each run, so that each prepares it
     * @param threads of techniques that do not say how many
     * @param repeats the most runs that count of a technique on a graph
     * @param limitMillis what a run may take, preparing not counted, and how long a technique may repeat on one graph
     * @param experimentMillis what an experiment may take: then what it has not begun is left out
     * @param backends {@link Backend#CPU}, {@link Backend#GPU} or both, of those that are there
     */
    public record Settings(
            Path graphs,
            List<String> only,
            Map<String, String> generated,
            boolean quick,
            boolean cold,
            int threads,
            int repeats,
            long limitMillis,
            long experimentMillis,
            List<Backend> backends) {}

    /** The time of the experiment is over. */
    private static final class TimeIsUp extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Works on a graph, which is closed afterwards. */
    @FunctionalInterface
    public interface GraphBody {
        void run(String name, Graph graph) throws Exception;
    }

    /** @param tables gets each table whenever it has another row */
    ExperimentRunner(Settings settings, LoadedGraphs graphs, Consumer<Table> tables) {
        this(settings, graphs, tables, System::nanoTime);
    }

    /** @param nanoTime the clock, such as {@link System#nanoTime} */
    ExperimentRunner(Settings settings, LoadedGraphs graphs, Consumer<Table> tables, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.graphs = graphs;
        this.memory = graphs.memory();
        this.tables = tables;
        this.end = nanoTime.getAsLong() + settings.experimentMillis * 1_000_000;
    }

    /** A table that is written as it grows. */
    public Table table(String name) {
        return new Table(name, tables);
    }

    /** Notes on all that the experiment has left out. */
    List<String> notes() {
        return notes;
    }

    /** Why graphs have no rows, or not all. */
    List<Exception> failures() {
        return failures;
    }

    /** True when parameters are to be few and small. */
    public boolean quick() {
        return settings.quick;
    }

    /** The threads of techniques that do not say how many. */
    public int threads() {
        return settings.threads;
    }

    /** The limit of a run, without preparation. */
    public long limitMillis() {
        return settings.limitMillis;
    }

    public List<Backend> backends() {
        return settings.backends;
    }

    /** The techniques whose backend the run has. */
    public List<Technique> possible(List<Technique> techniques) {
        return techniques.stream()
                .filter(technique -> settings.backends.contains(technique.backend()))
                .toList();
    }

    /** For what an experiment prepares itself. */
    public NativeMemory memory() {
        return memory;
    }

    /** One technique for each backend of the run; the name of that on the GPU says so. */
    public List<Technique> onBackends(String name, String algorithm, Map<String, Object> config, String answer) {
        return settings.backends.stream()
                .map(backend -> Technique.algorithm(
                        backend == Backend.GPU ? name + " GPU" : name, backend, algorithm, config, answer))
                .toList();
    }

    /**
     * Hands over the graphs of a kind: those of the folder, the smallest first, then the generated ones; or those that are
     * asked for, in that order. One that fails is noted, and the next one is taken.
     *
     * @param generated what is generated by name, as for {@link GraphSource}; left out of a quick run
     */
    public void forEachGraph(GraphKind kind, Map<String, String> generated, GraphBody body) throws Exception {
        Map<String, String> sources = files(kind);
        if (!settings.quick) {
            sources.putAll(generated);
        }
        settings.generated.forEach((name, source) -> {
            if (GraphSource.recipe(source).kind() == kind) {
                sources.put(name, source);
            }
        });
        List<String> names = settings.only.isEmpty() ? List.copyOf(sources.keySet()) : settings.only;
        for (String name : names) {
            try {
                if (sources.containsKey(name)) {
                    withGraph(name, sources.get(name), body);
                }
            } catch (TimeIsUp e) {
                notes.add("The time was up at " + name + ": what is missing of it and of graphs after it was not run.");
                return;
            } catch (Exception e) {
                failures.add(e);
                notes.add(name + " failed: " + e.getMessage());
            }
        }
    }

    public void forEachGraph(GraphKind kind, GraphBody body) throws Exception {
        forEachGraph(kind, Map.of(), body);
    }

    /** The files of graphs by name, the smallest first. */
    private Map<String, String> files(GraphKind kind) throws IOException {
        Map<Path, Long> edges = new LinkedHashMap<>();
        try (Stream<Path> entries = Files.list(settings.graphs)) {
            for (Path file : entries.sorted().toList()) {
                if (file.toString().matches(".*\\.el(\\.xz)?")
                        && (settings.only.isEmpty() || settings.only.contains(name(file)))) {
                    EdgeListHeader header = EdgeListReader.header(file);
                    if (header.kind() == kind && (!settings.quick || header.edges() <= QUICK_EDGES)) {
                        edges.put(file, header.edges());
                    }
                }
            }
        }
        Map<String, String> sources = new LinkedHashMap<>();
        edges.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(file -> sources.put(name(file.getKey()), file.getKey().toString()));
        return sources;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.el(\\.xz)?$", "");
    }

    /**
     * Hands over one graph.
     *
     * @param name what tables call it
     * @param source a file or {@code generate:...}, as for {@link GraphSource}
     */
    public void withGraph(String name, String source, GraphBody body) throws Exception {
        if (isOver()) {
            throw new TimeIsUp();
        }
        try (LoadedGraphs.Use graph = graphs.use(source, Workers.of(settings.threads))) {
            long before = memory.liveBytes();
            body.run(name, graph.graph());
            if (memory.liveBytes() != before) {
                throw new IllegalStateException(
                        name + ": " + (memory.liveBytes() - before) + " off-heap bytes are left allocated");
            }
        }
    }

    private boolean isOver() {
        return nanoTime.getAsLong() - end > 0;
    }

    /**
     * Runs techniques on a graph, in turns, at least once before runs count, unless they are long. A run that takes longer
     * than the limit beside preparing is cancelled, and its technique has had its last turn. When the time of the experiment
     * is over, techniques that have a time end with it.
     *
     * @param name the graph's
     * @return by the techniques' names, in their order
     * @throws IllegalStateException when two runs disagree on the answer
     */
    public Map<String, Measured> compare(String name, Graph graph, Collection<Technique> techniques) throws Exception {
        double warmUp = Math.min(WARM_UP_MILLIS, WARM_UP_MILLIS_OF_ALL / Math.max(1, techniques.size()));
        List<Turns> all =
                techniques.stream().map(each -> new Turns(each, warmUp)).toList();
        Object answer = null;
        while (all.stream().anyMatch(Turns::goesOn)) {
            for (Turns turns : all) {
                if (turns.goesOn() && turns.run(graph)) {
                    Object found = turns.technique.answer().apply(turns.result);
                    if (answer != null && !answer.equals(found)) {
                        throw new IllegalStateException(name + ": " + turns.technique.name() + " gives " + found
                                + " where another run gives " + answer);
                    }
                    answer = found;
                }
            }
        }
        Map<String, Measured> measured = new LinkedHashMap<>();
        all.forEach(turns ->
                measured.put(turns.technique.name(), new Measured(turns.result, turns.times, settings.limitMillis)));
        return measured;
    }

    /** The runs of one technique on one graph. */
    private final class Turns {
        private final Technique technique;
        private final double warmUpMillis;
        private final List<StageTimes> times = new ArrayList<>();
        private Map<String, Object> result;
        private double spentMillis;
        private boolean warm;
        private boolean cut;

        Turns(Technique technique, double warmUpMillis) {
            this.technique = settings.cold ? technique.cold() : technique;
            this.warmUpMillis = warmUpMillis;
        }

        boolean goesOn() {
            return !cut
                    && times.size() < settings.repeats
                    && spentMillis < settings.limitMillis
                    && !(isOver() && hasTime());
        }

        boolean hasTime() {
            return cut || !times.isEmpty();
        }

        /** Returns whether the run ended within the limit. */
        boolean run(Graph graph) throws Exception {
            int threads = technique.threads() == 0 ? settings.threads : technique.threads();
            StageTimes ofRun = new StageTimes();
            long start = nanoTime.getAsLong();
            Cancellation limit = () -> ofRun.running() != Stage.PREPARE
                    && (nanoTime.getAsLong() - start) / 1e6 - ofRun.exactMillis(Stage.PREPARE) > settings.limitMillis;
            Cancellation either = () -> isOver() || limit.requested();
            try {
                result = technique
                        .body()
                        .run(graph, new Execution(memory, new Workers(threads, either, Progress.NONE), ofRun));
            } catch (CancellationException e) {
                if (limit.requested()) {
                    cut = true;
                } else if (!isOver()) {
                    throw e;
                } else if (!hasTime()) {
                    throw new TimeIsUp();
                }
                return false;
            }
            double took = (nanoTime.getAsLong() - start) / 1e6;
            double warmBefore = warmMillis.getOrDefault(technique.name(), 0.0);
            if ((warm && warmBefore >= warmUpMillis)
                    || took > SHORT * settings.limitMillis
                    || settings.quick
                    || isOver()) {
                times.add(ofRun);
                spentMillis += took;
            } else {
                warm = true;
                warmMillis.put(technique.name(), warmBefore + took);
            }
            return true;
        }
    }
}
