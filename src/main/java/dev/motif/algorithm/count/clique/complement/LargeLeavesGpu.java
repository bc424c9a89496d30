package dev.motif.algorithm.count.clique.complement;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.search.IndependencePolynomial;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.gpu.KernelAbi;

/**
 * The leaves whose numbers of cliques may not fit 128 bits. The device writes out the paths and cycles of each
 * (independence.cuh); their polynomials are multiplied here, on the host.
 */
public final class LargeLeavesGpu {
    /** Has room for at least one of the largest leaves: a component takes one int and has two candidates or more. */
    static final int LENGTH = 1 << 20;

    private final GpuSession session;
    private final DeviceArray words;
    private final IndependencePolynomial polynomial = new IndependencePolynomial();

    LargeLeavesGpu(GpuSession session) {
        this.session = session;
        this.words = session.zeroedInts(LENGTH);
    }

    /** The device memory that is taken. */
    public static long bytes() {
        return (long) LENGTH * Integer.BYTES;
    }

    DeviceArray words() {
        return words;
    }

    /**
     * Adds the leaves that a launch has written to a histogram, and clears their memory for the next launch.
     *
     * @param found the words of the result
     * @param result the words of the result on the device, of which the words about large leaves are cleared
     */
    void moveTo(CliqueLeafHistogram leaves, int maxK, long[] found, DeviceArray result) {
        long used = Math.min(LENGTH, found[KernelAbi.KCLIQUE_LARGE_USED]);
        if (used == 0) {
            return;
        }
        long[] pairs = session.readLongs(words, (int) ((used + 1) / 2));
        // Where a leaf did not fit any more, there are zeros.
        for (int at = 0; at < used && word(pairs, at) != 0; at += word(pairs, at)) {
            add(leaves, maxK, pairs, at);
        }
        session.clear(words);
        session.clear(result.from((long) KernelAbi.KCLIQUE_LARGE_USED * Long.BYTES));
    }

    private void add(CliqueLeafHistogram leaves, int maxK, long[] pairs, int at) {
        int fixed = word(pairs, at + 1);
        int free = word(pairs, at + 2);
        int components = word(pairs, at + 3);
        polynomial.reset();
        for (int i = 0; i < components; i++) {
            int component = word(pairs, at + KernelAbi.KCLIQUE_LARGE_HEADER + i);
            if ((component & 1) != 0) {
                polynomial.addCycle(component >>> 1);
            } else {
                polynomial.addPath(component >>> 1);
            }
        }
        polynomial.addTo(leaves, fixed, free, maxK - fixed);
    }

    private static int word(long[] pairs, int index) {
        return (int) (pairs[index / 2] >>> index % 2 * Integer.SIZE);
    }
}
