package dev.motif.graph.order;

import dev.motif.graph.Csr;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.EdgeChunks;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Makes the rows of an {@link OrientedGraph} by sorting the edges by their higher rank, then by their lower one. Edges are
 * first brought into buckets of ranges of higher ranks, which then are sorted side by side, in parts that fit the cache of a
 * processor. The arrays of the result hold the buckets meanwhile.
 */
final class OrientedRows {
    /** The most slots of a task, of whose edges a worker has 20 bytes each on the heap. */
    private static final int MOST_SLOTS_PER_TASK = 1 << 16;

    private static final int LEAST_SLOTS_PER_TASK = 1 << 12;
    private static final long TASKS_PER_WORKER = 8;

    /**
     * The tasks whose ranks of edge ends are in one block of 64 MB or less: glibc gives blocks of 32 MB or more back to
     * the system at once.
     */
    private static final int TASKS_OF_BLOCK = 1 << 9;

    /** Ranks are counted in at most this many groups, of which buckets are made. */
    private static final int MOST_GROUP_BITS = 16;

    private static final long MOST_BUCKETS = 1 << 10;
    private static final long LEAST_EDGES_OF_BUCKET = 1 << 10;

    /** About how many edges of a bucket are sorted at once. */
    private static final long EDGES_OF_PART = 1 << 13;

    /** The bits that number the ranks of a bucket, at most. */
    private static final int MOST_RANK_BITS = 26;

    /** The shift of the bits of an edge's number from 2^32 on in its key, above the bits of both ranks. */
    private static final int NUMBER_SHIFT = 57;

    private static final long RANKS_MASK = (1L << NUMBER_SHIFT) - 1;

    private static final int BYTES_TO_SORT = 4 * Long.BYTES;

    /**
     * The bytes an edge that all workers together may use to sort, unless one bucket needs more. The ranks of ends,
     * which are freed before, take the same number of bytes.
     */
    private static final long SORTING_BYTES_PER_EDGE = Integer.BYTES;

    private final UnipartiteGraph graph;
    private final OffHeapInts ranks;
    private final boolean numbered;
    private final long edgesOfPart;
    private final NativeMemory memory;
    private final Workers workers;
    private final int vertices;
    private final long edgeCount;
    private final int rankBits;
    private final int groupShift;
    private final EdgeChunks tasks;

    /** The bucket of each group. */
    private int[] bucketOf;

    /** The first rank of each bucket, and last the number of vertices. */
    private int[] firstRank;

    /** The start of each bucket's edges, and last the number of edges. */
    private long[] start;

    /**
     * The rows.
     *
     * @param adjacency for each rank its neighbors of lower ranks, ascending
     * @param edges for each slot the number of its edge in the graph, or null
     */
    record Made(Csr adjacency, OffHeapLongs edges) {}

    private OrientedRows(
            UnipartiteGraph graph,
            OffHeapInts ranks,
            boolean numbered,
            long edgesOfPart,
            int slotsPerTask,
            NativeMemory memory,
            Workers workers) {
        this.edgesOfPart = edgesOfPart;
        this.graph = graph;
        this.ranks = ranks;
        this.numbered = numbered;
        this.memory = memory;
        this.workers = workers;
        this.vertices = (int) graph.vertexCount();
        this.edgeCount = graph.edgeCount();
        this.rankBits = EdgeBuckets.bitsFor(vertices);
        this.groupShift = Math.max(0, rankBits - MOST_GROUP_BITS);
        this.tasks = new EdgeChunks(graph.adjacency(), slotsPerTask, workers);
    }

    /**
     * Makes the rows of {@code graph}, which the caller owns.
     *
     * @param ranks the rank of each vertex
     * @param numbered whether the numbers of edges are wanted
     */
    static Made of(UnipartiteGraph graph, OffHeapInts ranks, boolean numbered, NativeMemory memory, Workers workers) {
        long slots = graph.adjacency().slotCount() / (workers.concurrency() * TASKS_PER_WORKER);
        int ofTask = (int) Math.max(LEAST_SLOTS_PER_TASK, Math.min(MOST_SLOTS_PER_TASK, slots));
        return of(graph, ranks, numbered, EDGES_OF_PART, ofTask, memory, workers);
    }

    /**
     * Makes rows with buckets sorted in parts of about {@code edgesOfPart} edges, and tasks of {@code slotsPerTask}
     * slots.
     */
    static Made of(
            UnipartiteGraph graph,
            OffHeapInts ranks,
            boolean numbered,
            long edgesOfPart,
            int slotsPerTask,
            NativeMemory memory,
            Workers workers) {
        return new OrientedRows(graph, ranks, numbered, edgesOfPart, slotsPerTask, memory, workers).make();
    }

