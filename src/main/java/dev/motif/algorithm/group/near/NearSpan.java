package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.span.NearSpanFilter;
import dev.motif.algorithm.group.span.TimedGraph;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Searches near-groups with a span, of either kind: see {@link WindowParts} for where, {@link NearSpanFilter} for which are kept. */
final class NearSpan {
    private NearSpan() {}

    /** Searches near-groups of any times in a graph of parts. */
    @FunctionalInterface
    interface Search {
        /**
         * @param beside shows no progress of its own
         * @param found gives the consumer of a worker
         */
        void run(Graph parts, Execution beside, IntFunction<Consumer<NearGroup>> found);
    }

    /**
     * Passes near-groups with a span to the sink of each worker; returns when the search is over.
     *
     * @param least by side the fewest vertices
     */
    static void search(
            Graph graph,
            TimeWindow window,
            int missing,
            int[] least,
            String stage,
            Execution execution,
            IntFunction<Consumer<NearGroup>> sinks,
            Search search) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            TimedGraph timed = execution.time(Stage.PREPARE, () -> scope.own(new TimedGraph(graph, window, execution)));
            List<Consumer<NearGroup>> each = new ArrayList<>();
            List<NearSpanFilter> filters = new ArrayList<>();
            for (int worker = 0; worker < execution.workers().concurrency(); worker++) {
                each.add(sinks.apply(worker));
                filters.add(
                        new NearSpanFilter(timed, missing, execution.workers().cancellation()));
            }
            Execution beside = execution.with(execution.workers().beside());
            scope.own(new WindowParts(timed, WindowParts.Reach.TWO_HOPS, least, execution))
                    .forEach(
                            stage,
                            parts -> search.run(parts.graph(), beside, worker -> inParts -> {
                                int[][] members = new int[least.length][];
                                Arrays.setAll(members, inParts::members);
                                long start = parts.start(members[0][0]);
                                Arrays.setAll(members, side -> parts.inWhole(side, members[side]));
                                if (filters.get(worker).admits(members, start)) {
                                    each.get(worker).accept(new NearGroup.Members(members));
                                }
                            }));
        }
    }
}
