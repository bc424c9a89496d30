package dev.motif.bench;

import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.file.GraphFileWriter;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code GraphFileExport GRAPH FILE}: writes a graph, as {@link Main} takes it, to a graph file, on all processors. Vertices
 * have their numbers as ids.
 */
final class GraphFileExport {
    private GraphFileExport() {}

    public static void main(String[] args) throws IOException {
        Workers workers = Workers.of(BenchJob.defaultConcurrency());
        NativeMemory memory = new NativeMemory(BenchMemory.limitBytes());
        try (LoadedGraph loaded = GraphSource.parse(args[0]).load(memory, workers)) {
            new GraphFileWriter(loaded.graph()).write(Path.of(args[1]), workers);
        }
    }
}
