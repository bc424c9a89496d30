package dev.motif.algorithm.group.biclique.model;

import dev.motif.graph.Side;
import java.io.Serializable;

/**
 * The work of a search, and how it was done.
 *
 * @param nodes the number of nodes of the search trees: sets of common vertices that were tried, maximal or not
 * @param busyRatio the sum of the workers' run times, divided by the longest of them times the number of workers; 1 is
 *     ideal
 * @param technique the name of the technique that was used
 * @param side the side whose subsets were searched
 */
public record SearchReport(long nodes, double busyRatio, String technique, Side side) implements Serializable {
    /** The report of this and of another part of a search. Their workers did not wait for each other. */
    public SearchReport plus(SearchReport other) {
        long all = nodes + other.nodes;
        double busy = all == 0 ? 1 : (nodes * busyRatio + other.nodes * other.busyRatio) / all;
        return new SearchReport(all, busy, technique, side);
    }
}
