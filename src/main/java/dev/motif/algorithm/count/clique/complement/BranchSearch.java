package dev.motif.algorithm.count.clique.complement;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.search.BitGraph;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.CliqueSizesCounter;
import dev.motif.algorithm.count.clique.search.CliqueTotalCounter;
import dev.motif.algorithm.count.clique.search.IndependencePolynomial;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.backend.work.SearchQueue;

/**
 * The search that splits the cliques of a node by a candidate {@code u}: cliques with it and cliques without it.
 *
 * <p>A candidate that is adjacent to all others becomes free at once, and one that has too few neighbors for a clique
 * of the wanted size is dropped. What follows depends on {@code q}, the number of other candidates that a candidate is
 * not adjacent to:
 * <ul>
 *   <li>When no {@code q} is above 2, the complement of the graph among the candidates consists of paths and cycles.
 *       The cliques among the candidates are its independent sets, which are counted without being visited ({@link
 *       IndependencePolynomial}).
 *   <li>When the candidates are dense, {@code u} is the one with the largest {@code q}. The node with it loses at least
 *       3 other candidates, so there are {@code O(1.38^s)} nodes for {@code s} candidates.
 *   <li>Otherwise the candidate with the smallest {@code q} is the pivot. A clique either has a candidate that the
 *       pivot is not adjacent to: there is a branch for each such candidate, for the cliques in which it is the first
 *       of them. Or it has none: then the pivot is adjacent to all candidates that are left and becomes free. There are
 *       {@code O(1.44^s)} nodes.
 * </ul>
 */
public class BranchSearch extends Search {
    /** Candidates are dense when they are not adjacent to at most this many others on average. */
    private static final int DENSE = 8;

    /** The largest {@code q} of sparse complements; it is 1 for one size by vertex or edge: disjoint pairs. */
    private static final int MAX_MISSED = 2;

    /** The counter when it is of several sizes by vertex or edge, otherwise null. */
    private final CliqueSizesCounter sizes;

    private final int maxMissed;
    private final IndependencePolynomial polynomial = new IndependencePolynomial();

    /** For each entry of {@link #list} the number of other candidates that it is not adjacent to. */
    private int[] missed = new int[64];

    /** The candidates of a sparse complement, one component after the other, and the vertices of each, negative for cycles. */
    private final int[] walked = new int[CliqueSizesCounter.MOST_CANDIDATES];

    private final int[] lengths = new int[CliqueSizesCounter.MOST_CANDIDATES];

    private int walkedCount;
    private int components;

    /** The largest {@code q} of a candidate, found by {@link #scan}. */
    private int most;

    /** The candidate with the largest {@code q}, found by {@link #scan}. */
    private int worst;

    /** The sum of {@code q} over all candidates, found by {@link #scan}. */
    private long sum;

    /** The candidate with the smallest {@code q} above 0, found by {@link #scan}. */
    private int pivot;

