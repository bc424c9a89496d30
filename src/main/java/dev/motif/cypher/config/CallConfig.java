package dev.motif.cypher.config;

import dev.motif.backend.Backend;
import java.util.UUID;

/**
 * The parameters that every algorithm understands.
 *
 * @param concurrency worker threads for the algorithm, and for reading and writing unless those say otherwise
 * @param readConcurrency worker threads for reading a graph from the database
 * @param jobId names the run in motif.listProgress and in the log
 * @param logProgress whether stages are written to the log
 * @param backend where to run
 * @param sudo whether to start though memory is short
 */
public record CallConfig(
        int concurrency, int readConcurrency, String jobId, boolean logProgress, Backend backend, boolean sudo) {
    /** The most threads that one call may ask for. */
    public static final int MAX_CONCURRENCY = 1024;

    public static CallConfig of(Configuration configuration) {
        int concurrency = concurrency(configuration, "concurrency", defaultConcurrency());
        return new CallConfig(
                concurrency,
                concurrency(configuration, "readConcurrency", concurrency),
                jobId(configuration),
                logProgress(configuration),
                configuration.oneOf("backend", Backend.class, Backend.AUTO),
                sudo(configuration));
    }

    /** How many transactions may write at once; as many as there are worker threads unless the call says otherwise. */
    public static int writeConcurrency(Configuration configuration) {
        return concurrency(
                configuration, "writeConcurrency", concurrency(configuration, "concurrency", defaultConcurrency()));
    }

    public static int concurrency(Configuration configuration, String key, int fallback) {
        return configuration.integer(key, fallback, 1, MAX_CONCURRENCY);
    }

    public static int defaultConcurrency() {
        return Runtime.getRuntime().availableProcessors();
    }

    public static String jobId(Configuration configuration) {
        String jobId = configuration.string("jobId", null);
        return jobId == null ? UUID.randomUUID().toString() : jobId;
    }

    public static boolean sudo(Configuration configuration) {
        return configuration.flag("sudo", false);
    }

    public static boolean logProgress(Configuration configuration) {
        return configuration.flag("logProgress", true);
    }
}
