package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import dev.motif.server.FuzzedCalls.IntegerCall;
import dev.motif.server.FuzzedCalls.Procedure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;

/**
 * Clients in JavaScript send all numbers as FLOAT. Wherever a procedure takes an INTEGER, a FLOAT of the same value means
 * the same, and one that is no integer is an error that names the key.
 */
@EmptyDatabase
class WholeNumbersTest {
    private FuzzedCalls calls;

    @BeforeEach
    void graphs() {
        TestDatabase.rows(
                "UNWIND range(1, 6) AS i CREATE (:User {i: i, age: i}), (:Item {i: i, age: i}), (:Person {i: i, age: i})");
        TestDatabase.rows(
                "MATCH (u:User), (i:Item) WHERE (u.i * i.i) % 4 <> 1 CREATE (u)-[:RATED {at: u.i % 5, weight: u.i}]->(i)");
        TestDatabase.rows(
                "MATCH (a:Person), (b:Person) WHERE a.i < b.i AND (a.i + b.i) % 5 > 0 CREATE (a)-[:KNOWS]->(b)");
        project();
        calls = new FuzzedCalls(TestProcedure.all().stream()
                .map(procedure -> new Procedure(procedure.name(), procedure.arguments(), procedure.columns()))
                .toList());
    }

    private static void project() {
        TestDatabase.rows(
                "CALL motif.graph.list() YIELD graphName CALL motif.graph.drop(graphName) YIELD graphName AS g"
                        + " RETURN g");
        TestDatabase.rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipIds: true, relationshipProperties: ['at', 'weight']}) YIELD graphName RETURN 1");
        TestDatabase.rows(
                "CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true}) YIELD graphName RETURN 1");
    }

    /** The message of the call's error; null when it has none. What it wrote is undone. */
    private static String errorOf(IntegerCall call) {
        try {
            TestProcedure.named(call.procedure())
                    .callAndRollBack(call.arguments().values());
        } catch (ProcedureException | RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return String.valueOf(cause.getMessage());
        }
        if (call.procedure().contains(".mutate") || call.procedure().startsWith("motif.graph.")) {
            project();
        }
        return null;
    }

    @Test
    void wholeFloatMeansTheIntegerAndAnyOtherIsAnErrorThatNamesTheKey() {
        List<Long> nodes = TestDatabase.rows("MATCH (n:User) RETURN id(n) AS id LIMIT 2").stream()
                .map(row -> (Long) row.get("id"))
                .toList();
        List<IntegerCall> integers = calls.withIntegers(nodes, value -> value);
        List<IntegerCall> whole = calls.withIntegers(nodes, value -> (double) value);
        List<List<IntegerCall>> others = Stream.<Function<Long, Object>>of(
                        value -> value + 0.5, value -> Double.NaN, value -> 0x1p53, value -> -1e300)
                .map(other -> calls.withIntegers(nodes, other))
                .toList();
        List<String> faults = new ArrayList<>();
        Set<String> keys = new TreeSet<>();
        Map<String, Integer> valid = new TreeMap<>();
        Set<String> tried = new HashSet<>();
        for (int i = 0; i < integers.size(); i++) {
            IntegerCall call = integers.get(i);
            if (tried.contains(call.procedure() + call.key() + call.integers())) {
                continue;
            }
            keys.add(call.key());
            String error = errorOf(call);
            String errorOfWhole = errorOf(whole.get(i));
            if (!Objects.equals(error, errorOfWhole == null ? null : errorOfWhole.replaceAll("(\\d)\\.0\\b", "$1"))) {
                faults.add(whole.get(i) + "\n  " + errorOfWhole + "\n  with integers: " + error);
            }
            if (error == null) {
                // All of them where a key is first seen, then one in turn.
                int turn = valid.merge(call.key(), 1, Integer::sum);
                List<List<IntegerCall>> wrong = turn == 1 ? others : List.of(others.get(turn % others.size()));
                tried.add(call.procedure() + call.key() + call.integers());
                for (List<IntegerCall> each : call.isNumber() ? List.<List<IntegerCall>>of() : wrong) {
                    String errorOfOther = errorOf(each.get(i));
                    if (errorOfOther == null || !errorOfOther.matches("`" + call.key() + "` must .*, got .*")) {
                        faults.add(each.get(i) + "\n  " + errorOfOther);
                    }
                }
            }
        }
        assertThat(faults).as(() -> String.join("\n", faults)).isEmpty();
        keys.removeAll(valid.keySet());
        assertThat(keys).as("keys that no valid call has").isSubsetOf("gpus");
    }
}
