package dev.motif.report;

import java.util.List;

/** A report about a graph, as its sections in the order of the page. Holds no off-heap memory. */
record Report(List<Section> sections) implements AutoCloseable {
    Report {
        sections = List.copyOf(sections);
    }

    @Override
    public void close() {}
}
