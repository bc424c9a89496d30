package dev.motif.algorithm.kclique.complement;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.search.BitGraph;
import dev.motif.algorithm.kclique.search.IndependencePolynomial;
import dev.motif.algorithm.kclique.search.LocalGraph;
import dev.motif.algorithm.kclique.search.LocalTally;
import dev.motif.algorithm.kclique.search.Search;
import dev.motif.algorithm.kclique.search.Tally;
import dev.motif.algorithm.kclique.search.TotalTally;
import dev.motif.backend.SearchQueue;

/**
 * The search that splits the cliques of a node by a candidate {@code u}: those with it and those without it.
 *
 * <p>A candidate that is adjacent to all others becomes free at once, and one that has too few neighbors for a clique
 * of the size that is asked for is dropped. Then, with {@code q} for the number of other candidates that a candidate is
 * not adjacent to:
 *
 * <ul>
 *   <li>When no {@code q} is above 2, the complement of the candidates is paths and cycles. The cliques among them are
 *       the independent sets of those, which are counted without being visited ({@link IndependencePolynomial}).
 *   <li>When the candidates are dense, the one of the largest {@code q} is {@code u}. The node that has it loses at least
 *       3 other candidates, so there are {@code O(1.38^s)} nodes for {@code s} candidates.
 *   <li>Otherwise the one of the smallest {@code q} is the pivot: the cliques either have one of those that it is not
 *       adjacent to, a branch for each as the first of them, or the pivot is adjacent to all that is left and becomes
 *       free. There are {@code O(1.44^s)} nodes. The technique PIVOT does so always.
 * </ul>
 */
public final class BranchSearch extends Search {
    /** Candidates are dense when they miss at most so many others on average. */
    private static final int DENSE = 8;

    /** The largest {@code q} for counts in total; counts by vertex and edge know complements of pairs alone. */
    private static final int MAX_MISSED = 2;

    private final BitGraph complements;
    private final int maxMissed;
    private final IndependencePolynomial polynomial = new IndependencePolynomial();

    /** How many candidates each one is not adjacent to, beside {@link #list}. */
    private int[] missed = new int[64];

    /** What {@link #scan} finds out: the most that a candidate misses, which one that is, and the sum of all. */
    private int most;

    private int worst;
    private long sum;

    /** Of the candidates that miss some, the one that misses the fewest. */
    private int pivot;

    /** @param complements the graph, when complements are looked at; otherwise null */
    public BranchSearch(
            KCliqueConfig config,
            LocalGraph graph,
            BitGraph complements,
            Tally tally,
            Runnable check,
            SearchQueue.Seat seat) {
        super(config, graph, tally, check, seat);
        this.complements = complements;
        this.maxMissed = complements == null ? 0 : tally.local() ? 1 : MAX_MISSED;
    }

    @Override
    public int enter(int depth, int v) {
        return graph.enter(depth, v);
    }

    @Override
    public void visit(int depth, int startCount, int startFree, int at) {
        int h = fixed(depth);
        int count = startCount;
        int p = startFree;
        int length = tally.pathLength();
        while (h + p + count >= minK) {
            if (count == 0 || h + 1 == maxK) {
                leaf(depth, count, p, at);
                break;
            }
            int dropped = scan(depth, count, minK - h - p - 1, at);
            if (dropped > 0) {
                count -= dropped;
                continue;
            }
            if (h + 2 == maxK) {
                if (tally.local()) {
                    leafOfTwo(depth, count, p, at);
                } else {
                    leafOfPairs(depth, count, p);
                }
                break;
            }
            int absorbed = absorb(depth, count, at);
            p += absorbed;
            count -= absorbed;
            if (count == 0) {
                continue;
            }
            if (most <= maxMissed) {
                if (counts(depth)) {
                    leafOfSparseComplement(depth, count, p, at);
                }
                break;
            }
            if (complements != null && sum <= (long) DENSE * count) {
                count = branchOnWorst(depth, count, p, at);
            } else {
                count = branchOnNonNeighbors(depth, count, p, at);
                p++;
            }
        }
        tally.shorten(length);
    }

