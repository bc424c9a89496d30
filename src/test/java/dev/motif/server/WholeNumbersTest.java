package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import dev.motif.server.FuzzedCalls.KeyCall;
import dev.motif.server.FuzzedCalls.Procedure;
import java.nio.file.Path;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;

/**
 * Clients in JavaScript send all numbers as FLOAT. Wherever a procedure takes an INTEGER, a FLOAT of the same value means
 * the same, and one that is no integer is an error that names the key.
 */
@EmptyDatabase
class WholeNumbersTest {
    private FuzzedCalls calls;

    @TempDir
    static Path folder;

    @AfterAll
    static void forgetFolder() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
    }

    @BeforeEach
    void graphs() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.rows(
                "UNWIND range(1, 6) AS i CREATE (:User {i: i, age: i, name: 'u' + i}), (:Item {i: i, age: i}), (:Person {i: i, age: i})");
        TestDatabase.rows(
                "MATCH (u:User), (i:Item) WHERE (u.i * i.i) % 4 <> 1 CREATE (u)-[:RATED {at: u.i % 5, weight: u.i}]->(i)");
        TestDatabase.rows(
                "MATCH (a:Person), (b:Person) WHERE a.i < b.i AND (a.i + b.i) % 5 > 0 CREATE (a)-[:KNOWS]->(b)");
        project();
        TestDatabase.rows("CALL motif.graph.project('saved', 'Person', 'KNOWS')");
        for (int i = 0; i < 3; i++) {
            TestDatabase.rows("CALL motif.graph.export('saved', 'own" + i + "', {overwrite: true})");
        }
        TestDatabase.rows("CALL motif.graph.drop('saved')");
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
                "CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true, orientation: 'DIRECTED'})"
                        + " YIELD graphName RETURN 1");
    }

    /** The message of the call's error; null when it has none. What it wrote is undone. */
    private static String errorOf(KeyCall call) {
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
        List<Long> nodes = users(2);
        List<KeyCall> integers = calls.withIntegers(nodes, value -> value);
        List<KeyCall> whole = calls.withIntegers(nodes, value -> (double) value);
        List<List<KeyCall>> others = Stream.<Function<Long, Object>>of(
                        value -> value + 0.5, value -> Double.NaN, value -> 0x1p53, value -> -1e300)
                .map(other -> calls.withIntegers(nodes, other))
                .toList();
        List<String> faults = new ArrayList<>();
        Set<String> keys = new TreeSet<>();
        Map<String, Integer> valid = new TreeMap<>();
        Set<String> tried = new HashSet<>();
        for (int i = 0; i < integers.size(); i++) {
            KeyCall call = integers.get(i);
            if (tried.contains(call.procedure() + call.key() + call.value())) {
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
                List<List<KeyCall>> wrong = turn == 1 ? others : List.of(others.get(turn % others.size()));
                tried.add(call.procedure() + call.key() + call.value());
                for (List<KeyCall> each : call.isNumber() ? List.<List<KeyCall>>of() : wrong) {
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

    /** Values of {@code keys.tsv}, but for those that need a GPU, or counts of an earlier state. */
    @Test
    void everyValueOfAKeyIsValidInSomeCall() {
        assertThat(calls.unknownKeys()).as("keys without values in keys.tsv").isEmpty();
        Map<String, String> errors = new TreeMap<>();
        Set<String> valid = new TreeSet<>();
        for (long seed = 0; seed < 4; seed++) {
            for (KeyCall call : calls.withValues(seed, users(3))) {
                String value = call.key() + ": " + call.value() + " of "
                        + KeyValues.key(call.procedure(), call.key()).meaning();
                if (!valid.contains(value)) {
                    String error = errorOf(call);
                    // An error names keys without which the value cannot be, such as `topK` for `topKBy`.
                    KeyCall complete = call;
                    for (int named = 0; error != null && named < 2; named++) {
                        complete = calls.withNamed(complete, error);
                        error = errorOf(complete);
                    }
                    if (error == null) {
                        valid.add(value);
                    } else {
                        errors.put(value, complete + "\n  " + error);
                    }
                }
            }
        }
        errors.keySet().removeAll(valid);
        errors.keySet().removeIf(value -> value.matches("(backend: GPU|algorithm: DELTA|baseProperty:) .*"));
        assertThat(errors).as(() -> String.join("\n", errors.values())).isEmpty();
    }

    private static List<Long> users(int count) {
        return TestDatabase.rows("MATCH (n:User) RETURN id(n) AS id LIMIT " + count).stream()
                .map(row -> (Long) row.get("id"))
                .toList();
    }
}
