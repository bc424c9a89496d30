package dev.motif.algorithm.group.percolation;

import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.HeapBytes;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/** Gathers the vertices of communities from the items that they consist of, and sorts them. */
final class CommunityMembers {
    private static final int ITEMS_PER_POLL = 1 << 14;

    /** The heap of a community while they are sorted: its size, its first vertex, its number in order, and room to sort. */
    static final long HEAP_BYTES =
            2 * Integer.BYTES + HeapBytes.object(Integer.BYTES) + HeapBytes.REFERENCE + HeapBytes.REFERENCE / 2 + 8;

    private final CommunityItems items;
    private final Cancellation cancellation;
    private final HeapBudget heap;
    private final OffHeapScope scope;
    private final int count;

    /** The items of one community after the other, and for each community the index after its last one. */
    private final OffHeapInts byCommunity;

    private final OffHeapLongs ends;

    /** For each vertex a mark of the community that has had it last, not 0. */
    private final OffHeapInts lastOf;

    /** @param scope owns the memory off the heap */
    CommunityMembers(
            CommunityItems items, long vertices, Cancellation cancellation, HeapBudget heap, OffHeapScope scope) {
        this.items = items;
        this.cancellation = cancellation;
        this.heap = heap;
        this.scope = scope;
        OffHeapInts numbers = scope.ints(items.count());
        Steps steps = new Steps(cancellation);
        this.count = items.number(numbers, steps);
        this.ends = scope.zeroedLongs(count + 1L);
        for (int item = 0; item < items.count(); item++) {
            if (numbers.get(item) >= 0) {
                ends.add(numbers.get(item) + 1L, 1);
            }
            steps.add();
        }
        for (int community = 0; community < count; community++) {
            ends.add(community + 1L, ends.get(community));
        }
        this.byCommunity = scope.ints(ends.get(count));
        for (int item = 0; item < items.count(); item++) {
            if (numbers.get(item) >= 0) {
                byCommunity.set(ends.getAndAdd(numbers.get(item), 1), item);
            }
            steps.add();
        }
        this.lastOf = scope.zeroedInts(vertices);
    }

    /** The off-heap bytes of this many communities of items, beside the result. */
    static long bytes(long vertices, long items, long communities) {
        return (vertices + 2 * items) * Integer.BYTES + (communities + 1) * Long.BYTES;
    }

    /** The communities; the result is the caller's. */
    PercolationResult result() {
        try (HeapBudget.Share sorting = heap.share("communities while they are sorted", count * HEAP_BYTES);
                HeapBudget.Share members = heap.share("members of communities of the same size")) {
            return result(members);
        }
    }

    /** @param heapOfMembers has no bytes */
    private PercolationResult result(HeapBudget.Share heapOfMembers) {
        int[] sizes = new int[count];
        int[] firsts = new int[count];
        Arrays.fill(firsts, Integer.MAX_VALUE);
        for (int community = 0; community < count; community++) {
            int of = community;
            forEach(community, community + 1, v -> {
                sizes[of]++;
                firsts[of] = Math.min(firsts[of], v);
            });
        }
        Integer[] order = new Integer[count];
        Arrays.setAll(order, community -> community);
        Arrays.sort(
                order,
                Comparator.<Integer>comparingInt(community -> -sizes[community])
                        .thenComparingInt(community -> firsts[community]));
        OffHeapLongs starts = scope.longs(count + 1L);
        starts.set(0, 0);
        for (int i = 0; i < count; i++) {
            starts.set(i + 1L, starts.get(i) + sizes[order[i]]);
        }
        OffHeapInts members = scope.ints(starts.get(count));
        OffHeapLongs counts = scope.zeroedLongs(lastOf.length());
        for (int i = 0; i < count; ) {
            List<int[]> alike = new ArrayList<>();
            heapOfMembers.become(0);
            int next = i;
            do {
                heapOfMembers.add(HeapBytes.array(sizes[order[next]], Integer.BYTES) + 2 * HeapBytes.REFERENCE);
                alike.add(vertices(order[next], sizes[order[next]], counts));
                next++;
            } while (next < count && sizes[order[next]] == sizes[order[i]] && firsts[order[next]] == firsts[order[i]]);
            alike.sort(Arrays::compare);
            for (int[] of : alike) {
                members.copyFrom(of, starts.get(i++));
            }
        }
        return new PercolationResult(scope.keep(starts), scope.keep(members), scope.keep(counts));
    }

    /** The vertices of a community, ascending; adds 1 to the count of each. */
    private int[] vertices(int community, int size, OffHeapLongs counts) {
        int[] of = new int[size];
        int[] found = {0};
        forEach(community, -1 - community, v -> {
            of[found[0]++] = v;
            counts.add(v, 1);
        });
        Arrays.sort(of);
        return of;
    }

    /** Does {@code action} with each vertex of a community, once. */
    private void forEach(int community, int mark, IntConsumer action) {
        for (long i = community == 0 ? 0 : ends.get(community - 1L); i < ends.get(community); i++) {
            if (i % ITEMS_PER_POLL == 0) {
                cancellation.check();
            }
            items.forEachVertex(byCommunity.get(i), v -> {
                if (lastOf.get(v) != mark) {
                    lastOf.set(v, mark);
                    action.accept(v);
                }
            });
        }
    }
}
