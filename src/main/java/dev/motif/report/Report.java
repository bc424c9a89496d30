package dev.motif.report;

import java.util.List;

/** What there is to show about a graph. Holds no off-heap memory. */
record Report(List<Section> sections) implements AutoCloseable {
    Report {
        sections = List.copyOf(sections);
    }

    @Override
    public void close() {}
}
