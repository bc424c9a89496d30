package dev.motif.report.part;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.report.chart.Words;
import java.util.List;

/**
 * The parameters of a report: what it shows, and how long its steps may take.
 *
 * @param include the names of its parts, null for all that fit the kind of graph
 * @param timeoutMillis the most milliseconds that one step may take, 0 for no limit
 * @param maxK the largest size of the cliques that are counted, or {@link KCliqueConfig#ALL}
 * @param bicliqueSizes the sizes of the maximal bicliques that are counted
 * @param nameProperty the node property that holds a name, null to show ids
 * @param file where the page is saved, null where it is returned
 * @param words what it calls nodes and relationships
 * @param run the parameters of every algorithm; each step chooses its backend and checks its memory by them
 */
public record ReportConfig(
        List<String> include,
        long timeoutMillis,
        int maxK,
        SizeLimits bicliqueSizes,
        String nameProperty,
        ReportFile file,
        Words words,
        CallConfig run) {
    /** The keys of a report's own parameters, for descriptions; {@link CallConfig} has more. */
    public static final String KEYS = "include, timeoutMillis, maxK, minLeft, minRight, nameProperty, file, overwrite";

    /** The default of {@code timeoutMillis}: long enough for most graphs, and short enough to wait for. */
    static final long DEFAULT_TIMEOUT_MILLIS = 30_000;

    /**
     * Reads the parameters of a report.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static ReportConfig of(Configuration given, CallConfig run) {
        return new ReportConfig(
                given.has("include") ? Parts.checked(given.names("include", "the name of a part")) : null,
                given.integer("timeoutMillis", DEFAULT_TIMEOUT_MILLIS, 0, Long.MAX_VALUE),
                given.integer("maxK", KCliqueConfig.ALL, KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE),
                new SizeLimits(
                        given.integer("minLeft", 1, 1, Integer.MAX_VALUE),
                        Integer.MAX_VALUE,
                        given.integer("minRight", 1, 1, Integer.MAX_VALUE),
                        Integer.MAX_VALUE),
                given.string("nameProperty", null),
                ReportFile.of(given),
                Words.OF_ANY,
                run);
    }

    public ReportConfig with(Words other) {
        return new ReportConfig(include, timeoutMillis, maxK, bicliqueSizes, nameProperty, file, other, run);
    }
}
