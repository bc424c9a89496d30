package dev.motif.cypher.config;

import dev.motif.backend.cost.GraphSize;
import dev.motif.projection.GraphProjector.ExpectedSize;
import java.util.List;
import java.util.Map;

/**
 * The counts of a graph that is not there, which estimates take in place of a graph's name, or beside a projection.
 *
 * @param right null for a unipartite graph, whose nodes are all {@code left}
 */
public record GraphCounts(long left, Long right, long relationships) {
    private static final String NODES = "nodeCount";
    private static final String LEFT = "leftCount";
    private static final String RIGHT = "rightCount";
    private static final String RELATIONSHIPS = "relationshipCount";

    /** The keys of counts, of both kinds of graphs. */
    public static final String KEYS = NODES + ", " + LEFT + ", " + RIGHT + ", " + RELATIONSHIPS;

    private static final long MOST_NODES = Integer.MAX_VALUE;
    private static final long MOST_RELATIONSHIPS = 1L << 40;

    /** Whether {@code graph}, the argument of a procedure, has a count instead of what to project. */
    @SuppressWarnings("unchecked")
    public static boolean isIn(Object graph) {
        return graph instanceof Map<?, ?> map && isIn(new Configuration((Map<String, Object>) map));
    }

    private static boolean isIn(Configuration given) {
        return List.of(NODES, LEFT, RIGHT, RELATIONSHIPS).stream().anyMatch(given::has);
    }

    /**
     * Reads the counts of a graph without parallel relationships: where both kinds are taken, of a bipartite one if a
     * count of a side is given.
     *
     * @param graph a map in which {@link #isIn} finds counts
     * @param bipartite whether only bipartite graphs are taken
     * @param unipartite whether only unipartite graphs are taken
     * @throws IllegalArgumentException when a count is missing, or there is no such graph
     */
    @SuppressWarnings("unchecked")
    public static GraphCounts ofGraph(Object graph, boolean bipartite, boolean unipartite) {
        Configuration given = new Configuration((Map<String, Object>) graph);
        boolean sides = bipartite || !unipartite && (given.has(LEFT) || given.has(RIGHT));
        GraphCounts counts = read(given, sides, true);
        given.rejectUnknown();
        return counts;
    }

    /** Reads the counts that a projection finds; null when none is given. */
    public static GraphCounts ofProjection(Configuration given, boolean bipartite) {
        return isIn(given) ? read(given, bipartite, false) : null;
    }

    private static GraphCounts read(Configuration given, boolean bipartite, boolean simple) {
        long left = given.requiredLong(bipartite ? LEFT : NODES, 0, MOST_NODES);
        Long right = bipartite ? given.requiredLong(RIGHT, 0, MOST_NODES) : null;
        long pairs = bipartite ? left * right : left * (left - 1) / 2;
        long most = simple ? Math.min(pairs, MOST_RELATIONSHIPS) : MOST_RELATIONSHIPS;
        return new GraphCounts(left, right, given.requiredLong(RELATIONSHIPS, 0, most));
    }

    public GraphSize size() {
        return new GraphSize(left, right == null ? 0 : right, relationships);
    }

    /** The size of the graph for its projection. */
    public ExpectedSize expected() {
        return new ExpectedSize(left, right == null ? 0 : right, relationships);
    }
}
