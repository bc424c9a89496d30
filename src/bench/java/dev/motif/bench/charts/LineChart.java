package dev.motif.bench.charts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Draws lines as SVG, a panel for each graph, in the colors and letters of {@link Charts}. */
public final class LineChart {
    private static final int COLUMNS = 2;
    private static final int PANEL_WIDTH = 380;
    private static final int PANEL_HEIGHT = 240;
    private static final int TOP = 64;
    private static final int LEFT = 62;
    private static final int RIGHT = 30;
    private static final int ABOVE = 24;
    private static final int BELOW = 40;
    private static final int TICKS = 5;
    private static final double LARGE = 30;

    /** A point of a line. */
    public record Point(double x, double y) {}

    /** The points of a series, in the order of x. */
    public record Line(String series, List<Point> points) {}

    /** One plot; all panels have the same series in the same order. */
    public record Panel(String title, List<Line> lines) {}

    /** A scale of numbers; logarithmic when the largest is far above the smallest. */
    private record Axis(double low, double high, boolean logarithmic) {
        static Axis of(DoubleStream values) {
            double[] sorted = values.sorted().toArray();
            double least = sorted.length == 0 ? 0 : sorted[0];
            double most = sorted.length == 0 ? 1 : sorted[sorted.length - 1];
            if (least > 0 && most / least > LARGE) {
                return new Axis(Math.floor(Math.log10(least)), Math.ceil(Math.log10(most)), true);
            }
            return most == least ? new Axis(least - 1, most + 1, false) : new Axis(least, most, false);
        }

        Axis fromZero() {
            return logarithmic ? this : new Axis(0, high, false);
        }

        /** The share of the axis below {@code value}. */
        double at(double value) {
            return ((logarithmic ? Math.log10(value) : value) - low) / (high - low);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            double step = logarithmic ? 1 : step(high - low);
            for (double tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) {
                ticks.add(logarithmic ? Math.pow(10, tick) : tick);
            }
            return ticks;
        }

        private static double step(double range) {
            double power = Math.pow(10, Math.floor(Math.log10(range / TICKS)));
            return Arrays.stream(new double[] {1, 2, 5})
                    .map(factor -> factor * power)
                    .filter(step -> range / step <= TICKS + 1)
                    .findFirst()
                    .orElse(10 * power);
        }
    }

    private LineChart() {}

    /**
     * A drawing of several panels.
     *
     * @param x what the horizontal axes are
     */
    public static String svg(String title, String x, List<Panel> panels) {
        int columns = Math.min(COLUMNS, panels.size());
        int width = COLUMNS * PANEL_WIDTH;
        List<int[]> legend =
                Charts.legend(panels.get(0).lines.stream().map(Line::series).toList());
        int top = legend.isEmpty() ? TOP : TOP + legend.get(legend.size() - 1)[1] - legend.get(0)[1];
        int height = top + (panels.size() + columns - 1) / columns * PANEL_HEIGHT;
        StringBuilder svg = new StringBuilder(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" fill=\"#24292f\">\n"
                        + "<title>%3$s</title>\n<rect width=\"%1$d\" height=\"%2$d\" rx=\"8\" fill=\"#ffffff\"/>\n"
                        + "<text x=\"24\" y=\"28\" font-size=\"15\">%3$s</text>\n",
                width, height, Charts.escaped(title)));
        legend(svg, panels.get(0).lines, legend);
        for (int i = 0; i < panels.size(); i++) {
            svg.append(text(
                    "<g transform=\"translate(%d %d)\">\n",
                    i % columns * PANEL_WIDTH, top + i / columns * PANEL_HEIGHT));
            panel(svg, panels.get(i), x);
            svg.append("</g>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static void legend(StringBuilder svg, List<Line> lines, List<int[]> corners) {
        for (int i = 0; i < lines.size() && lines.size() > 1; i++) {
            int x = corners.get(i)[0];
            int y = corners.get(i)[1];
            svg.append(text(
                    "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
                    x, y + 2, Charts.color(i), x + 19, y + 9, Charts.escaped(lines.get(i).series)));
        }
    }

    private static DoubleStream values(Panel panel, ToDoubleFunction<Point> coordinate) {
        return panel.lines.stream().flatMap(line -> line.points.stream()).mapToDouble(coordinate);
    }

    private static void panel(StringBuilder svg, Panel panel, String x) {
        Axis across = Axis.of(values(panel, Point::x));
        Axis up = Axis.of(values(panel, Point::y)).fromZero();
        int bottom = PANEL_HEIGHT - BELOW;
        int right = PANEL_WIDTH - RIGHT;
        svg.append(text("<text x=\"%d\" y=\"14\">%s</text>\n", LEFT, Charts.escaped(panel.title)));
        for (double tick : up.ticks()) {
            double y = bottom - up.at(tick) * (bottom - ABOVE);
            svg.append(text(
                    "<path d=\"M%d %.1fH%d\" stroke=\"#d0d7de\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT, y, right, LEFT - 6, y + 4, shown(tick)));
        }
        for (double tick : across.ticks()) {
            svg.append(text(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    LEFT + across.at(tick) * (right - LEFT), bottom + 15, shown(tick)));
        }
        svg.append(text(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                (LEFT + right) / 2, bottom + 30, Charts.escaped(x)));
        double[] places = values(panel, Point::x).sorted().distinct().toArray();
        for (int i = 0; i < panel.lines.size(); i++) {
            line(svg, panel.lines.get(i).points, places, Charts.color(i), across, up);
        }
    }

    /** Draws a line, with a gap where it lacks a point at one of the {@code places} that other lines have. */
    private static void line(
            StringBuilder svg, List<Point> points, double[] places, String color, Axis across, Axis up) {
        int bottom = PANEL_HEIGHT - BELOW;
        StringBuilder path = new StringBuilder();
        StringBuilder dots = new StringBuilder();
        int next = -1;
        for (Point point : points) {
            double x = LEFT + across.at(point.x) * (PANEL_WIDTH - RIGHT - LEFT);
            double y = bottom - up.at(point.y) * (bottom - ABOVE);
            int place = Arrays.binarySearch(places, point.x);
            path.append(text("%s%.1f %.1f", place == next ? "L" : "M", x, y));
            next = place + 1;
            dots.append(text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>", x, y, color));
        }
        if (!points.isEmpty()) {
            svg.append(text("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>", path, color));
            svg.append(dots).append('\n');
        }
    }

    private static String shown(double tick) {
        return tick >= 1000 || tick == Math.rint(tick)
                ? text("%,.0f", tick)
                : text("%.3f", tick).replaceFirst("0+$", "");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
