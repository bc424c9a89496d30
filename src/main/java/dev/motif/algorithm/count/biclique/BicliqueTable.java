package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.Stars;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the bicliques of all sizes of a table, by one search for several sizes or by one for each. A size for which
 * there is no time stays null.
 */
abstract class BicliqueTable {
    final BipartiteGraph graph;

    /** The request, without its time limit. */
    final BicliqueConfig config;

    final Deadline deadline;
    private final Execution execution;

    /** The bicliques of each size, null for those that have not been counted. */
    final BigInteger[][] table;

    private final List<BicliqueResult> searches = new ArrayList<>();

    BicliqueTable(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this.graph = graph;
        this.config = config.withTimeoutMillis(0);
        this.deadline = deadline;
        this.execution = execution;
        this.table = new Stars(graph, config, execution).table();
    }

    /** Counts all sizes, or the sizes for which there is time. */
    final BicliqueResult count() {
        if (deadline.timeoutMillis() == 0) {
            fill(execution);
        } else {
            deadline.limit(execution, this::fill);
        }
        boolean one = searches.size() == 1 && searches.get(0).config().equals(config);
        return new BicliqueResult(
                config.withTimeoutMillis(deadline.timeoutMillis()),
                one ? searches.get(0).technique() : null,
                one ? searches.get(0).side() : null,
                table,
                null,
                null,
                null);
    }

    /** Counts all sizes but stars, until {@code limited} is cancelled. */
    abstract void fill(Execution limited);

    /** Searches for the sizes of {@code sizes}, a part of the table or one size. */
    abstract BicliqueResult search(BicliqueConfig sizes, Execution limited);

    /** Whether neither technique nor side are prescribed. */
    final boolean isFree() {
        return isFree(config);
    }

    static boolean isFree(BicliqueConfig config) {
        return config.technique() == Technique.AUTO && config.side() == null;
    }

    /** Counts the sizes of {@code sizes} by one search. */
    final void count(BicliqueConfig sizes, Execution limited) {
        take(sizes, search(sizes, limited));
    }

    final void take(BicliqueConfig sizes, BicliqueResult found) {
        searches.add(found);
        for (int p = sizes.minP(); p <= sizes.p(); p++) {
            for (int q = sizes.minQ(); q <= sizes.q(); q++) {
                table[p - 1][q - 1] = found.count(p, q);
            }
        }
    }

    /** Whether one search for all sizes of {@code rest} is estimated to read no more words than one for each. */
    final boolean costsLess(double words, BicliqueConfig rest, Execution limited) {
        SearchEstimate each = limited.time(Stage.PREPARE, () -> TablePlan.oneByOne(graph, rest, words, 0, limited));
        return each.words() >= words;
    }

    /** A configuration for each size of {@code rest}, the small ones first. */
    static List<BicliqueConfig> cells(BicliqueConfig rest) {
        List<BicliqueConfig> cells = new ArrayList<>();
        for (int p = rest.minP(); p <= rest.p(); p++) {
            for (int q = rest.minQ(); q <= rest.q(); q++) {
                cells.add(BicliqueConfig.total(p, q));
            }
        }
        cells.sort(Comparator.comparingInt(cell -> cell.p() + cell.q()));
        return cells;
    }
}