    /**
     * The most off-heap bytes that making rows takes, the rows included, when no vertex has more neighbors of lower ranks
     * than {@code sqrt(2 * edges)}, as in orders by degree and of degeneracy.
     */
    static long peakBytes(long vertices, long edges) {
        long ranksOfGroup = (vertices >>> MOST_GROUP_BITS) * 2 + 1;
        double longestRow = Math.sqrt(2.0 * edges) + 1;
        long bucket = (long) Math.min(edges, edgesOfBucket(edges) + ranksOfGroup * longestRow);
        return Csr.bytes(vertices, edges)
                + edges * Long.BYTES
                + Math.max(edges * SORTING_BYTES_PER_EDGE, bucket * BYTES_TO_SORT);
    }

    /** The number of edges of a bucket; its last group may exceed it. */
    private static long edgesOfBucket(long edges) {
        return Math.max(LEAST_EDGES_OF_BUCKET, edges / MOST_BUCKETS);
    }

    private Made make() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(vertices + 1L);
            OffHeapInts neighbors = scope.ints(edgeCount);
            OffHeapLongs keys = scope.longs(edgeCount);
            try (OffHeapScope before = new OffHeapScope(memory)) {
                RanksOfEnds ranksOfEnds = new RanksOfEnds(before);
                cutBuckets(countGroups(ranksOfEnds));
                fillBuckets(ranksOfEnds, keys, neighbors);
            }
            sortBuckets(offsets, neighbors, keys);
            offsets.set(vertices, edgeCount);
            if (numbered) {
                scope.keep(keys);
            }
            return new Made(new Csr(scope.keep(offsets), scope.keep(neighbors)), numbered ? keys : null);
        }
    }

    /**
     * The rank of the greater end of each edge, which is kept until the edge is in its bucket, since looking it up takes
     * long. In blocks, each of which is freed while others are read: one thread at a time can free, and takes long for all.
     */
    private final class RanksOfEnds {
        private final OffHeapInts[] blocks = new OffHeapInts[(tasks.count() - 1) / TASKS_OF_BLOCK + 1];
        private final AtomicIntegerArray tasksLeft = new AtomicIntegerArray(blocks.length);

        RanksOfEnds(OffHeapScope scope) {
            for (int block = 0; block < blocks.length; block++) {
                int end = Math.min(tasks.count(), (block + 1) * TASKS_OF_BLOCK);
                blocks[block] = scope.ints(tasks.firstEdge(end) - firstEdge(block));
                tasksLeft.set(block, end - block * TASKS_OF_BLOCK);
            }
        }

        private long firstEdge(int block) {
            return tasks.firstEdge(block * TASKS_OF_BLOCK);
        }

        private static int blockOf(EdgeChunks.Task task) {
            return task.number() / TASKS_OF_BLOCK;
        }

        /** The block with the ranks of the ends of a task's edges. */
        OffHeapInts of(EdgeChunks.Task task) {
            return blocks[blockOf(task)];
        }

        /** Offset, in its block, of the first edge of a task. */
        long placeOf(EdgeChunks.Task task) {
            return task.firstEdge() - firstEdge(blockOf(task));
        }

        /** Ends the use of the ranks of a task's edges. */
        void free(EdgeChunks.Task task) {
            if (tasksLeft.decrementAndGet(blockOf(task)) == 0) {
                of(task).close();
            }
        }
    }

    /** Sorts all buckets, on the workers that the free memory allows. */
    private void sortBuckets(OffHeapLongs offsets, OffHeapInts neighbors, OffHeapLongs edges) {
        int buckets = start.length - 1;
        long most = IntStream.range(0, buckets)
                .mapToLong(bucket -> start[bucket + 1] - start[bucket])
                .max()
                .orElse(0);
        long fit = edgeCount * SORTING_BYTES_PER_EDGE / Math.max(1, most * BYTES_TO_SORT);
        int sorting = (int) Math.max(1, Math.min(fit, Math.min(buckets, workers.concurrency())));
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Buffers[] buffers = new Buffers[sorting];
            Arrays.setAll(buffers, worker -> Buffers.of(most, numbered, scope));
            workers.with(sorting)
                    .forRanges(
                            buckets,
                            1,
                            (worker, bucket, end) -> sort((int) bucket, offsets, neighbors, edges, buffers[worker]));
        }
    }

    /**
     * The number of edges whose higher rank is in each group.
     *
     * @param ranksOfEnds receives the rank of the greater end of each edge
     */
    private long[] countGroups(RanksOfEnds ranksOfEnds) {
        int groups = vertices == 0 ? 0 : (vertices - 1 >>> groupShift) + 1;
        long[][] counts = new long[workers.concurrency()][];
        Csr rows = graph.adjacency();
        tasks.forEachTask((worker, task) -> {
            if (counts[worker] == null) {
                counts[worker] = new long[groups];
            }
            long[] own = counts[worker];
            OffHeapInts ranksOfTask = ranksOfEnds.of(task);
            long[] place = {ranksOfEnds.placeOf(task)};
            task.forEachRange((u, first, end) -> {
                int rank = ranks.get(u);
                long next = place[0];
                for (long slot = first; slot < end; slot++) {
                    int other = ranks.get(rows.neighbor(slot));
                    ranksOfTask.set(next++, other);
                    own[Math.max(rank, other) >>> groupShift]++;
                }
                place[0] = next;
            });
        });
        long[] sums = new long[groups];
        for (long[] own : counts) {
            for (int group = 0; own != null && group < groups; group++) {
                sums[group] += own[group];
            }
        }
        return sums;
    }

    /** Makes buckets of groups that follow one another. */
    private void cutBuckets(long[] edgesOfGroup) {
        int groups = edgesOfGroup.length;
        long most = edgesOfBucket(edgeCount);
        bucketOf = new int[groups];
        firstRank = new int[groups + 1];
        start = new long[groups + 1];
        int buckets = 0;
        long before = 0;
        for (int group = 0; group < groups; group++) {
            int rank = group << groupShift;
            if (group == 0
                    || before - start[buckets - 1] >= most
                    || rank + (1L << groupShift) - firstRank[buckets - 1] > 1L << MOST_RANK_BITS) {
                firstRank[buckets] = rank;
                start[buckets++] = before;
            }
            bucketOf[group] = buckets - 1;
            before += edgesOfGroup[group];
        }
        firstRank[buckets] = vertices;
        start[buckets] = before;
        firstRank = Arrays.copyOf(firstRank, buckets + 1);
        start = Arrays.copyOf(start, buckets + 1);
    }

    /**
     * Brings the edges into their buckets, in any order: into {@code keys} the ranks and the high bits of the number, into
     * {@code numbers} its low bits.
     */
    private void fillBuckets(RanksOfEnds ranksOfEnds, OffHeapLongs keys, OffHeapInts numbers) {
        AtomicLongArray next = new AtomicLongArray(start);
        Filler[] fillers = new Filler[workers.concurrency()];
        tasks.forEachTask((worker, task) -> {
            if (fillers[worker] == null) {
                fillers[worker] = new Filler(ranksOfEnds, keys, numbers, next);
            }
            fillers[worker].fill(task);
            ranksOfEnds.free(task);
        });
    }

    /**
     * Brings the edges of one task after the other into their buckets; the edges of a bucket are next to each other.
     */
    private final class Filler {
        private final RanksOfEnds ranksOfEnds;
        private final OffHeapLongs keys;
        private final OffHeapInts numbers;
        private final AtomicLongArray next;

        /** Higher rank and lower rank of the edges of a task. */
        private final long[] ends = new long[tasks.mostEdges()];

        private int count;
        private long firstEdge;

        /**
         * The number of edges of the task in each bucket, and then the end of each bucket's edges among the edges of
         * the task, which are ordered by bucket.
         */
        private final int[] counts = new int[start.length];

        private final int[] places = new int[start.length];
        private final long[] keysOfTask = new long[tasks.mostEdges()];
        private final int[] numbersOfTask = new int[tasks.mostEdges()];

        Filler(RanksOfEnds ranksOfEnds, OffHeapLongs keys, OffHeapInts numbers, AtomicLongArray next) {
            this.ranksOfEnds = ranksOfEnds;
            this.keys = keys;
            this.numbers = numbers;
            this.next = next;
        }

        void fill(EdgeChunks.Task task) {
            count = 0;
            firstEdge = task.firstEdge();
            Arrays.fill(counts, 0);
            OffHeapInts ranksOfTask = ranksOfEnds.of(task);
            long firstPlace = ranksOfEnds.placeOf(task);
            task.forEachRange((u, first, end) -> add(u, (int) (end - first), ranksOfTask, firstPlace));
            orderByBucket();
            for (int bucket = 0; bucket < counts.length; bucket++) {
                int edges = counts[bucket];
                if (edges > 0) {
                    long place = next.getAndAdd(bucket, edges);
                    keys.copyFrom(keysOfTask, places[bucket] - edges, place, edges);
                    numbers.copyFrom(numbersOfTask, places[bucket] - edges, place, edges);
                }
            }
        }

        private void add(int u, int edges, OffHeapInts ranksOfTask, long firstPlace) {
            int rank = ranks.get(u);
            int last = count + edges;
            for (int i = count; i < last; i++) {
                int other = ranksOfTask.get(firstPlace + i);
                int higher = Math.max(rank, other);
                ends[i] = (long) higher << Integer.SIZE | Math.min(rank, other);
                counts[bucketOf[higher >>> groupShift]]++;
            }
            count = last;
        }

        private void orderByBucket() {
            int place = 0;
            for (int bucket = 0; bucket < counts.length; bucket++) {
                places[bucket] = place;
                place += counts[bucket];
            }
            for (int i = 0; i < count; i++) {
                int higher = (int) (ends[i] >>> Integer.SIZE);
                int bucket = bucketOf[higher >>> groupShift];
                long number = firstEdge + i;
                int at = places[bucket]++;
                long key = (long) (higher - firstRank[bucket]) << rankBits | ends[i] & 0xffffffffL;
                keysOfTask[at] = key | number >>> Integer.SIZE << NUMBER_SHIFT;
                numbersOfTask[at] = (int) number;
            }
        }
    }

    /** The buffers of a worker that sorts buckets, one after the other: keys and numbers, and as much to sort them. */
    private record Buffers(OffHeapLongs keys, OffHeapLongs numbers, OffHeapLongs spareKeys, OffHeapLongs spareNumbers) {
        static Buffers of(long edges, boolean numbered, OffHeapScope scope) {
            return new Buffers(
                    scope.longs(edges),
                    numbered ? scope.longs(edges) : null,
                    scope.longs(edges),
                    numbered ? scope.longs(edges) : null);
        }
    }

    /** Sorts a bucket and puts its rows into its place. */
    private void sort(int bucket, OffHeapLongs offsets, OffHeapInts neighbors, OffHeapLongs edges, Buffers buffers) {
        long from = start[bucket];
        long count = start[bucket + 1] - from;
        int bits = EdgeBuckets.bitsFor(firstRank[bucket + 1] - firstRank[bucket]);
        int partBits = Math.min(bits, EdgeBuckets.bitsFor((int) (count / edgesOfPart)));
        int keyBits = rankBits + bits - partBits;
        int rank = firstRank[bucket];
        long at = 0;
        for (long end : part(from, count, keyBits, 1 << partBits, neighbors, edges, buffers)) {
            RadixSort.Sorted sorted = RadixSort.sort(
                    buffers.keys,
                    buffers.numbers,
                    buffers.spareKeys,
                    buffers.spareNumbers,
                    at,
                    end - at,
                    keyBits,
                    workers.cancellation());
            OffHeapLongs keys = sorted.keys();
            OffHeapLongs numbers = sorted.payloads();
            for (; at < end; at++) {
                long key = keys.get(at);
                for (int higher = firstRank[bucket] + (int) (key >>> rankBits); rank <= higher; rank++) {
                    offsets.set(rank, from + at);
                }
                neighbors.set(from + at, (int) (key & (1L << rankBits) - 1));
                if (numbered) {
                    edges.set(from + at, numbers.get(at));
                }
            }
        }
        for (; rank < firstRank[bucket + 1]; rank++) {
            offsets.set(rank, from + count);
        }
    }

    /** Copies the edges of a bucket to buffers, in parts by the bits of their keys from {@code shift} on; returns their ends. */
    private long[] part(
            long from,
            long count,
            int shift,
            int parts,
            OffHeapInts lowBits,
            OffHeapLongs keysAndHighBits,
            Buffers buffers) {
        long[] next = new long[parts];
        for (long i = 0; i < count; i++) {
            next[(int) ((keysAndHighBits.get(from + i) & RANKS_MASK) >>> shift)]++;
        }
        long first = 0;
        for (int part = 0; part < parts; part++) {
            first += next[part];
            next[part] = first - next[part];
        }
        for (long i = 0; i < count; i++) {
            long key = keysAndHighBits.get(from + i);
            long at = next[(int) ((key & RANKS_MASK) >>> shift)]++;
            buffers.keys.set(at, key & RANKS_MASK);
            if (numbered) {
                buffers.numbers.set(at, key >>> NUMBER_SHIFT << Integer.SIZE | lowBits.get(from + i) & 0xffffffffL);
            }
        }
        return next;
    }
}
