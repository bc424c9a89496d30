package dev.motif.bench.baseline.maximal;

import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.order.BipartiteCore;
import java.util.Arrays;

/**
 * iMBEA, the sequential search for maximal bicliques that cuMBE turns into a loop: Algorithm 1 of its thesis, on one
 * thread. {@code R} are the root vertices of a biclique, {@code L} their common neighbors, {@code P} the candidates to
 * extend {@code R}, {@code Q} the excluded root vertices, with which everything was found before. Candidates are tried
 * in ascending order of the common neighbors that they leave. A candidate that has no other common neighbors than those
 * left by the current one is taken from {@code P} with it.
 *
 * <p>The sets of each level are arrays of their own. The first level has all root vertices as candidates, so its work
 * is quadratic in their number.
 *
 * <p>Sources: Zhang et al., "On finding bicliques in bipartite graphs", BMC Bioinformatics 15, 2014,
 * doi:10.1186/1471-2105-15-110, as Chang, "Parallel Maximal Biclique Enumeration on GPUs", master's thesis, National
 * Taiwan University, 2023, Algorithm 1, lists it.
 */
public final class Imbea {
    /** How many candidates are tried before the time is looked at; a power of 2. */
    private static final int NODES_PER_POLL = 1 << 8;

    /** A binary search costs about as much as reading {@code 2^LOOK_UP_SHIFT} neighbors one after the other. */
    private static final int LOOK_UP_SHIFT = 4;

    private final BipartiteCore graph;
    private final Csr roots;
    private final Deadline deadline;
    private final Execution execution;
    private final SizeHistogram found = new SizeHistogram();

    /** For each vertex of the other side, the deepest level whose common neighbors it is one of. */
    private final int[] levelOf;

    private long nodes;
    private int rootsDone;

    private Imbea(BipartiteCore graph, Deadline deadline, Execution execution) {
        this.graph = graph;
        this.roots = graph.roots();
        this.deadline = deadline;
        this.execution = execution;
        this.levelOf = new int[graph.mateCount()];
    }

    /**
     * Counts the maximal bicliques by size.
     *
     * @param side the side whose subsets are searched; the thesis takes the one with fewer vertices
     * @param timeoutMillis the time limit, 0 for none
     * @throws IllegalStateException when the time limit has passed
     */
    public static SizeHistogram count(BipartiteGraph graph, Side side, long timeoutMillis, Execution execution) {
        Deadline deadline = execution.deadline(timeoutMillis);
        try (BipartiteCore core = execution.time(
                Stage.PREPARE,
                () -> BipartiteCore.of(graph, side == Side.LEFT, 1, 1, execution.memory(), execution.workers()))) {
            Imbea search = new Imbea(core, deadline, execution);
            execution.time(Stage.COMPUTE, () -> search.extend(0, 0, Candidates.all(core.roots()), new int[0]));
            return search.found;
        }
    }

    /** Root vertices with the number of common neighbors that each is adjacent to, ascending by it. */
    private record Candidates(int[] vertices, int[] counts) {
        static Candidates all(Csr roots) {
            long[] keys = new long[roots.vertexCount()];
            for (int v = 0; v < keys.length; v++) {
                keys[v] = roots.degree(v) << Integer.SIZE | v;
            }
            return of(keys);
        }

        /** Sorts candidates that are given as longs: the count in the upper half, the vertex in the lower one. */
        static Candidates of(long[] keys) {
            Arrays.sort(keys);
            int[] vertices = new int[keys.length];
            int[] counts = new int[keys.length];
            for (int i = 0; i < keys.length; i++) {
                vertices[i] = (int) keys[i];
                counts[i] = (int) (keys[i] >>> Integer.SIZE);
            }
            return new Candidates(vertices, counts);
        }

        int size() {
            return vertices.length;
        }
    }

