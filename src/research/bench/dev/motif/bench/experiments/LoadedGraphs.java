package dev.motif.bench.experiments;

import dev.motif.bench.GraphSource;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The graphs of a paper's experiments: those that together take a quarter of the memory stay from one to the next. */
final class LoadedGraphs implements AutoCloseable {
    private static final int SHARE = 4;

    private final NativeMemory memory;
    private final Map<String, LoadedGraph> kept = new HashMap<>();

    LoadedGraphs(NativeMemory memory) {
        this.memory = memory;
    }

    NativeMemory memory() {
        return memory;
    }

    /** The use of a graph by one experiment. */
    record Use(LoadedGraph loaded, boolean stays) implements AutoCloseable {
        Graph graph() {
            return loaded.graph();
        }

        @Override
        public void close() {
            if (!stays) {
                loaded.close();
            }
        }
    }

    /** @param source as for {@link GraphSource} */
    Use use(String source, Workers workers) throws IOException {
        LoadedGraph loaded = kept.get(source);
        if (loaded == null) {
            loaded = GraphSource.parse(source).load(memory, workers);
            if (memory.liveBytes() > memory.limitBytes() / SHARE) {
                return new Use(loaded, false);
            }
            kept.put(source, loaded);
        }
        return new Use(loaded, true);
    }

    @Override
    public void close() {
        kept.values().forEach(LoadedGraph::close);
    }
}
