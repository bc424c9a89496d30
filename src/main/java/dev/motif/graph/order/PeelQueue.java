package dev.motif.graph.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

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
 * <p>{@link #lower} may be called by many threads at once; everything else only by the thread that runs the rounds.
 */
public final class PeelQueue {
    private static final int SAMPLES = 1024;
    private static final int SAMPLES_BELOW_END = 32;
    private static final int FEW = 4 * SAMPLES;

    private final PeelRounds rounds;
    private final OffHeapLongs supports;
    private final OffHeapLongs numbers;
    private final OffHeapInts remaining;
    private final OffHeapInts candidates;
    private final OffHeapInts order;
    private final AtomicLong candidateCount = new AtomicLong();
    private final AtomicLong ordered = new AtomicLong();

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
     * @param supports the support of each item, by item; lowered while others are peeled
     * @param numbers receives, by item, the level at which it was peeled; may be the same array as {@code supports}
     * @param items all items to peel; the queue keeps this array and changes it
     * @param scope owns the lists that this constructor makes
     */
    public PeelQueue(
            PeelRounds rounds, OffHeapLongs supports, OffHeapLongs numbers, OffHeapInts items, OffHeapScope scope) {
        this.rounds = rounds;
        this.supports = supports;
        this.numbers = numbers;
        this.remaining = items;
        this.remainingCount = items.length();
        this.candidates = scope.ints(items.length());
        this.order = scope.ints(items.length());
    }

    /** The bytes of the lists for this many items, including the list that the constructor is given. */
    public static long bytes(long items) {
        return 3 * items * Integer.BYTES;
    }

    /** Goes to the next level, the smallest support of a live item; returns false when all items are peeled. */
    public boolean nextLevel() {
        rounds.runHere(levelStart, roundEnd, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                numbers.set(order.get(i), level);
            }
        });
        levelStart = roundEnd;
        if (roundEnd == order.length()) {
            return false;
        }
        long least = leastCandidate();
        if (least < 0) {
            findCandidates();
            least = leastCandidate();
        }
        level = least;
        levelCount++;
        rounds.runHere(0, candidateCount.get(), this::appendThoseOfLevel);
        return true;
    }

    /** The smallest support of a live candidate, or -1 when there is none; drops candidates that are no longer live. */
    private long leastCandidate() {
        long[] leastAndCount = {-1, 0};
        rounds.runHere(0, candidateCount.get(), (worker, from, to) -> {
            long least = leastAndCount[0];
            long count = leastAndCount[1];
            for (long i = from; i < to; i++) {
                int item = candidates.get(i);
                long support = supports.get(item);
                if (support > level) {
                    candidates.set(count++, item);
                    least = least < 0 ? support : Math.min(least, support);
                }
            }
            leastAndCount[0] = least;
            leastAndCount[1] = count;
        });
        candidateCount.set(leastAndCount[1]);
        return leastAndCount[0];
    }

    private void appendThoseOfLevel(int worker, long from, long to) {
        for (long i = from; i < to; i++) {
            int item = candidates.get(i);
            if (supports.get(item) == level) {
                order.set(ordered.getAndIncrement(), item);
            }
        }
    }

    /** Makes the remaining items with small supports the candidates. */
    private void findCandidates() {
        forgetPeeled(item -> supports.get(item) > level);
        candidatesEnd = chooseEnd();
        rounds.runHere(0, remainingCount, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                int item = remaining.get(i);
                if (supports.get(item) < candidatesEnd) {
                    candidates.set(candidateCount.getAndIncrement(), item);
                }
            }
        });
    }

    /** Drops the items that are not live from the remaining ones. */
    private void forgetPeeled(IntPredicate live) {
        long[] count = {0};
        rounds.runHere(0, remainingCount, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                int item = remaining.get(i);
                if (live.test(item)) {
                    remaining.set(count[0]++, item);
                }
            }
        });
        remainingCount = count[0];
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
        long before = supports.getAndAdd(item, -amount);
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
        candidateCount.set(0);
        candidatesEnd = level + 1;
        rounds.runHere(0, remainingCount, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                int item = remaining.get(i);
                if (supports.get(item) <= level) {
                    order.set(ordered.getAndIncrement(), item);
                }
            }
        });
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
