package dev.motif.cypher.config;

import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters that are common to all procedures that write properties, into the database or into columns of a named
 * graph.
 *
 * @param properties the keys of the properties, or the names of the columns: one or several, all different
 * @param columns whether columns are written; what follows is about the database
 * @param concurrency how many transactions may write at once
 * @param onlyChanged whether a value is not written again when it is stored already
 * @param skipIfRunning whether a call ends without a row, not with an error, while a job with its id is running
 */
public record WriteConfig(
        List<String> properties, boolean columns, int concurrency, boolean onlyChanged, boolean skipIfRunning) {
    /** The key of the property that is written to the database. */
    public static final String WRITE_PROPERTY = "writeProperty";

    /** The key of the column. */
    public static final String MUTATE_PROPERTY = "mutateProperty";

    /**
     * Reads the parameters of a call that writes one property to the database.
     *
     * @throws IllegalArgumentException when {@code writeProperty} is absent or a value is wrong
     */
    public static WriteConfig of(Configuration configuration) {
        return of(List.of(configuration.requiredString(WRITE_PROPERTY)), configuration);
    }

    /** Reads the parameters of a call that writes these properties to the database, but their names. */
    public static WriteConfig of(List<String> properties, Configuration configuration) {
        return new WriteConfig(
                properties,
                false,
                CallConfig.writeConcurrency(configuration),
                configuration.flag("onlyChanged", false),
                skipIfRunning(configuration));
    }

    /**
     * Reads the parameters of a call that writes one column.
     *
     * @throws IllegalArgumentException when {@code mutateProperty} is absent or {@code '*'}
     */
    public static WriteConfig ofColumn(Configuration configuration) {
        String column = Names.column("`" + MUTATE_PROPERTY + "`", configuration.requiredString(MUTATE_PROPERTY));
        return new WriteConfig(List.of(column), true, 1, false, false);
    }

    /**
     * Adds another property, unless {@code property} is null.
     *
     * @param key the key that {@code property} was given with
     * @throws IllegalArgumentException when it has the name of another
     */
    public WriteConfig with(String key, String property) {
        if (property == null) {
            return this;
        }
        if (properties.contains(property)) {
            throw new IllegalArgumentException(
                    "`" + key + "` must not be the `" + (columns ? MUTATE_PROPERTY : WRITE_PROPERTY) + "`, got "
                            + UserText.value(property) + " for both");
        }
        List<String> more = new ArrayList<>(properties);
        more.add(columns ? Names.column("`" + key + "`", property) : property);
        return withProperties(List.copyOf(more));
    }

    public WriteConfig withProperties(List<String> others) {
        return new WriteConfig(others, columns, concurrency, onlyChanged, skipIfRunning);
    }

    /** How the call uses the ids of relationships: properties in the database cannot be written without them. */
    public RelationshipIdUse relationshipIds(Granularity per) {
        return per == Granularity.RELATIONSHIP && !columns ? RelationshipIdUse.REQUIRED : RelationshipIdUse.NONE;
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
