package dev.motif.algorithm.butterfly.peel;

import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * The order in which items (edges, or vertices of one side) are peeled. A level is a support; its items are all that
 * have no more than it, including those that come down to it while others of the level are peeled, round by round:
 *
 * <pre>{@code
 * while (queue.nextLevel())
 *     while (queue.nextRound())
 *         for (i in [queue.roundStart(), queue.roundEnd())) peel queue.item(i), which lowers the support of others
 * }</pre>
 *
 * <p>An item is live while its support is above the level. Whoever lowers it to the level or below, and only that one,
 * appends it to the next round, so no item comes twice and rounds are found without searching. To find the next level,
 * only candidates are searched: the live items below an upper end that is chosen, by sampling, to leave few of them.
 *
 * <p>{@link #lower} may be called by many threads; all else by the one that runs the rounds.
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
     * @param items how many there are: {@code firstItem} and those after it
     * @param supports by item; lowered while others are peeled
     * @param numbers by item; receives the level at which it was peeled, and may be the same array as {@code supports}
     * @param scope owns the lists, see {@link #bytes}
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

    /** The list of items included. */
    public static long bytes(long items) {
        return 3 * items * Integer.BYTES;
    }

    /** Goes to the next support that live items have; false when all items are peeled. */
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

    /** The smallest support of a candidate, or -1 without any; forgets the candidates that are no longer live. */
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

    /** Just above the support of some remaining item. */
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

    /** Goes to the items of the level that no round has had yet; false when there are none. */
    public boolean nextRound() {
        roundStart = roundEnd;
        roundEnd = ordered.get();
        return roundEnd > roundStart;
    }

    /** Takes {@code amount} from the support of an item. Does no harm to items that are no longer live. */
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
     * Takes note that the supports of all items were counted anew, between two rounds.
     *
     * @param live tells the items that no round has had yet
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

    public long roundStart() {
        return roundStart;
    }

    public long roundEnd() {
        return roundEnd;
    }

    public int item(long position) {
        return order.get(position);
    }

    /** How many different levels there were. */
    public long levelCount() {
        return levelCount;
    }
}
