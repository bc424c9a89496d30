package dev.motif.bench;

import dev.motif.bench.generate.Generators;
import dev.motif.bench.generate.GraphRecipe;
import dev.motif.bench.load.EdgeListReader;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a graph comes from: an edge-list file, or {@code generate:KIND,key=value,...}. */
@FunctionalInterface
public interface GraphSource {
    String GENERATE = "generate:";

    /** The graph, owned by the caller. */
    LoadedGraph load(NativeMemory memory, Workers workers) throws IOException;

    /** How to make a graph of {@code generate:...}. */
    static GraphRecipe recipe(String text) {
        return Generators.parse(text.substring(GENERATE.length()));
    }

    /** @throws IllegalArgumentException when there is no such file or generator */
    static GraphSource parse(String text) {
        if (text.startsWith(GENERATE)) {
            return recipe(text)::build;
        }
        Path file = Path.of(text);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("no such file: " + text);
        }
        return (memory, workers) -> new EdgeListReader(memory, workers).read(file);
    }
}
