package dev.motif.report;

import java.math.BigInteger;
import java.util.List;

/**
 * Counts over two sorts of categories, as colours.
 *
 * @param title what it shows, in a line
 * @param xName what the columns are
 * @param yName what the rows are
 * @param countName what is counted
 * @param columns from left to right
 * @param lines from the bottom up
 * @param cells those with a count above 0
 */
record HeatMap(
        String title,
        String xName,
        String yName,
        String countName,
        List<String> columns,
        List<String> lines,
        List<Cell> cells)
        implements Chart {
    /**
     * A field of the map.
     *
     * @param column its place in the columns
     * @param line its place in the lines
     * @param count 1 or more
     */
    record Cell(int column, int line, BigInteger count) {}

    HeatMap {
        columns = List.copyOf(columns);
        lines = List.copyOf(lines);
        cells = List.copyOf(cells);
    }

    @Override
    public boolean isEmpty() {
        return cells.isEmpty();
    }

    @Override
    public List<String> header() {
        return List.of(xName, yName, countName);
    }

    @Override
    public List<List<String>> rows() {
        return cells.stream()
                .map(cell -> List.of(columns.get(cell.column()), lines.get(cell.line()), Numbers.text(cell.count())))
                .toList();
    }
}
