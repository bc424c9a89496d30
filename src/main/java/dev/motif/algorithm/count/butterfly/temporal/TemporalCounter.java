package dev.motif.algorithm.count.butterfly.temporal;

import dev.motif.algorithm.count.wedge.MiddleRows;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;

/**
 * Counts the butterflies within a window of time from one start vertex after another. One worker owns it.
 *
 * <p>A wedge of two relationships is taken when it lies within the window itself. With {@code lo} and {@code hi} as its two
 * times in order, two wedges of the same ends lie within a window {@code d} when {@code lo(i) >= hi(j) - d} and
 * {@code lo(j) >= hi(i) - d}. If the second is not so, {@code hi(i) > lo(j) + d}, then the first is, since {@code hi(i) -
 * lo(i)} is no more than {@code d}. So of the other wedges
 *
 * <pre>{@code
 * |{i: hi(i) <= lo(j) + d}| - |{i: lo(i) < hi(j) - d}| - 1
 * }</pre>
 *
 * <p>lie within the window together with wedge {@code j}, which two sorted lists tell, of all {@code lo} and of all {@code
 * hi}. Wedges with the same middle make no butterfly; where there are parallel relationships, such pairs are taken off again.
 */
final class TemporalCounter implements AutoCloseable {
    /** The wedges that there is room for, if a start has that many. */
    static final long LEAST_ROOM = 1 << 17;

    /** How often all wedges of a start are walked at most, so that there need not be room for all at once. */
    static final long MOST_PASSES = 16;

    /** The most wedges that are compared with each other. */
    private static final long FEW = 6;

    private final Csr rows;
    private final RankedTimes times;
    private final long window;
    private final OffHeapLongs perRank;
    private final OffHeapLongs perSlot;
    private final boolean local;
    private final NativeMemory memory;
    private final OffHeapScope scope;
    private final MiddleRows middles;
    private final TimeSorter sorter;
    private final Steps steps;
    private final ExactSum total = new ExactSum();

    /**
     * The wedges that end at each vertex: 0 when none does. Before a pass, the number of wedges, negated; during a
     * pass, 1 + the place of its next wedge.
     */
    private final OffHeapLongs places;

    private final OffHeapInts ends;
    private long endCount;

    private OffHeapLongs lows;
    private OffHeapLongs highs;
    private OffHeapLongs counts;
    private OffHeapLongs middleOf;
    private OffHeapLongs sortedLows;
    private OffHeapLongs sortedHighs;

    /** The purpose of a walk over wedges. */
    private enum Walk {
        COUNT,
        FILL,
        CREDIT
    }

    /**
     * @param perRank receives the butterflies by vertex, added to its values; or null
     * @param perSlot receives the butterflies by slot, the butterflies of an edge split between its two slots, added to
     *     its values; or null
     */
    TemporalCounter(
            Csr rows,
            RankedTimes times,
            long window,
            OffHeapLongs perRank,
            OffHeapLongs perSlot,
            TimeSorter sorter,
            NativeMemory memory,
            Cancellation cancellation) {
        this.steps = new Steps(cancellation);
        this.rows = rows;
        this.times = times;
        this.window = window;
        this.perRank = perRank;
        this.perSlot = perSlot;
        this.local = perRank != null || perSlot != null;
        this.memory = memory;
        this.middles = new MiddleRows(rows, rows);
        this.sorter = sorter;
        try (OffHeapScope building = new OffHeapScope(memory)) {
            OffHeapScope own = building.own(new OffHeapScope(memory));
            this.places = own.zeroedLongs(rows.vertexCount());
            this.ends = own.ints(rows.vertexCount());
            this.scope = building.keep(own);
        }
    }

    /** The bytes of one that do not depend on the wedges. */
    static long bytes(long vertices) {
        return vertices * (Long.BYTES + Integer.BYTES);
    }

    /**
     * The bytes for the wedges of a start.
     *
     * @param room how many there is room for
     * @param largest the most that have the same end
     */
    static long bytes(long room, long largest, boolean local, boolean parallel) {
        int arrays = 2 + (local ? 1 : 0) + (parallel ? 1 : 0);
        return (arrays * room + 2 * largest) * Long.BYTES + TimeSorter.bytes(largest);
    }

    ExactSum total() {
        return total;
    }

