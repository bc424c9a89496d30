package dev.motif.cypher.write;

import dev.motif.catalog.Columns;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Puts values into new columns of a named graph. Nothing is skipped: a column has values of nodes that are deleted too. */
final class ColumnWriter implements PropertyTarget {
    /** The name of the stage in which it writes. */
    static final String STAGE = "filling columns";

    private static final int GRAIN = 1 << 16;

    private final ProjectedGraph whole;
    private final ProjectedGraph part;
    private final Columns.Addition columns;
    private final Workers workers;
    private long ofNodes;
    private long ofRelationships;

    /**
     * @param whole the graph that gets the columns
     * @param part what the algorithm worked on: the whole graph, or a part of it, outside of which nodes have 0
     * @param columns of {@code whole}
     */
    ColumnWriter(ProjectedGraph whole, ProjectedGraph part, Columns.Addition columns, Workers workers) {
        this.whole = whole;
        this.part = part;
        this.columns = columns;
        this.workers = workers;
    }

    @Override
    public void writeNodes(NodeIds nodes, PropertyValues... values) {
        boolean left = nodes == part.left();
        NodeIds all = left ? whole.left() : whole.right();
        LongUnaryOperator index = whole == part ? v -> v : v -> nodes.vertex(all.nodeId((int) v));
        ofNodes += fill(left ? EntityKind.LEFT : EntityKind.RIGHT, index, values);
    }

    /** Relationships of a part are not known to the whole graph, so this is for algorithms that work on all of it. */
    @Override
    public void writeRelationships(ProjectedGraph projected, PropertyValues... values) {
        if (whole != projected) {
            throw new IllegalArgumentException("relationships of a part of a graph");
        }
        ofRelationships += fill(EntityKind.RELATIONSHIPS, edge -> edge, values);
    }

    /**
     * Returns the number of values.
     *
     * @param index where the value of each element is, or -1
     */
    private long fill(EntityKind elements, LongUnaryOperator index, PropertyValues... given) {
        PropertyValues[] values = PropertyValues.forColumns(given);
        List<String> names = columns.names();
        long count = elements.count(whole);
        workers.progress().begin(STAGE, count * names.size());
        for (int i = 0; i < names.size(); i++) {
            OffHeapLongs column = columns.values(names.get(i), values[i].type(), elements, count);
            if (values[i].counted() != null && whole == part) {
                columns.count(names.get(i), values[i].counted());
            }
            LongUnaryOperator bits = values[i].bits();
            workers.forRanges(count, GRAIN, (worker, from, to) -> {
                for (long element = from; element < to; element++) {
                    long at = index.applyAsLong(element);
                    column.set(element, at < 0 ? 0 : bits.applyAsLong(at));
                }
                workers.progress().advance(to - from);
            });
        }
        return count * names.size();
    }

    @Override
    public long written() {
        return ofNodes + ofRelationships;
    }

    @Override
    public long writtenToNodes() {
        return ofNodes;
    }

    @Override
    public long skipped() {
        return 0;
    }
}
