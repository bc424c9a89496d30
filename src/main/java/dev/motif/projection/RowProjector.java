package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.GraphProjector.WithValues;
import dev.motif.projection.id.NodeIdSequence;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.PropertyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes a graph of the rows of a query. A row with two nodes is an edge between them, a row with one node adds only
 * that node. The left side of a bipartite graph are the sources, its right side are the targets. If rows have
 * relationships, the graph keeps their ids, and a row without one has no edge.
 */
public final class RowProjector {
    private static final String READING = "reading rows";

    /** The names of the stages that take long, in their order. */
    public static final List<String> STAGES = List.of(READING, GraphAssembler.STAGE);

    private final NativeMemory memory;
    private final Workers workers;

    public RowProjector(NativeMemory memory, Workers workers) {
        this.memory = memory;
        this.workers = workers;
    }

    /**
     * Makes the graph, which the caller then owns.
     *
     * @param rows closed by this, since their memory is needed for the graph
     * @param bipartite whether the graph has a left and a right side
     * @param properties made the values of the rows
     * @throws IllegalArgumentException when a node of a bipartite graph is on both sides, or values cannot be aggregated
     */
    public WithValues project(EdgeRows rows, boolean bipartite, List<PropertyReader> properties) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(rows);
            GraphAssembler assembler = new GraphAssembler(memory, workers);
            workers.progress().begin("numbering nodes", 0);
            NodeIds left = scope.own(NodeIds.of(memory, workers, bipartite ? rows.sources() : both(rows)));
            NodeIds right = bipartite ? scope.own(NodeIds.of(memory, workers, rows.targets())) : null;
            assembler.checkDisjoint(left, right);

            workers.progress().begin(READING, rows.count());
            NodeIds targets = bipartite ? right : left;
            // The order of values that are parallel is that of the relationships, or of the rows.
            int payloads = (rows.hasRelationships() || !properties.isEmpty() ? 1 : 0) + properties.size();
            EdgeBuckets buckets =
                    scope.own(new EdgeBuckets(memory, left.count(), targets.count(), rows.count(), payloads));
            long selfLoops = fill(buckets, rows, left, targets, payloads);
            List<Values> values = new ArrayList<>();
            ProjectedGraph graph = assembler.assemble(
                    scope,
                    left,
                    right,
                    buckets,
                    null,
                    rows.hasRelationships(),
                    properties,
                    duplicates -> new ProjectionStatistics(duplicates, selfLoops, 0, 0, 0),
                    values);
            values.forEach(scope::keep);
            return new WithValues(graph, values);
        }
    }

    private static List<NodeIdSequence> both(EdgeRows rows) {
        List<NodeIdSequence> both = new ArrayList<>(rows.sources());
        both.addAll(rows.targets());
        return both;
    }

    /**
     * Adds the edges of all rows to {@code buckets}, and closes each chunk of rows after it has been read. Returns the
     * number of self-loops, which are not added.
     */
    private long fill(EdgeBuckets buckets, EdgeRows rows, NodeIds sources, NodeIds targets, int payloads) {
        AtomicInteger next = new AtomicInteger();
        LongAdder selfLoops = new LongAdder();
        List<EdgeRows.Chunk> chunks = rows.chunks();
        workers.run(Math.min(workers.concurrency(), Math.max(1, chunks.size())), (worker, group) -> {
            try (EdgeBuckets.Writer edges = buckets.writer()) {
                for (int i = next.getAndIncrement(); i < chunks.size(); i = next.getAndIncrement()) {
                    if (group.stopped()) {
                        return;
                    }
                    EdgeRows.Chunk chunk = chunks.get(i);
                    selfLoops.add(add(chunk, edges, sources, targets, rows.hasRelationships(), new long[payloads]));
                    workers.progress().advance(chunk.rows());
                    chunk.close();
                }
            }
        });
        return selfLoops.sum();
    }

    private static long add(
            EdgeRows.Chunk chunk,
            EdgeBuckets.Writer edges,
            NodeIds sources,
            NodeIds targets,
            boolean relationships,
            long[] payloads) {
        long selfLoops = 0;
        boolean undirected = sources == targets;
        for (int row = 0; row < chunk.rows(); row++) {
            long source = chunk.source(row);
            long target = chunk.target(row);
            long id = relationships ? chunk.relationship(row) : chunk.number(row);
            if (source == EdgeRows.NONE || target == EdgeRows.NONE || id == EdgeRows.NONE) {
                continue;
            }
            if (source == target) {
                selfLoops++;
                continue;
            }
            int u = sources.vertex(source);
            int v = targets.vertex(target);
            if (payloads.length > 0) {
                payloads[0] = id;
                chunk.values(row, payloads);
            }
            edges.add(undirected ? Math.min(u, v) : u, undirected ? Math.max(u, v) : v, payloads);
        }
        return selfLoops;
    }
}
