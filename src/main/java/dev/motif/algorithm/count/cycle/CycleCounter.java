package dev.motif.algorithm.count.cycle;

import dev.motif.backend.work.ExactSum;
import dev.motif.graph.DirectedGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import java.util.Arrays;

/**
 * Counts the cycles that begin at a root and an arc of it, and whose other vertices are greater. A path from the root is
 * extended until two arcs are missing, for totals three: how many pairs of them there are from a vertex to the root is known,
 * less the pairs through vertices of the path. The state of one worker; its scope owns the memory.
 */
final class CycleCounter extends RootedCycleSearch {
    /** The cycles of each length that are not in {@link #sums} yet. */
    private final long[] found;

    private final ExactSum[] sums;

    /** The counts of all workers by vertex, or null. */
    private final OffHeapLongs vertices;

    /** The counts of all workers by the slot of an arc, or null. */
    private final OffHeapLongs arcs;

    /** How many paths ended at each vertex and were completed in all ways; null without counts by vertex or arc. */
    private final OffHeapLongs ends;

    /** The cycles of which each vertex is the last one; null without counts by vertex or arc. */
    private final OffHeapLongs lasts;

    /** The vertices of the path from which an arc leads to the root; none without counts by vertex or arc. */
    private final int[] before;

    private int beforeCount;

    /** Cycles through the root that are not in {@link #vertices} yet. */
    private long ofRoot;

    /**
     * @param vertices receives the cycles by vertex; null where they are not wanted
     * @param arcs receives the cycles by slot of {@code graph}; null where they are not wanted
     */
    CycleCounter(
            DirectedGraph graph, CycleConfig config, OffHeapLongs vertices, OffHeapLongs arcs, OffHeapScope scope) {
        super(graph, config, false, scope);
        this.found = new long[max + 1];
        this.sums = new ExactSum[max + 1];
        Arrays.setAll(sums, length -> new ExactSum());
        this.before = new int[max];
        this.vertices = vertices;
        this.arcs = arcs;
        boolean each = vertices != null || arcs != null;
        this.ends = each ? scope.zeroedLongs(graph.vertexCount()) : null;
        this.lasts = each ? scope.zeroedLongs(graph.vertexCount()) : null;
    }

    /** The off-heap bytes of one. */
    static long bytes(long vertices, boolean each) {
        return CycleBall.bytes(vertices) + (each ? 2 * vertices * Long.BYTES : 0);
    }

    /** How many cycles of a length were found, once {@link #finish} has been called. */
    ExactSum sum(int length) {
        return sums[length];
    }

    @Override
    void searchFrom(long arc) {
        int first = successors.neighbor(arc);
        if (min == 2 && ball.isBefore(first)) {
            found[2]++;
            ofRoot++;
            if (ends != null) {
                lasts.add(first, 1);
            }
            if (arcs != null) {
                add(arcs, arc, 1);
            }
        }
        if (max > 2 && ball.allows(first, max - 1)) {
            ofRoot = Math.addExact(ofRoot, extend(first, arc, 1));
        }
    }

    /**
     * Counts the cycles that begin with a path.
     *
     * @param end its last vertex, which is visited only now
     * @param arc its last arc
     * @param length its number of arcs
     */
    private long extend(int end, long arc, int length) {
        long completed = complete(end, length);
        long longer = length + 2 < max ? longer(end, length) : 0;
        if (longer > 0 && vertices != null) {
            add(vertices, end, longer);
        }
        long all = Math.addExact(completed, longer);
        if (all > 0 && arcs != null) {
            add(arcs, arc, all);
        }
        return all;
    }

    /** Counts the cycles that extend a path by more than two arcs. */
    private long longer(int end, int length) {
        int distance = ball.visit(end);
        if (ends == null) {
            int ways = ball.takeWays(end, distance, steps);
            long count = length + 3 == max ? completeAll(end) : extendAll(end, length);
            ball.addWays(end, distance, ways, steps);
            ball.visitEnds(end, distance);
            return count;
        }
        if (distance == 1) {
            before[beforeCount++] = end;
        }
        long count = extendAll(end, length);
        if (distance == 1) {
            beforeCount--;
        }
        ball.visitEnds(end, distance);
        return count;
    }

