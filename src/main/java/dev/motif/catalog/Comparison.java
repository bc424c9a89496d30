package dev.motif.catalog;

import dev.motif.graph.EdgeCursor;
import dev.motif.parallel.Cancellation;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;

/**
 * Differences between two states of a graph: nodes and relationships that only one of them has, and values of columns
 * that moved. Nodes are the same when their ids are, relationships when they join the same nodes. Both graphs have them
 * in the order of ids, so each is gone over once, and nothing is kept.
 *
 * @param now the graph and the columns to compare, which the caller holds
 * @param before the same of the earlier state; columns are compared that both have
 * @param moreThan numbers that differ by more than this have changed, 0 or more; other values when they differ
 * @param limit the most differences of each change of each kind
 */
public record Comparison(ColumnLease now, ColumnLease before, double moreThan, long limit, Cancellation cancellation) {
    private static final int STEPS_BETWEEN_POLLS = 1 << 14;

    /** How one of two states differs from the other. */
    public enum Change {
        ADDED,
        REMOVED,
        CHANGED
    }

    /**
     * A difference.
     *
     * @param of what has it
     * @param first the id of the node, or of the left node of the relationship, in a unipartite graph the node of the
     *     smaller id
     * @param second the id of the other node of the relationship; -1 for a node
     * @param relationship the id of the relationship where the graph that has it knows it, else null
     * @param property the column whose value changed; null for {@link Change#ADDED} and {@link Change#REMOVED}
     * @param before the earlier value, null likewise
     * @param now the later value, null likewise
     */
    public record Difference(
            Change change,
            EntityKind of,
            long first,
            long second,
            Long relationship,
            String property,
            Object before,
            Object now) {}

    private record Pair(Column now, Column before) {}

    /** @throws IllegalArgumentException when one graph is bipartite and the other is not */
    public Comparison {
        if (graph(now).isBipartite() != graph(before).isBipartite()) {
            throw new IllegalArgumentException(
                    "Two graphs are compared that are both bipartite or both unipartite, got " + shown(now) + " and "
                            + shown(before));
        }
    }

    private static ProjectedGraph graph(ColumnLease held) {
        return held.graph().projected();
    }

    private static String shown(ColumnLease held) {
        return "'" + held.graph().key().name() + "', which is " + graph(held).kind();
    }

    /** The differences of nodes of a side, or of relationships, in the order of ids, each when it is asked for. */
    public Iterator<Difference> of(EntityKind elements) {
        if (elements == EntityKind.RELATIONSHIPS) {
            return new Relationships();
        }
        return new Nodes(elements);
    }

    /** Goes over both graphs at once, always on with what comes first. */
    private abstract class Walk implements Iterator<Difference> {
        private final EntityKind of;
        private final List<Pair> columns = new ArrayList<>();
        private final long[] left = new long[Change.values().length];
        private final Queue<Difference> found = new ArrayDeque<>();
        private long steps;

        Walk(EntityKind of) {
            this.of = of;
            for (Column column : now.of(of)) {
                before.of(of).stream()
                        .filter(other -> other.name().equals(column.name()))
                        .forEach(other -> columns.add(new Pair(column, other)));
            }
            for (Change change : Change.values()) {
                left[change.ordinal()] = limit;
            }
        }

        /** Goes on by one node or relationship, of one graph or of both; returns false at the end. */
        abstract boolean step();