    /** Counts the butterflies in which {@code u} is opposite the vertex that ranks first. */
    void countFrom(int u) {
        endCount = 0;
        walk(u, Walk.COUNT);
        long wedges = 0;
        long largest = 0;
        long kept = 0;
        for (long i = 0; i < endCount; i++) {
            int w = ends.get(i);
            long count = places.get(w);
            if (count < 2) {
                places.set(w, 0);
            } else {
                places.set(w, -count);
                ends.set(kept++, w);
                wedges = Math.addExact(wedges, count);
                largest = Math.max(largest, count);
            }
        }
        endCount = kept;
        if (kept == 0) {
            return;
        }
        long room = Math.max(Math.min(wedges, Math.max(LEAST_ROOM, wedges / MOST_PASSES)), largest);
        makeRoom(room, largest);
        for (long first = 0; first < kept; ) {
            long end = first;
            long used = 0;
            for (; end < kept && used - places.get(ends.get(end)) <= room; end++) {
                long count = -places.get(ends.get(end));
                places.set(ends.get(end), used + 1);
                used += count;
            }
            walk(u, Walk.FILL);
            countPairs(u, first, end);
            first = end;
        }
    }

    /** Counts the pairs of the wedges that have been filled in, and lets nothing be at their ends any more. */
    private void countPairs(int u, long firstEnd, long lastEnd) {
        boolean found = false;
        long from = 0;
        for (long i = firstEnd; i < lastEnd; i++) {
            int w = ends.get(i);
            long to = places.get(w) - 1;
            steps.add(to - from);
            if (local) {
                counts.clear(from, to);
            }
            long ofEnd = pairs(from, to, 1) - (times.hasParallel() ? pairsWithSameMiddle(from, to) : 0);
            total.add(ofEnd);
            if (perRank != null && ofEnd > 0) {
                credit(perRank, u, ofEnd);
                credit(perRank, w, ofEnd);
            }
            found |= ofEnd > 0;
            places.set(w, local && ofEnd > 0 ? from + 1 : 0);
            from = to;
        }
        if (local && found) {
            walk(u, Walk.CREDIT);
            for (long i = firstEnd; i < lastEnd; i++) {
                places.set(ends.get(i), 0);
            }
        }
    }

    private long pairsWithSameMiddle(long from, long to) {
        long pairs = 0;
        for (long first = from; first < to; ) {
            long end = first + 1;
            while (end < to && middleOf.get(end) == middleOf.get(first)) {
                end++;
            }
            pairs += pairs(first, end, -1);
            first = end;
        }
        return pairs;
    }

    /**
     * The pairs within the window among some wedges.
     *
     * @param sign what each of them adds to the counts of its two wedges
     */
    private long pairs(long from, long to, int sign) {
        long count = to - from;
        if (count <= FEW) {
            return pairsOfFew(from, to, sign);
        }
        sortedLows.copyFrom(lows, from, 0, count);
        sortedHighs.copyFrom(highs, from, 0, count);
        sorter.sort(sortedLows, 0, count);
        sorter.sort(sortedHighs, 0, count);
        if (!local) {
            // One of two wedges begins late enough for the other in any case.
            long late = 0;
            long early = 0;
            for (long j = 0; j < count; j++) {
                long least = EdgeTimes.minus(sortedHighs.get(j), window);
                while (early < count && sortedLows.get(early) < least) {
                    early++;
                }
                late += count - early;
            }
            return late - count - (count * (count - 1) >>> 1);
        }
        long twice = 0;
        for (long j = from; j < to; j++) {
            long most = EdgeTimes.plus(lows.get(j), window);
            long least = EdgeTimes.minus(highs.get(j), window);
            long others = (most == Long.MAX_VALUE ? count : sortedHighs.lowerBound(0, count, most + 1))
                    - sortedLows.lowerBound(0, count, least)
                    - 1;
            counts.add(j, sign * others);
            twice += others;
        }
        return twice >>> 1;
    }

    private long pairsOfFew(long from, long to, int sign) {
        long pairs = 0;
        for (long i = from; i < to; i++) {
            long low = lows.get(i);
            long high = highs.get(i);
            for (long j = i + 1; j < to; j++) {
                long first = Math.min(low, lows.get(j));
                long last = Math.max(high, highs.get(j));
                if (Long.compareUnsigned(last - first, window) <= 0) {
                    pairs++;
                    if (local) {
                        counts.add(i, sign);
                        counts.add(j, sign);
                    }
                }
            }
        }
        return pairs;
    }

