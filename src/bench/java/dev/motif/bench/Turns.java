package dev.motif.bench;

import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * Measures how long calls of about a millisecond take on a GPU, alone and beside a call that keeps the device busy. Owns
 * the graphs of the short calls.
 */
final class Turns implements AutoCloseable {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int CALLS_BEFORE = 2;
    private static final int LEAST_CALLS = 5;
    private static final int MOST_CALLS = 1000;

    /** How long a long call has been on the device before others are measured beside it. */
    private static final long SETTLING_MILLIS = 200;

    private final GpuDevice device;
    private final Backend.Choice choice;
    private final NativeMemory memory;
    private final Map<String, LoadedGraph> graphs = new LinkedHashMap<>();

    Turns(GpuDevice device, NativeMemory memory) {
        this.device = device;
        this.memory = memory;
        choice = Backend.Choice.gpu(device, "asked for");
    }

    /**
     * A call.
     *
     * @param algorithm as in the procedures
     * @param config its configuration, in JSON
     * @param graph a generated graph, {@code KIND,key=value,...}
     */
    record Call(String algorithm, String config, String graph) {
        BenchJob job() {
            return BenchAlgorithms.named(algorithm).configure(Json.parseObject("config", config));
        }

        LoadedGraph load(NativeMemory memory) throws IOException {
            return GraphSource.parse(GraphSource.GENERATE + graph)
                    .load(memory, Workers.of(BenchJob.defaultConcurrency()));
        }

        /** The algorithm with its configuration. */
        String name() {
            return config.equals("{}") ? algorithm : algorithm + " " + config;
        }

        @Override
        public String toString() {
            return name() + " of " + graph;
        }
    }

    /** Milliseconds of calls, ascending. */
    record Latencies(double[] millis) {
        /** The number of calls, with those that do not count. */
        int calls() {
            return millis.length + CALLS_BEFORE;
        }

        double median() {
            return Median.of(millis);
        }

        double p95() {
            return millis[(int) Math.ceil(millis.length * 0.95) - 1];
        }

        double most() {
            return millis[millis.length - 1];
        }
    }

    /** Runs a short call again and again for a while, after some calls that do not count. */
    Latencies latencies(Call call, long millis) throws Exception {
        BenchJob job = call.job();
        Graph graph = graphOf(call);
        List<Double> times = new ArrayList<>();
        Map<String, Object> expected = Map.of();
        for (int before = 0; before < CALLS_BEFORE; before++) {
            expected = run(job, graph, Workers.of(1));
        }
        long end = System.nanoTime() + millis * NANOS_PER_MILLI;
        while (times.size() < LEAST_CALLS || times.size() < MOST_CALLS && System.nanoTime() < end) {
            long start = System.nanoTime();
            Map<String, Object> result = run(job, graph, Workers.of(1));
            times.add((System.nanoTime() - start) / (double) NANOS_PER_MILLI);
            if (!result.equals(expected)) {
                throw new IllegalStateException(call + " gave " + result + " where it had given " + expected);
            }
        }
        double[] sorted = times.stream().mapToDouble(time -> time).toArray();
        Arrays.sort(sorted);
        return new Latencies(sorted);
    }

    private Graph graphOf(Call call) throws IOException {
        LoadedGraph loaded = graphs.get(call.graph);
        if (loaded == null) {
            loaded = call.load(memory);
            graphs.put(call.graph, loaded);
        }
        return loaded.graph();
    }

    private Map<String, Object> run(BenchJob job, Graph graph, Workers workers) throws Exception {
        try (BenchResult result = job.run(graph, choice, new Execution(memory, workers, new StageTimes()))) {
            Map<String, Object> row = Json.toMap(result.row());
            row.keySet().removeAll(job.mayDiffer());
            return row;
        }
    }

    /** Starts a long call, again whenever it ends. It is on the device when this returns. */
    Busy busy(Call call) throws Exception {
        LoadedGraph graph = call.load(memory);
        try {
            return new Busy(call, graph);
        } catch (Exception | Error e) {
            graph.close();
            throw e;
        }
    }

    /** A long call that runs on a thread of its own until it is closed. */
    final class Busy implements AutoCloseable {
        private final LoadedGraph graph;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile boolean cancelled;

        private Busy(Call call, LoadedGraph graph) throws InterruptedException {
            this.graph = graph;
            BenchJob job = call.job();
            Workers workers = new Workers(2, () -> cancelled, Progress.NONE);
            long before = device.liveBytes();
            Thread thread = new Thread(() -> runUntilCancelled(job, workers), "long call");
            thread.setDaemon(true);
            thread.start();
            while (device.liveBytes() == before && !ended.isDone()) {
                Thread.sleep(1);
            }
            Thread.sleep(SETTLING_MILLIS);
            checkRuns();
        }

        private void runUntilCancelled(BenchJob job, Workers workers) {
            try {
                while (!cancelled) {
                    run(job, graph.graph(), workers);
                }
                ended.complete(null);
            } catch (CancellationException e) {
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        }

        /** @throws RuntimeException when the call has failed */
        void checkRuns() {
            if (ended.isDone()) {
                ended.join();
            }
        }

        @Override
        public void close() {
            cancelled = true;
            try {
                ended.join();
            } finally {
                graph.close();
            }
        }
    }

    @Override
    public void close() {
        graphs.values().forEach(LoadedGraph::close);
    }
}
