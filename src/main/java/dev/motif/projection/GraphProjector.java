package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.neo4j.exceptions.KernelException;
import org.neo4j.internal.kernel.api.Read;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.Statement;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Reads the graph of a {@link Projection} from a database.
 *
 * <p>Every relationship is read once, into buckets, from which the graph is built: the store may change meanwhile, and
 * a second pass could disagree with the first. It reads in a transaction of its own, so that it can use several
 * threads. Therefore it does not see changes of the caller's transaction that are not committed.
 */
public final class GraphProjector {
    private static final String READING = "reading relationships";

    /** The names of the stages that take long, in their order. */
    public static final List<String> STAGES = List.of(READING, GraphAssembler.STAGE);

    private final GraphDatabaseAPI database;
    private final NativeMemory memory;
    private final Workers workers;

    /** @param database as injected into a procedure, so that transactions have the rights of the caller */
    public GraphProjector(GraphDatabaseAPI database, NativeMemory memory, Workers workers) {
        this.database = database;
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * The size of a graph that has not been read yet, by Neo4j's count store.
     *
     * @param nodes the number of nodes of the left side, or of a unipartite graph
     * @param rightNodes the number of nodes of the right side, 0 for a unipartite graph
     * @param relationships the most relationships of these types between these labels, including those that will be
     *     dropped by a filter, as duplicates or as self-loops
     */
    public record ExpectedSize(long nodes, long rightNodes, long relationships) {}

    /**
     * The size of the projection's graph by Neo4j's count store, without reading nodes or relationships.
     *
     * @throws IllegalArgumentException when a label or type does not exist
     */
    public ExpectedSize expectedSize(Projection projection) {
        try (InternalTransaction transaction = CallerTransaction.begin(database)) {
            KernelTransaction kernel = transaction.kernelTransaction();
            Read read = kernel.dataRead();
            int[] left = Tokens.labels(kernel.tokenRead(), projection.left());
            int[] right = projection.isBipartite() ? Tokens.labels(kernel.tokenRead(), projection.right()) : left;
            int[] types = Tokens.types(kernel.tokenRead(), projection.types());
            ToLongFunction<int[]> nodes = labels ->
                    Arrays.stream(labels).mapToLong(read::estimateCountsForNode).sum();
            return new ExpectedSize(
                    nodes.applyAsLong(left),
                    projection.isBipartite() ? nodes.applyAsLong(right) : 0,
                    Arrays.stream(types)
                            .mapToLong(type -> RelationshipReader.expected(read, left, right, type))
                            .sum());
        }
    }

    /**
     * Reads the graph of {@code projection}, which the caller then owns.
     *
     * @throws IllegalArgumentException when a label, type or property does not exist, or a node is on both sides
     */
    public ProjectedGraph project(Projection projection) {
        // Owns the graph until the transaction has been closed, which may fail.
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            return scope.keep(project(projection, scope));
        }
    }

    private ProjectedGraph project(Projection projection, OffHeapScope scope) {
        try (InternalTransaction transaction = CallerTransaction.begin(database);
                Statement ignored = transaction.kernelTransaction().acquireStatement()) {
            return scope.own(project(projection, transaction.kernelTransaction()));
        } catch (KernelException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private ProjectedGraph project(Projection projection, KernelTransaction kernel) throws KernelException {
        int[] types = Tokens.types(kernel.tokenRead(), projection.types());
        int[] leftLabels = Tokens.labels(kernel.tokenRead(), projection.left());
        int[] rightLabels = projection.isBipartite() ? Tokens.labels(kernel.tokenRead(), projection.right()) : null;
        StoreFilter leftFilter = StoreFilter.of(projection.leftFilter(), kernel.tokenRead());
        StoreFilter rightFilter = StoreFilter.of(projection.rightFilter(), kernel.tokenRead());
        StoreFilter filter = StoreFilter.of(projection.filter(), kernel.tokenRead());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            NodeReader nodes = new NodeReader(kernel, memory, workers);
            workers.progress().begin("reading nodes", 0);
            NodeIds left = scope.own(nodes.read(leftLabels, leftFilter));
            NodeIds right = rightLabels == null ? null : scope.own(nodes.read(rightLabels, rightFilter));
            GraphAssembler assembler = new GraphAssembler(memory, workers);
            assembler.checkDisjoint(left, right);

            long expected = RelationshipReader.expected(kernel.dataRead(), types);
            workers.progress().begin(READING, expected);
            int targetCount = right == null ? left.count() : right.count();
            EdgeBuckets buckets = scope.own(
                    new EdgeBuckets(memory, left.count(), targetCount, expected, projection.relationshipIds()));
            RelationshipReader relationships = new RelationshipReader(kernel, workers, left, right, filter);
            relationships.read(types, buckets);

            return assembler.assemble(
                    scope,
                    left,
                    right,
                    buckets,
                    projection,
                    duplicates -> relationships.statistics(duplicates, nodes.filtered()));
        }
    }
}
