package dev.motif.research.gbc;

import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.Bytes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.order.VertexPermutation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * BCPar, the partitioning of GBC: divides the roots into parts, each of which can be counted on its own. A search from
 * a root needs the sets of its members, which are the root and its later two-hop neighbors, and nothing else.
 *
 * <p>A part begins with the root whose two-hop neighbors have the largest sets on average. It goes on with the root
 * that shares the most bytes of sets with the part, until the next one does not fit.
 */
final class GbcPartitioner {
    private static final int SEED_KEYS = 1 << 20;

    private final Csr later;
    private final IntToLongFunction setBytes;
    private final IntToLongFunction taskBytes;
    private final long budget;
    private final Workers workers;

    /**
     * For each vertex the part that it is a member of, counted from 1; the last one when there are several, 0 for none.
     */
    private final OffHeapInts memberOf;

    private int part;
    /** The bytes of the current part. */
    private long bytes;

    /**
     * A division of roots into parts.
     *
     * @param ends the index after the last root of each part
     */
    record Parts(OffHeapInts roots, List<Integer> ends) {}

    /**
     * Prepares a division.
     *
     * @param later the later two-hop neighbors of each vertex
     * @param setBytes gives the bytes of the sets of a vertex
     * @param taskBytes gives the bytes that a root takes besides the sets
     * @param budget the most bytes of a part
     * @param scope owns the arrays
     */
    GbcPartitioner(
            Csr later,
            IntToLongFunction setBytes,
            IntToLongFunction taskBytes,
            long budget,
            OffHeapScope scope,
            Workers workers) {
        this.later = later;
        this.setBytes = setBytes;
        this.taskBytes = taskBytes;
        this.budget = budget;
        this.workers = workers;
        this.memberOf = scope.zeroedInts(later.vertexCount());
    }

    /**
     * Divides {@code roots} into parts. The scope owns their arrays.
     *
     * @param roots the roots in the order of priority
     * @throws IllegalArgumentException when a single root does not fit a part
     */
    Parts parts(OffHeapInts roots, Partitioning partitioning, OffHeapScope scope, NativeMemory memory) {
        return partitioning == Partitioning.RANGES ? ranges(roots) : sharing(roots, scope, memory);
    }

    /** Parts of roots that follow one another. */
    private Parts ranges(OffHeapInts roots) {
        List<Integer> ends = new ArrayList<>();
        begin();
        for (int i = 0; i < roots.length(); i++) {
            workers.cancellation().check();
            int root = roots.get(i);
            if (!fits(root)) {
                ends.add(i);
                begin();
                checkFits(root);
            }
            insert(root);
        }
        ends.add((int) roots.length());
        return new Parts(roots, ends);
    }

    /** Parts of roots that share sets. */
    private Parts sharing(OffHeapInts roots, OffHeapScope scope, NativeMemory memory) {
        List<Integer> ends = new ArrayList<>();
        OffHeapInts parted = scope.ints(roots.length());
        Csr earlier = scope.own(new CsrBuilder(memory, workers).transpose(later, later.vertexCount()));
        RootHeap heap = new RootHeap(later.vertexCount(), roots, scope);
        VertexPermutation seeds = bySeedWeight(roots, scope);
        int placed = 0;
        int seed = 0;
        while (placed < roots.length()) {
            begin();
            heap.clear();
            int root = -1;
            while (placed < roots.length()) {
                workers.cancellation().check();
                root = heap.largest();
                if (root < 0) {
                    while (!heap.isWaiting(roots.get(seeds.vertexAt(seed)))) {
                        seed++;
                    }
                    root = roots.get(seeds.vertexAt(seed));
                }
                if (!fits(root)) {
                    break;
                }
                heap.remove(root);
                parted.set(placed++, root);
                share(root, earlier, heap);
            }
            if (ends.isEmpty() ? placed == 0 : placed == ends.get(ends.size() - 1)) {
                checkFits(root);
            }
            ends.add(placed);
        }
        return new Parts(parted, ends);
    }

    /**
     * Inserts a root into the part. All roots that need one of its new members share more with the part from now on.
     */
    private void share(int root, Csr earlier, RootHeap heap) {
        bytes += taskBytes.applyAsLong(root);
        shareMember(root, earlier, heap);
        for (long slot = later.start(root); slot < later.end(root); slot++) {
            shareMember(later.neighbor(slot), earlier, heap);
        }
    }

    private void shareMember(int member, Csr earlier, RootHeap heap) {
        if (memberOf.get(member) == part) {
            return;
        }
        memberOf.set(member, part);
        long weight = setBytes.applyAsLong(member);
        bytes += weight;
        heap.raise(member, weight);
        for (long slot = earlier.start(member); slot < earlier.end(member); slot++) {
            heap.raise(earlier.neighbor(slot), weight);
        }
    }

