package dev.motif.report;

import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.maximal.model.SizeLimits;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import java.util.List;

/**
 * What the report shows, and how much its searches may take.
 *
 * @param include the names of its parts, null for all that apply to the graph
 * @param timeoutMillis how long one search may take, 0 for as long as it likes
 * @param maxK the most nodes of the cliques that are counted, or {@link KCliqueConfig#ALL}
 * @param bicliqueSizes which maximal bicliques are counted
 * @param run how searches run: each of them chooses its backend, and whether there is memory for it
 */
record ReportConfig(List<String> include, long timeoutMillis, int maxK, SizeLimits bicliqueSizes, CallConfig run) {
    /** All keys, as descriptions list them, but for those of {@link CallConfig}. */
    static final String KEYS = "include, timeoutMillis, maxK, minLeft, minRight";

    /** Long enough for most graphs, and short enough to wait for. */
    static final long DEFAULT_TIMEOUT_MILLIS = 30_000;

    /** @throws IllegalArgumentException when a value is wrong */
    static ReportConfig of(Configuration given, CallConfig run) {
        return new ReportConfig(
                given.has("include") ? Parts.checked(given.names("include", "the name of a part")) : null,
                given.integer("timeoutMillis", DEFAULT_TIMEOUT_MILLIS, 0, Long.MAX_VALUE),
                given.integer("maxK", KCliqueConfig.ALL, KCliqueConfig.MIN_SIZE, KCliqueConfig.MAX_SIZE),
                new SizeLimits(
                        given.integer("minLeft", 1, 1, Integer.MAX_VALUE),
                        Integer.MAX_VALUE,
                        given.integer("minRight", 1, 1, Integer.MAX_VALUE),
                        Integer.MAX_VALUE),
                run);
    }
}
