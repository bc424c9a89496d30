package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;

/**
 * The number of leaves of each kind on a device, of 128 bits each (leaf_histogram.cuh). Belongs to the session.
 *
 * @param words the number of leaves of {@code h} fixed and {@code p} free vertices, its low and its high word, at
 *     {@code 2 * (h * columns + p)}
 * @param rows one more than the largest {@code h}
 * @param columns one more than the largest {@code p}
 */
public record CliqueLeafHistogramGpu(DeviceArray words, int rows, int columns) {
    private static final int MOST_LONGS_AT_ONCE = 1 << 20;

    /** The most heap that is taken while numbers are read from the device. */
    public static final long MOST_HEAP_BYTES = (long) MOST_LONGS_AT_ONCE * Long.BYTES;

    /**
     * Makes numbers that are all 0, for searches from roots of at most this many candidates.
     *
     * @param mostBytes the device memory that they may take
     * @throws IllegalArgumentException when they would take more
     */
    public static CliqueLeafHistogramGpu of(GpuSession session, int candidates, int maxK, long mostBytes) {
        int columns = candidates + 2;
        int rows = Math.min(maxK, candidates + 2) + 1;
        long bytes = 2L * Long.BYTES * rows * columns;
        if (bytes > mostBytes) {
            throw new IllegalArgumentException("leaves of cliques of up to " + (rows - 1) + " nodes take "
                    + Bytes.toText(bytes) + " of device memory, but only " + Bytes.toText(mostBytes)
                    + " may be used for them: use `backend: 'CPU'`, a smaller `maxK`, or `orientation: 'DEGENERACY'`");
        }
        return new CliqueLeafHistogramGpu(session.zeroedLongs(2L * rows * columns), rows, columns);
    }

    /** Takes leaves of one kind: {@code times} with {@code h} fixed and {@code p} free vertices. */
    @FunctionalInterface
    public interface Kinds {
        void take(int h, int p, BigInteger times);
    }

    public void addTo(CliqueLeafHistogram histogram, GpuSession session) {
        forEach(session, (h, p, times) -> {
            if (times.bitLength() < Long.SIZE) {
                histogram.add(h, p, times.longValue());
            } else {
                histogram.add(h, p, times);
            }
        });
    }

    /** Passes on the kinds of which there are leaves. */
    public void forEach(GpuSession session, Kinds kinds) {
        int rowsAtOnce = Math.max(1, MOST_LONGS_AT_ONCE / (2 * columns));
        for (int first = 0; first < rows; first += rowsAtOnce) {
            int count = Math.min(rowsAtOnce, rows - first);
            long[] read = session.readLongs(words.from(2L * Long.BYTES * first * columns), 2 * count * columns);
            for (int cell = 0; cell < count * columns; cell++) {
                if (read[2 * cell] != 0 || read[2 * cell + 1] != 0) {
                    kinds.take(
                            first + cell / columns,
                            cell % columns,
                            OffHeapSums.toBigInteger(read[2 * cell + 1], read[2 * cell]));
                }
            }
        }
    }
}
