package dev.motif.cypher.call;

import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.catalog.Column;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.EntityKind;
import dev.motif.projection.value.ValueType;
import dev.motif.text.UserText;
import java.util.Set;

/** The column of relationships in which a call finds the times of its window. Works where there is no Neo4j, too. */
public final class TimeColumn {
    private static final long TIMES_PER_CHECK = 1 << 20;
    private static final long NANOS_OF_A_DAY = 86_400_000_000_000L;

    private static final Set<ValueType> TYPES = Set.of(
            ValueType.INTEGER,
            ValueType.DATE,
            ValueType.LOCAL_DATETIME,
            ValueType.ZONED_DATETIME,
            ValueType.LOCAL_TIME,
            ValueType.ZONED_TIME,
            ValueType.DURATION);

    private TimeColumn() {}

    /**
     * The window over the times of a column, in their unit.
     *
     * @param column valid as long as the result is used
     * @throws IllegalArgumentException when the column has no times, not all edges have one, or the window has another unit
     */
    public static TimeWindow window(TimeWindow given, Column column, Cancellation cancellation) {
        String name = UserText.value(given.property());
        if (!TYPES.contains(column.type())) {
            throw new IllegalArgumentException("`timeProperty` must be a column of INTEGERs or temporal values, but "
                    + name + " is one of type " + column.type().cypher());
        }
        if (given.nanos() == (column.type() == ValueType.INTEGER)) {
            throw new IllegalArgumentException(
                    given.nanos()
                            ? "`" + given.key() + "` must be an INTEGER, as the times of column " + name
                                    + " are, got a duration"
                            : "`" + given.key() + "` must be a duration, since column " + name + " is one of type "
                                    + column.type().cypher() + ", got " + given.length());
        }
        long length = column.type() == ValueType.DATE ? given.length() / NANOS_OF_A_DAY : given.length();
        return new TimeWindow(given.key(), given.property(), length, false, times(column, name, cancellation));
    }

    private static EdgeTimes times(Column column, String name, Cancellation cancellation) {
        boolean lists = column.lists() != null;
        OffHeapLongs times = lists ? column.lists().values() : column.values(EntityKind.RELATIONSHIPS);
        for (long i = 0; i < times.length(); i++) {
            if (i % TIMES_PER_CHECK == 0) {
                cancellation.check();
            }
            if (column.type().isMissing(times.get(i))) {
                throw new IllegalArgumentException(
                        "`timeProperty`: column " + name + " has no value for some"
                                + " relationships. Project it with a `default`"
                                + (lists
                                        ? ", or without `orientation`, so that they are left out."
                                        : ", or with `parallel: 'KEEP'`, which leaves them out of a graph without directions."));
            }
        }
        return new EdgeTimes(times, lists ? column.lists().starts() : null);
    }
}
