package dev.motif.algorithm.level.tip;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Side;
import java.io.Serializable;

/**
 * Says which tip numbers to compute.
 *
 * @param side the side whose vertices are peeled; the other side is kept
 */
public record TipConfig(Side side) implements Serializable {
    /** The number of vertices of the peeled side. */
    long items(GraphSize size) {
        return side == Side.LEFT ? size.left() : size.right();
    }
}
