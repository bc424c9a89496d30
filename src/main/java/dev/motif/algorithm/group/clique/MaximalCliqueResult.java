package dev.motif.algorithm.group.clique;

import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * How many maximal cliques, or other groups of vertices, a graph has. Owns its array.
 *
 * @param bySize the maximal cliques of each size, from 0 on; its last element is the number of the largest ones
 * @param vertices in how many each vertex is; null when that was not counted
 */
public record MaximalCliqueResult(BigInteger[] bySize, OffHeapLongs vertices)
        implements Mergeable<MaximalCliqueResult> {
    private static final long PER_TASK = 1 << 16;

    /** No maximal cliques. */
    static final MaximalCliqueResult NONE = new MaximalCliqueResult(new BigInteger[0], null);

    /** Counters that are empty, one for each worker of a search. */
    public static Counter[] counters(int workers) {
        Counter[] each = new Counter[workers];
        Arrays.setAll(each, worker -> new Counter());
        return each;
    }

    /**
     * The sum of the results of all workers.
     *
     * @param vertices in how many each vertex is, which the result owns; null when that was not counted
     */
    public static MaximalCliqueResult of(Counter[] found, OffHeapLongs vertices) {
        int sizes = Arrays.stream(found).mapToInt(Counter::sizes).max().orElse(0);
        BigInteger[] bySize = new BigInteger[sizes];
        Arrays.setAll(
                bySize,
                size -> Arrays.stream(found).map(each -> each.count(size)).reduce(BigInteger.ZERO, BigInteger::add));
        return new MaximalCliqueResult(bySize, vertices);
    }

    /** Counts what one worker finds by size, where pairs stand for {@code 2^pairs} groups. */
    public static final class Counter {
        private long[][] found = new long[0][];

        private Counter() {}

        /** Notes {@code 2^pairs} groups of {@code size} vertices. */
        public void add(int size, int pairs) {
            if (found.length <= pairs) {
                int before = found.length;
                found = Arrays.copyOf(found, pairs + 1);
                Arrays.fill(found, before, found.length, new long[0]);
            }
            if (found[pairs].length <= size) {
                found[pairs] = Arrays.copyOf(found[pairs], size + 1);
            }
            found[pairs][size]++;
        }

        private int sizes() {
            return Arrays.stream(found).mapToInt(bySize -> bySize.length).max().orElse(0);
        }

        private BigInteger count(int size) {
            BigInteger count = BigInteger.ZERO;
            for (int pairs = 0; pairs < found.length; pairs++) {
                if (size < found[pairs].length) {
                    count = count.add(BigInteger.valueOf(found[pairs][size]).shiftLeft(pairs));
                }
            }
            return count;
        }
    }

    public BigInteger total() {
        return Arrays.stream(bySize).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The number of maximal cliques of this many vertices. */
    public BigInteger count(int size) {
        return size < bySize.length ? bySize[size] : BigInteger.ZERO;
    }

    /** The number of vertices of the largest ones, 0 where there are none. */
    public int largest() {
        return Math.max(0, bySize.length - 1);
    }

    /** The error where a vertex is in more than can be counted. */
    static IllegalArgumentException tooManyOfOne(ArithmeticException cause) {
        return new IllegalArgumentException(
                "a node is in 2^63 maximal cliques or more; `minSize` and `maxSize` leave some out", cause);
    }

    @Override
    public MaximalCliqueResult plus(List<MaximalCliqueResult> others, Workers workers) {
        BigInteger[] sums = bySize;
        for (MaximalCliqueResult other : others) {
            BigInteger[] sum = new BigInteger[Math.max(sums.length, other.bySize.length)];
            BigInteger[] before = sums;
            Arrays.setAll(sum, size -> (size < before.length ? before[size] : BigInteger.ZERO).add(other.count(size)));
            sums = sum;
            if (vertices != null) {
                add(other.vertices, workers);
            }
        }
        return new MaximalCliqueResult(sums, vertices);
    }

    private void add(OffHeapLongs part, Workers workers) {
        workers.forRanges(vertices.length(), PER_TASK, (worker, from, to) -> {
            for (long v = from; v < to; v++) {
                try {
                    vertices.set(v, Math.addExact(vertices.get(v), part.get(v)));
                } catch (ArithmeticException e) {
                    throw tooManyOfOne(e);
                }
            }
        });
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(vertices);
    }
}
