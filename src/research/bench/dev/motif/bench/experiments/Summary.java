package dev.motif.bench.experiments;

import dev.motif.algorithm.similar.intersection.ListMerge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** Writes what the experiments of a paper gave: a page in Markdown, a CSV a table, an SVG a figure. */
final class Summary {
    private final Paper paper;
    private final Path folder;
    private final StringBuilder page = new StringBuilder();
    private final Table verdicts = new Table("verdicts", this::write)
            .with(Table.Column.text("Experiment"))
            .with(Table.Column.text("The paper"))
            .with(Table.Column.text("Here"))
            .with(Table.Column.text("Figures"));

    /**
     * Begins the page.
     *
     * @param out the folder of the page; tables and figures go into one named after the paper
     * @param notes what was left out of this run
     */
    Summary(Paper paper, Path out, ExperimentRunner.Settings settings, List<String> notes) throws IOException {
        this.paper = paper;
        this.folder = Files.createDirectories(out.resolve(paper.name()));
        page.append("# ")
                .append(paper.name())
                .append("\n\n")
                .append(paper.source())
                .append("\n\n");
        page.append(String.format(
                Locale.ROOT,
                "%s, %s, %d processors, %d threads, Java %s%s. Milliseconds: median (minimum-maximum) of at most %d runs;"
                        + " counting is stopped after %,d ms%s.%n",
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                settings.threads(),
                System.getProperty("java.version"),
                ListMerge.vectorsAvailable() ? " with the Vector API" : "",
                settings.repeats(),
                settings.limitMillis(),
                settings.cold() ? "; devices drop what they have of a graph before each run" : ""));
        notes.forEach(note -> page.append('\n').append(note).append('\n'));
    }

    /** Writes a table, as far as it is. */
    void write(Table table) {
        try {
            Files.writeString(folder.resolve(table.name() + ".csv"), table.csv());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the files of an experiment, and adds it to the page.
     *
     * @param notes what is not in it
     */
    void add(Experiment experiment, Outcome outcome, List<String> notes) throws IOException {
        page.append("\n## ")
                .append(experiment.title())
                .append("\n\nThe paper: ")
                .append(experiment.claim());
        page.append('\n');
        if (outcome.tables().isEmpty()) {
            page.append("\nNot run: it needs a backend that this run has not.\n");
        }
        if (!outcome.findings().isEmpty()) {
            page.append("\n| The paper | Here | Figures |\n|---|---|---|\n");
            for (Finding finding : outcome.findings()) {
                String verdict = finding.verdict().toString();
                page.append(String.format("| %s | %s | %s |%n", finding.claim(), verdict, finding.why()));
                verdicts.add(experiment.title(), finding.claim(), verdict, finding.why());
            }
        }
        for (Table table : outcome.tables()) {
            write(table);
            page.append('\n').append(table.markdown());
        }
        notes.forEach(note -> page.append('\n').append(note).append('\n'));
        for (Figure figure : outcome.figures()) {
            if (figure.isEmpty()) {
                continue;
            }
            Files.writeString(folder.resolve(figure.file()), figure.svg());
            page.append(String.format("%n![%s](%s/%s)%n", figure.title(), paper.name(), figure.file()));
        }
    }

    /** Writes the page, as far as it is. */
    Path write() throws IOException {
        StringBuilder left = new StringBuilder();
        if (!paper.left().isEmpty()) {
            left.append("\n## Left out\n\n| What the paper has | Why it is not here |\n|---|---|\n");
            paper.left().forEach((what, why) -> left.append(String.format("| %s | %s |%n", what, why)));
        }
        return Files.writeString(folder.resolveSibling(paper.name() + ".md"), page.toString() + left);
    }
}
