package dev.motif.bench.experiments;

import java.util.ArrayList;
import java.util.List;

/** The result of an experiment. */
public final class Outcome {
    private final List<Table> tables = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /** Adds a table, and the figures that are drawn of it. */
    public Outcome with(Table table, Figure... drawn) {
        tables.add(table);
        for (Figure figure : drawn) {
            figures.add(figure.of(table));
        }
        return this;
    }

    public Outcome with(Finding finding) {
        findings.add(finding);
        return this;
    }

    public List<Table> tables() {
        return tables;
    }

    public List<Figure> figures() {
        return figures;
    }

    public List<Finding> findings() {
        return findings;
    }
}
