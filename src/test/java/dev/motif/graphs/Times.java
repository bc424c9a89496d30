package dev.motif.graphs;

import dev.motif.backend.EdgeTimes;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Makes times of the relationships of edges; the same seed gives the same ones. */
public final class Times {
    private Times() {}

    /** One time for each edge, in {@code [0, span)}. */
    public static List<List<Long>> single(int edges, long span, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, edges)
                .mapToObj(edge -> List.of((long) (span * random.nextDouble())))
                .toList();
    }

    /** Up to {@code most} times for each edge, one at least, in {@code [0, span)}. */
    public static List<List<Long>> parallel(int edges, int most, long span, long seed) {
        Random random = new Random(seed);
        List<List<Long>> times = new ArrayList<>();
        for (int edge = 0; edge < edges; edge++) {
            times.add(LongStream.generate(() -> (long) (span * random.nextDouble()))
                    .limit(1 + random.nextInt(most))
                    .boxed()
                    .toList());
        }
        return times;
    }

    /**
     * The same off the heap, owned by {@code scope}.
     *
     * @param parallel whether edges may have several times; otherwise each has one
     */
    public static EdgeTimes of(List<List<Long>> times, boolean parallel, OffHeapScope scope) {
        long[] all = times.stream()
                .flatMapToLong(each -> each.stream().mapToLong(time -> time))
                .toArray();
        OffHeapLongs flat = scope.longs(all.length);
        flat.copyFrom(all, 0, 0, all.length);
        if (!parallel) {
            return new EdgeTimes(flat, null);
        }
        OffHeapLongs offsets = scope.longs(times.size() + 1L);
        long from = 0;
        for (int edge = 0; edge < times.size(); edge++) {
            offsets.set(edge, from);
            from += times.get(edge).size();
        }
        offsets.set(times.size(), from);
        return new EdgeTimes(flat, offsets);
    }

    /** As {@link #single}, off the heap; the caller closes its array. */
    public static EdgeTimes single(long edges, long span, long seed, NativeMemory memory) {
        Random random = new Random(seed);
        OffHeapLongs times = memory.longs(edges);
        for (long edge = 0; edge < edges; edge++) {
            times.set(edge, (long) (span * random.nextDouble()));
        }
        return new EdgeTimes(times, null);
    }
}
