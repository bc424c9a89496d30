package dev.motif.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.examples.CypherScript.Statement;
import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.neo4j.graphdb.GraphDatabaseService;

/** Runs statements and compares their rows with the expected ones. */
public final class ScriptRunner {
    private static final String ANY = "*";

    private ScriptRunner() {}

    /** Runs a statement in {@link TestDatabase} and checks its rows. */
    static void run(String file, Statement statement) {
        run(file, statement, query -> rows(TestDatabase.get(), query));
    }

    /**
     * Runs a statement and checks its rows.
     *
     * @param file the name of the file, for the message of a failure
     * @param database returns the rows of a query; each map has the columns in their order
     */
    public static void run(String file, Statement statement, Function<String, List<Map<String, Object>>> database) {
        String where = file + ":" + statement.line() + ": " + statement.query();
        List<List<String>> actual;
        try {
            actual = table(database.apply(statement.query()));
        } catch (RuntimeException e) {
            throw new AssertionError(where + "\n" + e.getMessage(), e);
        }
        if (statement.table() != null) {
            assertThat(render(masked(actual, statement.table()))).as(where).isEqualTo(render(statement.table()));
        }
    }

    /**
     * The rows with the columns in their order. Values are texts already, since some need the transaction for that.
     * Fails when Neo4j has a notification for the query, such as a warning: Neo4j Browser would show it.
     */
    public static List<Map<String, Object>> rows(GraphDatabaseService database, String query) {
        return database.executeTransactionally(query, Map.of(), result -> {
            List<String> columns = result.columns();
            List<Map<String, Object>> rows = result.stream()
                    .map(row -> {
                        Map<String, Object> inOrder = new LinkedHashMap<>();
                        columns.forEach(column -> inOrder.put(column, text(row.get(column))));
                        return inOrder;
                    })
                    .toList();
            assertThat(result.getNotifications()).as(query).isEmpty();
            return rows;
        });
    }

    /** The names of the columns, then the rows; empty when there are no rows. */
    private static List<List<String>> table(List<Map<String, Object>> rows) {
        List<List<String>> table = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            if (table.isEmpty()) {
                table.add(List.copyOf(row.keySet()));
            }
            table.add(row.values().stream().map(ScriptRunner::text).toList());
        }
        return table;
    }

    /** A value as the tables write it: texts without quotes, on one line. */
    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(ScriptRunner::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Object[] array) {
            return text(Arrays.asList(array));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return String.valueOf(value).strip().replace('\n', ' ');
    }

    /** The actual table with {@link #ANY} where the expected one has it. */
    private static List<List<String>> masked(List<List<String>> actual, List<List<String>> expected) {
        List<List<String>> masked = new ArrayList<>();
        for (int row = 0; row < actual.size(); row++) {
            List<String> cells = new ArrayList<>(actual.get(row));
            List<String> wanted = row < expected.size() ? expected.get(row) : List.of();
            for (int column = 0; column < Math.min(cells.size(), wanted.size()); column++) {
                if (wanted.get(column).equals(ANY)) {
                    cells.set(column, ANY);
                }
            }
            masked.add(cells);
        }
        return masked;
    }

    private static String render(List<List<String>> table) {
        return table.stream().map(row -> "| " + String.join(" | ", row) + " |").collect(Collectors.joining("\n"));
    }
}
