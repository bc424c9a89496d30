package dev.motif.report.chart;

import java.math.BigInteger;
import java.util.List;

/**
 * A chart of counts over two kinds of categories, drawn as colors.
 *
 * @param title what it shows, in a line
 * @param xName what the columns are
 * @param yName what the rows are
 * @param countName what is counted
 * @param columns the names of the columns, from left to right
 * @param lines the names of the rows, from the bottom up
 * @param cells the cells with a count above 0
 */
public record HeatMap(
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
     * @param column the index of its column, from 0
     * @param line the index of its row, from 0
     * @param count 1 or more
     */
    public record Cell(int column, int line, BigInteger count) {}

    public HeatMap {
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
