package dev.motif.algorithm.sample.butterfly;

import dev.motif.algorithm.sample.estimate.RareDraws;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.SplittableRandom;

/**
 * Draws pairs of vertices of one side, each with a known chance, and counts their common neighbors: {@code c} of them are
 * {@code c (c-1) / 2} butterflies.
 *
 * <p>Half of the pairs are the ends of a wedge, where all wedges have the same chance, so that a pair has a chance of
 * {@code c / W} with {@code W} wedges. The other half have ends drawn by the squares of their degrees, since {@code c}
 * grows with the product of the degrees where edges meet by chance. A pair counts by the mean of its two chances, whichever
 * way it was drawn: so the few pairs of hubs with very many butterflies are drawn often, and no pair is missed.
 */
final class PairSampler {
    /** Where the smaller neighborhood is so much smaller, its vertices are searched for in the larger one. */
    private static final int MANY_TIMES = 16;

    final Csr ends;
    final Csr middles;

    /** For each middle the wedges of all middles before it; then their number. */
    final OffHeapLongs wedgesBefore;

    /** For each end the squares of the degrees of all ends before it; then their sum. */
    final OffHeapLongs squaresBefore;

    /** Bitmaps of the ends of largest degree; null without. */
    private HubBitmaps hubs;

    final boolean middlesAreLeft;

    /** The number of the first end, and of the first middle, among all vertices, the left ones first. */
    private final int firstEnd;

    private final int firstMiddle;
    final long wedges;
    private final long squares;

    /** The second largest degree of an end: no two ends have more common neighbors. */
    private final long mostCommon;

    /**
     * @param scope owns the memory
     * @throws ArithmeticException when there are 2^63 wedges or more
     */
    PairSampler(BipartiteGraph graph, OffHeapScope scope) {
        middlesAreLeft = graph.left().pathsThrough() <= graph.right().pathsThrough();
        middles = middlesAreLeft ? graph.left() : graph.right();
        ends = middlesAreLeft ? graph.right() : graph.left();
        firstEnd = middlesAreLeft ? graph.leftCount() : 0;
        firstMiddle = middlesAreLeft ? 0 : graph.leftCount();
        wedgesBefore = scope.longs(middles.vertexCount() + 1L);
        squaresBefore = scope.longs(ends.vertexCount() + 1L);
        long sum = 0;
        for (int v = 0; v < middles.vertexCount(); v++) {
            wedgesBefore.set(v, sum);
            long degree = middles.degree(v);
            sum = Math.addExact(sum, degree * (degree - 1) / 2);
        }
        wedgesBefore.set(middles.vertexCount(), sum);
        wedges = sum;
        sum = 0;
        long largest = 0;
        long second = 0;
        for (int v = 0; v < ends.vertexCount(); v++) {
            squaresBefore.set(v, sum);
            sum = Math.addExact(sum, ends.degree(v) * ends.degree(v));
            second = Math.max(second, Math.min(largest, ends.degree(v)));
            largest = Math.max(largest, ends.degree(v));
        }
        mostCommon = second;
        squaresBefore.set(ends.vertexCount(), sum);
        squares = sum;
    }

    /**
     * Makes bitmaps of the ends of largest degree, which counting uses from now on.
     *
     * @param scope owns the memory
     */
    void prepareHubs(OffHeapScope scope, Workers workers) {
        hubs = new HubBitmaps(ends, middles.vertexCount(), scope, workers);
    }

    /**
     * The most that a drawn wedge, or an end of one, can say: of {@code c} common neighbors, or of several such numbers, one wedge
     * is {@code (c - 1) / 2} butterflies, or the mean of these.
     */
    RareDraws rare(int drawsOfAnEstimate) {
        return new RareDraws(wedges * (Math.max(0, mostCommon - 1) / 2.0), drawsOfAnEstimate);
    }

    /** Two ends that share a middle, or any two. */
    record Pair(int first, int second) {}

    /**
     * An estimate of the butterflies, without bias.
     *
     * @param pairs how many pairs are drawn each way
     * @param credits receives the butterflies of each vertex, the left ones first; may be null
     */
    double estimate(int pairs, SplittableRandom random, VertexCredits credits) {
        double sum = 0;
        for (int i = 0; i < pairs; i++) {
            sum += ofPair(endsOfWedge(random), pairs, credits);
            sum += ofPair(endsByDegree(random), pairs, credits);
        }
        return sum;
    }

    /** About how many neighbors are looked at for two pairs, drawn one way each. */
    long steps(SplittableRandom random) {
        return steps(endsOfWedge(random)) + steps(endsByDegree(random));
    }

    private long steps(Pair pair) {
        long few = Math.min(ends.degree(pair.first), ends.degree(pair.second));
        long many = Math.max(ends.degree(pair.first), ends.degree(pair.second));
        boolean isHub = hubs != null && (hubs.hub(pair.first) >= 0 || hubs.hub(pair.second) >= 0);
        return isHub ? Math.min(few, hubs.words()) : few + Math.min(many, few * MANY_TIMES);
    }

