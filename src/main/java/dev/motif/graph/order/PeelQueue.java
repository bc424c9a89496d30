package dev.motif.graph.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The order in which items (edges, or vertices of one side) are peeled. The support of an item is the number of
 * butterflies or triangles that it is in. A level is a support; its items are all items with at most this support, including those
 * that come down to it while others of the level are peeled, round by round:
 *
 * <pre>{@code
 * while (queue.nextLevel())
 *     while (queue.nextRound())
 *         for (i in [queue.roundStart(), queue.roundEnd())) peel queue.item(i), which lowers the support of others
 * }</pre>
 *
 * <p>An item is live while its support is above the level. Only the thread that lowers it to the level or below appends
 * it to the next round, so no item comes twice and rounds are found without searching. To find the next level, only
 * candidates are searched: the live items whose support is below an upper end, which is chosen by sampling so that they
 * are few.
 *
 * <p>{@link #lower} may be called by many threads at once; everything else only by the thread that runs the team.
 */
public final class PeelQueue {
    private static final int SAMPLES = 1024;
    private static final int SAMPLES_BELOW_END = 32;
    private static final int FEW = 4 * SAMPLES;
    private static final long NONE = Long.MAX_VALUE;

    /** How much less than what is wanted a range is asked to take. */
    private static final double MOST_LESS = 64;

    private static final long RANGES_PER_THREAD = 4;

    /**
     * The factor on the fewest items of a range when there are more ranges than threads: finding ranges takes as long
     * as peeling some.
     */
    private static final long LEAST_OF_MORE = 4;

    private final Team team;
    private final OffHeapLongs supports;
    private final OffHeapLongs numbers;
    private final OffHeapInts order;
    private final AtomicLong candidateCount = new AtomicLong();
    private final AtomicLong ordered = new AtomicLong();

    private OffHeapInts remaining;
    private OffHeapInts candidates;
    private OffHeapInts spare;
    private long remainingCount;
    private long level = -1;
    private long levelStart;
    private long levelCount;
    private long roundStart;
    private long roundEnd;
    private long candidatesEnd;

    /**
     * Prepares the peeling of {@code items}.
     *
     * @param supports the support of each item, by item; lowered while others are peeled. One that is below 0 says that
     *     the item was peeled
     * @param numbers receives, by item, {@code ~level} for the level at which it was peeled until {@link #end()}, then
     *     the level; may be the same array as {@code supports}
     * @param items all items to peel; the queue keeps this array and changes it
     * @param scope owns the lists that this constructor makes
     */
    public PeelQueue(Team team, OffHeapLongs supports, OffHeapLongs numbers, OffHeapInts items, OffHeapScope scope) {
        this.team = team;
        this.supports = supports;
        this.numbers = numbers;
        this.remaining = items;
        this.remainingCount = items.length();
        this.candidates = scope.ints(items.length());
        this.spare = scope.ints(items.length());
        this.order = scope.ints(items.length());
    }

    /** The bytes of the lists for this many items, including the list that the constructor is given. */
    public static long bytes(long items) {
        return 4 * items * Integer.BYTES;
    }

    /** Goes to the next level, the smallest support of a live item; returns false when all items are peeled. */
    public boolean nextLevel() {
        team.run(levelStart, roundEnd, roundEnd - levelStart, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                numbers.set(order.get(i), ~level);
            }
        });
        levelStart = roundEnd;
        if (roundEnd == order.length()) {
            return false;
        }
        long least = leastCandidate();
        if (least == NONE) {
            findCandidates();
            least = leastCandidate();
        }
        level = least;
        levelCount++;
        appendThoseUpTo(level, candidates, candidateCount.get());
        return true;
    }

    /**
     * A range of levels that was peeled at once.
     *
     * @param start the place of its first item in the order of peeling
     * @param end the place after its last one
     * @param work about how long its items take
     */
    public record Range(long start, long end, long work) {}

    /**
     * About how many ranges {@code items} items are peeled in; 1 when all are peeled at once.
     *
     * @param least the fewest items that are worth a range
     * @param leastThreads the fewest threads for which ranges are faster than one peeling
     */
    public static long ranges(long items, long least, int concurrency, int leastThreads) {
        if (concurrency < leastThreads) {
            return 1;
        }
        long oneEach = Math.min(concurrency, items / least);
        long more = Math.min(RANGES_PER_THREAD * concurrency, items / (least * LEAST_OF_MORE));
        return Math.max(1, Math.max(oneEach, more));
    }

    /**
     * Peels ranges side by side, each by one thread, the range of the most work first; returns the levels of all.
     * Progress advances by their items.
     *
     * @param peel peels the range of an index, and returns its levels
     */
    public static long peelEach(List<Range> ranges, Workers workers, IntToLongFunction peel) {
        List<Integer> mostWorkFirst = IntStream.range(0, ranges.size())
                .boxed()
                .sorted(Comparator.comparingLong(range -> -ranges.get(range).work))
                .toList();
        LongAdder levels = new LongAdder();
        workers.forRanges(ranges.size(), 1, (worker, from, to) -> {
            int range = mostWorkFirst.get((int) from);
            levels.add(peel.applyAsLong(range));
            workers.progress().advance(ranges.get(range).end - ranges.get(range).start);
        });
        return levels.sum();
    }

    /**
     * Peels all items in ranges of levels instead of level by level, which takes fewer rounds. A range has all items that
     * come down to its upper end, and the numbers of items are not set.
     *
     * @param count about how many ranges, of about the same work
     * @param work about how long each item takes
     * @param before receives, by item, the support that each has when its range begins; may have other elements
     * @param peelRounds peels all rounds
     */
    public List<Range> peelRanges(long count, IntToLongFunction work, OffHeapLongs before, Runnable peelRounds) {
        List<Range> ranges = new ArrayList<>();
        double wanted = (double) sum(0, remainingCount, i -> work.applyAsLong(remaining.get(i))) / count;
        // A range takes items that come down to it, too, so that less is asked for.
        double most = wanted;
        while (roundEnd < order.length()) {
            forgetPeeled(item -> supports.get(item) > level);
            team.run(0, remainingCount, 2 * remainingCount, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    before.set(remaining.get(i), supports.get(remaining.get(i)));
                }
            });
            level = upperEnd(work, most);
            long start = roundEnd;
            appendRemaining();
            peelRounds.run();
            Range range = new Range(start, roundEnd, sum(start, roundEnd, i -> work.applyAsLong(order.get(i))));
            ranges.add(range);
            most = Math.max(wanted / MOST_LESS, Math.min(wanted, most * wanted / range.work));
        }
        return ranges;
    }

    private long sum(long start, long end, LongUnaryOperator each) {
        return team.sum(start, end, end - start, (from, to) -> {
            long sum = 0;
            for (long i = from; i < to; i++) {
                sum += each.applyAsLong(i);
            }
            return sum;
        });
    }

    private long upperEnd(IntToLongFunction work, double most) {
        int samples = (int) Math.min(SAMPLES, remainingCount);
        long[][] sample = new long[samples][];
        for (int i = 0; i < samples; i++) {
            int item = remaining.get(remainingCount * i / samples);
            sample[i] = new long[] {supports.get(item), work.applyAsLong(item)};
        }
        Arrays.sort(sample, Comparator.comparingLong(each -> each[0]));
        double perSample = (double) remainingCount / samples;
        double sum = 0;
        for (long[] each : sample) {
            sum += perSample * each[1];
            if (sum >= most) {
                return each[0];
            }
        }
        return NONE - 1;
    }

    /** Sets the numbers of all items to their levels. */
    public void end() {
        team.run(0, order.length(), order.length(), (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                int item = order.get(i);
                numbers.set(item, ~numbers.get(item));
            }
        });
    }

    /**
     * The smallest support of a live candidate, or {@link #NONE} when there is none; drops candidates that are no longer
     * live.
     */
    private long leastCandidate() {
        OffHeapInts all = candidates;
        long count = candidateCount.getAndSet(0);
        long least = keep(all, count, spare, item -> supports.get(item) > level, candidateCount);
        candidates = spare;
        spare = all;
        return least;
    }

    /** Makes the remaining items with small supports the candidates. */
    private void findCandidates() {
        forgetPeeled(item -> supports.get(item) > level);
        candidatesEnd = chooseEnd();
        candidateCount.set(0);
        keep(remaining, remainingCount, candidates, item -> supports.get(item) < candidatesEnd, candidateCount);
    }

    /** Drops the items that are not live from the remaining ones. */
    private void forgetPeeled(IntPredicate live) {
        OffHeapInts all = remaining;
        AtomicLong kept = new AtomicLong();
        keep(all, remainingCount, spare, live, kept);
        remainingCount = kept.get();
        remaining = spare;
        spare = all;
    }

    /**
     * Copies the items that {@code test} accepts, in any order; returns the least support of these, or {@link #NONE}.
     *
     * @param keptCount the place of the first one, which becomes the place after the last one
     */
    private long keep(OffHeapInts items, long count, OffHeapInts kept, IntPredicate test, AtomicLong keptCount) {
        AtomicLong least = new AtomicLong(NONE);
        team.run(0, count, 2 * count, (worker, from, to) -> {
            // One thread alone needs not count before it copies.
            long those = team.alone() ? 0 : countThose(items, from, to, test);
            if (those == 0 && !team.alone()) {
                return;
            }
            long at = keptCount.getAndAdd(those);
            long smallest = NONE;
            for (long i = from; i < to; i++) {
                int item = items.get(i);
                if (test.test(item)) {
                    kept.set(at++, item);
                    smallest = Math.min(smallest, supports.get(item));
                }
            }
            if (team.alone()) {
                keptCount.set(at);
            }
            least.accumulateAndGet(smallest, Math::min);
        });
        return least.get();
    }

    private static long countThose(OffHeapInts items, long from, long to, IntPredicate test) {
        long those = 0;
        for (long i = from; i < to; i++) {
            those += test.test(items.get(i)) ? 1 : 0;
        }
        return those;
    }

    private void appendThoseUpTo(long support, OffHeapInts items, long count) {
        keep(items, count, order, item -> 0 <= supports.get(item) && supports.get(item) <= support, ordered);
    }

    /**
     * The upper end of the supports of candidates: just above the support of some remaining item, so that there is one.
     */
    private long chooseEnd() {
        if (remainingCount <= FEW) {
            return Long.MAX_VALUE;
        }
        long[] sample = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            sample[i] = supports.get(remaining.get(remainingCount / SAMPLES * i));
        }
        Arrays.sort(sample);
        return sample[SAMPLES_BELOW_END] + 1;
    }

    /** Goes to the next round, the items of the level that no round has had yet; returns false when there are none. */
    public boolean nextRound() {
        roundStart = roundEnd;
        roundEnd = ordered.get();
        return roundEnd > roundStart;
    }

    /**
     * Lowers the support of an item by {@code amount}. It has no effect on the order when the item is no longer live.
     */
    public void lower(int item, long amount) {
        long before = team.alone() ? supports.add(item, -amount) : supports.getAndAdd(item, -amount);
        long after = before - amount;
        if (before > level && after <= level) {
            order.set(ordered.getAndIncrement(), item);
        } else if (before >= candidatesEnd && after < candidatesEnd) {
            candidates.set(candidateCount.getAndIncrement(), item);
        }
    }

    /**
     * Adapts the queue after the supports of all items were counted anew, between two rounds.
     *
     * @param live tells whether an item was in no round yet
     */
    public void recounted(IntPredicate live) {
        forgetPeeled(live);
        appendRemaining();
    }

    /** Appends the remaining items up to the level, when there are no candidates. */
    private void appendRemaining() {
        candidateCount.set(0);
        candidatesEnd = level + 1;
        appendThoseUpTo(level, remaining, remainingCount);
    }

    /** The position of the first item of the current round. */
    public long roundStart() {
        return roundStart;
    }

    /** The position after the last item of the current round. */
    public long roundEnd() {
        return roundEnd;
    }

    /** The item at a position in the order of peeling. */
    public int item(long position) {
        return order.get(position);
    }

    /** The number of different levels so far. */
    public long levelCount() {
        return levelCount;
    }
}