    private void walk(int u, Walk kind) {
        long to = rows.end(u);
        int count;
        for (long from = rows.start(u); from < to; from += count) {
            count = middles.look(from, to);
            for (int row = 0; row < count; row++) {
                int v = middles.vertex(row);
                if (middles.firstEnd(row) >= Math.min(u, v)) {
                    continue;
                }
                long ofMiddle = times.hasParallel()
                        ? walkParallel(u, v, from + row, middles.slot(row), kind)
                        : walkSingle(u, v, from + row, middles.slot(row), kind);
                if (ofMiddle > 0) {
                    if (perRank != null) {
                        credit(perRank, v, ofMiddle);
                    }
                    if (perSlot != null) {
                        perSlot.getAndAdd(from + row, ofMiddle);
                    }
                }
            }
        }
    }

    private long walkSingle(int u, int v, long slotOfMiddle, long firstSlot, Walk kind) {
        int limit = Math.min(u, v);
        long time = times.time(slotOfMiddle);
        long ofMiddle = 0;
        long slot = firstSlot;
        for (int w = rows.neighbor(slot); w < limit; w = rows.neighbor(++slot)) {
            long other = times.time(slot);
            if (EdgeTimes.within(time, other, window)) {
                ofMiddle += take(kind, v, w, slot, time, other);
            }
        }
        steps.add(slot - firstSlot);
        return ofMiddle;
    }

    private long walkParallel(int u, int v, long slotOfMiddle, long firstSlot, Walk kind) {
        int limit = Math.min(u, v);
        long first = times.start(slotOfMiddle);
        long end = times.end(slotOfMiddle);
        long ofMiddle = 0;
        long slot = firstSlot;
        for (int w = rows.neighbor(slot); w < limit; w = rows.neighbor(++slot)) {
            long low = times.start(slot);
            long endOfOther = times.end(slot);
            long high = low;
            for (long i = first; i < end; i++) {
                long time = times.time(i);
                long earliest = EdgeTimes.minus(time, window);
                long latest = EdgeTimes.plus(time, window);
                while (low < endOfOther && times.time(low) < earliest) {
                    low++;
                }
                while (high < endOfOther && times.time(high) <= latest) {
                    high++;
                }
                if (kind == Walk.COUNT) {
                    count(w, high - low);
                    steps.add(1);
                    continue;
                }
                for (long j = low; j < high; j++) {
                    ofMiddle += take(kind, v, w, slot, time, times.time(j));
                }
                steps.add(1 + high - low);
            }
        }
        return ofMiddle;
    }

    /** Takes a wedge within the window; returns its butterflies when they are to be credited. */
    private long take(Walk kind, int v, int w, long slot, long time, long other) {
        if (kind == Walk.COUNT) {
            count(w, 1);
            return 0;
        }
        long place = places.get(w) - 1;
        if (place < 0) {
            return 0;
        }
        places.set(w, place + 2);
        if (kind == Walk.FILL) {
            lows.set(place, Math.min(time, other));
            highs.set(place, Math.max(time, other));
            if (middleOf != null) {
                middleOf.set(place, v);
            }
            return 0;
        }
        long butterflies = counts.get(place);
        if (perSlot != null && butterflies > 0) {
            perSlot.getAndAdd(slot, butterflies);
        }
        return butterflies;
    }

    private void count(int w, long wedges) {
        if (wedges > 0 && places.add(w, wedges) == 0) {
            ends.set(endCount++, w);
        }
    }

    private static void credit(OffHeapLongs counts, int vertex, long butterflies) {
        Math.addExact(counts.getAndAdd(vertex, butterflies), butterflies);
    }

    private void makeRoom(long room, long largest) {
        lows = TimeSorter.grown(lows, room, memory);
        highs = TimeSorter.grown(highs, room, memory);
        counts = local ? TimeSorter.grown(counts, room, memory) : null;
        middleOf = times.hasParallel() ? TimeSorter.grown(middleOf, room, memory) : null;
        sortedLows = TimeSorter.grown(sortedLows, largest, memory);
        sortedHighs = TimeSorter.grown(sortedHighs, largest, memory);
    }

    @Override
    public void close() {
        scope.close();
        OffHeapScope.closeAll(lows, highs, counts, middleOf, sortedLows, sortedHighs);
    }
}
