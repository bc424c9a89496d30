package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.collection.PrimitiveLongResourceIterator;
import org.neo4j.internal.id.IdGenerator;
import org.neo4j.internal.id.IdGeneratorFactory;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * What was deleted of a graph since it was projected. Its ids are held ({@link IdHold}), so these are the ids that the
 * database does not use.
 *
 * @param nodes null where the store does not tell which ids it does not use, or they are more than {@value #MOST}
 * @param relationships null likewise, and where the graph does not have the ids of relationships
 */
public record Deletions(Long nodes, Long relationships) {
    private static final int MOST = 1 << 24;
    private static final int GRAIN = 1 << 16;

    /**
     * Counts what was deleted of a graph, in the time of reading the database's unused ids and the graph's ids of
     * relationships.
     *
     * @param sides the nodes of the graph
     * @param ofEdges null where the graph does not have the ids of relationships
     * @param hold that of the graph
     */
    public static Deletions of(
            List<NodeIds> sides,
            RelationshipIds ofEdges,
            IdHold hold,
            GraphDatabaseAPI database,
            NativeMemory memory,
            Workers workers) {
        if (IdHold.lastCommitted(database) == hold.lastTransaction()) {
            return new Deletions(0L, ofEdges == null ? null : 0L);
        }
        IdGeneratorFactory generators = database.getDependencyResolver().resolveDependency(IdGeneratorFactory.class);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            NodeIds nodes = unused(generators, "NODE", scope, memory, workers);
            NodeIds relationships = ofEdges == null ? null : unused(generators, "RELATIONSHIP", scope, memory, workers);
            return new Deletions(
                    nodes == null ? null : Long.valueOf(ofNodes(sides, nodes)),
                    relationships == null
                            ? null
                            : Long.valueOf(count(ofEdges.first(), relationships, workers)
                                    + count(ofEdges.others().payloads(), relationships, workers)));
        }
    }

    private static long ofNodes(List<NodeIds> sides, NodeIds unused) {
        long deleted = 0;
        for (int i = 0; i < unused.count(); i++) {
            long id = unused.nodeId(i);
            for (NodeIds side : sides) {
                deleted += side.vertex(id) >= 0 ? 1 : 0;
            }
        }
        return deleted;
    }

    private static long count(OffHeapLongs ids, NodeIds unused, Workers workers) {
        LongAdder found = new LongAdder();
        if (unused.count() > 0) {
            workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
                long ofRange = 0;
                for (long i = from; i < to; i++) {
                    ofRange += unused.vertex(ids.get(i)) >= 0 ? 1 : 0;
                }
                found.add(ofRange);
            });
        }
        return found.sum();
    }

    /** The ids of a kind that the database does not use; null for too many, and for a store without such ids. */
    private static NodeIds unused(
            IdGeneratorFactory generators, String kind, OffHeapScope scope, NativeMemory memory, Workers workers) {
        IdGenerator[] ofKind = new IdGenerator[1];
        generators.visit(generator -> {
            if (generator.idType().name().equals(kind)) {
                ofKind[0] = generator;
            }
        });
        if (ofKind[0] == null || ofKind[0].getUnusedIdCount() > MOST) {
            return null;
        }
        long[] ids = new long[1024];
        int count = 0;
        try (PrimitiveLongResourceIterator unused = ofKind[0].notUsedIdsIterator()) {
            while (unused.hasNext() && count < MOST) {
                if (count == ids.length) {
                    ids = Arrays.copyOf(ids, 2 * count);
                }
                ids[count++] = unused.next();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return scope.own(NodeIds.of(memory, workers, List.of(new Ids(ids, count))));
    }

    private record Ids(long[] ids, int size) implements NodeIdSequence {
        @Override
        public long get(int index) {
            return ids[index];
        }
    }
}
