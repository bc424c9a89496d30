package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.neo4j.collection.PrimitiveLongResourceIterator;
import org.neo4j.internal.id.IdGenerator;
import org.neo4j.internal.id.IdGeneratorFactory;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * The ids below the largest that a database does not use: ids of deleted nodes and relationships that have not been
 * given out again. Owns its memory, together with all that {@link #share} it.
 *
 * @param nodes null where the store does not tell, or they are more than {@value #MOST}
 * @param relationships null likewise
 */
record UnusedIds(NodeIds nodes, NodeIds relationships) implements AutoCloseable {
    static final int MOST = 1 << 24;

    /** Reads the ids that {@code database} does not use now. The caller owns them. */
    static UnusedIds of(GraphDatabaseAPI database, boolean ofRelationships, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            NodeIds nodes = scope.own(ids(database, "NODE", memory, workers));
            NodeIds relationships = ofRelationships ? scope.own(ids(database, "RELATIONSHIP", memory, workers)) : null;
            scope.keep(nodes);
            scope.keep(relationships);
            return new UnusedIds(nodes, relationships);
        }
    }

    /** How many ids of nodes and relationships {@code database} does not use now, in no time; 0 where the store does not tell. */
    static long count(GraphDatabaseAPI database) {
        IdGenerator nodes = generator(database, "NODE");
        IdGenerator relationships = generator(database, "RELATIONSHIP");
        return (nodes == null ? 0 : nodes.getUnusedIdCount())
                + (relationships == null ? 0 : relationships.getUnusedIdCount());
    }

    /** Whether both kinds are known. */
    boolean isWhole() {
        return nodes != null && relationships != null;
    }

    /** The same ids for another owner, who closes them too. */
    UnusedIds share() {
        nodes.share();
        relationships.share();
        return this;
    }

    private static IdGenerator generator(GraphDatabaseAPI database, String kind) {
        IdGenerator[] ofKind = new IdGenerator[1];
        database.getDependencyResolver()
                .resolveDependency(IdGeneratorFactory.class)
                .visit(generator -> {
                    if (generator.idType().name().equals(kind)) {
                        ofKind[0] = generator;
                    }
                });
        return ofKind[0];
    }

    private static NodeIds ids(GraphDatabaseAPI database, String kind, NativeMemory memory, Workers workers) {
        IdGenerator generator = generator(database, kind);
        if (generator == null || generator.getUnusedIdCount() > MOST) {
            return null;
        }
        List<NodeIdChunk> chunks = new ArrayList<>();
        try (OffHeapScope scope = new OffHeapScope(memory);
                PrimitiveLongResourceIterator unused = generator.notUsedIdsIterator()) {
            NodeIdChunk chunk = null;
            while (unused.hasNext()) {
                if (chunk == null || chunk.isFull()) {
                    chunk = scope.own(NodeIdChunk.after(chunk, memory));
                    chunks.add(chunk);
                    workers.cancellation().check();
                }
                chunk.add(unused.next());
            }
            // A store that does not tell which ids are unused lists none.
            boolean told = !chunks.isEmpty() || generator.getUnusedIdCount() == 0;
            return told ? NodeIds.of(memory, workers, chunks) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(nodes, relationships);
    }
}
