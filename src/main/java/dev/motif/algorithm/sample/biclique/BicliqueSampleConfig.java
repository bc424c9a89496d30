package dev.motif.algorithm.sample.biclique;

import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.graph.Side;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A request for estimates of bicliques.
 *
 * @param p their left vertices, in [1, 256]; the most of them for a table
 * @param q their right vertices, in [1, 256]; the most of them for a table
 * @param table whether all sizes up to {@code (p,q)} are estimated
 * @param side the side whose vertices the search adds; null for the one that is expected to take less work
 * @param sample how narrow the intervals shall be
 */
public record BicliqueSampleConfig(int p, int q, boolean table, Side side, SampleConfig sample)
        implements Serializable {
    /** A number of left and right vertices. */
    record Size(int p, int q) {}

    /** The sizes, by p and then by q. */
    List<Size> sizes() {
        List<Size> sizes = new ArrayList<>();
        for (int i = table ? 1 : p; i <= p; i++) {
            for (int j = table ? 1 : q; j <= q; j++) {
                sizes.add(new Size(i, j));
            }
        }
        return sizes;
    }
}
