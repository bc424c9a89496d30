package dev.motif.timing;

import java.util.Locale;

/** The name of a test or a class, and how long it took. */
record Timed(long millis, String name) implements Comparable<Timed> {
    /** Reads a line that {@link #toString} has written. */
    static Timed parse(String line) {
        String[] parts = line.strip().split(" ", 2);
        return new Timed(Math.round(1000 * Double.parseDouble(parts[0])), parts[1]);
    }

    /** Orders the slowest first. */
    @Override
    public int compareTo(Timed other) {
        int slower = Long.compare(other.millis, millis);
        return slower == 0 ? name.compareTo(other.name) : slower;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%8.3f %s", millis / 1000.0, name);
    }
}
