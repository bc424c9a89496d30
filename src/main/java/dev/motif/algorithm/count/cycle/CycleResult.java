package dev.motif.algorithm.count.cycle;

import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * The directed cycles of a graph: by length and, when asked for, by vertex or by arc. Closing it frees its arrays, which it
 * takes over.
 *
 * @param byLength the number of cycles by their number of vertices, from 0 on
 * @param vertices the cycles of each vertex, or null
 * @param forward the cycles through each edge from its smaller end to its larger one, or null
 * @param backward the cycles through each edge from its larger end to its smaller one, or null
 */
public record CycleResult(BigInteger[] byLength, OffHeapLongs vertices, OffHeapLongs forward, OffHeapLongs backward)
        implements Mergeable<CycleResult> {
    private static final long VALUES_PER_TASK = 1 << 16;

    @Override
    public CycleResult plus(List<CycleResult> others, Workers workers) {
        BigInteger[] sums = byLength.clone();
        try {
            for (CycleResult other : others) {
                Arrays.setAll(sums, length -> sums[length].add(other.byLength[length]));
                add(other.vertices, vertices, workers);
                add(other.forward, forward, workers);
                add(other.backward, backward, workers);
            }
        } catch (ArithmeticException e) {
            throw CycleCpu.tooMany(e);
        }
        return new CycleResult(sums, vertices, forward, backward);
    }

    private static void add(OffHeapLongs part, OffHeapLongs sum, Workers workers) {
        if (sum != null) {
            workers.forRanges(sum.length(), VALUES_PER_TASK, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    sum.set(i, Math.addExact(sum.get(i), part.get(i)));
                }
            });
        }
    }

    public BigInteger count(int length) {
        return byLength[length];
    }

    public BigInteger total() {
        return Arrays.stream(byLength).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The cycles through an edge in either direction. */
    public long ofEdge(long edge) {
        return Math.addExact(forward.get(edge), backward.get(edge));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(vertices, forward, backward);
    }
}
