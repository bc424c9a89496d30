package dev.motif.projection.id;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;

/**
 * Maps the vertices of one side to nodes and back: vertex {@code v}, from 0, is the node with the {@code v}-th smallest
 * id. Ids may be sparse and go beyond 2^31; there are fewer than 2^31 nodes.
 *
 * <p>The node ids of the vertices are an array. The way back is a bitmap of the ids. It is cut into pages of {@value
 * #PAGE_IDS} ids, of which only pages with nodes exist. For each 64-bit word of the bitmap the number of nodes before
 * it is stored: the vertex of a node is that number plus the number of set bits below the node's own in the word. A
 * page takes 768 bytes.
 *
 * <p>Owns its memory. Immutable, but for the number of its owners.
 */
public final class NodeIds implements AutoCloseable {
    private static final int PAGE_IDS = 1 << 12;
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_WORDS = PAGE_IDS / Long.SIZE;
    private static final long SMALL_DIRECTORY = 1 << 20;
    private static final int DIRECT_ENTRIES_PER_PAGE = 16;
    private static final int PAGES_PER_TASK = 1 << 6;
    private static final int NODES_PER_SEQUENCE = 1 << 14;

    private final OffHeapLongs nodeIds;
    private final OffHeapLongs words;
    private final OffHeapInts before;
    /** The index of the page with each number, -1 where it does not exist; null when too few of the numbers exist. */
    private final OffHeapInts directory;
    /** The numbers of the pages that exist, ascending; null when there is a directory. */
    private final long[] pageNumbers;
    /** How many graphs have these nodes. */
    private final AtomicInteger shares = new AtomicInteger(1);

    private NodeIds(
            OffHeapLongs nodeIds, OffHeapLongs words, OffHeapInts before, OffHeapInts directory, long[] pageNumbers) {
        this.nodeIds = nodeIds;
        this.words = words;
        this.before = before;
        this.directory = directory;
        this.pageNumbers = pageNumbers;
    }

    /**
     * The same nodes for another graph, which closes them too; they are freed when all have. The caller has not closed
     * them.
     */
    public NodeIds share() {
        shares.incrementAndGet();
        return this;
    }

    public int count() {
        return (int) nodeIds.length();
    }

    /** The id of the node that {@code vertex} stands for. */
    public long nodeId(int vertex) {
        return nodeIds.get(vertex);
    }

    /** The vertex of the node with this id, or -1 when it is not one of these nodes. */
    public int vertex(long nodeId) {
        long page = page(nodeId >>> PAGE_SHIFT);
        if (page < 0) {
            return -1;
        }
        long word = page * PAGE_WORDS + ((nodeId >>> 6) & (PAGE_WORDS - 1));
        long bits = words.get(word);
        long own = 1L << nodeId;
        return (bits & own) == 0 ? -1 : before.get(word) + Long.bitCount(bits & (own - 1));
    }

    private long page(long pageNumber) {
        if (directory != null) {
            return pageNumber < directory.length() ? directory.get(pageNumber) : -1;
        }
        return Arrays.binarySearch(pageNumbers, pageNumber);
    }

    /**
     * The map of some of these nodes, which are numbered anew in the same order. The caller owns it.
     *
     * @param vertices the vertices of these nodes, ascending
     */
    public NodeIds of(OffHeapInts vertices, NativeMemory memory, Workers workers) {
        return of(vertices.length(), index -> nodeIds.get(vertices.get(index)), memory, workers);
    }

    /**
     * The map of the nodes with these ids. The caller owns it.
     *
     * @param ids ascending, without repetitions; still owned by the caller
     */
    public static NodeIds of(OffHeapLongs ids, NativeMemory memory, Workers workers) {
        return of(ids.length(), ids::get, memory, workers);
    }

