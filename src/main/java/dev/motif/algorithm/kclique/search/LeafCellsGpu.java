package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.LeafHistogram;
import dev.motif.gpu.DeviceArray;
import dev.motif.gpu.GpuSession;
import dev.motif.graph.Bytes;
import dev.motif.graph.OffHeapSums;

/**
 * Leaves by kind on a device, 128 bits for each (leaf_histogram.cuh). Belongs to the session.
 *
 * @param words low and high word of those with {@code h} fixed and {@code p} free vertices, at
 *     {@code 2 * (h * columns + p)}
 */
public record LeafCellsGpu(DeviceArray words, int rows, int columns) {
    private static final int MOST_LONGS_AT_ONCE = 1 << 20;

    /**
     * All 0, for searches among so many candidates.
     *
     * @param mostBytes what they may take
     */
    public static LeafCellsGpu of(GpuSession session, int candidates, int maxK, long mostBytes) {
        int columns = candidates + 2;
        int rows = Math.min(maxK, candidates + 2) + 1;
        long bytes = 2L * Long.BYTES * rows * columns;
        if (bytes > mostBytes) {
            throw new IllegalArgumentException("leaves of cliques of up to " + (rows - 1) + " nodes take "
                    + Bytes.toText(bytes) + " of device memory, but only " + Bytes.toText(mostBytes)
                    + " may be used for them: use `backend: 'CPU'`, a smaller `maxK`, or `orientation: 'DEGENERACY'`");
        }
        return new LeafCellsGpu(session.zeroedLongs(2L * rows * columns), rows, columns);
    }

    /** Adds them all to a histogram. */
    public void addTo(LeafHistogram histogram, GpuSession session) {
        int rowsAtOnce = Math.max(1, MOST_LONGS_AT_ONCE / (2 * columns));
        for (int first = 0; first < rows; first += rowsAtOnce) {
            int count = Math.min(rowsAtOnce, rows - first);
            long[] read = session.readLongs(words.from(2L * Long.BYTES * first * columns), 2 * count * columns);
            for (int cell = 0; cell < count * columns; cell++) {
                add(histogram, first + cell / columns, cell % columns, read[2 * cell], read[2 * cell + 1]);
            }
        }
    }

    private static void add(LeafHistogram histogram, int h, int p, long low, long high) {
        if (high != 0 || low < 0) {
            histogram.add(h, p, OffHeapSums.toBigInteger(high, low));
        } else if (low > 0) {
            histogram.add(h, p, low);
        }
    }
}
