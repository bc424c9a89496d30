package dev.motif.algorithm.group.near;

import dev.motif.backend.LargestGroups;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.procedure.MotifProcedures;

/** Reads which of the near-groups that are found a call returns. */
public abstract class NearProcedures extends MotifProcedures {
    /**
     * The choice of a call: the largest {@code topK}, or as the search finds them.
     *
     * @param most the limit where neither {@code topK} nor {@code limit} is given
     */
    static NearChoice choice(Configuration given, long most) {
        int topK = given.integer("topK", 0, 1, LargestGroups.MOST);
        long limit = limit(given, topK > 0 ? Long.MAX_VALUE : most);
        return new NearChoice(limit, (int) Math.min(topK, limit), maxOverlap(given, topK > 0 ? topK : limit));
    }
}
