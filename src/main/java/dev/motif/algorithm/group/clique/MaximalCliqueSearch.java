package dev.motif.algorithm.group.clique;

import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.Arrays;

/**
 * Searches the maximal cliques whose vertex of highest rank is a root. The state of one worker.
 *
 * <p>A node of the search has chosen vertices, the candidates that are adjacent to all of them, and the excluded
 * vertices that are so too and have a neighbor among the candidates: a clique to which one of them can be added is
 * found elsewhere, or is not maximal. Each child chooses one more candidate, which is excluded from the children after
 * it. Only candidates that are not adjacent to a pivot are chosen: a maximal clique without any of them could be
 * extended by the pivot. The pivot is the candidate or excluded vertex that is adjacent to the most candidates.
 */
final class MaximalCliqueSearch {
    /** Words that are read between two calls of the check: about half a millisecond. */
    private static final int WORDS_PER_POLL = 1 << 19;

    private static final int WORDS_PER_NODE = 20;

    private final RootedGraph graph;
    private final OffHeapInts vertices;
    private final MaximalCliqueConfig config;
    private final Leaves leaves;
    private final SearchQueue.WorkerTasks tasks;
    private final SearchQueue.Part part;
    private final int mostPairs;

    /** The candidates that are chosen, one of each depth. */
    private final int[] chosen;

    /** The number of found cliques with each candidate. */
    private final long[] credits;

    /** The rows of the excluded vertices of each node from depth 0 to the current one, one node after another. */
    private int[] excluded = new int[256];

    /** For the excluded vertices of the current node: the row that is adjacent to the most candidates, and to how many. */
    private int pivotRow;

    private int pivotDegree;

    private long work;
    private long pollAt = WORDS_PER_POLL;
    private int root;

    /** Receives the cliques that are found. */
    interface Leaves {
        /**
         * Takes {@code 2^pairs} maximal cliques of {@code size} vertices each: they have the first {@code depth} chosen
         * vertices and the root, the candidates of {@code depth} that are adjacent to all other candidates, and one of
         * each pair of candidates that are adjacent to all others but each other.
         */
        void take(MaximalCliqueSearch search, int depth, int size, int pairs);

        /** The most pairs that it can take. */
        int mostPairs();

        /** The fewest vertices of cliques that it needs; may grow while the search goes on. */
        default int leastSize() {
            return 0;
        }
    }

    /**
     * @param vertices the vertex of each rank
     * @param tasks takes the parts of the search that are offered to other workers
     */
    MaximalCliqueSearch(
            RootedGraph graph,
            OffHeapInts vertices,
            int degeneracy,
            MaximalCliqueConfig config,
            Leaves leaves,
            SearchQueue.WorkerTasks tasks) {
        this.graph = graph;
        this.vertices = vertices;
        this.config = config;
        this.leaves = leaves;
        this.tasks = tasks;
        this.part = new SearchQueue.Part(tasks);
        this.mostPairs = leaves.mostPairs();
        this.chosen = new int[degeneracy];
        this.credits = new long[degeneracy];
    }

    /** Finds the cliques of {@code task}; returns in how many of them the root is, when they are counted by vertex. */
    long run(SearchQueue.Task task) {
        root = task.root();
        part.begin(task);
        if (!graph.open(root)) {
            work(graph.rows() + WORDS_PER_NODE);
            return 0;
        }
        int candidates = graph.candidates();
        work(WORDS_PER_NODE + (long) graph.rows() * graph.words());
        Arrays.fill(credits, 0, candidates, 0);
        if (candidates == 0) {
            return leaf(0, 0, 0);
        }
        makeRoom(graph.rows() - candidates);
        int count = 0;
        pivotDegree = 0;
        for (int row = candidates; row < graph.rows(); row++) {
            exclude(row, graph.degree(row, 0), count++);
        }
        return visit(0, candidates, 0, count);
    }

    private void makeRoom(int wanted) {
        if (excluded.length < wanted) {
            excluded = Arrays.copyOf(excluded, Math.max(wanted, 2 * excluded.length));
        }
    }

    private void exclude(int row, int degree, int at) {
        excluded[at] = row;
        if (degree > pivotDegree) {
            pivotDegree = degree;
            pivotRow = row;
        }
    }