    /**
     * Looks at all candidates. Those that have fewer than {@code needed} neighbors among them are removed.
     *
     * @return how many were removed; when it is not 0, nothing else was found out
     */
    private int scan(int depth, int count, int needed, int at) {
        work(WORDS_PER_NODE + (long) count * (WORDS_PER_CANDIDATE + graph.words(count)));
        list(depth, count, at);
        missed = LocalGraph.withRoom(missed, at, count);
        int dropped = 0;
        int fewest = Integer.MAX_VALUE;
        most = 0;
        sum = 0;
        for (int i = at; i < at + count; i++) {
            int degree = graph.degree(depth, list[i]);
            int q = count - 1 - degree;
            missed[i] = q;
            sum += q;
            if (degree < needed) {
                list[at + dropped++] = list[i];
            }
            if (q > most) {
                most = q;
                worst = list[i];
            }
            if (q > 0 && q < fewest) {
                fewest = q;
                pivot = list[i];
            }
        }
        for (int i = at; i < at + dropped; i++) {
            graph.remove(depth, list[i]);
        }
        return dropped;
    }

    /** Makes those free that are adjacent to all others; the rest is in the list. Returns how many they are. */
    private int absorb(int depth, int count, int at) {
        int absorbed = 0;
        for (int i = at; i < at + count; i++) {
            if (missed[i] == 0) {
                graph.remove(depth, list[i]);
                tally.extend(list[i], false);
                absorbed++;
            } else {
                list[i - absorbed] = list[i];
                missed[i - absorbed] = missed[i];
            }
        }
        return absorbed;
    }

    /** There are no candidates, or room for one more vertex at most. */
    private void leaf(int depth, int count, int p, int at) {
        if (!tally.local()) {
            if (counts(depth)) {
                tally.leaf(fixed(depth), p + count);
            }
            return;
        }
        list(depth, count, at);
        leafOfOne(depth, count, p, at);
    }

    /** There is room for two more vertices: any two, less the pairs of candidates that are not adjacent. */
    private void leafOfPairs(int depth, int count, int p) {
        if (counts(depth)) {
            tally.leaf(fixed(depth), p + count);
            tally.leaves(fixed(depth) + 2, 0, -(sum / 2));
        }
    }

    /** Visits the node with the candidate that misses the most others; the node goes on without it. Returns what is left. */
    private int branchOnWorst(int depth, int count, int p, int at) {
        int u = worst;
        child(depth, u, p, at + count);
        graph.remove(depth, u);
        return count - 1;
    }

    /** Visits a node for each candidate that the pivot is not adjacent to, then the pivot is free; returns what is left. */
    private int branchOnNonNeighbors(int depth, int count, int p, int at) {
        int u = pivot;
        int left = count;
        for (int i = at; i < at + count; i++) {
            int v = list[i];
            if (v != u && !graph.adjacent(u, v)) {
                graph.remove(depth, v);
                left--;
                child(depth, v, p, at + count);
            }
        }
        graph.remove(depth, u);
        tally.extend(u, false);
        return left - 1;
    }

    private void leafOfSparseComplement(int depth, int count, int p, int at) {
        if (tally.local()) {
            leafOfDisjointPairs(depth, count, p, at);
            return;
        }
        work((long) count * graph.words(count));
        complements.copy(depth);
        polynomial.reset();
        for (int i = at; i < at + count; i++) {
            if (missed[i] == 1 && complements.contains(depth + 1, list[i])) {
                polynomial.addPath(walk(depth + 1, list[i]));
            }
        }
        for (int i = at; i < at + count; i++) {
            if (complements.contains(depth + 1, list[i])) {
                polynomial.addCycle(walk(depth + 1, list[i]));
            }
        }
        polynomial.addTo(((TotalTally) tally).histogram(), fixed(depth), p, maxK - fixed(depth));
    }

    /** Walks through a path of the complement from its end, or a cycle, takes its vertices away and returns how many. */
    private int walk(int depth, int start) {
        int vertices = 0;
        for (int v = start; v >= 0; v = complements.nonNeighbor(depth, v)) {
            complements.remove(depth, v);
            vertices++;
        }
        return vertices;
    }

    private void leafOfDisjointPairs(int depth, int count, int p, int at) {
        complements.copy(depth);
        int[] pairs = new int[count];
        int filled = 0;
        for (int i = at; i < at + count; i++) {
            if (complements.contains(depth + 1, list[i])) {
                complements.remove(depth + 1, list[i]);
                int other = complements.nonNeighbor(depth + 1, list[i]);
                complements.remove(depth + 1, other);
                pairs[filled++] = list[i];
                pairs[filled++] = other;
            }
        }
        ((LocalTally) tally).leafOfPairs(fixed(depth), p, pairs);
    }
}
