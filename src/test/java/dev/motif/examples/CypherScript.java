package dev.motif.examples;

import java.util.ArrayList;
import java.util.List;

/**
 * Cypher statements with the rows they are expected to return.
 *
 * <p>A statement ends with {@code ;} at the end of a line. The comment lines below it that begin with {@code // |} are
 * a table: first the names of the columns, then the rows, in order. A cell {@code *} matches any value. {@code // no
 * rows} stands for a statement that returns nothing. All other lines that begin with {@code //} explain.
 */
public record CypherScript(List<Statement> statements) {
    private static final String COMMENT = "//";
    private static final String TABLE = "// |";
    private static final String NO_ROWS = "// no rows";

    /**
     * One statement.
     *
     * @param line where it begins, from 1
     * @param query without the semicolon
     * @param table the names of the columns, then the rows; empty for no rows; null when nothing is said about them
     */
    public record Statement(int line, String query, List<List<String>> table) {}

    /**
     * Reads the statements and their tables.
     *
     * @param firstLine the number of the first line of {@code lines} in its file
     * @throws IllegalArgumentException when a statement does not end, or a table is not below a statement
     */
    public static CypherScript parse(List<String> lines, int firstLine) {
        List<Statement> statements = new ArrayList<>();
        StringBuilder query = new StringBuilder();
        int start = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int number = firstLine + i;
            if (line.startsWith(TABLE) || line.equals(NO_ROWS)) {
                if (statements.isEmpty() || query.length() > 0) {
                    throw new IllegalArgumentException("line " + number + ": rows without a statement above them");
                }
                addRow(statements, line);
            } else if (!line.isEmpty() && !line.startsWith(COMMENT)) {
                if (query.length() == 0) {
                    start = number;
                }
                query.append(line, 0, line.endsWith(";") ? line.length() - 1 : line.length())
                        .append('\n');
                if (line.endsWith(";")) {
                    statements.add(new Statement(start, query.toString().strip(), null));
                    query.setLength(0);
                }
            }
        }
        if (query.length() > 0) {
            throw new IllegalArgumentException("line " + start + ": a statement without a semicolon at its end");
        }
        return new CypherScript(statements);
    }

    private static void addRow(List<Statement> statements, String line) {
        int last = statements.size() - 1;
        Statement statement = statements.get(last);
        List<List<String>> table = new ArrayList<>(statement.table == null ? List.of() : statement.table);
        if (!line.equals(NO_ROWS)) {
            table.add(cells(line.substring(COMMENT.length())));
        }
        statements.set(last, new Statement(statement.line, statement.query, table));
    }

    /** The cells of a line such as {@code | a | b |}. */
    static List<String> cells(String line) {
        String row = line.strip();
        if (!row.startsWith("|") || !row.endsWith("|") || row.length() < 2) {
            throw new IllegalArgumentException("a row must look like | a | b |, got " + row);
        }
        List<String> cells = new ArrayList<>();
        for (String cell : row.substring(1, row.length() - 1).split("(?<!\\\\)\\|", -1)) {
            cells.add(cell.strip().replace("\\|", "|"));
        }
        return cells;
    }
}
