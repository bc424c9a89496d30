package dev.motif.spark;

import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.Execution;
import dev.motif.backend.Summand;
import dev.motif.backend.WorkRange;
import dev.motif.graph.Graph;
import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.function.Function;

/**
 * One run of an algorithm in parts: a task divides the work, then a task does each range, the heaviest first. What a task
 * did not begin within its slice of time comes back, and is divided anew for the next round.
 *
 * @param graph the graph, in every executor
 * @param algorithm has a constructor without parameters
 * @param parts the most ranges
 */
record DividedRun<G extends Graph, C, R extends Summand<R>>(
        GraphSource graph, Class<? extends DivisibleAlgorithm<G, C, R>> algorithm, C config, int parts, Options options)
        implements Serializable {
    /** Into how many pieces a range is cut that may have to end before it is done. */
    private static final int PIECES = 16;

    /** What a task found, and the ranges that it did not begin. */
    private record Found<R>(R result, List<WorkRange> left) implements Serializable {}

    /** Does all of it; the caller owns the result, which has no arrays off the heap. */
    R in(Jobs jobs, String name) {
        Division<C> division = divide(jobs, name);
        List<R> results = new ArrayList<>();
        List<WorkRange> left = division.ranges();
        while (!left.isEmpty()) {
            List<WorkRange> heaviestFirst = new ArrayList<>(left);
            heaviestFirst.sort(Comparator.comparingDouble(WorkRange::weight).reversed());
            C config = division.config();
            Function<WorkRange, Found<R>> task = range -> count(config, range);
            List<Found<R>> found = jobs.collect(name + ": ranges of its work", heaviestFirst, task);
            left = new ArrayList<>();
            for (Found<R> part : found) {
                results.add(part.result);
                left.addAll(part.left);
            }
        }
        return results.get(0).plus(results.subList(1, results.size()), Workers.of(1));
    }

    /** Divides the work, and settles what machines could choose differently. */
    Division<C> divide(Jobs jobs, String name) {
        Function<Integer, Division<C>> plan = this::divide;
        return jobs.collect(name + ": dividing the work", List.of(parts), plan).get(0);
    }

    private Division<C> divide(int wanted) {
        try (LoadedGraph.Use use = LoadedGraph.use(graph, options.memoryLimit())) {
            return made().divide(graph(use), config, wanted, use.execution());
        }
    }

    private Found<R> count(C settled, WorkRange range) {
        DivisibleAlgorithm<G, C, R> made = made();
        try (LoadedGraph.Use use = LoadedGraph.use(graph, options.memoryLimit())) {
            Execution execution = use.execution();
            if (options.slice() == null) {
                return new Found<>(made.cpu(graph(use), settled, List.of(range), execution), List.of());
            }
            long end = System.nanoTime() + options.slice().toNanos();
            List<WorkRange> pieces = range.cut(position -> 1, PIECES);
            R sum = made.cpu(graph(use), settled, pieces.subList(0, 1), execution);
            int next = 1;
            while (next < pieces.size() && System.nanoTime() < end) {
                sum = sum.plus(
                        List.of(made.cpu(graph(use), settled, pieces.subList(next, next + 1), execution)),
                        execution.workers());
                next++;
            }
            return new Found<>(sum, List.copyOf(pieces.subList(next, pieces.size())));
        }
    }

    private G graph(LoadedGraph.Use use) {
        return made().graphType().cast(use.graph());
    }

    private DivisibleAlgorithm<G, C, R> made() {
        try {
            return algorithm.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