    /** The ends of a wedge, all wedges with the same chance, in any order. */
    Pair endsOfWedge(SplittableRandom random) {
        int middle = drawn(wedgesBefore, random.nextLong(wedges));
        long degree = middles.degree(middle);
        long first = random.nextLong(degree);
        long second = random.nextLong(degree - 1);
        long start = middles.start(middle);
        return new Pair(
                middles.neighbor(start + first), middles.neighbor(start + (second < first ? second : second + 1)));
    }

    /** Two ends, which may be the same one, drawn by the squares of their degrees. */
    private Pair endsByDegree(SplittableRandom random) {
        return new Pair(drawn(squaresBefore, random.nextLong(squares)), drawn(squaresBefore, random.nextLong(squares)));
    }

    /** The number of the item that holds {@code point}, by the sums before each item. */
    private static int drawn(OffHeapLongs before, long point) {
        long low = 0;
        long high = before.length() - 2;
        while (low < high) {
            long half = (low + high + 1) >>> 1;
            if (before.get(half) <= point) {
                low = half;
            } else {
                high = half - 1;
            }
        }
        return (int) low;
    }

    /** Butterflies of a pair, divided by the expected number of draws that hit it. */
    private double ofPair(Pair pair, int pairs, VertexCredits credits) {
        int u = pair.first;
        int w = pair.second;
        if (u == w) {
            return 0;
        }
        int few = ends.degree(u) <= ends.degree(w) ? u : w;
        int many = u + w - few;
        double common = common(few, many, null, 0);
        if (common < 2) {
            return 0;
        }
        double byWedges = common / wedges;
        double ofU = (double) ends.degree(u) * ends.degree(u) / squares;
        double ofW = (double) ends.degree(w) * ends.degree(w) / squares;
        double each = 1 / (pairs * (byWedges + 2 * ofU * ofW));
        double all = common * (common - 1) / 2 * each;
        if (credits != null) {
            credits.credit(firstEnd + u, all);
            credits.credit(firstEnd + w, all);
            common(few, many, credits, (common - 1) * each);
        }
        return all;
    }

    /** The number of common neighbors, each of which gets {@code amount}, unless {@code credits} is null. */
    private long common(int few, int many, VertexCredits credits, double amount) {
        int hub = hubs == null ? -1 : hubs.hub(many);
        if (hub >= 0) {
            int other = hubs.hub(few);
            return other >= 0 ? ofHubs(hub, other, credits, amount) : ofHub(few, hub, credits, amount);
        }
        return ofRows(few, many, credits, amount);
    }

    private long ofHubs(int hub, int other, VertexCredits credits, double amount) {
        long common = 0;
        for (long word = 0; word < hubs.words(); word++) {
            long both = hubs.common(hub, other, word);
            common += Long.bitCount(both);
            for (long left = credits == null ? 0 : both; left != 0; left &= left - 1) {
                credit((int) (word * Long.SIZE + Long.numberOfTrailingZeros(left)), credits, amount);
            }
        }
        return common;
    }

    private long ofHub(int few, int hub, VertexCredits credits, double amount) {
        long common = 0;
        for (long slot = ends.start(few); slot < ends.end(few); slot++) {
            int middle = ends.neighbor(slot);
            if (hubs.contains(hub, middle)) {
                common++;
                credit(middle, credits, amount);
            }
        }
        return common;
    }

    private long ofRows(int few, int many, VertexCredits credits, double amount) {
        long common = 0;
        long endOfFew = ends.end(few);
        if (ends.degree(few) * MANY_TIMES < ends.degree(many)) {
            for (long slot = ends.start(few); slot < endOfFew; slot++) {
                int middle = ends.neighbor(slot);
                long found = ends.firstSlotFrom(many, middle);
                if (found < ends.end(many) && ends.neighbor(found) == middle) {
                    common++;
                    credit(middle, credits, amount);
                }
            }
            return common;
        }
        long a = ends.start(few);
        long b = ends.start(many);
        long endOfMany = ends.end(many);
        while (a < endOfFew && b < endOfMany) {
            int ofA = ends.neighbor(a);
            int ofB = ends.neighbor(b);
            if (ofA == ofB) {
                common++;
                credit(ofA, credits, amount);
            }
            a += ofA <= ofB ? 1 : 0;
            b += ofB <= ofA ? 1 : 0;
        }
        return common;
    }

    private void credit(int middle, VertexCredits credits, double amount) {
        if (credits != null) {
            credits.credit(firstMiddle + middle, amount);
        }
    }

    /** The off-heap bytes for this many vertices of both sides. */
    static long bytes(long vertices) {
        return (vertices + 2) * Long.BYTES;
    }
}
