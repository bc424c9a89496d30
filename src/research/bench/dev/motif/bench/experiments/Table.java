package dev.motif.bench.experiments;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A table with typed columns. */
public final class Table {
    /** The type of the cells of a column. A cell may also be null: nothing was measured there. */
    public enum Type {
        TEXT(String.class),
        /** A whole number: {@code Integer}, {@code Long} or {@code BigInteger}. */
        COUNT(Number.class),
        /** A number with a fraction, such as a ratio or a percentage. */
        NUMBER(Double.class),
        MILLIS(Times.class);

        private final Class<?> cells;

        Type(Class<?> cells) {
            this.cells = cells;
        }
    }

    /** @param name the heading, with the unit where that is not milliseconds */
    public record Column(String name, Type type) {
        public static Column text(String name) {
            return new Column(name, Type.TEXT);
        }

        public static Column count(String name) {
            return new Column(name, Type.COUNT);
        }

        public static Column number(String name) {
            return new Column(name, Type.NUMBER);
        }

        public static Column millis(String name) {
            return new Column(name, Type.MILLIS);
        }

        /** One column of milliseconds for each technique. */
        public static List<Column> millis(Collection<Technique> techniques) {
            return techniques.stream()
                    .map(technique -> millis(technique.name()))
                    .toList();
        }
    }

    private final String name;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();
    private final Consumer<Table> changed;

    /**
     * A table without columns yet.
     *
     * @param name of its file, without the ending: lower case, digits and hyphens
     * @param changed gets the table whenever it has another row
     */
    Table(String name, Consumer<Table> changed) {
        this.name = name;
        this.changed = changed;
    }

    public Table with(Column column) {
        columns.add(column);
        return this;
    }

    public Table with(List<Column> more) {
        columns.addAll(more);
        return this;
    }

    /**
     * Adds a row.
     *
     * @param cells one a column; a list stands for its elements
     * @throws IllegalArgumentException when a cell is not of its column's type
     */
    public void add(Object... cells) {
        List<Object> row = new ArrayList<>();
        for (Object cell : cells) {
            row.addAll(cell instanceof List<?> several ? several : Collections.singletonList(cell));
        }
        if (row.size() != columns.size()) {
            throw new IllegalArgumentException(columns.size() + " cells are needed, got " + row);
        }
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i) != null && !columns.get(i).type.cells.isInstance(row.get(i))) {
                throw new IllegalArgumentException("`" + columns.get(i).name + "` must be of the type "
                        + columns.get(i).type + ", got " + row.get(i));
            }
        }
        rows.add(Collections.unmodifiableList(row));
        changed.accept(this);
    }

    public String name() {
        return name;
    }

    public List<Column> columns() {
        return columns;
    }

    public List<List<Object>> rows() {
        return rows;
    }

    /** The index of a column. */
    int index(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name.equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no column '" + column + "' in " + name);
    }

    /** A cell as a number: the fastest run of a time; NaN where it is empty or cut. */
    static double number(Object cell) {
        return cell instanceof Times times
                ? times.min()
                : cell instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** The table as comma-separated values. A time has three columns, and its limit behind {@code >} if it was cut. */
    String csv() {
        StringBuilder csv = new StringBuilder(columns.stream()
                .map(column -> column.type == Type.MILLIS
                        ? quoted(column.name + " ms") + "," + quoted(column.name + " min") + ","
                                + quoted(column.name + " max")
                        : quoted(column.name))
                .collect(Collectors.joining(",", "", "\n")));
        for (List<Object> row : rows) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(csv(row.get(i), columns.get(i).type));
            }
            csv.append(String.join(",", cells)).append('\n');
        }
        return csv.toString();
    }

    private static String csv(Object cell, Type type) {
        if (cell instanceof Times times) {
            return times.isCut()
                    ? "> " + times.limitMillis() + ",,"
                    : String.format(Locale.ROOT, "%.4f,%.4f,%.4f", times.median(), times.min(), times.max());
        }
        return cell == null ? type == Type.MILLIS ? ",," : "" : quoted(cell.toString());
    }

    private static String quoted(String text) {
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    String markdown() {
        StringBuilder markdown =
                new StringBuilder(columns.stream().map(Column::name).collect(Collectors.joining(" | ", "| ", " |\n")));
        markdown.append("|---".repeat(columns.size())).append("|\n");
        for (List<Object> row : rows) {
            markdown.append(row.stream().map(Table::shown).collect(Collectors.joining(" | ", "| ", " |\n")));
        }
        return markdown.toString();
    }

    private static String shown(Object cell) {
        if (cell == null) {
            return "";
        }
        if (cell instanceof Double number) {
            return Times.shown(number);
        }
        return cell instanceof Number number
                ? String.format(Locale.ROOT, "%,d", new BigInteger(number.toString()))
                : cell.toString();
    }
}
