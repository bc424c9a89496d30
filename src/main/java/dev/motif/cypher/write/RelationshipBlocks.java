package dev.motif.cypher.write;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
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
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;

/**
 * Relationships in blocks of which several transactions can write at once.
 *
 * <p>A transaction that sets a property of a relationship locks both of its nodes, so concurrent transactions must not
 * share nodes, or they would deadlock. The vertices are split into parts: of a bipartite graph each side, of a unipartite
 * graph all vertices. A block has the relationships between two parts, in the order of their ids. Blocks without a common
 * part share no node. {@link BlockSchedule} hands out such blocks.
 *
 * @param writers the number of writers that blocks without a common part are enough for
 * @param parts the number of parts of a side, or of all vertices
 * @param bipartite whether the parts of a block are of different sides
 */
record RelationshipBlocks(
        int writers, int parts, boolean bipartite, int idBits, RadixSort.Sorted sorted, long[] starts) {
    /** The most writers: commits take turns in the transaction log, so more writers gain nothing. */
    private static final int MOST_WRITERS = 16;

    /** The parts of a side for each writer: with two, a writer finds a free block until the end. */
    private static final int PARTS_OF_A_WRITER = 2;

    /** The number of relationships in one task of a worker. */
    private static final int GRAIN = 1 << 16;

    private static final long OTHER = -1;

    /**
     * Puts the relationships of a graph in blocks.
     *
     * @param projected has the ids of relationships
     * @param others finds the ids that belong to other relationships by now, by their indexes as in {@link
     *     dev.motif.projection.StoredIds#findOthers}; they get the edge -1
     * @param workers prepare the order; there are no more writers than workers
     * @param batch the number of relationships of one transaction; a block has at least about this many
     * @param scope owns the memory of the result
     */
    static RelationshipBlocks of(
            ProjectedGraph projected, Consumer<LongConsumer> others, Workers workers, int batch, OffHeapScope scope) {
        long count = projected.relationships().count();
        OffHeapLongs ids = scope.longs(count);
        OffHeapLongs edges = scope.longs(count);
        copy(projected.relationships(), ids, edges, workers);
        others.accept(index -> edges.set(index, OTHER));
        int idBits = bits(largest(ids, workers));
        boolean bipartite = projected.isBipartite();
        int writers = writers(count / batch, workers.concurrency(), bipartite);
        int parts = parts(writers, bipartite);
        // The number of a block stands above the bits of the ids.
        if (idBits + bits((long) parts * parts) >= Long.SIZE) {
            writers = 1;
            parts = 1;
        }
        long[] sizes = {count};
        if (writers > 1) {
            sizes = putBlocksInFront(ids, edges, blockOf(projected, parts, workers, scope), parts, idBits, workers);
        }
        RadixSort.Sorted sorted = RadixSort.sort(
                ids,
                edges,
                scope.longs(count),
                scope.longs(count),
                count,
                idBits + bits(sizes.length - 1),
                workers.cancellation());
        return new RelationshipBlocks(writers, parts, bipartite, idBits, sorted, starts(sizes));
    }

    /** The most writers for which a block has about a transaction's relationships or more. */
    private static int writers(long transactions, int concurrency, boolean bipartite) {
        int writers = Math.min(MOST_WRITERS, concurrency);
        while (writers > 1
                && (long) parts(writers, bipartite) * parts(writers, bipartite) / (bipartite ? 1 : 2) > transactions) {
            writers--;
        }
        return writers;
    }

    /** A block of a unipartite graph takes two of the parts, of a bipartite graph one of each side. */
    private static int parts(int writers, boolean bipartite) {
        return writers == 1 ? 1 : writers * PARTS_OF_A_WRITER * (bipartite ? 1 : 2);
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

    /** The block of each edge. */
    private static LongToIntFunction blockOf(ProjectedGraph projected, int parts, Workers workers, OffHeapScope scope) {
        if (projected.graph() instanceof BipartiteGraph bipartite) {
            Csr left = bipartite.left();
            return edge -> left.vertexOf(edge) % parts * parts + left.neighbor(edge) % parts;
        }
        UnipartiteGraph graph = (UnipartiteGraph) projected.graph();
        OffHeapLongs firstEdges = graph.firstEdges(scope, workers);
        return edge -> {
            int u = Csr.vertexOf(firstEdges, edge);
            int v = graph.adjacency().neighbor(graph.slotOf(edge, u, firstEdges));
            return Math.min(u % parts, v % parts) * parts + Math.max(u % parts, v % parts);
        };
    }

    /**
     * Puts the number of its block above the {@code idBits} lowest bits of each id, which leave room for it.
     * Returns the number of relationships of each block.
     */
    private static long[] putBlocksInFront(
            OffHeapLongs ids, OffHeapLongs edges, LongToIntFunction blockOf, int parts, int idBits, Workers workers) {
        AtomicLongArray sizes = new AtomicLongArray(parts * parts);
        workers.forRanges(ids.length(), GRAIN, (worker, from, to) -> {
            long[] ofRange = new long[parts * parts];
            for (long i = from; i < to; i++) {
                int block = edges.get(i) == OTHER ? 0 : blockOf.applyAsInt(edges.get(i));
                ids.set(i, (long) block << idBits | ids.get(i));
                ofRange[block]++;
            }
            for (int block = 0; block < ofRange.length; block++) {
                sizes.addAndGet(block, ofRange[block]);
            }
        });
        return IntStream.range(0, parts * parts).mapToLong(sizes::get).toArray();
    }

    private static long[] starts(long[] sizes) {
        long[] starts = new long[sizes.length + 1];
        for (int block = 0; block < sizes.length; block++) {
            starts[block + 1] = starts[block] + sizes[block];
        }
        return starts;
    }

    /** The number of blocks, some of which may be empty. */
    int blocks() {
        return starts.length - 1;
    }

    /** The index of the first relationship of a block. */
    long start(int block) {
        return starts[block];
    }

    /** The index after the last relationship of a block. */
    long end(int block) {
        return starts[block + 1];
    }

    /** One of the two parts of a block, as a number below {@link #partCount}. */
    int firstPart(int block) {
        return block / parts;
    }

    /** The other part of a block; the same one for relationships within a part of a unipartite graph. */
    int secondPart(int block) {
        return block % parts + (bipartite ? parts : 0);
    }

    /** The number of all parts. */
    int partCount() {
        return bipartite ? 2 * parts : parts;
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
