package dev.motif.cypher.write;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.RelationshipIds;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Relationships in an order in which several transactions can write to them at once.
 *
 * <p>A transaction that sets a property of a relationship locks both of its nodes, so concurrent transactions must not
 * share nodes, or they would deadlock. The vertices of each side are split into as many parts as there are writers. In
 * round {@code r} writer {@code w} has the relationships between left part {@code w} and right part {@code w + r},
 * modulo the number of parts: no two writers of a round share a node, and all rounds together have every relationship.
 * The relationships of one round and one writer are a block, in the order of their ids. A unipartite graph has one
 * block.
 *
 * @param writers the number of writers, which is also the number of rounds
 */
record RelationshipBlocks(int writers, int idBits, RadixSort.Sorted sorted, long[] starts) {
    /** The most writers: commits take turns in the transaction log, so more writers gain nothing. */
    private static final int MOST_WRITERS = 8;

    /** The number of relationships in one task of a worker. */
    private static final int GRAIN = 1 << 16;

    private static final long OTHER = -1;

    /**
     * Puts the relationships of a graph in this order.
     *
     * @param projected has the ids of relationships
     * @param others finds those that are other relationships by now, by their indexes as in {@link
     *     dev.motif.projection.StoredIds#findOthers}; they get the edge -1
     * @param workers prepare the order; there are no more writers than workers
     * @param batch the number of relationships of one transaction; a block has at least about this many
     * @param scope owns the memory of the result
     */
    static RelationshipBlocks of(
            ProjectedGraph projected, Consumer<LongConsumer> others, Workers workers, int batch, OffHeapScope scope) {
        long count = projected.relationships().count();
        int useful = (int) Math.min(MOST_WRITERS, Math.sqrt((double) count / batch));
        OffHeapLongs ids = scope.longs(count);
        OffHeapLongs edges = scope.longs(count);
        copy(projected.relationships(), ids, edges, workers);
        others.accept(index -> edges.set(index, OTHER));
        int idBits = bits(largest(ids, workers));
        // The number of a block stands above the bits of the ids.
        int writers = projected.isBipartite() && idBits + 2 * bits(MOST_WRITERS) < Long.SIZE
                ? Math.max(1, Math.min(workers.concurrency(), useful))
                : 1;
        long[] sizes = {count};
        if (writers > 1) {
            sizes = putBlocksInFront(ids, edges, ((BipartiteGraph) projected.graph()).left(), writers, idBits, workers);
        }
        RadixSort.Sorted sorted = RadixSort.sort(
                ids,
                edges,
                scope.longs(count),
                scope.longs(count),
                count,
                idBits + bits(sizes.length - 1),
                workers.cancellation());
        return new RelationshipBlocks(writers, idBits, sorted, starts(sizes));
    }

    private static void copy(RelationshipIds relationships, OffHeapLongs ids, OffHeapLongs edges, Workers workers) {
        long first = relationships.first().length();
        long others = relationships.others().slots().length();
        ids.copyFrom(relationships.first(), 0, 0, first);
        ids.copyFrom(relationships.others().payloads(), 0, first, others);
        edges.copyFrom(relationships.others().slots(), 0, first, others);
        workers.forRanges(first, GRAIN, (worker, from, to) -> {
            for (long edge = from; edge < to; edge++) {
                edges.set(edge, edge);
            }
        });
    }

    private static long largest(OffHeapLongs ids, Workers workers) {
        LongAccumulator largest = new LongAccumulator(Math::max, 0);
        workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
            long ofRange = 0;
            for (long i = from; i < to; i++) {
                ofRange = Math.max(ofRange, ids.get(i));
            }
            largest.accumulate(ofRange);
        });
        return largest.get();
    }

    private static int bits(long largest) {
        return Long.SIZE - Long.numberOfLeadingZeros(largest);
    }

    /**
     * Puts the number of its block above the {@code idBits} lowest bits of each id, which leave room for it.
     * Returns the number of relationships of each block.
     */
    private static long[] putBlocksInFront(
            OffHeapLongs ids, OffHeapLongs edges, Csr left, int parts, int idBits, Workers workers) {
        AtomicLongArray sizes = new AtomicLongArray(parts * parts);
        workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
            long[] ofRange = new long[parts * parts];
            for (long i = from; i < to; i++) {
                int block = edges.get(i) == OTHER ? 0 : block(left, edges.get(i), parts);
                ids.set(i, (long) block << idBits | ids.get(i));
                ofRange[block]++;
            }
            for (int block = 0; block < ofRange.length; block++) {
                sizes.addAndGet(block, ofRange[block]);
            }
        });
        return IntStream.range(0, parts * parts).mapToLong(sizes::get).toArray();
    }

    private static int block(Csr left, long edge, int parts) {
        int leftPart = left.vertexOf(edge) % parts;
        int rightPart = left.neighbor(edge) % parts;
        return Math.floorMod(rightPart - leftPart, parts) * parts + leftPart;
    }

    private static long[] starts(long[] sizes) {
        long[] starts = new long[sizes.length + 1];
        for (int block = 0; block < sizes.length; block++) {
            starts[block + 1] = starts[block] + sizes[block];
        }
        return starts;
    }

    /** The index of the first relationship in the block of a round and writer. */
    long start(int round, int writer) {
        return starts[round * writers + writer];
    }

    /** The index after the last relationship in the block of a round and writer. */
    long end(int round, int writer) {
        return starts[round * writers + writer + 1];
    }

    /** Neo4j's id of the relationship at {@code index}. */
    long relationship(long index) {
        return sorted.keys().get(index) & (1L << idBits) - 1;
    }

    /** The edge of the relationship at {@code index}; -1 for another relationship. */
    long edge(long index) {
        return sorted.payloads().get(index);
    }
}