    /**
     * Visits a node of {@code count} candidates, 1 or more, whose excluded vertices are at {@code [from, to)}. Returns
     * how many cliques it has, when they are counted by vertex.
     */
    private long visit(int depth, int count, int from, int to) {
        int pivot = pivotRow;
        int most = from == to ? -1 : pivotDegree;
        int least = count;
        int almost = 0;
        OffHeapLongs bits = graph.bits();
        int words = graph.words();
        long set = graph.set(depth);
        work(WORDS_PER_NODE + (long) count * words);
        for (int word = 0; word < words; word++) {
            for (long left = bits.get(set + word); left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                int degree = graph.degree(v, depth);
                least = Math.min(least, degree);
                almost += degree == count - 2 ? 1 : 0;
                if (degree > most) {
                    most = degree;
                    pivot = v;
                }
            }
        }
        if (least == count - 1) {
            return leaf(depth, count, 0);
        }
        if (least == count - 2 && from == to && almost / 2 <= mostPairs) {
            return leaf(depth, count - almost, almost / 2);
        }
        long branches = set + words;
        for (int word = 0; word < words; word++) {
            bits.set(branches + word, bits.get(set + word) & ~bits.get((long) pivot * words + word));
        }
        long found = 0;
        int end = to;
        for (int word = 0; word < words; word++) {
            for (long left = bits.get(branches + word); left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                if (part.visits(depth + 1)) {
                    long below = child(depth, v, from, end);
                    found = Math.addExact(found, below);
                    credits[v] = Math.addExact(credits[v], below);
                }
                graph.remove(depth, v);
                makeRoom(end + 1);
                excluded[end++] = v;
            }
        }
        return found;
    }

    /** Visits the child that chooses {@code v}, unless all of its cliques are found elsewhere, or none is wanted. */
    private long child(int depth, int v, int from, int to) {
        int count = graph.enter(depth, v);
        int size = depth + 2;
        if (size > config.maxSize() || size + count < Math.max(config.minSize(), leaves.leastSize())) {
            return 0;
        }
        int end = to;
        makeRoom(2 * to - from);
        pivotDegree = 0;
        work((long) (to - from) * graph.words());
        for (int i = from; i < to; i++) {
            int row = excluded[i];
            if (graph.adjacent(row, v)) {
                int degree = graph.degree(row, depth + 1);
                if (degree == count) {
                    return 0;
                }
                if (degree > 0) {
                    exclude(row, degree, end++);
                }
            }
        }
        chosen[depth] = v;
        return count == 0 ? leaf(depth + 1, 0, 0) : visit(depth + 1, count, to, end);
    }

    /**
     * Takes the cliques of a node in which {@code whole} candidates are adjacent to all others, and the other ones are
     * {@code pairs}. Returns their number, when they are counted by vertex.
     */
    private long leaf(int depth, int whole, int pairs) {
        int size = depth + 1 + whole + pairs;
        if (!config.admits(size) || !part.counts(depth)) {
            return 0;
        }
        leaves.take(this, depth, size, pairs);
        if (!config.perVertex()) {
            return 0;
        }
        long all = 1L << pairs;
        int count = whole + 2 * pairs;
        int words = count == 0 ? 0 : graph.words();
        long set = graph.set(depth);
        for (int word = 0; word < words; word++) {
            for (long left = graph.bits().get(set + word); left != 0; left &= left - 1) {
                int v = (word << 6) + Long.numberOfTrailingZeros(left);
                boolean inAll = pairs == 0 || graph.degree(v, depth) == count - 1;
                credits[v] = Math.addExact(credits[v], inAll ? all : all / 2);
            }
        }
        return all;
    }

    /** The number of cliques of the last task with a candidate, when they are counted by vertex. */
    long credit(int candidate) {
        return credits[candidate];
    }

    /** The root, the first {@code depth} chosen vertices, and all candidates of that depth, ascending. */
    int[] members(int depth, int size) {
        int[] members = new int[size];
        members[0] = vertices.get(root);
        int at = 1;
        for (; at <= depth; at++) {
            members[at] = vertices.get(graph.rank(chosen[at - 1]));
        }
        long set = graph.set(depth);
        for (int word = 0; at < size; word++) {
            for (long left = graph.bits().get(set + word); left != 0; left &= left - 1) {
                members[at++] = vertices.get(graph.rank((word << 6) + Long.numberOfTrailingZeros(left)));
            }
        }
        Arrays.sort(members);
        return members;
    }

    /** Notes that words are being read; now and then calls the check and offers parts of the search. */
    private void work(long words) {
        work += words;
        if (work >= pollAt) {
            pollAt = work + WORDS_PER_POLL;
            tasks.check();
            part.share();
        }
    }
}
