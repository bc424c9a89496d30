package dev.motif.algorithm.count.cycle;

import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.oracle.TemporalCycleOracle.Timed;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random graph with directions, times and amounts.
 *
 * @param list the edges
 * @param directions the direction of each relationship of each edge, or one value for both directions
 * @param times the time of each
 * @param amounts the amount of each
 */
record TimedGraphCase(
        EdgeList list,
        List<List<Long>> directions,
        List<List<Long>> times,
        List<List<Long>> amounts,
        boolean parallel) {
    private static final int MOST = 15;

    /** @param parallel whether edges have several relationships; otherwise they have one, or one in both directions */
    static TimedGraphCase random(long seed, boolean parallel) {
        Random random = new Random(seed);
        EdgeList list = RandomGraphs.uniform(2 + random.nextInt(4), 0.4 + 0.6 * random.nextDouble(), seed);
        List<List<Long>> directions = new ArrayList<>();
        List<List<Long>> times = new ArrayList<>();
        List<List<Long>> amounts = new ArrayList<>();
        int left = MOST;
        for (int edge = 0; edge < list.edges().size(); edge++) {
            int count = parallel ? Math.min(left - (list.edges().size() - edge - 1), 1 + random.nextInt(4)) : 1;
            List<Long> ofEdge = new ArrayList<>();
            List<Long> timesOfEdge = new ArrayList<>();
            List<Long> amountsOfEdge = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ofEdge.add(1L + random.nextInt(!parallel && random.nextInt(4) == 0 ? 3 : 2));
                timesOfEdge.add((long) random.nextInt(12) - 5);
                amountsOfEdge.add(8L + random.nextInt(4));
            }
            left -= count;
            directions.add(ofEdge);
            times.add(timesOfEdge);
            amounts.add(amountsOfEdge);
        }
        return new TimedGraphCase(list, directions, times, amounts, parallel);
    }

    /** All relationships, each in each of its directions. */
    List<Timed> relationships() {
        List<Timed> all = new ArrayList<>();
        int index = 0;
        for (int edge = 0; edge < directions.size(); edge++) {
            EdgeList.Edge ends = list.edges().get(edge);
            for (int i = 0; i < directions.get(edge).size(); i++, index++) {
                long direction = directions.get(edge).get(i);
                long time = times.get(edge).get(i);
                double amount = amounts.get(edge).get(i);
                if ((direction & EdgeDirections.FORWARD) != 0) {
                    all.add(new Timed(ends.left(), ends.right(), time, amount, index));
                }
                if ((direction & EdgeDirections.BACKWARD) != 0) {
                    all.add(new Timed(ends.right(), ends.left(), time, amount, index));
                }
            }
        }
        return all;
    }

    /** The edge of each relationship. */
    List<Integer> edges() {
        List<Integer> edges = new ArrayList<>();
        for (int edge = 0; edge < directions.size(); edge++) {
            for (int i = 0; i < directions.get(edge).size(); i++) {
                edges.add(edge);
            }
        }
        return edges;
    }

    UnipartiteGraph graph(NativeMemory memory, Workers workers) {
        return list.toUnipartiteGraph(memory, workers);
    }

    /** The configuration with directions, times and amounts off the heap. */
    CycleConfig config(int min, int max, long window, double tolerance, OffHeapScope scope) {
        OffHeapLongs offsets = null;
        if (parallel) {
            offsets = scope.longs(directions.size() + 1L);
            long from = 0;
            for (int edge = 0; edge <= directions.size(); edge++) {
                offsets.set(edge, from);
                from += edge < directions.size() ? directions.get(edge).size() : 0;
            }
        }
        EdgeWeights values = EdgeWeights.named("amount")
                .with(flat(amounts, scope), false, Workers.of(1), i -> new IllegalStateException("amount " + i));
        return new CycleConfig(
                min,
                max,
                false,
                false,
                new EdgeDirections(flat(directions, scope), offsets),
                new TimeWindow(window, new EdgeTimes(flat(times, scope), offsets)),
                tolerance,
                values);
    }

    private static OffHeapLongs flat(List<List<Long>> lists, OffHeapScope scope) {
        List<Long> all = lists.stream().flatMap(List::stream).toList();
        OffHeapLongs array = scope.longs(all.size());
        for (int i = 0; i < all.size(); i++) {
            array.set(i, all.get(i));
        }
        return array;
    }
}
