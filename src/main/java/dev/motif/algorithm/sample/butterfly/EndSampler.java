package dev.motif.algorithm.sample.butterfly;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.SplittableRandom;

/**
 * Draws ends of wedges, all wedges with the same chance, and counts all butterflies of each end. That is the mean of what
 * {@link PairSampler} finds for the wedges of the end, so it varies less than one wedge, at the price of visiting them all:
 * where degrees differ little, some hundred ends say as much as some hundred thousand wedges. The state of one worker.
 */
final class EndSampler {
    private static final int SLOTS_PER_CHECK = 64;

    private final PairSampler pairs;
    private final Csr ends;
    private final Csr middles;

    /** For each end, its wedges with the one that is looked at; all 0 between two of these. */
    private final OffHeapInts common;

    private long steps;

    /** @param scope owns the memory */
    EndSampler(PairSampler pairs, OffHeapScope scope) {
        this.pairs = pairs;
        ends = pairs.ends;
        middles = pairs.middles;
        common = scope.ints(ends.vertexCount());
        common.clear();
    }

    /** The off-heap bytes for this number of ends. */
    static long bytes(long ends) {
        return ends * Integer.BYTES;
    }

    /** The wedges of an end, and one more for each of its middles. */
    long wedges(int end) {
        return ends.pathsFrom(end, middles);
    }

    /** The wedges visited by all estimates so far. */
    long steps() {
        return steps;
    }

    /**
     * An estimate of the butterflies, without bias.
     *
     * @param count how many ends are drawn
     * @param check called every few milliseconds; what it throws makes this sampler useless
     */
    double estimate(int count, SplittableRandom random, Runnable check) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += butterfliesOfWedge(pairs.endsOfWedge(random).first(), check);
        }
        return sum / count * pairs.wedges;
    }

    /** The butterflies of an end for each of its wedges. */
    private double butterfliesOfWedge(int end, Runnable check) {
        long degree = ends.degree(end);
        long wedges = -degree;
        // The end itself is found from each of its middles.
        long butterflies = -degree * (degree - 1) / 2;
        for (long slot = ends.start(end); slot < ends.end(end); slot++) {
            if (slot % SLOTS_PER_CHECK == 0) {
                check.run();
            }
            int middle = ends.neighbor(slot);
            wedges += middles.degree(middle);
            long last = middles.end(middle);
            for (long other = middles.start(middle); other < last; other++) {
                int found = middles.neighbor(other);
                int before = common.get(found);
                butterflies += before;
                common.set(found, before + 1);
            }
        }
        clear(end, wedges);
        steps += wedges;
        return (double) butterflies / wedges;
    }

    private void clear(int end, long wedges) {
        if (wedges > common.length() / 4) {
            common.clear();
            return;
        }
        for (long slot = ends.start(end); slot < ends.end(end); slot++) {
            int middle = ends.neighbor(slot);
            for (long other = middles.start(middle); other < middles.end(middle); other++) {
                common.set(middles.neighbor(other), 0);
            }
        }
    }
}