    /**
     * Numbers the positions in {@code roots} by the average bytes of the sets of their two-hop neighbors, the largest
     * first.
     */
    private VertexPermutation bySeedWeight(OffHeapInts roots, OffHeapScope scope) {
        OffHeapLongs weights = scope.longs(roots.length());
        long largest = 1;
        for (long i = 0; i < roots.length(); i++) {
            int root = roots.get(i);
            long sum = 0;
            for (long slot = later.start(root); slot < later.end(root); slot++) {
                sum += setBytes.applyAsLong(later.neighbor(slot));
            }
            weights.set(i, sum / Math.max(1, later.degree(root)));
            largest = Math.max(largest, weights.get(i));
        }
        double scale = SEED_KEYS / (double) largest;
        return VertexPermutation.by((int) roots.length(), i -> SEED_KEYS - (int) (weights.get(i) * scale), scope);
    }

    private void begin() {
        part++;
        bytes = 0;
    }

    private boolean fits(int root) {
        return bytes + newBytes(root) <= budget;
    }

    private void checkFits(int root) {
        if (!fits(root)) {
            throw new IllegalArgumentException("the sets of a root and its two-hop neighbors take "
                    + Bytes.toText(newBytes(root)) + " beside what every part needs, but a part may have "
                    + Bytes.toText(Math.max(0, budget)) + ": `partitionBytes` must be larger");
        }
    }

    /** The bytes that a root would add to the part. */
    private long newBytes(int root) {
        long added = taskBytes.applyAsLong(root) + newBytesOfMember(root);
        for (long slot = later.start(root); slot < later.end(root); slot++) {
            added += newBytesOfMember(later.neighbor(slot));
        }
        return added;
    }

    private long newBytesOfMember(int member) {
        return memberOf.get(member) == part ? 0 : setBytes.applyAsLong(member);
    }

    private void insert(int root) {
        bytes += newBytes(root);
        memberOf.set(root, part);
        for (long slot = later.start(root); slot < later.end(root); slot++) {
            memberOf.set(later.neighbor(slot), part);
        }
    }

    /**
     * The roots that wait for a part and share sets with the current one, in a binary heap: the one that shares the
     * most bytes is first. It keeps the position of each root.
     */
    private static final class RootHeap {
        private static final int NOT_WAITING = -2;
        private static final int NOT_IN_HEAP = -1;

        private final OffHeapInts heap;
        private final OffHeapInts position;
        private final OffHeapLongs shared;
        private int size;

        RootHeap(int vertices, OffHeapInts roots, OffHeapScope scope) {
            heap = scope.ints(roots.length());
            position = scope.ints(vertices);
            shared = scope.zeroedLongs(vertices);
            for (int v = 0; v < vertices; v++) {
                position.set(v, NOT_WAITING);
            }
            for (long i = 0; i < roots.length(); i++) {
                position.set(roots.get(i), NOT_IN_HEAP);
            }
        }

        /** Empties the heap for a new part, which shares nothing yet. */
        void clear() {
            for (int i = 0; i < size; i++) {
                position.set(heap.get(i), NOT_IN_HEAP);
            }
            size = 0;
            shared.clear();
        }

        boolean isWaiting(int root) {
            return position.get(root) != NOT_WAITING;
        }

        /** The root that shares the most bytes, or -1 when none shares any. */
        int largest() {
            return size == 0 ? -1 : heap.get(0);
        }

        /** Adds {@code weight} to the bytes that a root shares, if it waits for a part. */
        void raise(int root, long weight) {
            if (!isWaiting(root)) {
                return;
            }
            shared.set(root, shared.get(root) + weight);
            if (position.get(root) == NOT_IN_HEAP) {
                position.set(root, size);
                heap.set(size++, root);
            }
            up(position.get(root));
        }

        /** Takes out a root that is in a part now. */
        void remove(int root) {
            int at = position.get(root);
            position.set(root, NOT_WAITING);
            if (at >= 0 && at < --size) {
                int moved = heap.get(size);
                place(moved, at);
                up(at);
                down(position.get(moved));
            }
        }

        private void up(int from) {
            int root = heap.get(from);
            int at = from;
            while (at > 0 && shared.get(heap.get((at - 1) / 2)) < shared.get(root)) {
                place(heap.get((at - 1) / 2), at);
                at = (at - 1) / 2;
            }
            place(root, at);
        }

        private void down(int from) {
            int root = heap.get(from);
            int at = from;
            while (2L * at + 1 < size) {
                int child = 2 * at + 1;
                if (child + 1 < size && shared.get(heap.get(child + 1)) > shared.get(heap.get(child))) {
                    child++;
                }
                if (shared.get(heap.get(child)) <= shared.get(root)) {
                    break;
                }
                place(heap.get(child), at);
                at = child;
            }
            place(root, at);
        }

        private void place(int root, int at) {
            heap.set(at, root);
            position.set(root, at);
        }
    }
}
