package dev.motif.timing;

import java.util.Locale;

/** How long a test or a class took, and what it is called. */
record Timed(long millis, String name) implements Comparable<Timed> {
    /** Reads what {@link #toString} wrote. */
    static Timed parse(String line) {
        String[] parts = line.strip().split(" ", 2);
        return new Timed(Math.round(1000 * Double.parseDouble(parts[0])), parts[1]);
    }

    /** The slowest first. */
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