        @Override
        public boolean hasNext() {
            while (found.isEmpty()) {
                if (++steps % STEPS_BETWEEN_POLLS == 0) {
                    cancellation.check();
                }
                if (!step()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Difference next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return found.remove();
        }

        final void only(Change change, long first, long second, Long relationship) {
            add(new Difference(change, of, first, second, relationship, null, null, null));
        }

        final void both(long indexNow, long indexBefore, long first, long second, Long relationship) {
            for (Pair column : columns) {
                Object earlier = column.before.value(of, indexBefore);
                Object later = column.now.value(of, indexNow);
                if (moved(earlier, later, moreThan)) {
                    add(new Difference(
                            Change.CHANGED, of, first, second, relationship, column.now.name(), earlier, later));
                }
            }
        }

        private void add(Difference difference) {
            if (--left[difference.change.ordinal()] >= 0) {
                found.add(difference);
            }
        }
    }

    /** Whether two values differ: numbers by more than a bound, which a number and NaN do. */
    static boolean moved(Object from, Object to, double moreThan) {
        if (from instanceof Long a && to instanceof Long b) {
            // The difference may not fit into 64 bits.
            return a.longValue() != b
                    && (moreThan == 0
                            || BigDecimal.valueOf(a)
                                            .subtract(BigDecimal.valueOf(b))
                                            .abs()
                                            .compareTo(new BigDecimal(moreThan))
                                    > 0);
        }
        return from instanceof Number one && to instanceof Number other
                ? moved(one.doubleValue(), other.doubleValue(), moreThan)
                : !Objects.equals(from, to);
    }

    private static boolean moved(double a, double b, double moreThan) {
        return Double.isNaN(a) != Double.isNaN(b) || a != b && Math.abs(a - b) > moreThan;
    }

    private final class Nodes extends Walk {
        private final NodeIds ofNow;
        private final NodeIds ofBefore;
        private int atNow;
        private int atBefore;

        Nodes(EntityKind side) {
            super(side);
            ofNow = graph(now).nodes(side);
            ofBefore = graph(before).nodes(side);
        }

        @Override
        boolean step() {
            long first = atNow < ofNow.count() ? ofNow.nodeId(atNow) : Long.MAX_VALUE;
            long second = atBefore < ofBefore.count() ? ofBefore.nodeId(atBefore) : Long.MAX_VALUE;
            if (first == second) {
                if (first == Long.MAX_VALUE) {
                    return false;
                }
                both(atNow++, atBefore++, first, -1, null);
            } else if (first < second) {
                atNow++;
                only(Change.ADDED, first, -1, null);
            } else {
                atBefore++;
                only(Change.REMOVED, second, -1, null);
            }
            return true;
        }
    }

    /**
     * The edges of a graph as pairs of node ids, in ascending order as the vertices are. It begins at the first one.
     */
    static final class Edges {
        private final ProjectedGraph graph;
        private final NodeIds targets;
        private final EdgeCursor cursor;
        private long source;
        private long target;

        Edges(ProjectedGraph graph) {
            this.graph = graph;
            targets = graph.targets();
            cursor = new EdgeCursor(graph.graph());
            next();
        }

        void next() {
            boolean there = cursor.next();
            source = there ? graph.left().nodeId(cursor.first()) : Long.MAX_VALUE;
            target = there ? targets.nodeId(cursor.second()) : Long.MAX_VALUE;
        }

        boolean isAtEnd() {
            return source == Long.MAX_VALUE;
        }

        /** The id of the first node of the edge that it is at. */
        long source() {
            return source;
        }

        /** The id of the other node. */
        long target() {
            return target;
        }

        /** The index of the edge that it is at. */
        long edge() {
            return cursor.edge();
        }

        int compareTo(Edges other) {
            int bySource = Long.compare(source, other.source);
            return bySource != 0 ? bySource : Long.compare(target, other.target);
        }

        Long relationship() {
            return graph.relationshipId(edge());
        }
    }

    private final class Relationships extends Walk {
        private final Edges ofNow = new Edges(graph(now));
        private final Edges ofBefore = new Edges(graph(before));

        Relationships() {
            super(EntityKind.RELATIONSHIPS);
        }

        @Override
        boolean step() {
            int order = ofNow.compareTo(ofBefore);
            if (order == 0) {
                if (ofNow.isAtEnd()) {
                    return false;
                }
                both(ofNow.edge(), ofBefore.edge(), ofNow.source, ofNow.target, ofNow.relationship());
                ofNow.next();
                ofBefore.next();
            } else if (order < 0) {
                only(Change.ADDED, ofNow.source, ofNow.target, ofNow.relationship());
                ofNow.next();
            } else {
                only(Change.REMOVED, ofBefore.source, ofBefore.target, ofBefore.relationship());
                ofBefore.next();
            }
            return true;
        }
    }
}
