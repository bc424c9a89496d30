package dev.motif.algorithm.similar.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares similarities with weights with their definitions, neighbor by neighbor. */
@EmptyDatabase
class WeightedSimilarityTest {
    private static final int NODES = 15;
    private static final String PROJECT = "CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED',"
            + " {nodeProperties: 'i', relationshipProperties: ['whole', 'part', 'tenth', 'large', 'text', 'below', {some: 'some'}, {one: {property: 'none',"
            + " default: 1.0}}]})";

    private final Map<Integer, Map<Integer, Map<String, Number>>> ofUsers = new HashMap<>();
    private final Map<Integer, Map<Integer, Map<String, Number>>> ofItems = new HashMap<>();

    @BeforeEach
    void makeGraph() {
        Random random = new Random(11);
        TestDatabase.rows("UNWIND range(0, " + (NODES - 1) + ") AS i CREATE (:User {i: i}), (:Item {i: i})");
        for (int u = 0; u < NODES; u++) {
            for (int v = 0; v < NODES; v++) {
                if (random.nextInt(3) == 0) {
                    Map<String, Object> all = new HashMap<>(Map.of("u", u, "v", v, "whole", (long) random.nextInt(5)));
                    // Sums of the first are whole numbers of few bits in some unit, those of the others have more than
                    // 32.
                    all.put("part", random.nextInt(40) / 8.0);
                    all.put("tenth", random.nextInt(40) / 10.0);
                    all.put("large", random.nextLong(1L << 34));
                    TestDatabase.rows(
                            "MATCH (u:User {i: $u}), (v:Item {i: $v}) CREATE (u)-[:RATED {whole: $whole, part: $part,"
                                    + " tenth: $tenth, large: $large, text:"
                                    + " 'a', below: $whole - 1, some: CASE WHEN $whole > 0 THEN $whole END}]->(v)",
                            all);
                    Map<String, Number> weights = new HashMap<>(Map.of("one", 1));
                    List.of("whole", "part", "tenth", "large")
                            .forEach(name -> weights.put(name, (Number) all.get(name)));
                    ofUsers.computeIfAbsent(u, any -> new HashMap<>()).put(v, weights);
                    ofItems.computeIfAbsent(v, any -> new HashMap<>()).put(u, weights);
                }
            }
        }
        TestDatabase.rows("MATCH (i:Item {i: 0}) SET i.none = 1");
        TestDatabase.rows(PROJECT);
    }

    private static double similarity(String metric, Map<Integer, Double> a, Map<Integer, Double> b) {
        return switch (metric) {
            case "JACCARD" -> sum(a, b, Math::min) / sum(a, b, Math::max);
            case "OVERLAP" ->
                sum(a, b, Math::min) / Math.min(sum(a, Map.of(), Double::sum), sum(b, Map.of(), Double::sum));
            case "COSINE" ->
                sum(a, b, (x, y) -> x * y)
                        / (Math.sqrt(sum(a, a, (x, y) -> x * y)) * Math.sqrt(sum(b, b, (x, y) -> x * y)));
            case "COUNT" -> sum(a, b, Math::min);
            default -> throw new IllegalArgumentException(metric);
        };
    }

    private static double sum(Map<Integer, Double> a, Map<Integer, Double> b, DoubleBinaryOperator each) {
        TreeSet<Integer> all = new TreeSet<>(a.keySet());
        all.addAll(b.keySet());
        return all.stream()
                .mapToDouble(x -> each.applyAsDouble(a.getOrDefault(x, 0.0), b.getOrDefault(x, 0.0)))
                .sum();
    }

    private static Map<Integer, Double> weights(Map<Integer, Map<String, Number>> all, String property) {
        Map<Integer, Double> weights = new HashMap<>();
        all.forEach((x, values) -> weights.put(x, values.get(property).doubleValue()));
        return weights;
    }

    private Map<List<Integer>, Double> expected(String side, String metric, String property) {
        Map<Integer, Map<Integer, Map<String, Number>>> nodes = side.equals("LEFT") ? ofUsers : ofItems;
        Map<List<Integer>, Double> pairs = new HashMap<>();
        nodes.forEach((u, ofU) -> nodes.forEach((v, ofV) -> {
            boolean common = ofU.keySet().stream().anyMatch(ofV::containsKey);
            double similarity = similarity(metric, weights(ofU, property), weights(ofV, property));
            if (!u.equals(v) && common && similarity > 0) {
                pairs.put(List.of(u, v), similarity);
            }
        }));
        return pairs;
    }