    /** Extends a biclique whose common neighbors are those of {@code level} or deeper. */
    private void extend(int level, int members, Candidates candidates, int[] excludedBefore) {
        int[] excluded = Arrays.copyOf(excludedBefore, excludedBefore.length + candidates.size());
        int excludedCount = excludedBefore.length;
        boolean[] gone = new boolean[candidates.size()];
        for (int i = 0; i < candidates.size(); i++) {
            if (level == 0) {
                rootsDone = i;
            }
            if (gone[i]) {
                continue;
            }
            poll();
            int[] common = keepCommon(level, candidates.vertices[i], candidates.counts[i]);
            int[] stillExcluded = stillExcluded(excluded, excludedCount, common, level + 1);
            if (stillExcluded != null) {
                long[] next = new long[candidates.size() - i];
                int nextCount = 0;
                int nextMembers = members + 1;
                for (int j = i + 1; j < candidates.size(); j++) {
                    int v = candidates.vertices[j];
                    int count = gone[j] ? 0 : countCommon(v, common, level + 1);
                    if (count == common.length) {
                        nextMembers++;
                        gone[j] = candidates.counts[j] == count;
                    } else if (count > 0) {
                        next[nextCount++] = (long) count << Integer.SIZE | v;
                    }
                }
                report(common.length, nextMembers);
                if (nextCount > 0) {
                    extend(level + 1, nextMembers, Candidates.of(Arrays.copyOf(next, nextCount)), stillExcluded);
                }
                for (int j = i + 1; j < candidates.size(); j++) {
                    if (gone[j] && candidates.counts[j] >= 0) {
                        excluded[excludedCount++] = candidates.vertices[j];
                        candidates.counts[j] = -1;
                    }
                }
            }
            excluded[excludedCount++] = candidates.vertices[i];
            for (int u : common) {
                levelOf[u] = level;
            }
        }
    }

    /** Takes the {@code count} common neighbors of {@code level} that {@code v} is adjacent to one level deeper. */
    private int[] keepCommon(int level, int v, int count) {
        int[] common = new int[count];
        int kept = 0;
        for (long slot = roots.start(v); slot < roots.end(v) && kept < count; slot++) {
            int u = roots.neighbor(slot);
            if (levelOf[u] == level) {
                levelOf[u] = level + 1;
                common[kept++] = u;
            }
        }
        return common;
    }

    /**
     * Returns the excluded vertices that are adjacent to any of the common neighbors; null when one is adjacent to all,
     * so that the biclique is not maximal.
     */
    private int[] stillExcluded(int[] excluded, int excludedCount, int[] common, int level) {
        int[] kept = new int[excludedCount];
        int keptCount = 0;
        for (int i = 0; i < excludedCount; i++) {
            int count = countCommon(excluded[i], common, level);
            if (count == common.length) {
                return null;
            }
            if (count > 0) {
                kept[keptCount++] = excluded[i];
            }
        }
        return Arrays.copyOf(kept, keptCount);
    }

    /** The number of the common neighbors, which are those of {@code level}, that {@code v} is adjacent to. */
    private int countCommon(int v, int[] common, int level) {
        int count = 0;
        if (common.length < roots.degree(v) >>> LOOK_UP_SHIFT) {
            for (int u : common) {
                count += roots.slotOf(v, u) >= 0 ? 1 : 0;
            }
            return count;
        }
        for (long slot = roots.start(v); slot < roots.end(v); slot++) {
            count += levelOf[roots.neighbor(slot)] == level ? 1 : 0;
        }
        return count;
    }

    private void report(int common, int members) {
        found.add(graph.rootsAreLeft() ? members : common, graph.rootsAreLeft() ? common : members, 1);
    }

    private void poll() {
        if ((nodes++ & NODES_PER_POLL - 1) == 0) {
            execution.workers().cancellation().check();
            if (deadline.requested()) {
                throw deadline.error(rootsDone, roots.vertexCount());
            }
        }
    }
}
