package dev.motif.projection.follow;

import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.Projection;
import dev.motif.projection.PropertyFilter;
import dev.motif.projection.value.Property;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The part of a {@link ChangeLog} that a graph has not read yet: from the time on when its own reading of the database
 * began. It keeps that part in memory until it is closed. Thread-safe.
 */
public final class Follower implements AutoCloseable {
    private final ChangeLog log;
    private final Interest interest;
    /** The number of the first id of the log that is not read. */
    private final long from;
    /** Nodes whose relationships were read while others wrote. */
    private volatile long[] again = {};

    Follower(ChangeLog log, Interest interest, long from) {
        this.log = log;
        this.interest = interest;
        this.from = from;
    }

    /**
     * The nodes, relationships and properties that one or several graphs depend on.
     *
     * @param allNodes whether nodes are looked at whatever their labels
     * @param labels the labels that decide whether another node is looked at
     * @param types of relationships, null for all of them
     * @param ofNodes keys of properties of nodes
     * @param ofRelationships keys of properties of relationships
     */
    record Interest(
            boolean allNodes, Set<String> labels, Set<String> types, Set<String> ofNodes, Set<String> ofRelationships) {
        static final Interest NONE = new Interest(false, Set.of(), Set.of(), Set.of(), Set.of());

        static Interest of(Projection projection) {
            Projection.Properties columns = projection.properties();
            Set<String> ofNodes = new HashSet<>(keys(projection.leftFilter()));
            ofNodes.addAll(keys(projection.rightFilter()));
            columns.left().forEach(property -> ofNodes.add(property.key()));
            columns.right().forEach(property -> ofNodes.add(property.key()));
            Set<String> ofRelationships = new HashSet<>(keys(projection.filter()));
            columns.relationships().forEach(property -> ofRelationships.add(property.key()));
            ofRelationships.remove(Property.ANY);
            Set<String> labels = new HashSet<>(projection.left());
            if (projection.isBipartite()) {
                labels.addAll(projection.right());
            }
            boolean allNodes = labels.removeAll(Projection.ALL);
            return new Interest(
                    allNodes,
                    labels,
                    projection.types().equals(Projection.ALL) ? null : Set.copyOf(projection.types()),
                    ofNodes,
                    ofRelationships);
        }

        private static List<String> keys(PropertyFilter filter) {
            return filter == null
                    ? List.of()
                    : filter.conditions().stream()
                            .map(PropertyFilter.Condition::property)
                            .toList();
        }

        Interest with(Interest other) {
            return new Interest(
                    allNodes || other.allNodes,
                    union(labels, other.labels),
                    union(types, other.types),
                    union(ofNodes, other.ofNodes),
                    union(ofRelationships, other.ofRelationships));
        }

        private static Set<String> union(Set<String> some, Set<String> others) {
            if (some == null || others == null) {
                return null;
            }
            Set<String> all = new HashSet<>(some);
            all.addAll(others);
            return all;
        }
    }

    Interest interest() {
        return interest;
    }

    long from() {
        return from;
    }

    long[] again() {
        return again;
    }

    /**
     * The changes until now, and the follower from now on.
     *
     * @param changes all that was committed since this began, and perhaps more
     * @param next follows from before the reading of these changes, and is to be closed
     * @param quiet whether no transaction was being committed, from the reading of these changes until it is asked
     */
    public record Taken(Changes changes, Follower next, BooleanSupplier quiet) {
        /** Copies the ids of a log. */
        static Taken of(LongChunks.View ids, long[] again, Follower next, BooleanSupplier quiet) {
            return OffHeapScope.closingOnFailure(next, () -> new Taken(Changes.of(ids, again), next, quiet));
        }

        /** Reports the nodes whose relationships were all read; called when all changes have been read. */
        public void read(long[] expanded) {
            if (!quiet.getAsBoolean()) {
                // Their chains of relationships may have changed under the reader.
                next.again = expanded;
            }
        }
    }

    /**
     * Waits until all changes are there that can be seen in the database now. Returns false when that takes longer than ten
     * seconds, or for ever since a transaction that is being committed runs the caller: then everything is to be read.
     */
    public boolean settled(Cancellation cancellation) {
        return log.settled(cancellation);
    }

    /** Whether nothing has changed. */
    public boolean nothingChanged() {
        return again.length == 0 && log.hasNothingFor(this);
    }

    /** Takes the changes; null when they are not known: too much has changed. */
    public Taken take() {
        return log.take(this);
    }

    @Override
    public void close() {
        log.end(this);
    }
}