    private static NodeIds of(long count, LongUnaryOperator id, NativeMemory memory, Workers workers) {
        List<NodeIdSequence> sequences = new ArrayList<>();
        for (long from = 0; from < count; from += NODES_PER_SEQUENCE) {
            long first = from;
            int size = (int) Math.min(NODES_PER_SEQUENCE, count - first);
            sequences.add(new NodeIdSequence() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                public long get(int index) {
                    return id.applyAsLong(first + index);
                }
            });
        }
        return of(memory, workers, sequences);
    }

    /** The ids of all nodes, ascending; the array belongs to this. */
    public OffHeapLongs ids() {
        return nodeIds;
    }

    /** The off-heap bytes that {@link #close} frees. */
    public long bytes() {
        return nodeIds.bytes() + words.bytes() + before.bytes() + (directory == null ? 0 : directory.bytes());
    }

    /** About the off-heap bytes of {@code count} nodes when their ids are dense. */
    public static long estimateBytes(long count) {
        return count * Long.BYTES + (count / PAGE_IDS + 1) * (PAGE_WORDS * 12 + Integer.BYTES);
    }

    /** About the additional off-heap bytes that are needed while {@code count} nodes are read. */
    public static long estimateReadingBytes(long count, int workers) {
        return NodeIdChunk.bytes(count, workers);
    }

    @Override
    public void close() {
        if (shares.decrementAndGet() != 0) {
            return;
        }
        nodeIds.close();
        words.close();
        before.close();
        if (directory != null) {
            directory.close();
        }
    }

    /**
     * Builds the map of the nodes in {@code ids}. The caller owns it.
     *
     * @param ids in any order, with repetitions; still owned by the caller
     * @throws IllegalArgumentException when there are 2^31 nodes or more
     */
    public static NodeIds of(NativeMemory memory, Workers workers, List<? extends NodeIdSequence> ids) {
        long[] pages = pagesInUse(workers, ids);
        long pageEnd = pages.length == 0 ? 0 : pages[pages.length - 1] + 1;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            boolean direct = pageEnd <= SMALL_DIRECTORY || pageEnd <= (long) pages.length * DIRECT_ENTRIES_PER_PAGE;
            OffHeapInts directory = direct ? scope.ints(pageEnd) : null;
            if (direct) {
                for (long page = 0; page < pageEnd; page++) {
                    directory.set(page, -1);
                }
                for (int page = 0; page < pages.length; page++) {
                    directory.set(pages[page], page);
                }
            }
            OffHeapLongs words = scope.zeroedLongs((long) pages.length * PAGE_WORDS);
            OffHeapInts before = scope.ints(words.length());
            OffHeapLongs none = scope.longs(0);
            new NodeIds(none, words, before, directory, direct ? null : pages).setBits(workers, ids);
            OffHeapLongs nodeIds = scope.longs(countBits(words, before));
            listIds(workers, pages, words, before, nodeIds);
            return new NodeIds(
                    scope.keep(nodeIds),
                    scope.keep(words),
                    scope.keep(before),
                    direct ? scope.keep(directory) : null,
                    direct ? null : pages);
        }
    }

    private void setBits(Workers workers, List<? extends NodeIdSequence> ids) {
        workers.forRanges(ids.size(), 1, (worker, sequence, end) -> {
            NodeIdSequence own = ids.get((int) sequence);
            for (int i = 0; i < own.size(); i++) {
                long id = own.get(i);
                if (id >= 0) {
                    long word = page(id >>> PAGE_SHIFT) * PAGE_WORDS + ((id >>> 6) & (PAGE_WORDS - 1));
                    words.atomicOr(word, 1L << id);
                }
            }
        });
    }

    private static long[] pagesInUse(Workers workers, List<? extends NodeIdSequence> ids) {
        PageNumbers[] found = new PageNumbers[workers.concurrency()];
        Arrays.setAll(found, worker -> new PageNumbers());
        workers.forRanges(ids.size(), 1, (worker, sequence, end) -> {
            NodeIdSequence own = ids.get((int) sequence);
            for (int i = 0; i < own.size(); i++) {
                long id = own.get(i);
                if (id >= 0) {
                    found[worker].add(id >>> PAGE_SHIFT);
                }
            }
        });
        PageNumbers all = found[0];
        for (int worker = 1; worker < found.length; worker++) {
            all.addAll(found[worker]);
        }
        return all.ascending();
    }

    /** Stores in {@code before} the number of set bits before each word, and returns the number of all, the nodes. */
    private static long countBits(OffHeapLongs words, OffHeapInts before) {
        long count = 0;
        for (long word = 0; word < words.length(); word++) {
            before.set(word, (int) count);
            count += Long.bitCount(words.get(word));
            if (count > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("a side must have fewer than 2^31 nodes");
            }
        }
        return count;
    }

    private static void listIds(
            Workers workers, long[] pages, OffHeapLongs words, OffHeapInts before, OffHeapLongs nodeIds) {
        workers.forRanges(pages.length, PAGES_PER_TASK, (worker, from, to) -> {
            for (long word = from * PAGE_WORDS; word < to * PAGE_WORDS; word++) {
                long first = (pages[(int) (word / PAGE_WORDS)] << PAGE_SHIFT) + word % PAGE_WORDS * Long.SIZE;
                long next = before.get(word);
                for (long bits = words.get(word); bits != 0; bits &= bits - 1) {
                    nodeIds.set(next++, first + Long.numberOfTrailingZeros(bits));
                }
            }
        });
    }
}
