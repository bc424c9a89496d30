package dev.motif.bench.experiments;

import dev.motif.bench.Median;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The times of the runs that count of one technique on one graph, in milliseconds.
 *
 * @param millis ascending; empty when the first run was cancelled at the limit
 * @param limitMillis what a run may take
 */
public record Times(List<Double> millis, long limitMillis) {
    public Times {
        millis = millis.stream().sorted().toList();
    }

    /** True when no run ended within the limit. */
    public boolean isCut() {
        return millis.isEmpty();
    }

    /** The median, or NaN when no run ended. */
    public double median() {
        return isCut() ? Double.NaN : Median.of(millis);
    }

    public double min() {
        return isCut() ? Double.NaN : millis.get(0);
    }

    /** The fastest run, or the limit where no run ended: it takes at least that. */
    public double atLeast() {
        return isCut() ? limitMillis : min();
    }

    public double max() {
        return isCut() ? Double.NaN : millis.get(millis.size() - 1);
    }

    /**
     * How many times as long as {@code other} this takes, by the fastest runs, since what else a machine does only adds
     * time; NaN when one of them was cut.
     */
    public double ratioTo(Times other) {
        return min() / other.min();
    }

    /** The geometric mean of ratios of times, or null when there are none. */
    public static Double mean(Collection<Double> ratios) {
        OptionalDouble mean = ratios.stream().mapToDouble(Math::log).average();
        return mean.isPresent() ? (Double) Math.exp(mean.getAsDouble()) : null;
    }

    /** Median, with minimum and maximum in brackets; or the limit behind {@code >}. */
    @Override
    public String toString() {
        if (isCut()) {
            return String.format(Locale.ROOT, "> %,d", limitMillis);
        }
        return millis.size() == 1 ? shown(median()) : shown(median()) + " (" + shown(min()) + "-" + shown(max()) + ")";
    }

    /** Three significant digits, or all before the point. */
    static String shown(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        int decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 4;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
