package dev.motif.projection;

import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.projection.GraphAssembler.Values;
import dev.motif.projection.GraphProjector.WithValues;
import dev.motif.projection.id.NodeIdSequence;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.value.PropertyReader;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes a graph of the rows of a query. A row with two nodes is an edge between them, a row with one node adds only
 * that node. The left side of a bipartite graph are the sources, its right side are the targets. If rows have
 * relationships, the graph keeps their ids, a row without one has no edge, and one that comes in several rows counts once.
 */
public record RowProjector(NativeMemory memory, Workers workers) {
    private static final String READING = "reading rows";

    /** The names of the stages that take long, in their order. */
    public static final List<String> STAGES = List.of(READING, GraphAssembler.STAGE);

    /**
     * The values of the nodes of one side of the rows.
     *
     * @param parameter what errors call them
     * @param nodes the sources of these rows, in any order, more than once too
     * @param properties made the values of {@code nodes}
     */
    public record NodeValues(String parameter, EdgeRows nodes, List<PropertyReader> properties) {}

    /**
     * Makes the graph, which the caller then owns.
     *
     * @param rows closed by this, since their memory is needed for the graph
     * @param bipartite whether the graph has a left and a right side
     * @param properties made the values of the rows; the directions, which come last, are not among these
     * @param ofSources the values of sources, or null, closed as the rows are; a reader may be one of targets, too
     * @param ofTargets the same of targets
     * @throws IllegalArgumentException when a node of a bipartite graph is on both sides, a node or a relationship has
     *     different values in rows, or values cannot be aggregated
     */
    public WithValues project(
            EdgeRows rows,
            boolean bipartite,
            List<PropertyReader> properties,
            NodeValues ofSources,
            NodeValues ofTargets) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(rows);
            GraphAssembler assembler = new GraphAssembler(memory, workers);
            workers.progress().begin("numbering nodes", 0);
            NodeIds left = scope.own(NodeIds.of(memory, workers, bipartite ? rows.sources() : both(rows)));
            NodeIds right = bipartite ? scope.own(NodeIds.of(memory, workers, rows.targets())) : null;
            assembler.checkDisjoint(left, right);
            List<Values> values = new ArrayList<>();
            Map<PropertyReader, Map<EntityKind, OffHeapLongs>> ofNodes = new LinkedHashMap<>();
            collect(ofSources, EntityKind.LEFT, left, ofNodes, scope);
            collect(
                    ofTargets,
                    bipartite ? EntityKind.RIGHT : EntityKind.LEFT,
                    bipartite ? right : left,
                    ofNodes,
                    scope);
            ofNodes.forEach((property, arrays) -> values.add(assembler.ofNodes(property, arrays, scope)));

            workers.progress().begin(READING, rows.count());
            NodeIds targets = bipartite ? right : left;
            // Parallel values have the order of the relationships, or of the rows.
            int payloads = (rows.hasRelationships() || !properties.isEmpty() ? 1 : 0) + properties.size();
            EdgeBuckets buckets =
                    scope.own(new EdgeBuckets(memory, left.count(), targets.count(), rows.count(), payloads));
            long selfLoops = fill(buckets, rows, left, targets, properties, payloads);
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

    /**
     * Puts the values of nodes where their vertices are.
     *
     * @param arrays get the values of {@code side}, which {@code scope} owns
     */
    private void collect(
            NodeValues given,
            EntityKind side,
            NodeIds ids,
            Map<PropertyReader, Map<EntityKind, OffHeapLongs>> arrays,
            OffHeapScope scope) {
        if (given == null) {
            return;
        }
        List<OffHeapLongs> own = given.properties.stream()
                .map(property -> arrays.computeIfAbsent(property, any -> new EnumMap<>(EntityKind.class))
                        .computeIfAbsent(side, any -> empty(ids.count(), property, scope)))
                .toList();
        List<EdgeRows.Chunk> chunks = given.nodes.chunks();
        workers.forRanges(chunks.size(), 1, (worker, from, to) -> {
            for (EdgeRows.Chunk chunk : chunks.subList((int) from, (int) to)) {
                long[] bits = new long[1 + own.size()];
                for (int row = 0; row < chunk.rows(); row++) {
                    chunk.values(row, own.size(), bits);
                    put(given, own, ids.vertex(chunk.source(row)), bits, chunk.source(row));
                }
            }
        });
        given.nodes.close();
    }

    private OffHeapLongs empty(int count, PropertyReader property, OffHeapScope scope) {
        OffHeapLongs array = scope.longs(count);
        for (int vertex = 0; vertex < count; vertex++) {
            array.set(vertex, property.bitsWithout());
        }
        return array;
    }

    private static void put(NodeValues given, List<OffHeapLongs> arrays, int vertex, long[] bits, long id) {
        for (int i = 0; i < arrays.size(); i++) {
            PropertyReader property = given.properties.get(i);
            long value = bits[i + 1];
            if (value != property.bitsWithout()
                    && !arrays.get(i).compareAndSet(vertex, property.bitsWithout(), value)
                    && arrays.get(i).get(vertex) != value) {
                throw new IllegalArgumentException("`" + given.parameter + "."
                        + property.property().column()
                        + "` must be the same in all rows with a node, but the node with id "
                        + id + " has different values");
            }
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
    private long fill(
            EdgeBuckets buckets,
            EdgeRows rows,
            NodeIds sources,
            NodeIds targets,
            List<PropertyReader> properties,
            int payloads) {
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
                    selfLoops.add(add(
                            chunk,
                            edges,
                            sources,
                            targets,
                            rows.hasRelationships(),
                            directions(properties),
                            new long[payloads]));
                    workers.progress().advance(chunk.rows());
                    chunk.close();
                }
            }
        });
        return selfLoops.sum();
    }

    /** The reader of directions; null where there are none. */
    private static PropertyReader directions(List<PropertyReader> properties) {
        PropertyReader last = properties.isEmpty() ? null : properties.get(properties.size() - 1);
        return last != null && last.property().isDirection() ? last : null;
    }

    private static long add(
            EdgeRows.Chunk chunk,
            EdgeBuckets.Writer edges,
            NodeIds sources,
            NodeIds targets,
            boolean relationships,
            PropertyReader directions,
            long[] payloads) {
        long selfLoops = 0;
        int values = payloads.length - 1 - (directions == null ? 0 : 1);
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
                chunk.values(row, values, payloads);
            }
            if (directions != null) {
                payloads[1 + values] = directions.bitsBefore(u < v);
            }
            edges.add(undirected ? Math.min(u, v) : u, undirected ? Math.max(u, v) : v, payloads);
        }
        return selfLoops;
    }
}
