package dev.motif.bench.experiments;

import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.bench.GraphSource;
import dev.motif.bench.load.EdgeListHeader;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.GraphKind;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/** What experiments run with: the graphs, the backends, and the one way to measure. For one thread. */
public final class Lab {
    /** The most edges of a graph of a quick run. */
    private static final long QUICK_EDGES = 20_000;

    /** How long a technique runs on a graph before its runs count. */
    private static final double WARM_UP_MILLIS = 300;

    /** A run that takes more than this share of the limit counts at once: what is long needs no warm-up. */
    private static final double SHORT = 0.1;

    private final Settings settings;
    private final NativeMemory memory;

    /**
     * What the command line says.
     *
     * @param graphs a folder of edge lists
     * @param only the names of the graphs to take, or none for all
     * @param quick whether graphs are small, and experiments are to choose few and small parameters
     * @param threads of techniques that do not say how many
     * @param repeats the most runs that count of a technique on a graph
     * @param limitMillis what a run may take, and how long a technique may repeat on one graph
     * @param backends {@link Backend#CPU}, {@link Backend#GPU} or both, of those that are there
     */
    public record Settings(
            Path graphs,
            List<String> only,
            boolean quick,
            int threads,
            int repeats,
            long limitMillis,
            List<Backend> backends) {}

    /** Works on a graph, which is closed afterwards. */
    @FunctionalInterface
    public interface GraphBody {
        void run(String name, Graph graph) throws Exception;
    }

    Lab(Settings settings, NativeMemory memory) {
        this.settings = settings;
        this.memory = memory;
    }

    /** True when parameters are to be few and small. */
    public boolean quick() {
        return settings.quick;
    }

    /** The threads of techniques that do not say how many. */
    public int threads() {
        return settings.threads;
    }

    public List<Backend> backends() {
        return settings.backends;
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

    /** Hands over the graphs of a kind, the smallest first; {@code body} gets each of them loaded. */
    public void forEachGraph(GraphKind kind, GraphBody body) throws Exception {
        List<Path> files = new ArrayList<>();
        Map<Path, Long> edges = new LinkedHashMap<>();
        try (Stream<Path> entries = Files.list(settings.graphs)) {
            for (Path file : entries.sorted().toList()) {
                if (file.toString().matches(".*\\.el(\\.xz)?") && isWanted(name(file))) {
                    EdgeListHeader header = EdgeListReader.header(file);
                    if (header.kind() == kind && (!settings.quick || header.edges() <= QUICK_EDGES)) {
                        files.add(file);
                        edges.put(file, header.edges());
                    }
                }
            }
        }
        files.sort(Comparator.comparing(edges::get));
        for (Path file : files) {
            withGraph(name(file), file.toString(), body);
        }
    }

    private boolean isWanted(String name) {
        return settings.only.isEmpty() || settings.only.contains(name);
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
        long before = memory.liveBytes();
        try (LoadedGraph loaded = load(source)) {
            body.run(name, loaded.graph());
        }
        if (memory.liveBytes() != before) {
            throw new IllegalStateException(
                    name + ": " + (memory.liveBytes() - before) + " off-heap bytes are left allocated");
        }
    }

    private LoadedGraph load(String source) throws IOException {
        return GraphSource.parse(source).load(memory, Workers.of(settings.threads));
    }

    /**
     * Runs techniques on a graph, in turns, at least once before runs count, unless they are long. A run that takes longer
     * than the limit is cancelled, and its technique has had its last turn.
     *
     * @param name the graph's
     * @return by the techniques' names, in their order
     * @throws IllegalStateException when two runs disagree on the answer
     */
    public Map<String, Measured> compare(String name, Graph graph, Collection<Technique> techniques) throws Exception {
        List<Turns> all = techniques.stream().map(Turns::new).toList();
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
        private final List<StageTimes> times = new ArrayList<>();
        private Map<String, Object> result;
        private double warmMillis;
        private double spentMillis;
        private boolean cut;

        Turns(Technique technique) {
            this.technique = technique;
        }

        boolean goesOn() {
            return !cut && times.size() < settings.repeats && spentMillis < settings.limitMillis;
        }

        /** Returns whether the run ended within the limit. */
        boolean run(Graph graph) throws Exception {
            long start = System.nanoTime();
            long end = start + settings.limitMillis * 1_000_000;
            Cancellation limit = () -> System.nanoTime() - end > 0;
            int threads = technique.threads() == 0 ? settings.threads : technique.threads();
            StageTimes ofRun = new StageTimes();
            try {
                result = technique
                        .body()
                        .run(graph, new Execution(memory, new Workers(threads, limit, Progress.NONE), ofRun));
            } catch (CancellationException e) {
                if (!limit.requested()) {
                    throw e;
                }
                cut = true;
                return false;
            }
            double took = (System.nanoTime() - start) / 1e6;
            if (warmMillis >= WARM_UP_MILLIS || took > SHORT * settings.limitMillis || settings.quick) {
                times.add(ofRun);
                spentMillis += took;
            } else {
                warmMillis += took;
            }
            return true;
        }
    }
}
