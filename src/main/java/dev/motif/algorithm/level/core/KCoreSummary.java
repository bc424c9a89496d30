package dev.motif.algorithm.level.core;

import dev.motif.algorithm.order.KCoreResult;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param degeneracy the largest core number, 0 for a graph without edges; a double with weights
 * @param levels how many different core numbers there are
 * @param nodesAtMax vertices with the largest one
 */
public record KCoreSummary(Number degeneracy, long levels, long nodesAtMax) {
    public static KCoreSummary of(KCoreResult counts) {
        KCoreResult.Strengths strengths = counts.strengths();
        if (strengths != null) {
            return new KCoreSummary(strengths.largest(), strengths.levels(), strengths.nodesAtLargest());
        }
        boolean[] seen = new boolean[counts.degeneracy() + 1];
        long levels = 0;
        long nodesAtMax = 0;
        for (long v = 0; v < counts.cores().length(); v++) {
            int core = counts.cores().get(v);
            levels += seen[core] ? 0 : 1;
            seen[core] = true;
            nodesAtMax += core == counts.degeneracy() ? 1 : 0;
        }
        return new KCoreSummary((long) counts.degeneracy(), levels, nodesAtMax);
    }
}
