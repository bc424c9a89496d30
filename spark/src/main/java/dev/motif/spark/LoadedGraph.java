package dev.motif.spark;

import dev.motif.backend.Backend;
import dev.motif.backend.Directed;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.catalog.Column;
import dev.motif.catalog.SavedColumns;
import dev.motif.cypher.call.DirectionColumn;
import dev.motif.cypher.call.TimeColumn;
import dev.motif.cypher.call.WeightColumn;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.value.Property;
import dev.motif.spark.parts.ExecutorMemory;
import dev.motif.spark.parts.GraphSource;
import dev.motif.text.UserText;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

/**
 * The graph of a file, in this JVM. All tasks of an executor share it, one of which reads it. It stays, as does what algorithms
 * prepare of it, until its memory is needed for something else, or, in a session's own JVM, the session ends or is closed.
 */
final class LoadedGraph implements DerivedGraphCache.Form {
    private static final String IDS = ".ids";
    private static final AtomicInteger USES = new AtomicInteger();

    /** A graph of nothing, with which all others go. */
    private static UnipartiteGraph session;

    private final Graph graph;
    /** Of each side; null where the file has none. */
    private final OffHeapLongs[] ids;

    private LoadedGraph(Graph graph, OffHeapLongs[] ids) {
        this.graph = graph;
        this.ids = ids;
    }

    /** A column of a file, which tasks share as they do the graph. */
    private record LoadedColumn(Column column) implements DerivedGraphCache.Form {
        @Override
        public long bytes() {
            return column.bytes();
        }

        @Override
        public void close() {
            column.release();
        }
    }

    /** One task's use of a graph, which stays as long. */
    static final class Use implements AutoCloseable {
        private final GraphSource source;
        private final NativeMemory memory;
        private final DerivedGraphCache.Use<LoadedGraph> use;
        private final Map<String, DerivedGraphCache.Use<LoadedColumn>> columns = new HashMap<>();

        private Use(GraphSource source, NativeMemory memory, DerivedGraphCache.Use<LoadedGraph> use) {
            this.source = source;
            this.memory = memory;
            this.use = use;
            USES.incrementAndGet();
        }

        Graph graph() {
            return use.form().graph;
        }

        NativeMemory memory() {
            return memory;
        }

        /** The execution of this task: its cores, and its end when Spark wants it. */
        Execution execution() {
            return new Execution(memory, workers(), new StageTimes());
        }

        /**
         * The GPU of this task: the one that Spark gave it, or the first of the host in a local session that asks for one;
         * null for the CPU.
         *
         * @throws IllegalStateException when {@code backend} asks for a GPU that is not there
         */
        GpuDevice device(Backend backend) {
            ResourceInformation given = TaskContext.get().resourcesJMap().get("gpu");
            if (backend == Backend.CPU || backend == Backend.AUTO && given == null) {
                return null;
            }
            Gpus gpus = Gpus.ofThisHost();
            return gpus.devices().stream()
                    .filter(device -> given == null
                            || given.addresses()[0].equals(
                                    String.valueOf(device.info().ordinal())))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalStateException((given == null ? "no GPU" : "no GPU " + given.addresses()[0])
                                    + " can be used on this host: "
                                    + Objects.requireNonNullElse(
                                            gpus.reason(),
                                            "it has " + gpus.devices().size())));
        }

        /** The id of a vertex: the one it had among the edges, or its number when the file has no ids. */
        long id(Side side, int vertex) {
            OffHeapLongs known = use.form().ids[side == Side.LEFT ? 0 : 1];
            return known == null ? vertex : known.get(vertex);
        }

        /**
         * A configuration with the times of the window that it has, if any.
         *
         * @throws IllegalArgumentException when the file has no such times
         */
        @SuppressWarnings("unchecked") // a configuration within another window is of the same class
        <C> C timed(C config) {
            if (!(config instanceof TimeWindow.Timed<?> timed) || timed.window() == null) {
                return config;
            }
            TimeWindow window = timed.window();
            Column times = column("timeProperty", window.property());
            return ((TimeWindow.Timed<C>) timed)
                    .within(TimeColumn.window(window, times, workers().cancellation()));
        }

        /**
         * A configuration with the directions that it needs, if any.
         *
         * @throws IllegalArgumentException when the file has no directions
         */
        @SuppressWarnings("unchecked") // a configuration with other directions is of the same class
        <C> C directed(C config) {
            return config instanceof Directed<?> directed
                    ? ((Directed<C>) directed)
                            .directed(DirectionColumn.directions(
                                    column(Property.DIRECTION_COLUMN, Property.DIRECTION_COLUMN), workers()))
                    : config;
        }

