package dev.motif.faults;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;

/** Calls whose results do not depend on the backend. Uses no class of the plugin, which may be in a jar. */
public final class BackendCalls {
    /** Columns that say something about the run. */
    private static final Set<String> OF_THE_RUN = Set.of(
            "backend",
            "backendReason",
            "gpus",
            "configuration",
            "projectMillis",
            "preProcessingMillis",
            "transferMillis",
            "computeMillis",
            "writeMillis",
            "algorithm",
            "side",
            "vectorized",
            "html");

    private BackendCalls() {}

    /**
     * Calls of every procedure that can use a GPU, on graphs {@code ratings} and {@code friends}, which has directions; the
     * parameter {@code backend} takes the place of {@code BACKEND}.
     */
    public static Stream<String> all() {
        return Stream.of(
                "CALL motif.butterfly.stats('ratings', {BACKEND})",
                "CALL motif.research.gbfc.stats('ratings', {BACKEND})",
                "CALL motif.butterfly.stream('ratings', {BACKEND})",
                "CALL motif.butterfly.stream('ratings', {per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.biclique.count.stats('ratings', {p: 3, q: 3, BACKEND})",
                "CALL motif.research.gbc.stats('ratings', {p: 3, q: 3, BACKEND})",
                "CALL motif.biclique.count.stats('ratings', {maxP: 4, maxQ: 4, BACKEND}) YIELD p, q, count",
                "CALL motif.biclique.count.stream('ratings', {p: 3, q: 2, BACKEND})",
                "CALL motif.biclique.count.stream('ratings', {p: 2, q: 3, per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.biclique.maximal.stats('ratings', {minLeft: 3, minRight: 3, BACKEND}) YIELD count, sizes",
                "CALL motif.research.cumbe.stats('ratings', {minLeft: 3, minRight: 3, BACKEND})"
                        + " YIELD count, sizes",
                "CALL motif.biclique.maximal.stream('ratings', {minLeft: 3, minRight: 3, BACKEND})"
                        + " YIELD leftSize, rightSize, edges RETURN leftSize, rightSize, edges, count(*) AS bicliques",
                "CALL motif.biclique.maximum('ratings', {BACKEND}) YIELD edges",
                "CALL motif.wing.stats('ratings', {BACKEND})",
                "CALL motif.wing.stream('ratings', {BACKEND})",
                "CALL motif.tip.stats('ratings', {BACKEND})",
                "CALL motif.tip.stream('ratings', {BACKEND})",
                "CALL motif.clustering.stream('ratings', {mode: 'SQUARE', BACKEND})",
                "CALL motif.alphaBetaCore.stats('ratings', {alpha: 3, beta: 2, BACKEND})",
                "CALL motif.alphaBetaCore.stream('ratings', {alpha: [1, 4], BACKEND})",
                "CALL motif.kclique.stats('friends', {BACKEND})",
                "CALL motif.research.pivoting.stats('friends', {k: 4, algorithm: 'ORIENTATION', BACKEND})",
                "CALL motif.research.pivoting.stats('friends', {k: 4, algorithm: 'PIVOT', BACKEND})",
                "CALL motif.kclique.stream('friends', {k: 4, BACKEND})",
                "CALL motif.kclique.stream('friends', {k: 3, per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.cycle.stats('friends', {BACKEND})",
                "CALL motif.cycle.stream('friends', {per: 'NODE', BACKEND})",
                "CALL motif.cycle.stream('friends', {per: 'RELATIONSHIP', BACKEND})",
                "CALL motif.scan.stats('friends', {epsilon: [0.3, 0.6], mu: [2, 4], BACKEND})",
                "CALL motif.scan.stream('friends', {epsilon: 0.4, BACKEND})",
                "CALL motif.kcore.stats('friends', {BACKEND})",
                "CALL motif.kcore.stream('friends', {BACKEND})",
                "CALL motif.ktruss.stats('friends', {BACKEND})",
                "CALL motif.ktruss.stream('friends', {BACKEND})",
                "CALL motif.commonNeighbors.stats('friends', {BACKEND})",
                "CALL motif.research.intersection.stats('friends', {algorithm: 'MPS', BACKEND})",
                "CALL motif.research.intersection.stats('friends', {algorithm: 'BMP', BACKEND})",
                "CALL motif.commonNeighbors.stream('friends', {BACKEND})",
                "CALL motif.commonNeighbors.triangles('friends', {BACKEND})",
                "CALL motif.triad.stats('friends', {BACKEND})",
                "CALL motif.triad.stream('friends', {BACKEND})",
                "CALL motif.report('ratings', {timeoutMillis: 0, minLeft: 3, minRight: 3, BACKEND}) YIELD parts"
                        + " UNWIND parts AS part RETURN part.part AS part, part.status AS status",
                "CALL motif.report('friends', {timeoutMillis: 0, BACKEND}) YIELD parts"
                        + " UNWIND parts AS part RETURN part.part AS part, part.status AS status");
    }

    /** The rows of a call, without columns about the run, each with the number of times it occurs. */
    public static Map<Map<String, Object>, Long> results(GraphDatabaseService database, String call, String backend) {
        return results(rows(database, with(call, backend), Map.of()));
    }

    static String with(String call, String backend) {
        return call.replace("BACKEND", "backend: '" + backend + "'");
    }

    static Map<Map<String, Object>, Long> results(List<Map<String, Object>> rows) {
        return rows.stream()
                .map(row -> {
                    Map<String, Object> result = new TreeMap<>(row);
                    result.keySet().removeAll(OF_THE_RUN);
                    return result;
                })
                .collect(Collectors.groupingBy(row -> row, Collectors.counting()));
    }

    static List<Map<String, Object>> rows(GraphDatabaseService database, String query, Map<String, Object> parameters) {
        return database.executeTransactionally(
                query, parameters, result -> result.stream().toList());
    }

    /**
     * Creates nodes and {@code count} relationships between different pairs of them.
     *
     * @param to may be {@code from}
     * @param skew 1 when nodes have about the same number of relationships; the larger, the more some have
     */
    public static void connect(
            GraphDatabaseService database,
            String from,
            int froms,
            String to,
            int tos,
            String type,
            int count,
            int skew) {
        Random random = new Random(count);
        Set<List<Long>> pairs = new LinkedHashSet<>();
        while (pairs.size() < count) {
            long first = (long) (froms * Math.pow(random.nextDouble(), skew));
            long second = (long) (tos * Math.pow(random.nextDouble(), skew));
            if (!from.equals(to)) {
                pairs.add(List.of(first, second));
            } else if (first < second) {
                pairs.add(first % 2 == second % 2 ? List.of(first, second) : List.of(second, first));
            }
        }
        for (String label : new LinkedHashSet<>(List.of(from, to))) {
            int last = (label.equals(from) ? froms : tos) - 1;
            rows(database, "UNWIND range(0, " + last + ") AS i CREATE (:" + label + " {i: i})", Map.of());
        }
        rows(
                database,
                "MATCH (a:" + from + ") WITH a ORDER BY a.i WITH collect(a) AS froms"
                        + " MATCH (b:" + to + ") WITH froms, b ORDER BY b.i WITH froms, collect(b) AS tos"
                        + " UNWIND $pairs AS pair WITH froms[pair[0]] AS a, tos[pair[1]] AS b CREATE (a)-[:" + type
                        + "]->(b)",
                Map.of("pairs", new ArrayList<>(pairs)));
    }
}
