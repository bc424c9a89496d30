package dev.motif.spark;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.spark.parts.GraphSource;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;

/**
 * The graph of a file, and what algorithms prepared of it, in this JVM. All tasks of an executor share one, which the first
 * of them reads; in a session's own JVM it is freed when the session ends or is closed. Its memory is the budget of all work on it.
 */
final class LoadedGraph {
    private static final String IDS = ".ids";
    private static final Map<GraphSource, LoadedGraph> LOADED = new HashMap<>();
    /** Those whose memory is not freed yet. */
    private static final Set<LoadedGraph> LIVE = Collections.newSetFromMap(new IdentityHashMap<>());

    private final NativeMemory memory;
    private Graph graph;
    private final OffHeapLongs[] ids = new OffHeapLongs[2];
    private int users;
    private boolean closing;

    private LoadedGraph(long memoryLimit) {
        this.memory = new NativeMemory(memoryLimit > 0 ? memoryLimit : NativeMemory.limitOfProcess());
    }

    /** One task's use of a graph, which stays as long. */
    static final class Use implements AutoCloseable {
        private final LoadedGraph loaded;

        private Use(LoadedGraph loaded) {
            this.loaded = loaded;
        }

        Graph graph() {
            return loaded.graph;
        }

        NativeMemory memory() {
            return loaded.memory;
        }

        /** The execution of this task: its cores, and its end when Spark wants it. */
        Execution execution() {
            return new Execution(loaded.memory, workers(), new StageTimes());
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
            OffHeapLongs known = loaded.ids[side == Side.LEFT ? 0 : 1];
            return known == null ? vertex : known.get(vertex);
        }

        @Override
        public void close() {
            loaded.leave();
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
     * @param memoryLimit counts where the graph is read now; 0 for the default
     */
    static Use use(GraphSource source, long memoryLimit) {
        LoadedGraph loaded;
        synchronized (LOADED) {
            loaded = LOADED.computeIfAbsent(source, key -> new LoadedGraph(memoryLimit));
            loaded.users++;
            LIVE.add(loaded);
        }
        try {
            loaded.read(source);
            return new Use(loaded);
        } catch (RuntimeException | Error e) {
            synchronized (LOADED) {
                LOADED.remove(source, loaded);
                loaded.closing = true;
            }
            loaded.leave();
            throw e;
        }
    }

    /** Frees all graphs of this JVM as soon as no task uses them. */
    static void freeAll() {
        synchronized (LOADED) {
            LOADED.values().forEach(loaded -> {
                loaded.closing = true;
                loaded.users++;
                loaded.leave();
            });
            LOADED.clear();
        }
    }

    /** The bytes off the heap that graphs of this JVM have, those among them that should be freed. */
    static long liveBytes() {
        synchronized (LOADED) {
            return LIVE.stream().mapToLong(loaded -> loaded.memory.liveBytes()).sum();
        }
    }

    /** How many tasks of this JVM use graphs. */
    static int uses() {
        synchronized (LOADED) {
            return LIVE.stream().mapToInt(loaded -> loaded.users).sum();
        }
    }

    private void leave() {
        synchronized (LOADED) {
            users--;
            if (users == 0 && closing) {
                if (graph != null) {
                    graph.close();
                    graph = null;
                }
                for (int side = 0; side < ids.length; side++) {
                    if (ids[side] != null) {
                        ids[side].close();
                        ids[side] = null;
                    }
                }
                if (memory.liveBytes() == 0) {
                    LIVE.remove(this);
                }
            }
        }
    }

    private synchronized void read(GraphSource source) {
        if (graph != null) {
            return;
        }
        try {
            Path path = new Path(source.path());
            FileSystem files = path.getFileSystem(source.hadoop().value());
            source.check(files.getFileStatus(path));
            if ("file".equals(files.getScheme())) {
                read(new File(path.toUri().getPath()).toPath());
                return;
            }
            java.nio.file.Path folder = Files.createTempDirectory("motif-spark");
            java.nio.file.Path local = folder.resolve("graph");
            try {
                files.copyToLocalFile(false, path, new Path(local.toUri()), true);
                read(local);
            } finally {
                Files.deleteIfExists(local);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("graph file '" + source.path() + "': " + e.getMessage(), e);
        }
    }

    private void read(java.nio.file.Path path) throws IOException {
        Workers workers = workers();
        try (GraphFile file = GraphFile.open(path);
                OffHeapScope scope = new OffHeapScope(memory)) {
            String[] sides = file.isBipartite()
                    ? new String[] {GraphFile.LEFT, GraphFile.RIGHT}
                    : new String[] {GraphFile.NODES};
            OffHeapLongs[] found = new OffHeapLongs[sides.length];
            for (int side = 0; side < sides.length; side++) {
                if (file.has(sides[side] + IDS)) {
                    found[side] =
                            scope.own(file.longs(sides[side] + IDS, file.vertexCount(sides[side]), memory, workers));
                }
            }
            Graph read = file.graph(memory, workers);
            for (int side = 0; side < sides.length; side++) {
                ids[side] = found[side] == null ? null : scope.keep(found[side]);
            }
            memory.keepFormsOf(read);
            graph = read;
        }
    }
}
