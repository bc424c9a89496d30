package dev.motif.cypher.config;

/**
 * The parameters that are common to all procedures that write a property.
 *
 * @param property the property's key
 * @param concurrency how many transactions may write at once
 * @param onlyChanged whether a value is not written again when it is stored already
 * @param skipIfRunning whether a call ends without a row, not with an error, while a job with its id is running
 */
public record WriteConfig(String property, int concurrency, boolean onlyChanged, boolean skipIfRunning) {
    /**
     * Reads these parameters.
     *
     * @throws IllegalArgumentException when {@code writeProperty} is absent or a value is wrong
     */
    public static WriteConfig of(Configuration configuration) {
        return new WriteConfig(
                configuration.requiredString("writeProperty"),
                CallConfig.writeConcurrency(configuration),
                configuration.flag("onlyChanged", false),
                skipIfRunning(configuration));
    }

    /** Returns these parameters with another property's key. */
    public WriteConfig with(String otherProperty) {
        return new WriteConfig(otherProperty, concurrency, onlyChanged, skipIfRunning);
    }

    /**
     * Reads {@code skipIfRunning}, false when it is absent.
     *
     * @throws IllegalArgumentException when it is true but {@code jobId} is absent, so no other run can have its id
     */
    public static boolean skipIfRunning(Configuration configuration) {
        boolean skip = configuration.flag("skipIfRunning", false);
        if (skip && configuration.string("jobId", null) == null) {
            throw new IllegalArgumentException(
                    "`skipIfRunning: true` needs a `jobId`: the call is skipped while another run with the same `jobId`"
                            + " goes on");
        }
        return skip;
    }
}
