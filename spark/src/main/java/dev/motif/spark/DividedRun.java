package dev.motif.spark;

import dev.motif.backend.Backend;
import dev.motif.backend.Directed;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Mergeable;
import dev.motif.backend.work.WorkPart;
import dev.motif.backend.work.WorkRange;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.Graph;
import dev.motif.parallel.Workers;
import dev.motif.spark.parts.GraphSource;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.Function;

/**
 * One run of an algorithm in parts: a task divides the work, then a task does each range, the heaviest first. What a task
 * did not begin within its slice of time comes back, and is divided anew for the next round. Tasks with a GPU take equal
 * parts of the positions of its work there.
 *
 * @param graph the graph, in every executor
 * @param algorithm has a constructor without parameters
 * @param parts the most ranges
 */
record DividedRun<G extends Graph, C, R extends Mergeable<R>>(
        GraphSource graph, Class<? extends DivisibleAlgorithm<G, C, R>> algorithm, C config, int parts, Options options)
        implements Serializable {
    /** Into how many pieces a range is cut that may have to end before it is done. */
    private static final int PIECES = 16;

    /**
     * The work, divided.
     *
     * @param config in which all that machines could choose differently is settled
     * @param ranges of positions on CPUs, or of pieces on GPUs
     * @param pieces how many equal pieces there are of the work on GPUs; 0 for CPUs
     * @param order what all GPUs must number equally, since pieces of others do not add up; null where there is one piece
     */
    record Plan<C>(C config, List<WorkRange> ranges, long pieces, WorkPart.Order order) implements Serializable {}

    /**
     * The result of a task, and the part of its work that is left.
     *
     * @param left what it did not begin; null for nothing
     */
    private record Found<R>(R result, WorkRange left) implements Serializable {}

    /** Does all of it; the caller owns the result, which has no arrays off the heap. */
    R in(Jobs jobs, String name) {
        Plan<C> plan = divide(jobs, name);
        List<R> results = new ArrayList<>();
        List<WorkRange> left = plan.ranges();
        while (!left.isEmpty()) {
            List<WorkRange> heaviestFirst = new ArrayList<>(left);
            heaviestFirst.sort(Comparator.comparingDouble(WorkRange::weight).reversed());
            Function<WorkRange, Found<R>> task = range -> count(plan, range);
            List<Found<R>> found = jobs.collect(name + ": ranges of its work", heaviestFirst, task);
            found.forEach(part -> results.add(part.result));
            left = dividedAnew(found.stream()
                    .map(part -> part.left)
                    .filter(Objects::nonNull)
                    .toList());
        }
        return results.get(0).plus(results.subList(1, results.size()), Workers.of(1));
    }

    /** Finer than at first, since this was more work than estimated, but in no more ranges the more rounds there are. */
    private List<WorkRange> dividedAnew(List<WorkRange> ranges) {
        int each = (int) Math.max(1, (long) PIECES * parts / Math.max(1, ranges.size()));
        return ranges.stream().flatMap(range -> cut(range, each).stream()).toList();
    }

    /** In up to {@code pieces} of as many positions, those of an estimate of 0 as well. */
    private static List<WorkRange> cut(WorkRange range, int pieces) {
        double ofEach = Math.max(Double.MIN_NORMAL, range.weight() / Math.max(1, range.to() - range.from()));
        return range.cut(position -> ofEach, pieces);
    }

    /** Divides the work, and settles what machines could choose differently. */
    Plan<C> divide(Jobs jobs, String name) {
        Function<Integer, Plan<C>> plan = this::divide;
        return jobs.collect(name + ": dividing the work", List.of(parts), plan).get(0);
    }

    private Plan<C> divide(int wanted) {
        try (LoadedGraph.Use use = LoadedGraph.use(graph, options.memoryLimit())) {
            GpuDevice device = deviceFor(use, use.timed(config), options.backend());
            if (device != null) {
                return divide(graph(use), wanted, use.execution(), device);
            }
            Division<C> division = made().divide(graph(use), use.directed(config), wanted, use.execution());
            return new Plan<>(withoutDirections(division.config()), division.ranges(), 0, null);
        }
    }

    /** Directions stay in the file, from which each executor reads them. */
    @SuppressWarnings("unchecked") // a configuration without directions is of the same class
    private static <C> C withoutDirections(C config) {
        return config instanceof Directed<?> directed ? ((Directed<C>) directed).directed(null) : config;
    }

    /** For GPUs, of which this one chooses for all: with a part of no position, it prepares what any other needs. */
    Plan<C> divide(G input, int wanted, Execution execution, GpuDevice device) {
        GpuVersion<G, R> version = made().gpu(config);
        if (!version.canDivide(device, GraphSize.of(input))) {
            return new Plan<>(config, List.of(new WorkRange(0, 1, 1)), 1, null);
        }
        long pieces = (long) PIECES * wanted;
        R none = version.share(input, execution, List.of(device), new WorkPart(pieces, pieces, pieces));
        List<WorkRange> ranges = LongStream.range(0, wanted)
                .mapToObj(part -> new WorkRange(part * PIECES, (part + 1) * PIECES, 1))
                .toList();
        return new Plan<>(
                made().settled(config, none), ranges, pieces, execution.times().order());
    }

    /**
     * The GPU of this task, when GPUs do this work; null for CPUs.
     *
     * @throws IllegalStateException when a GPU must do it and cannot
     */
    private GpuDevice deviceFor(LoadedGraph.Use use, C with, Backend backend) {
        GpuDevice device = use.device(backend);
        if (device == null) {
            return null;
        }
        GpuVersion<G, R> version = made().gpu(with);
        String obstacle = version == null ? "it has no version for GPUs" : version.obstacle(device, graph(use));
        if (obstacle != null && backend == Backend.GPU) {
            throw new IllegalStateException(obstacle + ": use `backend: CPU`");
        }
        return obstacle == null ? device : null;
    }

    private Found<R> count(Plan<C> plan, WorkRange range) {
        try (LoadedGraph.Use use = LoadedGraph.use(graph, options.memoryLimit())) {
            C config = use.directed(use.timed(plan.config));
            return count(new Plan<>(config, plan.ranges, plan.pieces, plan.order), range, use);
        }
    }

    private Found<R> count(Plan<C> plan, WorkRange range, LoadedGraph.Use use) {
        if (options.slice() == null) {
            return new Found<>(piece(plan, range, use), null);
        }
        long start = System.nanoTime();
        List<WorkRange> pieces = cut(range, PIECES);
        R sum = piece(plan, pieces.get(0), use);
        int next = 1;
        while (next < pieces.size()
                && System.nanoTime() - start < options.slice().toNanos()) {
            sum = sum.plus(
                    List.of(piece(plan, pieces.get(next), use)), use.execution().workers());
            next++;
        }
        if (next == pieces.size()) {
            return new Found<>(sum, null);
        }
        long from = pieces.get(next).from();
        double share = (double) (range.to() - from) / (range.to() - range.from());
        return new Found<>(sum, new WorkRange(from, range.to(), range.weight() * share));
    }

    private R piece(Plan<C> plan, WorkRange range, LoadedGraph.Use use) {
        if (plan.pieces == 0) {
            return made().cpu(graph(use), plan.config, List.of(range), use.execution());
        }
        return count(plan, range, graph(use), use.execution(), deviceFor(use, plan.config, Backend.GPU));
    }

    /** @throws IllegalStateException when this GPU numbers the work otherwise than the one that divided it */
    R count(Plan<C> plan, WorkRange range, G input, Execution execution, GpuDevice device) {
        WorkPart part = new WorkPart(range.from(), range.to(), plan.pieces);
        GpuVersion<G, R> version = made().gpu(plan.config);
        if (part.isWhole()) {
            return version.run(input, execution, device);
        }
        R found = version.share(input, execution, List.of(device), part);
        WorkPart.Order order = execution.times().order();
        if (!order.equals(plan.order)) {
            throw new IllegalStateException("GPUs disagree on the work: " + plan.order + ", and " + order
                    + ": use GPUs of one kind, or `backend: CPU`");
        }
        return found;
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
