package dev.motif.spark;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.Graph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.file.GraphFile;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.file.Section;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Puts a graph file together from sorted ids and edges in any order, and copies it to where it belongs. Repeating it does no
 * harm: the file gets its name last.
 *
 * @param target the path of the file
 * @param counts the number of ids of each side
 * @param expectedEdges about how many edges there are
 */
record GraphFileTask(
        String target,
        GraphKind kind,
        long[] counts,
        long expectedEdges,
        long memoryLimit,
        SerializableConfiguration hadoop)
        implements FlatMapFunction2<Iterator<IdChunk>, Iterator<EdgeChunk>, Long> {
    private static final String IDS = ".ids";

    /** Gives the bytes of the file. */
    @Override
    public Iterator<Long> call(Iterator<IdChunk> idChunks, Iterator<EdgeChunk> edges) throws IOException {
        NativeMemory memory = new NativeMemory(memoryLimit > 0 ? memoryLimit : NativeMemory.limitOfProcess());
        Workers workers = LoadedGraph.workers();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs[] ids = new OffHeapLongs[counts.length];
            for (int side = 0; side < ids.length; side++) {
                ids[side] = scope.longs(counts[side]);
            }
            while (idChunks.hasNext()) {
                IdChunk chunk = idChunks.next();
                for (int i = 0; i < chunk.ids().length; i++) {
                    ids[chunk.side()].set(chunk.first() + i, chunk.ids()[i]);
                }
            }
            Graph graph = scope.own(
                    kind == GraphKind.BIPARTITE
                            ? bipartite(ids[0], ids[1], edges, memory, workers)
                            : unipartite(ids[0], edges, memory, workers));
            GraphFileWriter writer = new GraphFileWriter(graph);
            String[] sides = kind == GraphKind.BIPARTITE
                    ? new String[] {GraphFile.LEFT, GraphFile.RIGHT}
                    : new String[] {GraphFile.NODES};
            for (int side = 0; side < sides.length; side++) {
                writer.section(sides[side] + IDS, Section.Type.INT64, ids[side]);
            }
            return List.of(write(writer, workers)).iterator();
        }
    }

    private BipartiteGraph bipartite(
            OffHeapLongs left, OffHeapLongs right, Iterator<EdgeChunk> edges, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = scope.own(rows(left, right, false, edges, memory, workers));
            Csr columns = scope.own(new CsrBuilder(memory, workers).transpose(rows, (int) right.length()));
            return new BipartiteGraph(scope.keep(rows), scope.keep(columns));
        }
    }

    private UnipartiteGraph unipartite(
            OffHeapLongs ids, Iterator<EdgeChunk> edges, NativeMemory memory, Workers workers) {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (Csr forward = rows(ids, ids, true, edges, memory, workers);
                Csr backward = builder.transpose(forward, (int) ids.length())) {
            return new UnipartiteGraph(builder.symmetric(forward, backward));
        }
    }

    /** @param undirected whether edges lead from the smaller to the larger end, and self-loops are dropped */
    private Csr rows(
            OffHeapLongs sources,
            OffHeapLongs targets,
            boolean undirected,
            Iterator<EdgeChunk> edges,
            NativeMemory memory,
            Workers workers) {
        try (EdgeBuckets buckets =
                new EdgeBuckets(memory, (int) sources.length(), (int) targets.length(), expectedEdges, false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                while (edges.hasNext()) {
                    EdgeChunk chunk = edges.next();
                    workers.cancellation().check();
                    for (int i = 0; i < chunk.count(); i++) {
                        int u = number(sources, EdgeChunk.id(chunk.sources(), i));
                        int v = number(targets, EdgeChunk.id(chunk.targets(), i));
                        if (!undirected) {
                            writer.add(u, v);
                        } else if (u != v) {
                            writer.add(Math.min(u, v), Math.max(u, v));
                        }
                    }
                }
            }
            return new CsrBuilder(memory, workers).build(buckets).csr();
        }
    }

    /** The number of {@code id} among ascending {@code ids}. */
    private static int number(OffHeapLongs ids, long id) {
        long low = 0;
        long high = ids.length() - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long there = ids.get(middle);
            if (there == id) {
                return (int) middle;
            }
            if (there < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        throw new IllegalStateException("the edges changed while they were read: the id " + id + " is new");
    }

    private long write(GraphFileWriter writer, Workers workers) throws IOException {
        java.nio.file.Path folder = Files.createTempDirectory("motif-spark");
        java.nio.file.Path local = folder.resolve("graph");
        Path path = new Path(target);
        Path attempt = path.suffix(".attempt-" + TaskContext.get().taskAttemptId());
        FileSystem files = path.getFileSystem(hadoop.value());
        try {
            writer.write(local, workers);
            long bytes = Files.size(local);
            files.copyFromLocalFile(false, true, new Path(local.toUri()), attempt);
            // An attempt before this one may have come this far.
            files.delete(path, false);
            if (!files.rename(attempt, path)) {
                throw new IOException("'" + attempt + "' could not be renamed to '" + path + "'");
            }
            return bytes;
        } finally {
            files.delete(attempt, false);
            Files.deleteIfExists(local);
            Files.delete(folder);
        }
    }
}
