package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The nodes and relationships of a graph that were deleted since it was projected. Its ids are held ({@link IdHold}),
 * so they are the graph's ids that the database does not use.
 *
 * @param nodes null where the store does not tell which ids it does not use, or they are more than {@value UnusedIds#MOST}
 * @param relationships null likewise, and where the graph does not have the ids of relationships
 */
public record Deletions(Long nodes, Long relationships) {
    private static final int GRAIN = 1 << 16;

    /**
     * Counts what was deleted of a graph, in the time of reading the database's unused ids and the graph's ids of
     * relationships.
     *
     * @param sides the nodes of the graph
     * @param ofEdges null where the graph does not have the ids of relationships
     * @param hold the hold of the graph
     */
    public static Deletions of(
            List<NodeIds> sides,
            RelationshipIds ofEdges,
            IdHold hold,
            GraphDatabaseAPI database,
            NativeMemory memory,
            Workers workers) {
        boolean known = hold.isHeld();
        if (known && IdHold.lastCommitted(database) == hold.lastTransaction()) {
            return new Deletions(0L, ofEdges == null ? null : 0L);
        }
        if (!known) {
            return new Deletions(null, null);
        }
        try (UnusedIds unused = UnusedIds.of(database, ofEdges != null, memory, workers)) {
            NodeIds nodes = unused.nodes();
            NodeIds relationships = unused.relationships();
            return new Deletions(
                    nodes == null ? null : Long.valueOf(ofNodes(sides, nodes, hold)),
                    relationships == null
                            ? null
                            : Long.valueOf(count(ofEdges.first(), relationships, hold, workers)
                                    + count(ofEdges.others().payloads(), relationships, hold, workers)));
        }
    }

    private static long ofNodes(List<NodeIds> sides, NodeIds unused, IdHold hold) {
        LongAdder deleted = new LongAdder();
        LongConsumer add = id -> {
            for (NodeIds side : sides) {
                deleted.add(side.vertex(id) >= 0 ? 1 : 0);
            }
        };
        for (int i = 0; i < unused.count(); i++) {
            add.accept(unused.nodeId(i));
        }
        hold.forEachGoneNode(id -> {
            if (unused.vertex(id) < 0) {
                add.accept(id);
            }
        });
        return deleted.sum();
    }

    private static long count(OffHeapLongs ids, NodeIds unused, IdHold hold, Workers workers) {
        LongAdder found = new LongAdder();
        workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
            long ofRange = 0;
            for (long i = from; i < to; i++) {
                long id = ids.get(i);
                ofRange += unused.vertex(id) >= 0 || hold.isGoneRelationship(id) ? 1 : 0;
            }
            found.add(ofRange);
        });
        return found.sum();
    }
}