    @ParameterizedTest
    @CsvSource({
        "LEFT, JACCARD, whole", "LEFT, OVERLAP, whole", "LEFT, COSINE, whole", "LEFT, COUNT, whole",
        "RIGHT, JACCARD, part", "RIGHT, OVERLAP, part", "RIGHT, COSINE, part", "RIGHT, COUNT, part",
        "LEFT, JACCARD, tenth", "LEFT, OVERLAP, tenth", "LEFT, COSINE, tenth", "RIGHT, COUNT, tenth",
        "RIGHT, JACCARD, large", "RIGHT, OVERLAP, large", "RIGHT, COSINE, large", "LEFT, COUNT, large",
        "LEFT, JACCARD, one", "RIGHT, COSINE, one"
    })
    void pairsAreThoseOfTheDefinition(String side, String metric, String property) {
        Map<List<Integer>, Double> found = new HashMap<>();
        for (Map<String, Object> row : TestDatabase.rows("CALL motif.nodeSimilarity.stream('g', {side: '" + side
                + "', similarityMetric: '" + metric + "', relationshipWeightProperty: '" + property
                + "', topK: 1000, nodes: true}) YIELD sourceNode, targetNode, similarity"
                + " RETURN sourceNode.i AS u, targetNode.i AS v, similarity")) {
            found.put(List.of(((Number) row.get("u")).intValue(), ((Number) row.get("v")).intValue()), (Double)
                    row.get("similarity"));
        }
        Map<List<Integer>, Double> expected = expected(side, metric, property);
        assertThat(found).hasSizeGreaterThan(50).hasSameSizeAs(expected);
        expected.forEach((pair, value) ->
                assertThat(found.get(pair)).as(pair.toString()).isEqualTo(value, Offset.offset(1e-14)));
    }

    @Test
    void unipartiteGraphsHaveWeightsOfBothDirections() {
        TestDatabase.rows(
                "CALL motif.graph.project('one', ['User', 'Item'], 'RATED', {relationshipProperties: 'whole'})");
        Map<String, Object> ofUsersAlone = TestDatabase.row(
                "CALL motif.nodeSimilarity.stats('one', {relationshipWeightProperty:"
                        + " 'whole', topK: 1000}) YIELD similarityPairs AS pairs, similarityDistribution AS d RETURN pairs, d.max AS max");
        long pairs = expected("LEFT", "JACCARD", "whole").size()
                + expected("RIGHT", "JACCARD", "whole").size();
        assertThat(ofUsersAlone.get("pairs")).isEqualTo(pairs);
    }

    @Test
    void theBestPairsOfEachNodeAreChosenByWeight() {
        List<Map<String, Object>> rows =
                TestDatabase.rows("CALL motif.nodeSimilarity.stream('g', {relationshipWeightProperty: 'part',"
                        + " topK: 1}) YIELD sourceNodeId, similarity RETURN sourceNodeId, similarity");
        Map<List<Integer>, Double> all = expected("LEFT", "JACCARD", "part");
        double best = rows.stream()
                .mapToDouble(row -> (Double) row.get("similarity"))
                .max()
                .orElseThrow();
        assertThat(best).isEqualTo(all.values().stream().max(Double::compare).orElseThrow(), Offset.offset(1e-14));
        assertThat(rows).hasSize((int)
                all.keySet().stream().map(pair -> pair.get(0)).distinct().count());
    }

    @Test
    void foldedGraphsHaveSumsOfWeights() {
        TestDatabase.rows("CALL motif.graph.fold('f', 'g', {relationshipWeightProperty: 'whole'})");
        double sum = (Double) TestDatabase.row(
                        "CALL motif.graph.relationshipProperties.stream('f', 'score') YIELD propertyValue RETURN"
                                + " sum(propertyValue) AS sum")
                .get("sum");
        double expected = expected("LEFT", "COUNT", "whole").values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        assertThat(sum).isEqualTo(expected / 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'g', {relationshipWeightProperty: 'nosuch'} | has no column with the name 'nosuch'
            'g', {relationshipWeightProperty: 'i'}      | is one of nodes
            'g', {relationshipWeightProperty: 'text'}   | must be a column of numbers, but 'text' is of the type STRING
            'g', {relationshipWeightProperty: 'below'}  | must have a number of 0 or more for each relationship, at most 2^53 where it is an INTEGER, but 'below' is -1
            'g', {relationshipWeightProperty: 'some'}   | but 'some' is null between the nodes with ids
            'g', {relationshipWeightProperty: 3}        | `relationshipWeightProperty` must be a STRING
            'g', {relationshipWeightProperty: 'part', similarityMetric: 'NEWMAN'} | is for the metrics JACCARD, OVERLAP, COSINE and COUNT, got NEWMAN
            {nodes: '*', relationships: '*'}, {relationshipWeightProperty: 'text'} | must be a column of numbers, but 'text' is of the type STRING
            """)
    void mistakesAreNamed(String arguments, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.nodeSimilarity.stream(" + arguments + ")"))
                .hasMessageContaining(message);
    }
}
