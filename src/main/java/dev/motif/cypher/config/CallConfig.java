package dev.motif.cypher.config;

import dev.motif.backend.Backend;
import java.util.UUID;

/**
 * The parameters that every algorithm understands.
 *
 * @param concurrency the number of worker threads of the algorithm, in [1, {@value #MAX_CONCURRENCY}]; also the default
 *     for {@code readConcurrency} and {@code writeConcurrency}
 * @param readConcurrency the number of worker threads that read a graph from the database
 * @param jobId the name of the run in motif.listProgress and in the log; a random UUID unless one was given
 * @param logProgress whether the log has a line about the call, and at its level DEBUG one for each stage
 * @param backend where to run
 * @param sudo whether to start even when the estimated memory is not free
 */
public record CallConfig(
        int concurrency, int readConcurrency, String jobId, boolean logProgress, Backend backend, boolean sudo) {
    /** The most threads that one call may ask for. */
    public static final int MAX_CONCURRENCY = 1024;

    /**
     * Reads these parameters.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
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

    /** Reads {@code writeConcurrency}: how many transactions may write at once. The default is {@code concurrency}. */
    public static int writeConcurrency(Configuration configuration) {
        return concurrency(
                configuration, "writeConcurrency", concurrency(configuration, "concurrency", defaultConcurrency()));
    }

    /** Reads a number of threads in [1, {@value #MAX_CONCURRENCY}], {@code fallback} when {@code key} is absent. */
    public static int concurrency(Configuration configuration, String key, int fallback) {
        return configuration.integer(key, fallback, 1, MAX_CONCURRENCY);
    }

    /** The number of processors that the JVM may use. */
    public static int defaultConcurrency() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Reads {@code jobId}; a random UUID when it is absent, so each call returns another one. */
    public static String jobId(Configuration configuration) {
        String jobId = configuration.string("jobId", null);
        return jobId == null ? UUID.randomUUID().toString() : jobId;
    }

    /** Reads {@code sudo}: whether to start even when the estimated memory is not free. The default is false. */
    public static boolean sudo(Configuration configuration) {
        return configuration.flag("sudo", false);
    }

    /** Reads {@code logProgress}: whether the log has a line about the call, and at its level DEBUG one for each stage. The default is true. */
    public static boolean logProgress(Configuration configuration) {
        return configuration.flag("logProgress", true);
    }
}
