package dev.motif.cypher.call;

import dev.motif.catalog.Column;
import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.GraphKey;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.weight.ByWeight;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.Weighed;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The column that has the weights of relationships, of which a call is a user.
 *
 * @param release ends the use
 * @param groups the weights of groups of nodes that these give; null where none are asked for
 */
public record WeightColumn(Runnable release, EdgeWeights weights, GroupWeights groups) implements AutoCloseable {
    /**
     * Makes the caller a user of the column of a named graph, who has to close the result.
     *
     * @param graph what the caller has of this name already
     * @throws IllegalArgumentException when there is no such column, or a value is no weight
     */
    public static WeightColumn acquire(GraphKey key, ProjectedGraph graph, EdgeWeights asked, Workers workers) {
        String name = Names.column("`" + EdgeWeights.KEY + "`", asked.property());
        ColumnLease lease = ColumnLease.acquire(key, List.of(), List.of(name));
        return OffHeapScope.closingOnFailure(lease, () -> {
            if (lease.graph().projected() != graph) {
                throw new IllegalStateException(
                        "Graph " + UserText.value(key.name()) + " was dropped and made again meanwhile");
            }
            return of(lease.ofRelationships().get(0), lease::close, graph, asked, workers);
        });
    }

    /**
     * The weights of a column.
     *
     * @param release ends its use, when the result is closed
     * @throws IllegalArgumentException when a value is no weight
     */
    static WeightColumn of(Column column, Runnable release, ProjectedGraph graph, EdgeWeights asked, Workers workers) {
        NodeIds left = graph.left();
        NodeIds right = graph.targets();
        return new WeightColumn(
                release, weights(column, graph.graph(), left::nodeId, right::nodeId, asked, workers), null);
    }

    /**
     * The weights of a column, which is valid as long as they are used.
     *
     * @param source gives the id of the node of a left vertex, or of any of a unipartite graph
     * @param target gives the id of the node of a right vertex, or of any of a unipartite graph
     * @throws IllegalArgumentException when a value is no weight
     */
    public static EdgeWeights weights(
            Column column,
            Graph graph,
            IntToLongFunction source,
            IntToLongFunction target,
            EdgeWeights asked,
            Workers workers) {
        if (!column.type().isNumber()) {
            throw new IllegalArgumentException("`" + EdgeWeights.KEY + "` must be a column of numbers, but "
                    + UserText.value(column.name()) + " is of the type "
                    + column.type().cypher());
        }
        boolean lists = column.lists() != null && asked.areOfEachRelationship();
        OffHeapLongs values = lists ? column.lists().values() : column.values(EntityKind.RELATIONSHIPS);
        return asked.with(values, column.type() == ValueType.FLOAT, workers, index -> {
            long edge = lists ? column.lists().edgeOf(index) : index;
            EdgeCursor at = new EdgeCursor(graph, edge);
            at.next();
            return wrong(column, edge, source.applyAsLong(at.first()), target.applyAsLong(at.second()));
        });
    }

    /**
     * This column, which is taken over, with the weights of groups that an algorithm finds.
     *
     * @param searched {@code whole}, or the part of it around {@code contains}
     */
    WeightColumn weighing(
            GroupWeights asked,
            ProjectedGraph whole,
            ProjectedGraph searched,
            ContainedNodes contains,
            NativeMemory memory,
            Workers workers) {
        return OffHeapScope.closingOnFailure(this, () -> {
            GroupWeights.Part part = searched == whole ? null : contains.part(whole, searched);
            return new WeightColumn(
                    release,
                    weights,
                    asked.with(weights, whole.graph(), memory, workers).ofPart(part));
        });
    }

    /** A configuration with the values of the weights that it uses. */
    <C> C into(C configuration) {
        return groups != null ? ByWeight.by(configuration, groups) : Weighed.by(configuration, weights);
    }

    private static IllegalArgumentException wrong(Column column, long edge, long source, long target) {
        return new IllegalArgumentException("`" + EdgeWeights.KEY
                + "` must have a number of 0 or more for each relationship, at most"
                + " 2^53 where it is an INTEGER, but " + UserText.value(column.name()) + " is "
                + UserText.value(column.value(EntityKind.RELATIONSHIPS, edge)) + " between the nodes with ids "
                + source + " and " + target);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(groups);
        release.run();
    }
}