        /**
         * The weights of groups with their values; the caller closes them before this use.
         *
         * @throws IllegalArgumentException when the file has no such weights
         */
        GroupWeights weights(GroupWeights asked) {
            EdgeWeights edges = asked.edges();
            Side right = graph() instanceof UnipartiteGraph ? Side.LEFT : Side.RIGHT;
            EdgeWeights values = WeightColumn.weights(
                    column(EdgeWeights.KEY, edges.property()),
                    graph(),
                    vertex -> id(Side.LEFT, vertex),
                    vertex -> id(right, vertex),
                    edges,
                    workers());
            return asked.with(values, graph(), memory, workers());
        }

        /** The values that relationships have of a property. */
        private Column column(String parameter, String name) {
            return columns.computeIfAbsent(name, any -> {
                        DerivedGraphCache.Key key = new DerivedGraphCache.Key(graph(), "column", name);
                        return memory.form(
                                key,
                                workers().cancellation(),
                                () -> LoadedGraph.read(source, file -> column(parameter, name, file)));
                    })
                    .form()
                    .column;
        }

        private LoadedColumn column(String parameter, String name, GraphFile file) {
            SavedColumns saved = new SavedColumns(file);
            if (!saved.ofRelationships().contains(name)) {
                throw new IllegalArgumentException("`" + parameter + "` must be a property of relationships in '"
                        + source.path() + "', one of " + saved.ofRelationships() + ", got " + UserText.value(name));
            }
            return new LoadedColumn(new Column(saved.read(name, memory, workers())));
        }

        @Override
        public void close() {
            columns.values().forEach(DerivedGraphCache.Use::close);
            use.close();
            USES.decrementAndGet();
        }
    }

    /** As many threads as Spark gives this task, which end with it. */
    static Workers workers() {
        TaskContext task = TaskContext.get();
        return new Workers(Math.max(1, task.cpus()), task::isInterrupted, Progress.NONE);
    }

    /**
     * The graph of {@code source}, read now if this JVM does not have it.
     *
     * @param memoryLimit of all graphs in this JVM from now on; 0 for the default
     */
    static Use use(GraphSource source, long memoryLimit) {
        NativeMemory memory = ExecutorMemory.limitedTo(memoryLimit);
        DerivedGraphCache.Key key = new DerivedGraphCache.Key(session(memory), source.path(), source);
        return new Use(
                source,
                memory,
                memory.form(key, workers().cancellation(), () -> read(source, file -> read(file, memory))));
    }

    private static synchronized UnipartiteGraph session(NativeMemory memory) {
        if (session == null) {
            session = new UnipartiteGraph(new Csr(memory.zeroedLongs(1), memory.ints(0)));
            memory.keepFormsOf(session);
        }
        return session;
    }

    /** Frees all graphs of this JVM as soon as no task uses them. */
    static synchronized void freeAll() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    /** How many tasks of this JVM use graphs. */
    static int uses() {
        return USES.get();
    }

    @Override
    public long bytes() {
        return graph.bytes() + known().mapToLong(OffHeapLongs::bytes).sum();
    }

    @Override
    public void close() {
        graph.close();
        known().forEach(OffHeapLongs::close);
    }

    private Stream<OffHeapLongs> known() {
        return Arrays.stream(ids).filter(Objects::nonNull);
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(GraphFile file) throws IOException;
    }

    private static <T> T read(GraphSource source, Reading<T> reading) {
        try {
            Path path = new Path(source.path());
            FileSystem files = path.getFileSystem(source.hadoop().value());
            source.check(files.getFileStatus(path));
            if ("file".equals(files.getScheme())) {
                return read(new File(path.toUri().getPath()).toPath(), reading);
            }
            java.nio.file.Path folder = Files.createTempDirectory("motif-spark");
            java.nio.file.Path local = folder.resolve("graph");
            try {
                files.copyToLocalFile(false, path, new Path(local.toUri()), true);
                return read(local, reading);
            } finally {
                Files.deleteIfExists(local);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("graph file '" + source.path() + "': " + e.getMessage(), e);
        }
    }

    private static <T> T read(java.nio.file.Path path, Reading<T> reading) throws IOException {
        try (GraphFile file = GraphFile.open(path)) {
            return reading.from(file);
        }
    }

    private static LoadedGraph read(GraphFile file, NativeMemory memory) {
        Workers workers = workers();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            String[] sides = file.isBipartite()
                    ? new String[] {GraphFile.LEFT, GraphFile.RIGHT}
                    : new String[] {GraphFile.NODES};
            OffHeapLongs[] ids = new OffHeapLongs[sides.length];
            for (int side = 0; side < sides.length; side++) {
                if (file.has(sides[side] + IDS)) {
                    ids[side] =
                            scope.own(file.longs(sides[side] + IDS, file.vertexCount(sides[side]), memory, workers));
                }
            }
            Graph read = file.graph(memory, workers);
            Arrays.stream(ids).filter(Objects::nonNull).forEach(scope::keep);
            memory.keepFormsOf(read);
            return new LoadedGraph(read, ids);
        }
    }
}