    /** @param graph a {@link BitGraph}, unless {@link #countsAtOnce} is always false */
    public BranchSearch(
            KCliqueConfig config,
            CliqueLocalGraph graph,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        super(config, graph, counter, check, tasks);
        this.sizes = counter instanceof CliqueSizesCounter several ? several : null;
        this.maxMissed = counter.local() && sizes == null ? 1 : MAX_MISSED;
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
        int length = counter.pathLength();
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
            if (h + 2 == maxK && sizes == null) {
                if (counter.local()) {
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
            if (countsAtOnce(count)) {
                if (counts(depth)) {
                    leafOfSparseComplement(depth, count, p, at);
                }
                break;
            }
            if (isDense(count)) {
                count = branchOnWorst(depth, count, p, at);
            } else {
                count = branchOnNonNeighbors(depth, count, p, at);
                p++;
            }
        }
        counter.shorten(length);
    }

    /** Whether the cliques among the {@code count} candidates are counted as independent sets of their complement. */
    protected boolean countsAtOnce(int count) {
        return most <= maxMissed && (sizes == null || count <= CliqueSizesCounter.MOST_CANDIDATES);
    }

    /** Whether the search branches on the candidate with the largest {@code q} of {@code count} ones. */
    protected boolean isDense(int count) {
        return sum <= (long) DENSE * count;
    }

    /**
     * Looks at all candidates and removes the candidates that have fewer than {@code needed} neighbors among them.
     *
     * @return how many were removed; when it is not 0, {@link #most} and the other results are out of date
     */
    private int scan(int depth, int count, int needed, int at) {
        work(WORDS_PER_NODE + (long) count * (WORDS_PER_CANDIDATE + graph.words(count)));
        list(depth, count, at);
        missed = CliqueLocalGraph.withRoom(missed, at, count);
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

    /** Makes candidates that are adjacent to all others free; the list keeps the rest. Returns how many became free. */
    private int absorb(int depth, int count, int at) {
        int absorbed = 0;
        for (int i = at; i < at + count; i++) {
            if (missed[i] == 0) {
                graph.remove(depth, list[i]);
                counter.extend(list[i], false);
                absorbed++;
            } else {
                list[i - absorbed] = list[i];
                missed[i - absorbed] = missed[i];
            }
        }
        return absorbed;
    }

    /** Counts a node that has no candidates, or room for one more vertex at most. */
    private void leaf(int depth, int count, int p, int at) {
        if (!counter.local()) {
            if (counts(depth)) {
                counter.leaf(fixed(depth), p + count);
            }
            return;
        }
        list(depth, count, at);
        leafOfOne(depth, count, p, at);
    }

    /** Counts a node with room for two more vertices: any two, less the pairs of candidates that are not adjacent. */
    private void leafOfPairs(int depth, int count, int p) {
        if (counts(depth)) {
            counter.leaf(fixed(depth), p + count);
            counter.leaves(fixed(depth) + 2, 0, -(sum / 2));
        }
    }

    /** Visits the node with the candidate of the largest {@code q} and removes it here; returns how many are left. */
    private int branchOnWorst(int depth, int count, int p, int at) {
        int u = worst;
        child(depth, u, p, at + count);
        graph.remove(depth, u);
        return count - 1;
    }

    /** Visits a node for each candidate that the pivot misses, then makes the pivot free; returns how many are left. */
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
        counter.extend(u, false);
        return left - 1;
    }

    private void leafOfSparseComplement(int depth, int count, int p, int at) {
        if (counter.local() && sizes == null) {
            leafOfDisjointPairs(depth, count, p, at);
            return;
        }
        work((long) count * graph.words(count));
        BitGraph complements = (BitGraph) graph;
        complements.copy(depth);
        polynomial.reset();
        components = 0;
        walkedCount = 0;
        for (int i = at; i < at + count; i++) {
            if (missed[i] == 1 && complements.contains(depth + 1, list[i])) {
                addComponent(complements, depth + 1, list[i], false);
            }
        }
        for (int i = at; i < at + count; i++) {
            if (complements.contains(depth + 1, list[i])) {
                addComponent(complements, depth + 1, list[i], true);
            }
        }
        if (sizes == null) {
            polynomial.addTo(((CliqueTotalCounter) counter).histogram(), fixed(depth), p, maxK - fixed(depth));
        } else {
            sizes.leafOfSparseComplement(fixed(depth), p, walked, lengths, components);
        }
    }

    /** Walks along a path of the complement from its end, or round a cycle, and removes its vertices. */
    private void addComponent(BitGraph complements, int depth, int start, boolean cycle) {
        int vertices = 0;
        for (int v = start; v >= 0; v = complements.nonNeighbor(depth, v)) {
            complements.remove(depth, v);
            vertices++;
            if (sizes != null) {
                walked[walkedCount++] = v;
            }
        }
        if (sizes != null) {
            lengths[components++] = cycle ? -vertices : vertices;
        } else if (cycle) {
            polynomial.addCycle(vertices);
        } else {
            polynomial.addPath(vertices);
        }
    }

    private void leafOfDisjointPairs(int depth, int count, int p, int at) {
        BitGraph complements = (BitGraph) graph;
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
        ((CliqueLocalCounter) counter).leafOfPairs(fixed(depth), p, pairs);
    }
}
