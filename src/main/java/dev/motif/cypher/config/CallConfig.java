package dev.motif.cypher.config;

import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.parallel.Workers;
import dev.motif.text.Ascii;
import dev.motif.text.UserText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The parameters that every algorithm understands.
 *
 * @param concurrency the number of worker threads of the algorithm, in [1, {@link Workers#MOST}]; also the default
 *     for {@code readConcurrency} and {@code writeConcurrency}
 * @param readConcurrency the number of worker threads that read a graph from the database
 * @param jobId the name of the run in motif.listProgress and in the log; a random UUID unless one was given
 * @param logProgress whether the log has a line about the call, and at its level DEBUG one for each stage
 * @param backend where to run
 * @param gpus which GPUs to use
 * @param sudo whether to start even when the estimated memory is not free
 * @param username the owner of the named graph, null for the caller
 */
public record CallConfig(
        int concurrency,
        int readConcurrency,
        String jobId,
        boolean logProgress,
        Backend backend,
        GpuSelection gpus,
        boolean sudo,
        String username) {
    /** The most threads that one call may ask for; how many it gets is limited by {@link Workers#MOST}. */
    public static final int MAX_CONCURRENCY = 1024;

    /** The setting of the server that limits the threads of each call. */
    public static final String LIMIT_PROPERTY = "motif.concurrency.limit";

    /** The setting of the server that limits the threads of all calls of a user together. */
    public static final String USER_LIMIT_PROPERTY = "motif.concurrency.limit.user";

    /** The most threads of all calls of a user together; {@link Integer#MAX_VALUE} without a limit. */
    public static int userLimit() {
        return Integer.getInteger(USER_LIMIT_PROPERTY, Integer.MAX_VALUE);
    }

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
                gpus(configuration),
                sudo(configuration),
                username(configuration));
    }

    /** Reads {@code writeConcurrency}: how many transactions may write at once. The default is {@code concurrency}. */
    public static int writeConcurrency(Configuration configuration) {
        return concurrency(
                configuration, "writeConcurrency", concurrency(configuration, "concurrency", defaultConcurrency()));
    }

    /**
     * Reads a number of threads in [1, {@value #MAX_CONCURRENCY}], {@code fallback} when {@code key} is absent. Returns
     * at most {@link Workers#MOST}, and at most what {@value #LIMIT_PROPERTY} and {@value #USER_LIMIT_PROPERTY} allow.
     */
    public static int concurrency(Configuration configuration, String key, int fallback) {
        int given = configuration.integer(key, fallback, 1, MAX_CONCURRENCY);
        int ofCall = Math.min(Workers.MOST, Integer.getInteger(LIMIT_PROPERTY, MAX_CONCURRENCY));
        return Math.min(Math.min(ofCall, userLimit()), given);
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

    /**
     * Reads {@code gpus}: 'AUTO', the default, 'ALL', how many, or a list of their numbers for the driver.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    public static GpuSelection gpus(Configuration configuration) {
        Object given = configuration.value("gpus");
        if (given == null || given instanceof String text && Ascii.equalsIgnoringCase(text, "AUTO")) {
            return GpuSelection.AUTO;
        }
        if (given instanceof String text && Ascii.equalsIgnoringCase(text, "ALL")) {
            return GpuSelection.all();
        }
        if (isWithin(given, 1, GpuSelection.MOST_DEVICES)) {
            return new GpuSelection(((Number) given).intValue(), List.of());
        }
        if (given instanceof Collection<?> list
                && list.size() <= GpuSelection.MOST_DEVICES
                && list.stream().allMatch(each -> isWithin(each, 0, Integer.MAX_VALUE))) {
            List<Integer> ordinals = list.stream()
                    .map(each -> ((Number) each).intValue())
                    .distinct()
                    .toList();
            if (!ordinals.isEmpty() && ordinals.size() == list.size()) {
                return new GpuSelection(ordinals.size(), ordinals);
            }
        }
        throw new IllegalArgumentException("`gpus` must be a number in [1, " + GpuSelection.MOST_DEVICES
                + "], 'AUTO', 'ALL', or a list of different numbers that motif.gpu.list shows, got "
                + UserText.value(given));
    }

    private static boolean isWithin(Object value, long min, long max) {
        Long integer = Configuration.whole(value);
        return integer != null && integer >= min && integer <= max;
    }

    /**
     * Reads {@code username}: the owner of a graph or a job, which only administrators may name; null for the caller.
     * On a server without authentication it is empty.
     */
    public static String username(Configuration configuration) {
        return "".equals(configuration.value("username")) ? "" : configuration.string("username", null);
    }

    /** The {@code username} of a configuration that has no other keys. */
    public static String usernameAlone(Map<String, Object> configuration) {
        Configuration given = new Configuration(configuration);
        String username = username(given);
        given.rejectUnknown();
        return username;
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