    /** Counts the cycles that extend a path by three arcs, once its last vertex is visited. */
    private long completeAll(int end) {
        long count = 0;
        long first = successors.start(end);
        long slot = successors.end(end) - 1;
        for (; slot >= first; slot--) {
            int next = successors.neighbor(slot);
            if (next <= ball.least()) {
                break;
            }
            count += ball.ways(next);
        }
        steps.add(successors.end(end) - slot);
        found[max] = Math.addExact(found[max], count);
        return count;
    }

    private long extendAll(int end, int length) {
        long count = 0;
        int left = max - length - 1;
        long first = successors.start(end);
        long slot = successors.end(end) - 1;
        for (; slot >= first; slot--) {
            int next = successors.neighbor(slot);
            if (next <= ball.least()) {
                break;
            }
            if (ball.allows(next, left)) {
                count = Math.addExact(count, extend(next, slot, length + 1));
            }
        }
        steps.add(successors.end(end) - slot);
        return count;
    }

    /** Counts the cycles that extend a path by two arcs. */
    private long complete(int end, int length) {
        int ways = ball.ways(end);
        if (ways == 0 || length + 2 < min) {
            return 0;
        }
        int count = ways;
        for (int i = 0; i < beforeCount; i++) {
            long slot = successors.slotOf(end, before[i]);
            if (slot >= 0) {
                count--;
                takeBack(end, before[i], slot);
            }
        }
        if (ends != null) {
            ends.add(end, 1);
        }
        found[length + 2] = Math.addExact(found[length + 2], count);
        return count;
    }

    /** Takes back a cycle that {@link #finish} will count, although its last vertex is on the path already. */
    private void takeBack(int end, int last, long slot) {
        lasts.add(last, -1);
        if (vertices != null) {
            add(vertices, end, -1);
        }
        if (arcs != null) {
            add(arcs, slot, -1);
        }
    }

    /** Adds to the counts what is not there yet of the current root. */
    @Override
    void finish(Steps counted) {
        if (!ball.hasRoot()) {
            return;
        }
        for (int length = min; length <= max; length++) {
            sums[length].add(found[length]);
            found[length] = 0;
        }
        if (ends != null) {
            for (long i = 0; i < ball.reachedCount(); i++) {
                finishEnd(ball.reached(i), counted);
            }
            for (long i = 0; i < ball.reachedCount(); i++) {
                finishLast(ball.reached(i));
            }
        }
        if (ofRoot > 0 && vertices != null) {
            add(vertices, ball.root(), ofRoot);
        }
        ofRoot = 0;
        ball.leave();
    }

    private void finishEnd(int end, Steps counted) {
        long paths = ends.get(end);
        if (paths == 0) {
            return;
        }
        ends.set(end, 0);
        if (vertices != null) {
            add(vertices, end, Math.multiplyExact(paths, ball.ways(end)));
        }
        long first = successors.start(end);
        long slot = successors.end(end) - 1;
        for (; slot >= first && successors.neighbor(slot) > ball.least(); slot--) {
            int last = successors.neighbor(slot);
            if (ball.isBefore(last)) {
                Math.addExact(lasts.add(last, paths), paths);
                if (arcs != null) {
                    add(arcs, slot, paths);
                }
            }
        }
        counted.add(successors.end(end) - slot);
    }

    private void finishLast(int last) {
        long cycles = lasts.get(last);
        if (cycles == 0) {
            return;
        }
        lasts.set(last, 0);
        if (vertices != null) {
            add(vertices, last, cycles);
        }
        if (arcs != null) {
            add(arcs, successors.slotOf(last, ball.root()), cycles);
        }
    }

    private static void add(OffHeapLongs counts, long index, long more) {
        Math.addExact(counts.getAndAdd(index, more), more);
    }
}
