package dev.motif.cypher.config;

/**
 * The parameters that every procedure understands that writes a property.
 *
 * @param property the property's key
 * @param concurrency how many transactions may write at once
 * @param onlyChanged whether values that are stored already are left alone
 * @param skipIfRunning whether a call ends without a row, not with an error, while a job with its id is running
 */
public record WriteConfig(String property, int concurrency, boolean onlyChanged, boolean skipIfRunning) {
    public static WriteConfig of(Configuration configuration) {
        return new WriteConfig(
                configuration.requiredString("writeProperty"),
                CallConfig.writeConcurrency(configuration),
                configuration.flag("onlyChanged", false),
                skipIfRunning(configuration));
    }

    /** The same for another property. */
    public WriteConfig with(String otherProperty) {
        return new WriteConfig(otherProperty, concurrency, onlyChanged, skipIfRunning);
    }

    /** @throws IllegalArgumentException when it is asked for without the id that jobs are told apart by */
    public static boolean skipIfRunning(Configuration configuration) {
        boolean skip = configuration.flag("skipIfRunning", false);
        if (skip && configuration.string("jobId", null) == null) {
            throw new IllegalArgumentException(
                    "`skipIfRunning: true` needs a `jobId`: it is about another run with the same one");
        }
        return skip;
    }
}
